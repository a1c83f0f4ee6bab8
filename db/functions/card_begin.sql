-- Begins attempts of payments that have none open: keeps them, and changes their payments to what
-- follows from it. Each payment once in one call. Answers the attempts that were begun. Of the
-- others nothing is kept: their payment has closed or changed since it was read, or has an open
-- attempt.
create or replace function card_begin(
  attempt_ids uuid[], rails text[], charges bigint[], due timestamptz[], created timestamptz[],
  -- The payments as they will stand, from the versions in which they were read.
  businesses uuid[], modes text[], ids uuid[], versions integer[], statuses text[],
  messages text[], gateway_responses text[], ip_addresses text[], attempt_counts smallint[],
  error_counts smallint[], histories text[], expiries timestamptz[]
) returns uuid[] language plpgsql as $$
declare
  places tid[];
  begun uuid[];
begin
  -- From a reading behind which no attempt was open, so that nobody who holds an open attempt waits
  -- for its payment here: who opens one makes another version.
  places := transaction_places(businesses, modes, ids, versions);

  with kept as (
    insert into card_attempt (
      business_id, mode, attempt_id, transaction_id, rail, amount, state, next_enquiry_at,
      created_at, updated_at
    )
    select n.business_id, n.mode, n.attempt_id, n.transaction_id, n.rail, n.amount, 'charging',
      n.next_enquiry_at, n.created_at, n.created_at
    from unnest(places, businesses, modes, attempt_ids, ids, rails, charges, due, created) as n (
      row_at, business_id, mode, attempt_id, transaction_id, rail, amount, next_enquiry_at,
      created_at
    )
    where n.row_at is not null
    on conflict do nothing
    returning attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') into begun from kept;

  update transaction t
  set version = t.version + 1, status = i.status, message = i.message,
      gateway_response = i.gateway_response, ip_address = i.ip_address, attempts = i.attempts,
      errors = i.errors, history = i.history, expires_at = i.expires_at
  from unnest(
    places, attempt_ids, statuses, messages, gateway_responses, ip_addresses, attempt_counts,
    error_counts, histories, expiries
  ) as i (
    row_at, attempt_id, status, message, gateway_response, ip_address, attempts, errors, history,
    expires_at
  )
  where t.ctid = i.row_at and i.attempt_id = any(begun);
  return begun;
end $$;
