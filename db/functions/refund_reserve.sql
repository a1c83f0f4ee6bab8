-- Begins a refund of an amount (`asked_amount`), or of all that is left (null): takes it from the
-- payment, and holds it in the wallet: available money first, and the rest from what waits for its
-- settlement. `duty` is the stamp duty that a transfer of the whole payment owes: none is owed for
-- a card, or for less than ₦10,000. It is held whole, from available money if there is so much.
-- Returns 'reserved', also if this refund exists already. Otherwise it keeps nothing, and returns
-- 'reference_taken', 'not_refundable', 'disputed', 'too_large' or 'insufficient'.
--
-- The payment is locked first, then the accounts in the order of their keys, as in a settlement.
-- Balances are read under these locks.
create or replace function refund_reserve(wanted refund, written timestamptz)
returns text language plpgsql as $$
declare
  paid transaction%rowtype;
  available bigint;
  waiting bigint;
  clearing text;
  lost bigint;
  is_disputed boolean;
  unspent bigint;
begin
  select * into strict paid
  from transaction t
  where t.business_id = wanted.business_id and t.mode = wanted.mode
    and t.id = wanted.transaction_id
  for update;

  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.refund_id = wanted.refund_id;
  if found then
    return 'reserved';
  end if;
  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.reference = wanted.reference;
  if found then
    return 'reference_taken';
  end if;

  if paid.status not in ('success', 'reversed') then
    return 'not_refundable';
  end if;
  select coalesce(sum(d.amount), 0),
    coalesce(bool_or(d.status in ('needs_response', 'under_review')), false)
  into lost, is_disputed
  from dispute d
  where d.business_id = wanted.business_id and d.mode = wanted.mode
    and d.transaction_id = paid.id and d.status <> 'won';
  if is_disputed then
    return 'disputed';
  end if;
  unspent := greatest(paid.amount - paid.refunded - lost, 0);
  wanted.amount := coalesce(wanted.asked_amount, unspent);
  if wanted.amount = 0 or wanted.amount > unspent then
    return 'too_large';
  end if;

  wanted.channel := paid.channel;
  clearing := refund_clearing(wanted);
  perform 1
  from ledger_account a
  where a.business_id = wanted.business_id and a.mode = wanted.mode
    and a.name in ('available', clearing, 'pending', 'stamp_duty')
  order by a.business_id, a.mode, a.name
  for update;
  -- A refund that took the reference meanwhile is committed by now. It may be ending, and then it
  -- waits for these accounts: the insert below must not wait for it.
  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.reference = wanted.reference;
  if found then
    return 'reference_taken';
  end if;
  select
    max(a.credits_posted - a.debits_posted - a.debits_pending)
      filter (where a.name = 'available'),
    max(a.credits_posted - a.debits_posted - a.debits_pending) filter (where a.name = 'pending')
  into available, waiting
  from ledger_account a
  where a.business_id = wanted.business_id and a.mode = wanted.mode
    and a.name in ('available', 'pending');
  -- Null from a process of an older version.
  wanted.duty := case
    when clearing = 'card_clearing' or wanted.amount < 1000000 then 0
    else coalesce(wanted.duty, 0) end;
  wanted.duty_by_provider := wanted.duty > 0 and coalesce(wanted.duty_by_provider, false);
  wanted.duty_from_pending := wanted.duty > available;
  if wanted.duty_from_pending then
    waiting := waiting - wanted.duty;
  else
    available := available - wanted.duty;
  end if;
  wanted.from_pending := greatest(wanted.amount - available, 0);
  if wanted.from_pending > waiting then
    return 'insufficient';
  end if;

  -- The money goes back by the rail that it came by. To another account, by the one that has found
  -- the account.
  if wanted.destination_account_number is not null then
    assert wanted.rail is not null, 'a destination was found by a rail';
  elsif paid.channel in ('card', 'ussd', 'bank', 'opay') then
    select a.rail into strict wanted.rail
    from card_attempt a
    where a.business_id = wanted.business_id and a.mode = wanted.mode and a.transaction_id = paid.id
      and a.state = 'approved';
  else
    select d.rail into strict wanted.rail
    from deposit d
    where d.business_id = wanted.business_id and d.mode = wanted.mode
      and d.transaction_id = paid.id and d.state = 'matched';
  end if;

  wanted.transaction_reference := paid.reference;
  wanted.status := 'pending';
  wanted.created_at := written;
  wanted.updated_at := written;
  insert into refund
  select wanted.*
  on conflict (business_id, mode, reference) where reference is not null do nothing;
  if not found then
    return 'reference_taken';
  end if;

  update transaction t
  set refunded = t.refunded + wanted.amount, updated_at = written
  where t.business_id = wanted.business_id and t.mode = wanted.mode and t.id = paid.id;

  perform refund_move('hold', wanted, clearing, written);
  return 'reserved';
end $$;
