-- What follows from payments that succeed: what waits for its settlement, a receipt for each whose
-- business sends receipts, the events with their deliveries (as event_emit writes them), and the
-- entries.
--
-- One statement writes all but the entries: small batches pay mostly for statements, not for rows.
-- Settings are looked up for each payment by their key.
create or replace function payment_record(
  entries ledger_entry[], events emitted_event[], written timestamptz
) returns void language plpgsql as $$
begin
  with waiting as (
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    select e.business_id, e.mode, e.credit_account, e.cause_id, 'payment', e.amount, e.occurred_at
    from unnest(entries) as e
    where e.credit_account ^@ 'pending'
  ), noted as (
    insert into receipt (business_id, mode, transaction_id, next_at, created_at)
    select v.business_id, v.mode, v.cause_id, written, written
    from unnest(events) as v
    cross join lateral (
      select m.receipts
      from business_mode m
      where m.business_id = v.business_id and m.mode = v.mode
      limit 1
    ) its
    where v.type = 'transaction.success' and its.receipts
    on conflict do nothing
  ), emitted as (
    insert into event (
      business_id, mode, event_id, type, route, payload, transaction_id, created_at
    )
    select v.business_id, v.mode, v.event_id, v.type, v.route, v.payload, v.transaction_id, written
    from unnest(events) as v
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select e.business_id, e.mode, e.event_id, target.route, written, written, written
  from emitted e
  cross join lateral webhook_subscribers(e.business_id, e.mode, e.route, e.type) target;

  -- Last, because other payments wait for these accounts.
  perform ledger_write(entries, written);
end $$;
