-- The only way to success, for many payments at once: state, entries, what waits for its
-- settlement, receipt, event. Returns the ids that moved. A payment that is closed, or has changed
-- since it was read, does not move, and nothing of it is written.
--
-- Each payment is there once, with one event; the cause of its entries and event is its id. Rows
-- are locked in the order of their keys, and found again by their place.
create or replace function transaction_settle(
  payments transaction[], entries ledger_entry[], events emitted_event[], written timestamptz
) returns uuid[] language plpgsql as $$
declare
  moved uuid[];
begin
  with u as (
    update transaction t
    set status = 'success', version = t.version + 1, amount = i.amount, fee = i.fee, vat = i.vat,
        channel = i.channel, authorization_details = i.authorization_details,
        gateway_response = i.gateway_response, message = i.message, attempts = i.attempts,
        history = i.history, split = i.split, paid_at = i.paid_at,
        -- The version before sends neither.
        reasons = coalesce(i.reasons, t.reasons), review = i.review,
        -- The version before does not send it.
        updated_at = coalesce(i.updated_at, written)
    from (
      select p.*, open.row_at
      from (select * from unnest(payments) order by business_id, mode, id) p
      cross join lateral (
        select own.ctid as row_at
        from transaction own
        where own.business_id = p.business_id and own.mode = p.mode and own.id = p.id
          and own.version = p.version and own.status in ('pending', 'ongoing')
        limit 1
        for update
      ) open
    ) i
    where t.ctid = i.row_at
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into moved from u;

  if cardinality(moved) = 0 then
    return moved;
  end if;
  if cardinality(moved) < cardinality(events) then
    entries := array(select e from unnest(entries) as e where e.cause_id = any(moved));
    events := array(select e from unnest(events) as e where e.cause_id = any(moved));
  end if;

  perform payment_record(entries, events, written);
  return moved;
end $$;
