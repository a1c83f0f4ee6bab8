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
  -- The account that is credited with what is left of it for the business, and how much that is.
  wallets text[], nets bigint[],
  authorizations text[], histories text[], splits text[], occurred timestamptz[],
  created timestamptz[],
  success_ids uuid[], success_payloads text[], received_ids uuid[], received_payloads text[],
  -- What others get: of which transaction, for which reason, where to.
  share_transactions uuid[], share_reasons text[], share_credits text[], share_amounts bigint[],
  its_gateway_response text, written timestamptz
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
  b uuid[];
  m text[];
  i uuid[];
  r text[];
  c text[];
  a bigint[];
  o timestamptz[];
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
    array_agg(told.payload)
  into b, m, i, r, c
  from unnest(
    businesses, modes, success_ids, success_payloads, received_ids, received_payloads, deposits
  ) as n (business_id, mode, success_id, success, received_id, received, deposit_id)
  cross join lateral (
    values
      (n.success_id, 'transaction.success', n.success),
      (n.received_id, 'transfer.received', n.received)
  ) as told (id, type, payload)
  where n.deposit_id = any(claimed);
  perform event_emit(
    b, m, i, r, array_fill('dedicated_virtual_account'::text, array[cardinality(i)]), c, written
  );

  -- As settle.ts books every payment. Last, because other batches wait for these accounts.
  select array_agg(n.business_id), array_agg(n.mode), array_agg(n.id), array_agg(leg.reason),
    array_agg(leg.credit), array_agg(leg.amount), array_agg(n.occurred_at)
  into b, m, i, r, c, a, o
  from unnest(
    businesses, modes, transactions, nets, fees, vats, wallets, occurred, deposits
  ) as n (business_id, mode, id, net, fee, vat, wallet, occurred_at, deposit_id)
  cross join lateral (
    values
      ('payment', n.wallet, n.net),
      ('payment_fee', 'fees', n.fee),
      ('payment_vat', 'vat', n.vat)
  ) as leg (reason, credit, amount)
  where n.deposit_id = any(claimed) and leg.amount > 0;
  if cardinality(share_transactions) > 0 then
    select b || array_agg(n.business_id), m || array_agg(n.mode), i || array_agg(n.id),
      r || array_agg(share.reason), c || array_agg(share.credit), a || array_agg(share.amount),
      o || array_agg(n.occurred_at)
    into b, m, i, r, c, a, o
    from unnest(businesses, modes, transactions, occurred, deposits)
      as n (business_id, mode, id, occurred_at, deposit_id)
    join unnest(share_transactions, share_reasons, share_credits, share_amounts)
      as share (id, reason, credit, amount) on share.id = n.id
    where n.deposit_id = any(claimed);
  end if;
  perform settlement_await(b, m, i, c, a, o);
  perform ledger_write(
    b, m, i, r, array_fill('post'::text, array[cardinality(i)]),
    array_fill('bank_clearing'::text, array[cardinality(i)]), c, a, o, written
  );
  return claimed;
end $$;
