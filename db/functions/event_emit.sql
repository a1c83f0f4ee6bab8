-- Writes events, one per array index, in the transaction that makes them true, and a delivery for
-- each that an endpoint subscribes to. `payments`: the payment that each is about, or null.
-- src/core/events/deliver.ts sends them.
create or replace function event_emit(
  businesses uuid[], modes text[], ids uuid[], types text[], routes text[], payloads text[],
  payments uuid[], emitted timestamptz
) returns void language plpgsql as $$
begin
  with emitted_event as (
    insert into event (
      business_id, mode, event_id, type, route, payload, transaction_id, created_at
    )
    select b, m, i, t, r, p, s, emitted
    from unnest(businesses, modes, ids, types, routes, payloads, payments)
      as e (b, m, i, t, r, p, s)
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select e.business_id, e.mode, e.event_id, target.route, emitted, emitted, emitted
  from emitted_event e
  cross join lateral webhook_target(e.business_id, e.mode, e.route) target
  where target.disabled_at is null and target.events && array[e.type, '*'];
end $$;
