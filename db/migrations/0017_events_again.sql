-- Events can be sent again, a test of an address is an event of its own, and after thirty days
-- events go.

alter table event
  drop constraint event_type_check,
  add constraint event_type_check check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transfer.received',
    'bank_transfer.rejected', 'refund.processed', 'refund.failed', 'payout.success',
    'payout.failed', 'identity.verified', 'dedicated_virtual_account.created', 'webhook.test'
  ));

-- For those that go.
create index event_by_age on event (created_at);

alter table webhook_endpoint
  -- While it fails again and again, when the next one may be tried.
  add column probe_at timestamptz;

drop view delivery_queue;
drop index delivery_pending;

alter table delivery
  -- How many attempts there had been when somebody asked for it again: the waits are counted from
  -- there.
  add column begun_after smallint not null default 0,
  -- Somebody asked for it: it is sent also while the endpoint is off.
  add column forced boolean not null default false,
  add column is_retry boolean not null generated always as (attempts > begun_after) stored,
  add check (begun_after <= attempts);

-- Two queues for each endpoint, first attempts and retries, side by side: taking the head of each
-- never reads past the backlog of one that hangs.
create index delivery_pending on delivery (business_id, mode, endpoint, is_retry, next_at)
  where state = 'pending';

-- Each queue and when its first delivery is due. Hops from one queue to the next, one probe of the
-- index each.
create view delivery_queue as
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

-- Events of one business that are to be sent (again), also those that were never promised to
-- anybody. What is on its way is left alone, and never waited for: a worker that records several
-- and this would wait for each other. Where nothing has an address, nothing is promised. An
-- endpoint that is only probed may be probed at once.
create function event_resend(business uuid, its_mode text, ids uuid[], asked timestamptz)
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

-- The application may not remove events. It may ask for those that are older than thirty days, by
-- the clock of the database, to go with their deliveries and attempts: this runs as the owner.
create function event_forget(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  b uuid[];
  m text[];
  i uuid[];
begin
  select array_agg(business_id), array_agg(mode), array_agg(event_id) into b, m, i
  from (
    select business_id, mode, event_id from event
    where created_at < clock_timestamp() - interval '30 days'
    order by created_at
    limit most
  ) old;
  if i is null then
    return 0;
  end if;
  delete from delivery_attempt a
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where a.business_id = old.business_id and a.mode = old.mode and a.event_id = old.event_id;
  delete from delivery d
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where d.business_id = old.business_id and d.mode = old.mode and d.event_id = old.event_id;
  delete from event e
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where e.business_id = old.business_id and e.mode = old.mode and e.event_id = old.event_id;
  return cardinality(i);
end $$;
