-- Pays what a business owes for disputes from its available balance, as far as that goes. Called by
-- ledger_write, which has locked the available balance. Every transaction that changes a debt locks
-- the available balance first, so two of them cannot deadlock. `cause`: what raised the balance.
create or replace function debt_pay(
  business uuid, its_mode text, cause uuid, written timestamptz
) returns void language plpgsql as $$
declare
  owed bigint;
  paid bigint;
begin
  select a.debits_posted - a.credits_posted into owed
  from ledger_account a
  where a.business_id = business and a.mode = its_mode and a.name = 'debt'
  for update;
  owed := coalesce(owed, 0);
  select least(owed, a.credits_posted - a.debits_posted - a.debits_pending) into paid
  from ledger_account a
  where a.business_id = business and a.mode = its_mode and a.name = 'available';

  if paid > 0 then
    -- One cause raises the balance once. Should it do so again, the next cause pays.
    perform 1
    from ledger_entry e
    where e.business_id = business and e.mode = its_mode and e.cause_id = cause
      and e.reason = 'debt_paid';
    if found then
      return;
    end if;
    perform ledger_write(
      array[entry_of(
        business => business, its_mode => its_mode, cause => cause, its_reason => 'debt_paid',
        its_kind => 'post', debit => 'available', credit => 'debt', its_amount => paid,
        occurred => written
      )],
      written
    );
  end if;
  if owed = greatest(paid, 0) then
    update ledger_account a set indebted = false
    where a.business_id = business and a.mode = its_mode and a.name = 'available';
  end if;
end $$;
