-- Money of a payment that goes back the way it came.

alter table transaction
  -- Of the amount: what refunds have taken, but for those that failed.
  add column refunded bigint not null default 0,
  add constraint transaction_is_not_refunded_beyond_its_amount
    check (refunded between 0 and amount),
  add constraint transaction_is_refunded_when_it_was_paid
    check (refunded = 0 or status in ('success', 'reversed')),
  add constraint transaction_is_reversed_when_all_went_back
    check (status <> 'reversed' or refunded = amount);

create table refund (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  refund_id             uuid not null,
  transaction_id        uuid not null,
  -- Of the payment, and the same for ever.
  transaction_reference text not null,
  channel               text not null
    check (channel in ('card', 'bank_transfer', 'dedicated_virtual_account')),
  amount                bigint not null check (amount > 0),
  -- Of the amount: what was taken from money that waited for its settlement.
  from_pending          bigint not null,
  reason                text,
  status                text not null check (status in ('pending', 'processed', 'failed')),
  -- Of the rail: a word of ours.
  failure               text,
  session_id            text,
  -- When the rail is asked next.
  next_ask_at           timestamptz,
  created_at            timestamptz not null,
  processed_at          timestamptz,

  primary key (business_id, mode, refund_id),
  check (from_pending between 0 and amount),
  check ((status = 'pending') = (next_ask_at is not null)),
  check ((status = 'processed') = (session_id is not null)),
  check ((status = 'processed') = (processed_at is not null)),
  check ((status = 'failed') = (failure is not null))
) with (fillfactor = 85);

create index refund_by_transaction on refund (business_id, mode, transaction_id, refund_id);
create index refund_to_ask on refund (next_ask_at) where next_ask_at is not null;

-- Begins a refund of so much, or of all that is left: taken from the payment, and held from the
-- wallet. What is available is held first, and only the rest is of what waits for its settlement.
-- Answers 'reserved', also where this very refund is there already; else nothing is kept:
-- 'not_refundable', 'too_large', 'insufficient'.
--
-- The payment is locked first, then the accounts in the order of their keys: as by whatever settles
-- a payment. How much there is of each is read when nobody else can change it any more.
create function refund_reserve(
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

  insert into refund (
    business_id, mode, refund_id, transaction_id, transaction_reference, channel, amount,
    from_pending, reason, status, next_ask_at, created_at
  )
  values (
    business, its_mode, its_refund, its_transaction, paid.reference, paid.channel, taken,
    taken - from_available, its_reason, 'pending', ask_at, written
  );

  perform refund_move(
    'hold', business, its_mode, its_refund, clearing, from_available, taken - from_available,
    written
  );
  return 'reserved';
end $$;

-- A refund that the rail will not make: everything is as it was before. False, and nothing is
-- changed, where it has ended already.
create function refund_release(
  business uuid, its_mode text, its_refund uuid, its_failure text, written timestamptz
) returns boolean language plpgsql as $$
declare
  ended refund%rowtype;
begin
  -- The payment first, as in refund_reserve.
  perform 1
  from transaction t
  where t.business_id = business and t.mode = its_mode and t.id = (
    select r.transaction_id
    from refund r
    where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
  )
  for update;

  update refund r
  set status = 'failed', failure = its_failure, next_ask_at = null
  where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
    and r.status = 'pending'
  returning * into ended;
  if not found then
    return false;
  end if;

  update transaction t
  set refunded = t.refunded - ended.amount
  where t.business_id = business and t.mode = its_mode and t.id = ended.transaction_id;

  perform refund_move(
    'void_hold', business, its_mode, its_refund,
    case ended.channel when 'card' then 'card_clearing' else 'bank_clearing' end,
    ended.amount - ended.from_pending, ended.from_pending, written
  );
  return true;
end $$;

-- The entries of a refund's two parts, where there is any of them; and what they change in what
-- waits for its settlement.
create function refund_move(
  its_kind text, business uuid, its_mode text, its_refund uuid, clearing text,
  from_available bigint, from_waiting bigint, written timestamptz
) returns void language plpgsql as $$
declare
  reasons text[];
  debits text[];
  amounts bigint[];
begin
  if from_waiting > 0 then
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    values (
      business, its_mode, 'pending', its_refund,
      case its_kind when 'hold' then 'refund' else 'refund_returned' end,
      case its_kind when 'hold' then -from_waiting else from_waiting end, written
    );
  end if;

  select array_agg(part.reason), array_agg(part.debit), array_agg(part.amount)
  into reasons, debits, amounts
  from (
    values
      ('refund', 'available', from_available),
      ('refund_pending', 'pending', from_waiting)
  ) as part (reason, debit, amount)
  where part.amount > 0;
  perform ledger_write(
    array_fill(business, array[cardinality(reasons)]),
    array_fill(its_mode, array[cardinality(reasons)]),
    array_fill(its_refund, array[cardinality(reasons)]), reasons,
    array_fill(its_kind, array[cardinality(reasons)]), debits,
    array_fill(clearing, array[cardinality(reasons)]), amounts,
    array_fill(written, array[cardinality(reasons)]), written
  );
end $$;
