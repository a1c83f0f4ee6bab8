-- Makes the payout of a subaccount due when an entry credits its available balance. An index on the
-- balances would find the same subaccounts, but every payment would pay for it.
--
-- The writer of an entry holds the lock of the ledger account, and due_at becomes null only under
-- that lock. So a row that is due here stays due until the entry is visible.
create or replace function subaccount_payout_note() returns trigger language plpgsql as $$
declare
  subaccount uuid := split_part(new.credit_account, '/', 2)::uuid;
begin
  perform 1
  from subaccount_payout_schedule s
  where s.business_id = new.business_id and s.mode = new.mode and s.subaccount_id = subaccount
    and s.due_at is not null;
  if found then
    return null;
  end if;
  insert into subaccount_payout_schedule as s (business_id, mode, subaccount_id, due_at)
  values (new.business_id, new.mode, subaccount, new.created_at)
  on conflict (business_id, mode, subaccount_id) do update
    set due_at = excluded.due_at
    where s.due_at is null;
  return null;
end $$;
