-- The dated version of the API that a business is pinned to, and that of its events.
alter table business_mode add column api_version text not null default '2026-12-01';
alter table webhook_endpoint add column api_version text not null default '2026-12-01';
