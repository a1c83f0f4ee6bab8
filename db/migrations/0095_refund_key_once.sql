-- no transaction
create unique index concurrently if not exists refund_rail_key
  on refund (business_id, mode, rail_key)
  where rail_key is not null;
-- A provider names a refund in a notification by this key alone.
create index concurrently if not exists refund_by_rail_key on refund (rail_key)
  where rail_key is not null;
