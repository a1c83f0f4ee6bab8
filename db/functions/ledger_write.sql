-- Writes entries and brings the accounts up to date, with one update for each account whatever the
-- number of its entries. Accounts are locked in the order of their keys, so two batches over the
-- same accounts wait for each other and never deadlock. Raises, and writes nothing, if an account
-- is missing or would be overdrawn, or if an entry exists already.
--
-- Each account is locked by a query of its own, and found again by its place. If PostgreSQL has
-- waited for a row, it reads the row again through whatever the same query joins to it; under load
-- that made accounts look missing.
--
-- An entry is never added to a time that is closed (src/core/ledger/seal.ts). The moment is read
-- after the locks: from then on this transaction has an id, and closing waits for its end.
create or replace function ledger_write(entries ledger_entry[], written timestamptz)
returns void language plpgsql as $$
declare
  places tid[];
  sums bigint[][];
  fallen emitted_event[];
  debtors json;
  stamped timestamptz;
begin
  -- Of each account: debits posted and pending, credits posted and pending.
  select array_agg(own.row_at),
    array_agg(array[moved.debits, moved.debits_held, moved.credits, moved.credits_held])
  into places, sums
  from (
    select leg.business_id, leg.mode, leg.name,
      sum(leg.posted) filter (where leg.is_debit)::bigint as debits,
      sum(leg.held) filter (where leg.is_debit)::bigint as debits_held,
      sum(leg.posted) filter (where not leg.is_debit)::bigint as credits,
      sum(leg.held) filter (where not leg.is_debit)::bigint as credits_held
    from (
      select e.business_id, e.mode, account.name, account.is_debit,
        case when e.kind in ('post', 'post_hold') then e.amount else 0 end as posted,
        case e.kind when 'post' then 0 when 'hold' then e.amount else -e.amount end as held
      from unnest(entries) as e
      cross join lateral (
        values (e.debit_account, true), (e.credit_account, false)
      ) as account (name, is_debit)
    ) leg
    group by leg.business_id, leg.mode, leg.name
    order by leg.business_id, leg.mode, leg.name
  ) moved
  left join lateral (
    select a.ctid as row_at
    from ledger_account a
    where a.business_id = moved.business_id and a.mode = moved.mode and a.name = moved.name
    limit 1
    for update
  ) own on true;
  if array_position(places, null) > 0 then
    raise exception 'an entry needs two accounts that exist' using errcode = '23503';
  end if;

  select greatest(written, (select t.closing_until from ledger_turn t)) into stamped;

  insert into ledger_entry (
    business_id, mode, cause_id, reason, step, kind,
    debit_account, credit_account, amount, occurred_at, created_at
  )
  select e.business_id, e.mode, e.cause_id, e.reason,
    case when e.kind in ('post', 'hold') then 1 else 2 end, e.kind,
    e.debit_account, e.credit_account, e.amount, e.occurred_at, stamped
  from unnest(entries) as e;

  -- Nobody else can change the accounts now. So a balance falls below its threshold once, in one of
  -- the writes, until another has raised it.
  with moved as (
    update ledger_account a
    set debits_posted = a.debits_posted + coalesce(sums[place][1], 0),
        debits_pending = a.debits_pending + coalesce(sums[place][2], 0),
        credits_posted = a.credits_posted + coalesce(sums[place][3], 0),
        credits_pending = a.credits_pending + coalesce(sums[place][4], 0)
    from unnest(places) with ordinality as own (row_at, place)
    where a.ctid = own.row_at
    returning a.business_id, a.mode, a.low_below, a.indebted,
      a.credits_posted - a.debits_posted - a.debits_pending as available,
      coalesce(sums[place][3], 0) - coalesce(sums[place][1], 0) - coalesce(sums[place][2], 0)
        as gained
  )
  select
    array_agg(balance_low(m.business_id, m.mode, m.available, m.low_below, written))
      filter (where m.available < m.low_below and m.available - m.gained >= m.low_below),
    json_agg(json_build_array(m.business_id, m.mode))
      filter (where m.indebted and m.gained > 0)
  into fallen, debtors
  from moved m
  where (m.available < m.low_below and m.available - m.gained >= m.low_below)
    or (m.indebted and m.gained > 0);
  if fallen is not null then
    perform event_emit(fallen, written);
  end if;
  if debtors is not null then
    perform debt_pay(
      (d.value ->> 0)::uuid, d.value ->> 1,
      (
        select e.cause_id
        from unnest(entries) as e
        where e.business_id = (d.value ->> 0)::uuid and e.mode = d.value ->> 1
          and 'available' in (e.credit_account, e.debit_account)
        limit 1
      ),
      written
    )
    from json_array_elements(debtors) as d;
  end if;
end $$;
