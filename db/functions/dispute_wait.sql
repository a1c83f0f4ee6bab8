-- What a dispute took of what waits for its settlement, in the account of the business or of a
-- subaccount.
create or replace function dispute_wait(
  business uuid, its_mode text, its_dispute uuid, accounts text[], amounts bigint[],
  written timestamptz
) returns void language sql as $$
  insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
  select business, its_mode, taken.account, its_dispute, 'dispute', -taken.amount, written
  from unnest(accounts, amounts) as taken (account, amount)
$$;
