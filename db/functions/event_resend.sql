-- Makes events of one business due again, also those that had no delivery. It skips deliveries in
-- progress and never waits for them, because a worker that records several could deadlock with it.
-- Without an address there is no delivery. An endpoint that is only probed is probed at once.
create or replace function event_resend(business uuid, its_mode text, ids uuid[], asked timestamptz)
returns integer language plpgsql as $$
declare
  promised integer;
begin
  with target as (
    select e.event_id, t.route
    from event e
    cross join lateral webhook_target(e.business_id, e.mode, e.route) t
    where e.business_id = business and e.mode = its_mode and e.event_id = any(ids)
    order by e.event_id
  ), known as (
    select d.event_id, target.route
    from target
    join delivery d on d.business_id = business and d.mode = its_mode
      and d.event_id = target.event_id
    where d.lease_until is null or d.lease_until <= asked
    for update of d skip locked
  ), promised_again as (
    update delivery d
    set state = 'pending', next_at = asked, endpoint = known.route, forced = true,
      begun_after = d.attempts, lease_until = null, lease_token = null, updated_at = asked
    from known
    where d.business_id = business and d.mode = its_mode and d.event_id = known.event_id
    returning 1
  ), promised_first as (
    insert into delivery (
      business_id, mode, event_id, endpoint, next_at, forced, created_at, updated_at
    )
    select business, its_mode, event_id, route, asked, true, asked, asked
    from target
    where not exists (
      select from delivery d
      where d.business_id = business and d.mode = its_mode and d.event_id = target.event_id
    )
    on conflict (business_id, mode, event_id) do nothing
    returning 1
  )
  select (select count(*) from promised_again) + (select count(*) from promised_first)
  into promised;
  update webhook_endpoint
  set probe_at = null
  where business_id = business and mode = its_mode and probe_at is not null and promised > 0;
  return promised;
end $$;
