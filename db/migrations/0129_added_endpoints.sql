-- Webhook endpoints beside the two URLs of the settings. Their key in `route` and `endpoint` is
-- their id, `whk_` and 32 digits. One without a URL was deleted.
alter table webhook_endpoint
  add column description text,
  -- Counts the changes of an added endpoint.
  add column version integer not null default 0,
  drop constraint webhook_endpoint_route_check,
  add constraint webhook_endpoint_route_known
    check (route in ('standard', 'dedicated_virtual_account') or starts_with(route, 'whk_'))
    not valid,
  drop constraint webhook_endpoint_disabled_reason_check,
  add constraint webhook_endpoint_reason_known
    check (disabled_reason in ('gone', 'failing', 'paused')) not valid;

alter table webhook_notice
  drop constraint webhook_notice_route_check,
  add constraint webhook_notice_route_known
    check (route in ('standard', 'dedicated_virtual_account') or starts_with(route, 'whk_'))
    not valid;

alter table delivery
  drop constraint delivery_endpoint_check,
  add constraint delivery_endpoint_known
    check (endpoint in ('standard', 'dedicated_virtual_account') or starts_with(endpoint, 'whk_'))
    not valid;

-- `settings`: either URL of the settings, because an event goes to one of them.
alter table delivery_attempt
  add column endpoint text not null default 'settings',
  add constraint delivery_attempt_endpoint_known
    check (endpoint = 'settings' or starts_with(endpoint, 'whk_')) not valid;

-- The heads of the queues of every endpoint.
create view webhook_queue as
  with recursive queue as (
    (
      select business_id, mode, endpoint, is_retry, next_at
      from delivery
      where state = 'pending'
      order by business_id, mode, endpoint, is_retry, next_at
      limit 1
    )
    union all
    select following.*
    from queue
    cross join lateral (
      select d.business_id, d.mode, d.endpoint, d.is_retry, d.next_at
      from delivery d
      where d.state = 'pending'
        and (d.business_id, d.mode, d.endpoint, d.is_retry)
          > (queue.business_id, queue.mode, queue.endpoint, queue.is_retry)
      order by d.business_id, d.mode, d.endpoint, d.is_retry, d.next_at
      limit 1
    ) following
  )
  select business_id, mode, endpoint, min(next_at) as next_at
  from queue
  group by business_id, mode, endpoint;

-- The version before reads this one. It sends to the URLs of the settings only.
create or replace view delivery_queue as
  select business_id, mode, endpoint, next_at
  from webhook_queue
  where endpoint in ('standard', 'dedicated_virtual_account');
