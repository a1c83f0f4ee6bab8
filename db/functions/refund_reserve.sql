-- Begins a refund of an amount, or of all that is left: takes it from the payment, and holds it in
-- the wallet: available money first, and the rest from what waits for its settlement.
-- Returns 'reserved', also if this refund exists already. Otherwise it keeps nothing, and returns
-- 'not_refundable', 'too_large' or 'insufficient'.
--
-- The payment is locked first, then the accounts in the order of their keys, as in a settlement.
-- Balances are read under these locks.
create or replace function refund_reserve(
  business uuid, its_mode text, its_transaction uuid, its_refund uuid, wanted bigint,
  its_reason text, ask_at timestamptz, written timestamptz
) returns text language plpgsql as $$
declare
  paid transaction%rowtype;
  taken bigint;
  available bigint;
  waiting bigint;
  from_available bigint;
  clearing text;
  its_rail text;
begin
  select * into strict paid
  from transaction t
  where t.business_id = business and t.mode = its_mode and t.id = its_transaction
  for update;

  perform 1
  from refund r
  where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund;
  if found then
    return 'reserved';
  end if;

  if paid.status not in ('success', 'reversed') then
    return 'not_refundable';
  end if;
  taken := coalesce(wanted, paid.amount - paid.refunded);
  if taken = 0 or taken > paid.amount - paid.refunded then
    return 'too_large';
  end if;

  clearing := case paid.channel when 'card' then 'card_clearing' else 'bank_clearing' end;
  perform 1
  from ledger_account a
  where a.business_id = business and a.mode = its_mode
    and a.name in ('available', clearing, 'pending')
  order by a.business_id, a.mode, a.name
  for update;
  select
    max(a.credits_posted - a.debits_posted - a.debits_pending)
      filter (where a.name = 'available'),
    max(a.credits_posted - a.debits_posted - a.debits_pending) filter (where a.name = 'pending')
  into available, waiting
  from ledger_account a
  where a.business_id = business and a.mode = its_mode and a.name in ('available', 'pending');
  from_available := least(taken, available);
  if taken - from_available > waiting then
    return 'insufficient';
  end if;

  update transaction t
  set refunded = t.refunded + taken
  where t.business_id = business and t.mode = its_mode and t.id = its_transaction;

  -- The money goes back by the rail that it came by.
  if paid.channel = 'card' then
    select a.rail into strict its_rail
    from card_attempt a
    where a.business_id = business and a.mode = its_mode and a.transaction_id = its_transaction
      and a.state = 'approved';
  else
    select d.rail into strict its_rail
    from deposit d
    where d.business_id = business and d.mode = its_mode and d.transaction_id = its_transaction
      and d.state = 'matched';
  end if;

  insert into refund (
    business_id, mode, refund_id, transaction_id, transaction_reference, channel, rail, amount,
    from_pending, reason, status, next_ask_at, created_at
  )
  values (
    business, its_mode, its_refund, its_transaction, paid.reference, paid.channel, its_rail, taken,
    taken - from_available, its_reason, 'pending', ask_at, written
  );

  perform refund_move(
    'hold', business, its_mode, its_refund, clearing, from_available, taken - from_available,
    written
  );
  return 'reserved';
end $$;
