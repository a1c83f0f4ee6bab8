-- Whether calls of this mode are kept in the request log.
alter table business_mode add column request_log boolean not null default true;
