-- Transfers to one-off accounts that pay exactly their payments: claims the session ids, settles
-- the payments (transaction_settle), keeps the deposits. Each payment is there once.
-- `paid`: the deposits that are kept. `known`: those whose session id was claimed before. Nothing
-- of the others is kept: their payment was closed, or changed since it was read.
create or replace function deposit_match(
  deposits deposit[],
  -- As transaction_settle takes them.
  payments transaction[], entries ledger_entry[], events emitted_event[], written timestamptz,
  out paid uuid[], out known uuid[]
) language plpgsql as $$
declare
  claimed uuid[];
  settled uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select d.mode, d.rail, d.session_id, d.business_id, d.deposit_id
    from unnest(deposits) as d
    order by d.mode, d.rail, d.session_id
    on conflict do nothing
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into claimed from taken;

  paid := '{}';
  known := '{}';
  if cardinality(claimed) < cardinality(deposits) then
    known := array(
      select d.deposit_id from unnest(deposits) as d where d.deposit_id <> all(claimed)
    );
    deposits := array(select d from unnest(deposits) as d where d.deposit_id = any(claimed));
    payments := array(
      select p from unnest(payments) as p
      where p.id in (select d.transaction_id from unnest(deposits) as d)
    );
  end if;
  if cardinality(claimed) = 0 then
    return;
  end if;

  settled := transaction_settle(payments, entries, events, written);

  with kept as (
    insert into deposit (
      business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
      sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
      occurred_at, created_at, surcharge
    )
    select d.business_id, d.mode, d.deposit_id, d.rail, d.session_id, d.account_number,
      d.account_kind, d.amount, d.sender_name, d.sender_bank_code, d.sender_account_number,
      d.narration, d.transaction_id, d.state, d.occurred_at, d.created_at,
      coalesce(d.surcharge, 0)
    from unnest(deposits) as d
    where d.transaction_id = any(settled)
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into paid from kept;

  if cardinality(paid) < cardinality(claimed) then
    delete from deposit_session s
    using unnest(deposits) as d
    cross join lateral (
      select own.ctid as row_at
      from deposit_session own
      where own.mode = d.mode and own.rail = d.rail and own.session_id = d.session_id
      limit 1
    ) own
    where s.ctid = own.row_at and d.deposit_id <> all(paid);
  end if;
end $$;
