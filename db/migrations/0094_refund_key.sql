-- The key at the provider, derived from what the business repeats, so that it is the same after a
-- restore. Null: refund_id. `keyed_at` is `asked_at`: a version that does not know the key does not
-- write it, so it cannot ask under another key.
alter table refund
  add column rail_key uuid,
  add column keyed_at timestamptz,
  add constraint refund_is_asked_for_by_who_knows_its_key
    check (rail_key is null or not keyed_at is distinct from asked_at) not valid;
