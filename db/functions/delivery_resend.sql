-- Makes events of one business due again: at the URL of the settings, also without a delivery
-- there, and at each added endpoint that has one; or only at `only_endpoint`, which is `settings`
-- or an added one. With `only_failed`, only failed deliveries, and those that
-- wait to be retried. It skips deliveries in progress and never waits for them, because a worker
-- that records several could deadlock with it. Without an address there is no delivery. An endpoint
-- that is only probed is probed at once.
create or replace function delivery_resend(
  business uuid, its_mode text, ids uuid[], only_endpoint text, only_failed boolean,
  asked timestamptz
)
returns integer language plpgsql as $$
declare
  promised integer;
begin
  with target as (
    select e.event_id, t.route, false as is_added
    from event e
    cross join lateral webhook_target(e.business_id, e.mode, e.route) t
    where e.business_id = business and e.mode = its_mode and e.event_id = any(ids)
      and coalesce(only_endpoint, 'settings') = 'settings'
    union all
    select e.event_id, w.route, true
    from event e
    join webhook_endpoint w on w.business_id = e.business_id and w.mode = e.mode
      and starts_with(w.route, 'whk_') and w.url is not null
    where e.business_id = business and e.mode = its_mode and e.event_id = any(ids)
      and (
        w.route = only_endpoint
        or (only_endpoint is null and exists (
          select from delivery d
          where d.business_id = business and d.mode = its_mode and d.event_id = e.event_id
            and d.endpoint = w.route
        ))
      )
    order by 1, 2
  ), known as (
    select d.event_id, d.endpoint, target.route
    from target
    join delivery d on d.business_id = business and d.mode = its_mode
      and d.event_id = target.event_id
      and case
        when target.is_added then d.endpoint = target.route
        else not starts_with(d.endpoint, 'whk_')
      end
    where (d.lease_until is null or d.lease_until <= asked)
      and (not only_failed or d.state = 'failed' or (d.state = 'pending' and d.is_retry))
    for update of d skip locked
  ), promised_again as (
    update delivery d
    set state = 'pending', next_at = asked, endpoint = known.route, forced = true,
      begun_after = d.attempts, lease_until = null, lease_token = null, updated_at = asked
    from known
    where d.business_id = business and d.mode = its_mode and d.event_id = known.event_id
      and d.endpoint = known.endpoint
    returning 1
  ), promised_first as (
    insert into delivery (
      business_id, mode, event_id, endpoint, next_at, forced, created_at, updated_at
    )
    select business, its_mode, event_id, route, asked, true, asked, asked
    from target
    where not only_failed and not exists (
      select from delivery d
      where d.business_id = business and d.mode = its_mode and d.event_id = target.event_id
        and case
          when target.is_added then d.endpoint = target.route
          else not starts_with(d.endpoint, 'whk_')
        end
    )
    on conflict do nothing
    returning 1
  )
  select (select count(*) from promised_again) + (select count(*) from promised_first)
  into promised;
  update webhook_endpoint
  set probe_at = null
  where business_id = business and mode = its_mode and probe_at is not null and promised > 0;
  return promised;
end $$;
