-- Begins attempts of payments that have none open: keeps them, and changes their payments to what
-- follows from it. Each payment is there once, as it will stand, but for its version: that is the
-- one it was read in. Returns the attempts that were begun. Nothing of the others is kept: their
-- payment was closed, or changed since it was read, or has an open attempt.
create or replace function card_begin(attempts card_attempt[], payments transaction[])
returns uuid[] language plpgsql as $$
declare
  unchanged uuid[];
  begun uuid[];
begin
  -- Payments are locked in the order of their keys. When they were read, no attempt was open, and
  -- opening one changes the version. So nobody waits here for the payment of an open attempt.
  unchanged := array(
    select p.id
    from (select * from unnest(payments) order by business_id, mode, id) p
    cross join lateral (
      select
      from transaction own
      where own.business_id = p.business_id and own.mode = p.mode and own.id = p.id
        and own.version = p.version and own.status in ('pending', 'ongoing')
      limit 1
      for update
    ) open
  );

  with kept as (
    insert into card_attempt (
      business_id, mode, attempt_id, transaction_id, rail, method, amount, state,
      next_enquiry_at, consent, authorization_id, at_least, created_at, updated_at
    )
    select a.business_id, a.mode, a.attempt_id, a.transaction_id, a.rail,
      -- Null from a process of an older version.
      coalesce(a.method, 'card'), a.amount, a.state, a.next_enquiry_at,
      a.consent, a.authorization_id, a.at_least, a.created_at, a.updated_at
    from unnest(attempts) as a
    where a.transaction_id = any(unchanged)
    on conflict do nothing
    returning transaction_id, attempt_id
  )
  select array_agg(transaction_id), coalesce(array_agg(attempt_id), '{}')
  into unchanged, begun
  from kept;

  update transaction t
  set version = t.version + 1, status = i.status, message = i.message,
      gateway_response = i.gateway_response, ip_address = i.ip_address, attempts = i.attempts,
      errors = i.errors, history = i.history, expires_at = i.expires_at,
      -- The version before does not send it.
      updated_at = coalesce(i.updated_at, t.updated_at)
  from unnest(payments) as i
  cross join lateral (
    select own.ctid as row_at
    from transaction own
    where own.business_id = i.business_id and own.mode = i.mode and own.id = i.id
    limit 1
  ) own
  where t.ctid = own.row_at and i.id = any(unchanged);
  return begun;
end $$;
