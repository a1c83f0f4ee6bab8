-- Writes events in the transaction that makes them true, and a delivery for each endpoint that
-- subscribes to them. src/core/events/deliver.ts sends the deliveries.
create or replace function event_emit(events emitted_event[], emitted timestamptz)
returns void language plpgsql as $$
begin
  with written as (
    insert into event (
      business_id, mode, event_id, type, route, payload, transaction_id, created_at
    )
    select e.business_id, e.mode, e.event_id, e.type, e.route, e.payload, e.transaction_id, emitted
    from unnest(events) as e
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select w.business_id, w.mode, w.event_id, target.route, emitted, emitted, emitted
  from written w
  cross join lateral webhook_subscribers(w.business_id, w.mode, w.route, w.type) target;
end $$;
