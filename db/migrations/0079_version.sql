-- How often a record has changed: its ETag. Splits and payment links count their changes already.
alter table customer add column version integer not null default 0;
alter table subaccount add column version integer not null default 0;
alter table virtual_account add column version integer not null default 0;
alter table business_mode add column version integer not null default 0;
-- The ETag of a stored answer.
alter table idempotency_key add column etag text;
