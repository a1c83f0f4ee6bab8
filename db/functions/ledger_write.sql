-- Writes entries, one per array index, and brings the accounts up to date: one update an account
-- whatever the number of its entries. Accounts are locked in the order of their key, so that two
-- batches over the same accounts wait for each other and never deadlock. Raises, and writes
-- nothing, when an account is missing, would be overdrawn, or an entry is there already.
--
-- Accounts are locked by their own columns alone. A row that was waited for is read again when its
-- lock is granted, through whatever the statement joins to it; under load that made accounts look
-- missing. A few accounts more than needed may be locked; the order is the same for everybody.
create or replace function ledger_write(
  businesses uuid[], modes text[], causes uuid[], reasons text[], kinds text[],
  debits text[], credits text[], amounts bigint[], occurred timestamptz[], written timestamptz
) returns void language plpgsql as $$
declare
  wanted integer;
  changed integer;
begin
  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.mode = any(modes) and a.name = any(debits || credits)
  order by a.business_id, a.mode, a.name
  for update;

  insert into ledger_entry (
    business_id, mode, cause_id, reason, step, kind,
    debit_account, credit_account, amount, occurred_at, created_at
  )
  select b, m, s, r, case when k in ('post', 'hold') then 1 else 2 end, k, d, c, a, o, written
  from unnest(businesses, modes, causes, reasons, kinds, debits, credits, amounts, occurred)
    as e (b, m, s, r, k, d, c, a, o);

  -- Nobody else can change them now.
  with moved as (
    select b, m, n,
      sum(case when debit and k in ('post', 'post_hold') then amount else 0 end)::bigint
        as debits_posted,
      sum(case when not debit then 0 when k = 'hold' then amount when k = 'post' then 0
        else -amount end)::bigint as debits_pending,
      sum(case when not debit and k in ('post', 'post_hold') then amount else 0 end)::bigint
        as credits_posted,
      sum(case when debit then 0 when k = 'hold' then amount when k = 'post' then 0
        else -amount end)::bigint as credits_pending
    from (
      select b, m, d as n, k, amount, true as debit
      from unnest(businesses, modes, debits, kinds, amounts) as e (b, m, d, k, amount)
      union all
      select b, m, c, k, amount, false
      from unnest(businesses, modes, credits, kinds, amounts) as e (b, m, c, k, amount)
    ) leg
    group by b, m, n
  ), updated as (
    update ledger_account a
    set debits_posted = a.debits_posted + moved.debits_posted,
        debits_pending = a.debits_pending + moved.debits_pending,
        credits_posted = a.credits_posted + moved.credits_posted,
        credits_pending = a.credits_pending + moved.credits_pending
    from moved
    cross join lateral (
      select own.ctid as row_at
      from ledger_account own
      where own.business_id = moved.b and own.mode = moved.m and own.name = moved.n
      limit 1
    ) own
    where a.ctid = own.row_at
    returning 1
  )
  select (select count(*) from moved), (select count(*) from updated) into wanted, changed;
  if changed <> wanted then
    raise exception 'an entry needs two accounts that exist' using errcode = '23503';
  end if;
end $$;
