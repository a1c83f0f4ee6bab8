-- Refunds of charges by any method.
create or replace view rail_movement as
  select s.mode, s.rail, 'credit'::text as direction, s.session_id, s.business_id,
    'deposit'::text as kind, d.deposit_id as cause_id, d.amount + d.surcharge as amount,
    d.occurred_at, d.account_number, d.narration
  from deposit_session s
  join deposit d
    on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
  union all
  -- Until it is assigned; then its session is that of a deposit.
  select s.mode, s.rail, 'credit', s.session_id, s.business_id,
    'suspended_credit', c.suspended_credit_id, c.amount, c.occurred_at, c.account_number,
    c.narration
  from deposit_session s
  join suspended_credit c
    on c.business_id = s.business_id and c.mode = s.mode and c.suspended_credit_id = s.deposit_id
  union all
  select d.mode, d.rail, 'debit', d.return_session_id, d.business_id,
    'return', d.deposit_id, d.amount, e.occurred_at, d.sender_account_number, ''
  from deposit d
  join ledger_entry e
    on e.business_id = d.business_id and e.mode = d.mode and e.cause_id = d.deposit_id
    and e.reason = 'unmatched_return' and e.step = 2
  where d.return_session_id is not null
  union all
  select p.mode, p.rail, 'debit', p.session_id, p.business_id,
    'payout', p.payout_id, p.amount, p.completed_at, p.account_number, coalesce(p.reason, '')
  from payout p
  where p.session_id is not null
  union all
  select p.mode, p.rail, 'credit', p.session_id, p.business_id,
    'payout_reversal', p.payout_id, p.amount, p.reversed_at, p.account_number, ''
  from payout p
  where p.reversed_at is not null
  union all
  -- Returned the way the payment came.
  select r.mode, d.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, d.sender_account_number,
    coalesce(r.reason, '')
  from refund r
  join deposit d
    on d.business_id = r.business_id and d.mode = r.mode and d.transaction_id = r.transaction_id
    and d.state = 'matched'
  where r.session_id is not null
    and r.channel in ('bank_transfer', 'dedicated_virtual_account')
  union all
  select a.mode, a.rail, 'credit', a.attempt_id::text, a.business_id,
    'charge', a.attempt_id, a.amount, t.paid_at, '', ''
  from card_attempt a
  join transaction t
    on t.business_id = a.business_id and t.mode = a.mode and t.id = a.transaction_id
  where a.mode = 'live' and a.state = 'approved'
  union all
  -- Charged without paying the payment.
  select a.mode, a.rail, 'credit', a.attempt_id::text, a.business_id,
    'charge', a.attempt_id, a.amount, e.occurred_at, '', ''
  from card_attempt a
  join ledger_entry e
    on e.business_id = a.business_id and e.mode = a.mode and e.cause_id = a.attempt_id
    and e.reason = 'unmatched_payment' and e.step = 1
  where a.mode = 'live' and a.state in ('surplus', 'returned', 'return_refused')
  union all
  select a.mode, a.rail, 'debit', a.return_session_id, a.business_id,
    'charge_reversal', a.attempt_id, a.amount, e.occurred_at, '', ''
  from card_attempt a
  join ledger_entry e
    on e.business_id = a.business_id and e.mode = a.mode and e.cause_id = a.attempt_id
    and e.reason = 'unmatched_return' and e.step = 2
  where a.mode = 'live' and a.return_session_id is not null
  union all
  select r.mode, r.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, '', coalesce(r.reason, '')
  from refund r
  where r.mode = 'live' and r.session_id is not null
    and r.channel in ('card', 'ussd', 'bank', 'opay')
  union all
  -- Fees of the card processor.
  select e.mode, a.rail, 'debit', 'fee-' || e.cause_id::text, e.business_id,
    'charge_fee', e.cause_id, e.amount, e.occurred_at, '', ''
  from ledger_entry e
  join card_attempt a
    on a.attempt_id::text = e.cause_id::text and a.mode = 'live'
    and a.state in ('approved', 'surplus', 'returned', 'return_refused')
  where e.mode = 'live' and e.reason = 'rail_fee' and e.credit_account = 'card_clearing';
