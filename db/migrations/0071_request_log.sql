-- The calls that a business's servers made in the last 30 days, as the dashboard shows them. A row
-- is a block of up to some hundred calls, compressed, because a row for each call would cost more
-- than a tenth of a payment. Partitions are days; request_log_turn makes and drops them.
create table request_log (
  business_id uuid not null,
  mode text not null check (mode in ('test', 'live')),
  -- When it was written: no call in it ended later.
  block_id uuid not null,
  calls integer not null check (calls > 0),
  -- Hashes of what calls are searched by, such as request ids.
  tokens integer[] not null,
  -- One JSON text a line, compressed.
  body bytea not null,
  primary key (business_id, mode, block_id)
) partition by range (block_id);
create index request_log_by_token on request_log using gin (tokens);
comment on table request_log is 'append-only';
