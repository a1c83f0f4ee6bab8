-- A receipt is due for each payment, unless its business sends none. The settings are looked up for
-- each; two payments of one business find them in memory.
create or replace function receipt_note(
  businesses uuid[], modes text[], transactions uuid[], noted timestamptz
) returns void language plpgsql as $$
begin
  insert into receipt (business_id, mode, transaction_id, next_at, created_at)
  select n.business_id, n.mode, n.transaction_id, noted, noted
  from unnest(businesses, modes, transactions) as n (business_id, mode, transaction_id)
  cross join lateral (
    select m.receipts
    from business_mode m
    where m.business_id = n.business_id and m.mode = n.mode
    limit 1
  ) its
  where its.receipts
  on conflict do nothing;
end $$;
