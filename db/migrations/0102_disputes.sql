-- A dispute of a payment: a chargeback, or a bank's recall or fraud report about a transfer. While
-- it is open, its amount is in the ledger account `disputed`.
create table dispute (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  dispute_id            uuid not null,
  transaction_id        uuid not null,
  transaction_reference text not null,
  clearing              text not null check (clearing in ('bank_clearing', 'card_clearing')),
  rail                  text not null,
  -- The provider's id of the dispute, or the case number of the bank.
  case_number           text not null,
  source                text not null check (source in ('provider', 'operator')),
  category              text not null check (category in ('chargeback', 'fraud_report', 'recall')),
  reason                text not null,
  status                text not null
    check (status in ('needs_response', 'under_review', 'won', 'lost', 'accepted')),
  amount                bigint not null check (amount > 0),
  fee                   bigint not null check (fee >= 0),
  due_at                timestamptz not null,
  -- When the business is reminded. Null: no more.
  remind_at             timestamptz,
  reminded_at           timestamptz,
  -- What the business says, sealed.
  evidence              text,
  answered_at           timestamptz,
  closed_by             text check (closed_by in ('business', 'operator', 'provider', 'silence')),
  closed_at             timestamptz,
  -- What is asked of the provider: to send the money back, or to take an answer.
  call                  text check (call in ('return', 'accept', 'contest')),
  call_state            text check (call_state in ('open', 'done', 'refused')),
  session_id            text,
  next_call_at          timestamptz,
  call_asked_at         timestamptz,
  call_accepted_at      timestamptz,
  call_handle           text,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  -- The email to the business. Null: none is due.
  next_mail_at          timestamptz,
  mail_attempts         integer not null default 0,
  mail_failure          text,
  primary key (business_id, mode, dispute_id),
  check ((status in ('won', 'lost', 'accepted')) = (closed_at is not null)),
  check ((closed_by is null) = (closed_at is null)),
  check (remind_at is null or status = 'needs_response'),
  check ((call is null) = (call_state is null)),
  check ((next_call_at is not null) = (call_state is not distinct from 'open')),
  -- Money goes back only for a dispute that is lost, by the bank that received it.
  check (call is distinct from 'return'
    or (status in ('lost', 'accepted') and clearing = 'bank_clearing' and source = 'operator'))
);
-- A dispute is opened once.
create unique index dispute_case on dispute (business_id, mode, rail, case_number);
create index dispute_by_transaction on dispute (business_id, mode, transaction_id);
create index dispute_call_due on dispute (next_call_at) where next_call_at is not null;
create index dispute_mail_due on dispute (next_mail_at) where next_mail_at is not null;
create index dispute_remind_due on dispute (remind_at) where remind_at is not null;
create index dispute_due on dispute (due_at) where status = 'needs_response';
create index dispute_open on dispute (mode, rail, created_at)
  where status in ('needs_response', 'under_review');

-- While a business owes for disputes, what its wallet receives pays the debt first: ledger_write.
alter table ledger_account add column indebted boolean not null default false;
-- A debt is never negative: nobody pays back more than is owed.
alter table ledger_account add constraint ledger_account_debt_is_owed
  check (name <> 'debt' or credits_posted <= debits_posted) not valid;

-- What a dispute took of what waits for its settlement.
alter table settlement_item drop constraint settlement_item_kind_check;
alter table settlement_item drop constraint settlement_item_check;
alter table settlement_item add constraint settlement_item_kind_check
  check (kind in ('payment', 'refund', 'refund_returned', 'dispute')) not valid;
alter table settlement_item add constraint settlement_item_check
  check ((kind in ('refund', 'dispute')) = (amount < 0)) not valid;

-- A key may have the scopes of disputes.
alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    array_to_string(scopes, ' ') ~ ('^((all|read|export|payments|refunds|payouts|identity|settings'
      || '|(transactions|refunds|disputes|customers|payment_links|dedicated_virtual_accounts'
      || '|deposits|splits|balance|payouts|settlements|identity|banks|events|webhooks|settings'
      || '|sandbox):(read|write|export))( |$))*$')
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ) not valid;

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
  where e.mode = 'live' and e.reason = 'rail_fee' and e.credit_account = 'card_clearing'
  union all
  -- The bank sent the money of a dispute back.
  select d.mode, d.rail, 'debit', d.session_id, d.business_id,
    'dispute', d.dispute_id, d.amount, e.occurred_at, '', d.reason
  from dispute d
  join ledger_entry e
    on e.business_id = d.business_id and e.mode = d.mode and e.cause_id = d.dispute_id
    and e.reason = 'dispute_return' and e.step = 2
  where d.session_id is not null
  union all
  -- The provider took the money of a dispute. The sandbox's card processor has no statements.
  select d.mode, d.rail, 'debit', d.case_number, d.business_id,
    'dispute', d.dispute_id, e.amount, e.occurred_at, '', d.reason
  from dispute d
  join ledger_entry e
    on e.business_id = d.business_id and e.mode = d.mode and e.cause_id = d.dispute_id
    and e.reason = 'dispute_lost' and e.step = 1
  where d.mode = 'live' or d.clearing = 'bank_clearing';
