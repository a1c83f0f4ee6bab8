-- When what was paid may be spent. Money that waits is written down item by item; a settlement
-- takes up those that are due and moves their sum from pending to available.

create table settlement (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  settlement_id uuid not null,
  -- Whose: the business's own, or a subaccount's.
  subaccount_id uuid,
  amount        bigint not null check (amount > 0),
  items         integer not null check (items > 0),
  -- What was paid before this moment is in it.
  paid_before   timestamptz not null,
  settled_at    timestamptz not null,

  primary key (business_id, mode, settlement_id)
);

-- Of one account, the unsettled items sum to what lies in it. A refund that took from what was
-- pending is an item below zero.
create table settlement_item (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  -- The ledger account in which it waits.
  account       text not null,
  -- The payment, or the refund.
  cause_id      uuid not null,
  kind          text not null check (kind in ('payment', 'refund', 'refund_returned')),
  amount        bigint not null check (amount <> 0),
  occurred_at   timestamptz not null,
  settlement_id uuid,

  primary key (business_id, mode, account, cause_id, kind),
  check ((kind = 'refund') = (amount < 0))
) with (fillfactor = 85);

create index settlement_item_unsettled
  on settlement_item (business_id, mode, account, occurred_at) where settlement_id is null;
create index settlement_item_by_settlement
  on settlement_item (business_id, mode, settlement_id, cause_id) where settlement_id is not null;

-- What the calendar cannot know: days that were announced, and days that turned out to be none.
create table announced_day (
  day          date primary key,
  is_holiday   boolean not null,
  name         text not null,
  announced_by text not null,
  created_at   timestamptz not null
);

-- Receipts come later; until then nobody is sent one.
create function receipt_note(
  businesses uuid[], modes text[], transactions uuid[], noted timestamptz
) returns void language plpgsql as $$
begin
end $$;

-- What waits for its settlement among these entries.
create function settlement_await(
  businesses uuid[], modes text[], causes uuid[], credits text[], amounts bigint[],
  occurred timestamptz[]
) returns void language plpgsql as $$
begin
  if not exists (select from unnest(credits) as account where account ^@ 'pending') then
    return;
  end if;
  insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
  select b, m, c, s, 'payment', a, o
  from unnest(businesses, modes, causes, credits, amounts, occurred) as e (b, m, s, c, a, o)
  where c ^@ 'pending';
end $$;

-- As before (0005), and: who got what of a split, what waits for its settlement, whom a receipt is
-- due.
drop function transaction_settle;
create function transaction_settle(
  businesses uuid[], modes text[], ids uuid[], versions integer[], amounts bigint[],
  fees bigint[], vats bigint[], paid_by text[], authorizations text[], gateway_responses text[],
  messages text[], attempt_counts smallint[], histories text[], splits text[], paid timestamptz[],
  written timestamptz,
  -- The legs of all payments, one after the other; leg_causes says whose each is.
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_ids uuid[], event_types text[], event_routes text[], event_payloads text[]
) returns uuid[] language plpgsql as $$
declare
  moved uuid[];
begin
  perform 1
  from transaction t
  where t.business_id = any(businesses) and t.mode = any(modes) and t.id = any(ids)
  order by t.business_id, t.mode, t.id
  for update;

  with u as (
    update transaction t
    set status = 'success', version = t.version + 1, amount = i.amount, fee = i.fee, vat = i.vat,
        channel = i.channel, authorization_details = i.authorization_details,
        gateway_response = i.gateway_response, message = i.message, attempts = i.attempts,
        history = i.history, split = i.split, paid_at = i.paid_at
    from unnest(
      businesses, modes, ids, versions, amounts, fees, vats, paid_by, authorizations,
      gateway_responses, messages, attempt_counts, histories, splits, paid
    ) as i (
      business_id, mode, id, version, amount, fee, vat, channel, authorization_details,
      gateway_response, message, attempts, history, split, paid_at
    )
    where t.business_id = any(businesses) and t.mode = any(modes) and t.id = any(ids)
      and t.business_id = i.business_id and t.mode = i.mode and t.id = i.id
      and t.version = i.version and t.status in ('pending', 'ongoing')
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into moved from u;

  if cardinality(moved) = 0 then
    return moved;
  end if;

  if cardinality(moved) < cardinality(ids) then
    select array_agg(b), array_agg(m), array_agg(s), array_agg(r), array_agg(d), array_agg(c),
      array_agg(a), array_agg(o)
    into leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
      leg_occurred
    from unnest(leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits,
      leg_amounts, leg_occurred) as e (b, m, s, r, d, c, a, o)
    where s = any(moved);

    select array_agg(b), array_agg(m), array_agg(t), array_agg(i), array_agg(k), array_agg(r),
      array_agg(p)
    into businesses, modes, ids, event_ids, event_types, event_routes, event_payloads
    from unnest(businesses, modes, ids, event_ids, event_types, event_routes, event_payloads)
      as e (b, m, t, i, k, r, p)
    where t = any(moved);
  end if;

  perform settlement_await(
    leg_businesses, leg_modes, leg_causes, leg_credits, leg_amounts, leg_occurred
  );
  perform receipt_note(businesses, modes, ids, written);
  perform event_emit(
    businesses, modes, event_ids, event_types, event_routes, event_payloads, written
  );
  -- Last, because other payments wait for these accounts.
  perform ledger_write(
    leg_businesses, leg_modes, leg_causes, leg_reasons,
    array_fill('post'::text, array[cardinality(leg_causes)]),
    leg_debits, leg_credits, leg_amounts, leg_occurred, written
  );
  return moved;
end $$;

-- As before (0013), with the same three.
drop function deposit_collect;
create function deposit_collect(
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

-- What was pending before items were written down.
insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
select business_id, mode, 'pending', cause_id, 'payment', amount, occurred_at
from ledger_entry
where credit_account = 'pending' and kind = 'post';

-- The statements of the two accounts of a wallet, newest first. An entry is a line of one or both.
create index ledger_entry_of_wallet
  on ledger_entry (business_id, mode, created_at, cause_id, reason, step)
  where debit_account in ('available', 'pending') or credit_account in ('available', 'pending');
