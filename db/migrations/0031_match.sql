-- Payments by transfer to an account of their own, many in one trip.

-- What was transferred to one-off accounts and pays exactly its payment: claims the session ids,
-- settles the payments (transaction_settle), keeps the deposits. Each payment once in one call.
-- `paid`: the deposits that are kept. `known`: those whose session id was there already. Of the
-- others nothing is kept: their payment has closed or changed since it was read.
create function deposit_match(
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

-- Gives accounts their numbers. Answers the number that each has then, in the order of the input;
-- null where the number is another account's.
create function one_off_issue(
  businesses uuid[], modes text[], accounts uuid[], numbers text[],
  bank_names text[], bank_codes text[], bank_slugs text[], given timestamptz[]
) returns setof text language plpgsql as $$
begin
  insert into account_number (mode, account_number, business_id, virtual_account_id)
  select m, n, b, a
  from unnest(modes, numbers, businesses, accounts) as i (m, n, b, a)
  order by m, n
  on conflict do nothing;

  update virtual_account v
  set account_number = i.n, bank_name = i.bank_name, bank_code = i.bank_code,
      bank_slug = i.bank_slug, assigned_at = i.given, updated_at = i.given
  from unnest(businesses, modes, accounts, numbers, bank_names, bank_codes, bank_slugs, given)
    as i (b, m, a, n, bank_name, bank_code, bank_slug, given)
  where v.business_id = any(businesses) and v.mode = any(modes)
    and v.virtual_account_id = any(accounts)
    and v.business_id = i.b and v.mode = i.m and v.virtual_account_id = i.a
    and v.account_number is null
    and exists (
      select from account_number o
      where o.mode = i.m and o.account_number = i.n
        and o.business_id = i.b and o.virtual_account_id = i.a
    );

  return query
  select own.account_number
  from unnest(businesses, modes, accounts, numbers) with ordinality as i (b, m, a, n, place)
  left join lateral (
    select v.account_number
    from account_number o
    cross join lateral (
      select * from virtual_account v
      where v.business_id = i.b and v.mode = i.m and v.virtual_account_id = i.a
      limit 1
    ) v
    where o.mode = i.m and o.account_number = i.n
      and o.business_id = i.b and o.virtual_account_id = i.a
    limit 1
  ) own on true
  order by i.place;
end $$;

-- A number that an index asks for makes a new place in every index. Whether there is one is seen
-- in the row.
drop index virtual_account_dedicated;
create index virtual_account_dedicated on virtual_account (business_id, mode, virtual_account_id)
  where kind = 'dedicated';
alter table virtual_account set (fillfactor = 70);
