-- What happened, to whom it is promised, and what came of it. Only src/webhooks/ reads and writes
-- these tables; a payment's own transaction writes them through event_emit.

-- Where a business wants to be told. Both rows exist from the opening of the mode.
create table webhook_endpoint (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  route           text not null check (route in ('standard', 'dedicated_virtual_account')),
  -- Null: nothing is sent here. The dedicated one's events then go to the standard one.
  url             text,
  events          text[] not null default '{transaction.success,transfer.received}',
  -- Sealed, because we sign with it. The hint is its end, for people to tell secrets apart.
  secret          text not null,
  secret_hint     text not null,
  -- After a roll, until then.
  previous_secret text,
  previous_until  timestamptz,
  -- Since the last success, over all deliveries.
  failures        integer not null default 0 check (failures >= 0),
  failing_since   timestamptz,
  disabled_at     timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,

  primary key (business_id, mode, route),
  check ((previous_secret is null) = (previous_until is null)),
  check ((failures = 0) = (failing_since is null)),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 70);

-- The payload is the very bytes that are signed and sent, hence text.
create table event (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  type        text not null check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transfer.received',
    'bank_transfer.rejected', 'refund.processed', 'refund.failed', 'payout.success',
    'payout.failed', 'identity.verified', 'dedicated_virtual_account.created'
  )),
  route       text not null check (route in ('standard', 'dedicated_virtual_account')),
  payload     text not null,
  created_at  timestamptz not null,

  primary key (business_id, mode, event_id)
);

comment on table event is 'append-only';

create trigger event_is_never_changed
  before update on event for each row execute function refuse_change();

-- The promise to send an event. Where it goes is looked up again at each attempt; `endpoint` is
-- where it went or would have gone last, the queue in which it waits.
--
-- A worker takes it by a lease with a token, and only that token can close the attempt: a worker
-- that froze past its lease changes nothing.
create table delivery (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  endpoint    text not null check (endpoint in ('standard', 'dedicated_virtual_account')),
  state       text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts    smallint not null default 0 check (attempts >= 0),
  next_at     timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  last_status smallint,
  last_error  text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,

  primary key (business_id, mode, event_id),
  check ((state = 'pending') = (next_at is not null)),
  check ((lease_until is null) = (lease_token is null)),
  check (lease_until is null or state = 'pending')
) with (fillfactor = 70);

-- A queue for each endpoint, side by side: taking the head of each never reads past the backlog of
-- one that hangs.
create index delivery_pending on delivery (business_id, mode, endpoint, next_at)
  where state = 'pending';

-- Each queue and when its first delivery is due. Hops from one queue to the next, one probe of the
-- index each.
create view delivery_queue as
  with recursive queue as (
    (
      select business_id, mode, endpoint, next_at
      from delivery
      where state = 'pending'
      order by business_id, mode, endpoint, next_at
      limit 1
    )
    union all
    select following.*
    from queue
    cross join lateral (
      select d.business_id, d.mode, d.endpoint, d.next_at
      from delivery d
      where d.state = 'pending'
        and (d.business_id, d.mode, d.endpoint) > (queue.business_id, queue.mode, queue.endpoint)
      order by d.business_id, d.mode, d.endpoint, d.next_at
      limit 1
    ) following
  )
  select business_id, mode, endpoint, next_at from queue;

-- One POST and what came back: a status or the reason why there was none.
create table delivery_attempt (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  attempt     smallint not null check (attempt >= 1),
  url         text not null,
  status      smallint,
  error       text,
  -- The first 2 KB of the answer.
  answer      text not null,
  latency_ms  integer not null check (latency_ms >= 0),
  created_at  timestamptz not null,

  primary key (business_id, mode, event_id, attempt),
  check ((status is null) <> (error is null))
);

comment on table delivery_attempt is 'append-only';

-- Where an event of this route goes: to the endpoint of its own when that has an address, else to
-- the standard one. No row where neither has.
create function webhook_target(business uuid, its_mode text, its_route text)
returns setof webhook_endpoint language sql stable as $$
  select w.*
  from webhook_endpoint w
  where w.business_id = business and w.mode = its_mode and w.url is not null
    and w.route in (its_route, 'standard')
  order by (w.route = its_route) desc
  limit 1
$$;

-- Writes events, one per array index, in the transaction that makes them true, and the promise to
-- send each that somebody subscribed to.
create function event_emit(
  businesses uuid[], modes text[], ids uuid[], types text[], routes text[], payloads text[],
  emitted timestamptz
) returns void language plpgsql as $$
begin
  with emitted_event as (
    insert into event (business_id, mode, event_id, type, route, payload, created_at)
    select b, m, i, t, r, p, emitted
    from unnest(businesses, modes, ids, types, routes, payloads) as e (b, m, i, t, r, p)
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select e.business_id, e.mode, e.event_id, target.route, emitted, emitted, emitted
  from emitted_event e
  cross join lateral webhook_target(e.business_id, e.mode, e.route) target
  where target.disabled_at is null and e.type = any(target.events);
end $$;
