-- Credits to dedicated accounts, many at once and decided in one trip: the session is claimed, and
-- for those that were never notified before come the deposit, a transaction that is paid from its
-- first moment, its entries and its two events. Answers the ids of those deposits.
--
-- Session ids are claimed in one order, so that two batches with the same ones wait for each other
-- and never deadlock. Raises, and writes nothing, where a reference is taken.
create function deposit_collect(
  businesses uuid[], modes text[], deposits uuid[], transactions uuid[],
  rails text[], sessions text[], account_numbers text[], amounts bigint[],
  sender_names text[], sender_bank_codes text[], sender_account_numbers text[], narrations text[],
  its_references text[], customers uuid[], emails text[], customer_names text[],
  customer_last_names text[], phones text[], fees bigint[], vats bigint[],
  authorizations text[], gateway_responses text[], histories text[], occurred timestamptz[],
  written timestamptz,
  -- The legs and the events of all deposits, one after the other; the causes say of which
  -- transaction each is.
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_businesses uuid[], event_modes text[], event_causes uuid[], event_ids uuid[],
  event_types text[], event_routes text[], event_payloads text[]
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
  paid uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select i.mode, i.rail, i.session_id, i.business_id, i.deposit_id
    from unnest(modes, rails, sessions, businesses, deposits)
      as i (mode, rail, session_id, business_id, deposit_id)
    order by i.mode, i.rail, i.session_id
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
  select i.business_id, i.mode, i.deposit_id, i.rail, i.session_id, i.account_number, 'dedicated',
    i.amount, i.sender_name, i.sender_bank_code, i.sender_account_number, i.narration,
    i.transaction_id, 'matched', i.occurred_at, written
  from unnest(
    businesses, modes, deposits, rails, sessions, account_numbers, amounts, sender_names,
    sender_bank_codes, sender_account_numbers, narrations, transactions, occurred
  ) as i (
    business_id, mode, deposit_id, rail, session_id, account_number, amount, sender_name,
    sender_bank_code, sender_account_number, narration, transaction_id, occurred_at
  )
  where i.deposit_id = any(claimed);

  with made as (
    insert into transaction (
      business_id, mode, id, reference, status, amount, requested_amount, fee, vat, channel,
      channels, customer_id, email, customer_name, customer_last_name, phone, gateway_response,
      authorization_details, made_with, history, created_at, expires_at, paid_at
    )
    select i.business_id, i.mode, i.id, i.reference, 'success', i.amount, i.amount, i.fee, i.vat,
      'dedicated_virtual_account', 'dedicated_virtual_account', i.customer_id, i.email,
      i.customer_name, i.customer_last_name, i.phone, i.gateway_response, i.authorization_details,
      'rail', i.history, written, written, i.occurred_at
    from unnest(
      businesses, modes, transactions, its_references, amounts, fees, vats, customers, emails,
      customer_names, customer_last_names, phones, authorizations, gateway_responses, histories,
      occurred, deposits
    ) as i (
      business_id, mode, id, reference, amount, fee, vat, customer_id, email, customer_name,
      customer_last_name, phone, authorization_details, gateway_response, history, occurred_at,
      deposit_id
    )
    where i.deposit_id = any(claimed)
    returning id
  )
  select array_agg(id) into paid from made;

  if cardinality(claimed) < cardinality(deposits) then
    select array_agg(b), array_agg(m), array_agg(s), array_agg(r), array_agg(d), array_agg(c),
      array_agg(a), array_agg(o)
    into leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
      leg_occurred
    from unnest(leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits,
      leg_amounts, leg_occurred) as e (b, m, s, r, d, c, a, o)
    where s = any(paid);

    select array_agg(b), array_agg(m), array_agg(i), array_agg(k), array_agg(r), array_agg(p)
    into event_businesses, event_modes, event_ids, event_types, event_routes, event_payloads
    from unnest(event_businesses, event_modes, event_causes, event_ids, event_types, event_routes,
      event_payloads) as e (b, m, t, i, k, r, p)
    where t = any(paid);
  end if;

  perform ledger_write(
    leg_businesses, leg_modes, leg_causes, leg_reasons,
    array_fill('post'::text, array[cardinality(leg_causes)]),
    leg_debits, leg_credits, leg_amounts, leg_occurred, written
  );
  perform event_emit(
    event_businesses, event_modes, event_ids, event_types, event_routes, event_payloads, written
  );
  return claimed;
end $$;
