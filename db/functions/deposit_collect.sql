-- Credits to dedicated accounts, many in one trip: claims the session ids, and for those that were
-- never notified before inserts the deposit, a transaction that is paid from its first moment, its
-- entries, its receipt and its two events. Answers the ids of those deposits.
--
-- Session ids are claimed and references taken in one order, so that two batches with the same ones
-- wait for each other and never deadlock. Raises, and writes nothing, where a reference is taken.
--
-- What is the same for all of them is not sent: sending costs more than all the thinking before it.
create or replace function deposit_collect(
  businesses uuid[], modes text[], deposits uuid[], transactions uuid[],
  rails text[], sessions text[], account_numbers text[], amounts bigint[],
  sender_names text[], sender_bank_codes text[], sender_account_numbers text[], narrations text[],
  its_references text[], customers uuid[], emails text[], customer_names text[],
  customer_last_names text[], phones text[], fees bigint[], vats bigint[],
  authorizations text[], histories text[], splits text[], occurred timestamptz[],
  created timestamptz[],
  success_ids uuid[], success_payloads text[], received_ids uuid[], received_payloads text[],
  -- As transaction_settle takes them.
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  its_gateway_response text, written timestamptz
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
  b uuid[];
  m text[];
  i uuid[];
  r text[];
  p text[];
  t uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select n.mode, n.rail, n.session_id, n.business_id, n.deposit_id
    from unnest(modes, rails, sessions, businesses, deposits)
      as n (mode, rail, session_id, business_id, deposit_id)
    order by n.mode, n.rail, n.session_id
    on conflict do nothing
    returning deposit_id
  )
  select array_agg(deposit_id) into claimed from taken;
  if claimed is null then
    return '{}';
  end if;

  insert into deposit (
    business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
    sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
    occurred_at, created_at
  )
  select n.business_id, n.mode, n.deposit_id, n.rail, n.session_id, n.account_number, 'dedicated',
    n.amount, n.sender_name, n.sender_bank_code, n.sender_account_number, n.narration,
    n.transaction_id, 'matched', n.occurred_at, n.created_at
  from unnest(
    businesses, modes, deposits, rails, sessions, account_numbers, amounts, sender_names,
    sender_bank_codes, sender_account_numbers, narrations, transactions, occurred, created
  ) as n (
    business_id, mode, deposit_id, rail, session_id, account_number, amount, sender_name,
    sender_bank_code, sender_account_number, narration, transaction_id, occurred_at, created_at
  )
  where n.deposit_id = any(claimed);

  insert into transaction (
    business_id, mode, id, reference, status, amount, requested_amount, fee, vat, channel,
    channels, customer_id, email, customer_name, customer_last_name, phone, gateway_response,
    authorization_details, made_with, history, split, created_at, expires_at, paid_at
  )
  select n.business_id, n.mode, n.id, n.reference, 'success', n.amount, n.amount, n.fee, n.vat,
    'dedicated_virtual_account', 'dedicated_virtual_account', n.customer_id, n.email,
    n.customer_name, n.customer_last_name, n.phone, its_gateway_response, n.authorization_details,
    'rail', n.history, n.split, n.created_at, n.created_at, n.occurred_at
  from unnest(
    businesses, modes, transactions, its_references, amounts, fees, vats, customers, emails,
    customer_names, customer_last_names, phones, authorizations, histories, splits, occurred,
    created, deposits
  ) as n (
    business_id, mode, id, reference, amount, fee, vat, customer_id, email, customer_name,
    customer_last_name, phone, authorization_details, history, split, occurred_at, created_at,
    deposit_id
  )
  where n.deposit_id = any(claimed)
  order by n.business_id, n.mode, n.reference;

  select array_agg(n.business_id), array_agg(n.mode), array_agg(n.id)
  into b, m, i
  from unnest(businesses, modes, transactions, deposits) as n (business_id, mode, id, deposit_id)
  where n.deposit_id = any(claimed);
  perform receipt_note(b, m, i, written);

  select array_agg(n.business_id), array_agg(n.mode), array_agg(told.id), array_agg(told.type),
    array_agg(told.payload), array_agg(n.transaction_id)
  into b, m, i, r, p, t
  from unnest(
    businesses, modes, success_ids, success_payloads, received_ids, received_payloads, deposits,
    transactions
  ) as n (
    business_id, mode, success_id, success, received_id, received, deposit_id, transaction_id
  )
  cross join lateral (
    values
      (n.success_id, 'transaction.success', n.success),
      (n.received_id, 'transfer.received', n.received)
  ) as told (id, type, payload)
  where n.deposit_id = any(claimed);
  perform event_emit(
    b, m, i, r, array_fill('dedicated_virtual_account'::text, array[cardinality(i)]), p, t, written
  );

  if cardinality(claimed) < cardinality(deposits) then
    select array_agg(id) into i
    from unnest(transactions, deposits) as n (id, deposit_id)
    where n.deposit_id = any(claimed);
    select array_agg(e.b), array_agg(e.m), array_agg(e.s), array_agg(e.r), array_agg(e.d),
      array_agg(e.c), array_agg(e.a), array_agg(e.o)
    into leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
      leg_occurred
    from unnest(leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits,
      leg_amounts, leg_occurred) as e (b, m, s, r, d, c, a, o)
    where e.s = any(i);
  end if;
  perform settlement_await(
    leg_businesses, leg_modes, leg_causes, leg_credits, leg_amounts, leg_occurred
  );
  -- Last, because other batches wait for these accounts.
  perform ledger_write(
    leg_businesses, leg_modes, leg_causes, leg_reasons,
    array_fill('post'::text, array[cardinality(leg_causes)]),
    leg_debits, leg_credits, leg_amounts, leg_occurred, written
  );
  return claimed;
end $$;
