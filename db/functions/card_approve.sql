-- Approved charges that pay their payments: settles the payments (transaction_settle), and ends
-- the attempts. Each payment is there once. `approved`: the attempts that have paid. `known`: those
-- that had ended before. Nothing of the others changes: their payment was closed, or changed since
-- it was read.
create or replace function card_approve(
  attempts card_attempt[],
  -- As transaction_settle takes them.
  payments transaction[], entries ledger_entry[], events emitted_event[], written timestamptz,
  out approved uuid[], out known uuid[]
) language plpgsql as $$
declare
  ready uuid[];
  settled uuid[];
begin
  -- The attempts before their payments, as everywhere, and in one order.
  select array_agg(own.transaction_id) filter (where own.row_at is not null),
    coalesce(array_agg(own.attempt_id) filter (where own.row_at is null), '{}')
  into ready, known
  from (
    select i.attempt_id, i.transaction_id, open.row_at
    from (select * from unnest(attempts) order by business_id, mode, attempt_id) i
    left join lateral (
      select a.ctid as row_at
      from card_attempt a
      where a.business_id = i.business_id and a.mode = i.mode and a.attempt_id = i.attempt_id
        and a.state in ('charging', 'unknown', 'pin', 'otp', 'redirect', 'superseded')
      limit 1
      for update
    ) open on true
  ) own;

  approved := '{}';
  if cardinality(known) = cardinality(attempts) then
    return;
  end if;
  if cardinality(known) > 0 then
    payments := array(select p from unnest(payments) as p where p.id = any(ready));
  end if;

  settled := transaction_settle(payments, entries, events, written);

  with ended as (
    update card_attempt a
    set state = 'approved', redirect_url = null, next_enquiry_at = null,
        -- Less than before after a partial debit. The version before does not send it.
        amount = coalesce(i.amount, a.amount),
        card = coalesce(i.card, a.card),
        authorization_details = i.authorization_details, updated_at = written
    from unnest(attempts) as i
    cross join lateral (
      select own.ctid as row_at
      from card_attempt own
      where own.business_id = i.business_id and own.mode = i.mode
        and own.attempt_id = i.attempt_id
      limit 1
    ) own
    where a.ctid = own.row_at and i.transaction_id = any(settled)
    returning a.attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') into approved from ended;
end $$;
