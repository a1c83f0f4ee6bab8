-- What was transferred to one-off accounts and pays exactly its payment: claims the session ids,
-- settles the payments (transaction_settle), keeps the deposits. Each payment once in one call.
-- `paid`: the deposits that are kept. `known`: those whose session id was there already. Of the
-- others nothing is kept: their payment has closed or changed since it was read.
create or replace function deposit_match(
  deposits uuid[], rails text[], sessions text[], account_numbers text[], sender_names text[],
  sender_bank_codes text[], sender_account_numbers text[], narrations text[],
  created timestamptz[],
  -- As transaction_settle takes them.
  businesses uuid[], modes text[], ids uuid[], versions integer[], amounts bigint[],
  fees bigint[], vats bigint[], paid_by text[], authorizations text[], gateway_responses text[],
  messages text[], attempt_counts smallint[], histories text[], splits text[],
  occurred timestamptz[], written timestamptz,
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_ids uuid[], event_types text[], event_routes text[], event_payloads text[],
  out paid uuid[], out known uuid[]
) language plpgsql as $$
declare
  claimed uuid[];
  settled uuid[];
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
  select coalesce(array_agg(deposit_id), '{}') into claimed from taken;

  paid := '{}';
  known := '{}';
  if cardinality(claimed) < cardinality(deposits) then
    select array_agg(d) into known from unnest(deposits) as d where d <> all(claimed);
    -- No payment has such a version.
    select array_agg(case when d = any(claimed) then v else -1 end order by place)
    into versions
    from unnest(deposits, versions) with ordinality as n (d, v, place);
  end if;
  if cardinality(claimed) = 0 then
    return;
  end if;

  settled := transaction_settle(
    businesses, modes, ids, versions, amounts, fees, vats, paid_by, authorizations,
    gateway_responses, messages, attempt_counts, histories, splits, occurred, written,
    leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
    leg_occurred, event_ids, event_types, event_routes, event_payloads
  );

  with kept as (
    insert into deposit (
      business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
      sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
      occurred_at, created_at
    )
    select n.business_id, n.mode, n.deposit_id, n.rail, n.session_id, n.account_number, 'one_off',
      n.amount, n.sender_name, n.sender_bank_code, n.sender_account_number, n.narration,
      n.transaction_id, 'matched', n.occurred_at, n.created_at
    from unnest(
      businesses, modes, deposits, rails, sessions, account_numbers, amounts, sender_names,
      sender_bank_codes, sender_account_numbers, narrations, ids, occurred, created
    ) as n (
      business_id, mode, deposit_id, rail, session_id, account_number, amount, sender_name,
      sender_bank_code, sender_account_number, narration, transaction_id, occurred_at, created_at
    )
    where n.transaction_id = any(settled)
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into paid from kept;

  if cardinality(paid) < cardinality(claimed) then
    delete from deposit_session s
    using unnest(modes, rails, sessions, deposits) as n (mode, rail, session_id, deposit_id)
    where s.mode = any(modes) and s.rail = any(rails) and s.session_id = any(sessions)
      and s.mode = n.mode and s.rail = n.rail and s.session_id = n.session_id
      and s.deposit_id = n.deposit_id
      and n.deposit_id = any(claimed) and n.deposit_id <> all(paid);
  end if;
end $$;
