-- Credits to dedicated accounts, many in one trip: claims the session ids, and for those that were
-- never notified before inserts the deposit, a transaction that is paid from its first moment, its
-- entries, its receipt and its two events. The cause of entries and events is the transaction.
-- Returns the ids of those deposits.
--
-- Session ids are claimed and references taken in one order, so two batches with the same ones wait
-- for each other and never deadlock. Raises, and writes nothing, if a reference is taken.
create or replace function deposit_collect(
  deposits deposit[], payments transaction[], entries ledger_entry[], events emitted_event[],
  written timestamptz
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
  made uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select d.mode, d.rail, d.session_id, d.business_id, d.deposit_id
    from unnest(deposits) as d
    order by d.mode, d.rail, d.session_id
    on conflict do nothing
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into claimed from taken;

  if cardinality(claimed) = 0 then
    return claimed;
  end if;
  if cardinality(claimed) < cardinality(deposits) then
    deposits := array(select d from unnest(deposits) as d where d.deposit_id = any(claimed));
    made := array(select d.transaction_id from unnest(deposits) as d);
    payments := array(select p from unnest(payments) as p where p.id = any(made));
    entries := array(select e from unnest(entries) as e where e.cause_id = any(made));
    events := array(select e from unnest(events) as e where e.cause_id = any(made));
  end if;

  insert into deposit (
    business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
    sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
    occurred_at, created_at
  )
  select d.business_id, d.mode, d.deposit_id, d.rail, d.session_id, d.account_number,
    d.account_kind, d.amount, d.sender_name, d.sender_bank_code, d.sender_account_number,
    d.narration, d.transaction_id, d.state, d.occurred_at, d.created_at
  from unnest(deposits) as d;

  insert into transaction (
    business_id, mode, id, reference, status, amount, requested_amount, fee, vat, channel,
    channels, customer_id, email, customer_name, customer_last_name, phone, gateway_response,
    authorization_details, made_with, history, split, created_at, expires_at, paid_at,
    updated_at, reasons, review
  )
  select p.business_id, p.mode, p.id, p.reference, p.status, p.amount, p.requested_amount, p.fee,
    p.vat, p.channel, p.channels, p.customer_id, p.email, p.customer_name, p.customer_last_name,
    p.phone, p.gateway_response, p.authorization_details, p.made_with, p.history, p.split,
    p.created_at, p.expires_at, p.paid_at, p.updated_at, p.reasons, p.review
  from unnest(payments) as p
  order by p.business_id, p.mode, p.reference;

  perform payment_record(entries, events, written);
  return claimed;
end $$;
