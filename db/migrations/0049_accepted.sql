-- What a rail has accepted may be done, or refused, days later, and what was sent may come back. A
-- handle is the rail's own name for a thing: sealed, and handed back with every call about it.
-- What reads whole tables (indexes, the check of all events) is in 0051.
--
-- formerly e1fcb468724a2b636d9097510280e533d9d466e4a222ce97330cd302570b2b41
alter table payout
  add column handle text,
  -- From then on it is only enquired about.
  add column accepted_at timestamptz,
  add column reversed_at timestamptz,
  drop constraint payout_state_check,
  drop constraint payout_check1,
  drop constraint payout_check2,
  drop constraint payout_check3,
  drop constraint payout_check4,
  add constraint payout_state_check check (state in ('pending', 'success', 'failed', 'reversed')),
  -- One that was sent is looked at for some days more.
  add constraint payout_is_due_while_it_may_change check (
    case state when 'pending' then next_at is not null when 'success' then true
      else next_at is null end
  ),
  add constraint payout_was_sent_by_a_session check (
    (state in ('success', 'reversed')) = (session_id is not null)
  ),
  add constraint payout_failed_for_a_reason check (
    (state in ('failed', 'reversed')) = (failure is not null)
  ),
  add constraint payout_was_asked_for check (
    asked_at is not null or (state not in ('success', 'reversed') and accepted_at is null)
  ),
  add constraint payout_came_back_once check ((state = 'reversed') = (reversed_at is not null));

alter table deposit
  add column return_handle text,
  add column return_asked_at timestamptz,
  add column return_accepted_at timestamptz;

alter table refund
  add column handle text,
  add column asked_at timestamptz,
  add column accepted_at timestamptz;

-- Of the charge, and of its reversal.
alter table card_attempt
  add column handle text,
  add column return_handle text,
  add column return_asked_at timestamptz,
  add column return_accepted_at timestamptz,
  -- Of the reversal, as the processor's statement names it.
  add column return_session_id text check (length(return_session_id) <= 64);

alter table virtual_account add column handle text;

alter table event
  drop constraint event_type_check,
  add constraint event_type_check check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transaction.displaced',
    'transfer.received', 'bank_transfer.rejected', 'refund.processed', 'refund.failed',
    'payout.success', 'payout.failed', 'payout.reversed', 'identity.verified',
    'dedicated_virtual_account.created', 'card_testing.stopped', 'subaccount.account_change',
    'webhook.test'
  )) not valid;

-- With the payouts that came back. The bank may name the way back as it named the way there.
create or replace view rail_movement as
  select s.mode, s.rail, 'credit'::text as direction, s.session_id, s.business_id,
    'deposit'::text as kind, d.deposit_id as cause_id, d.amount, d.occurred_at, d.account_number,
    d.narration
  from deposit_session s
  join deposit d
    on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
  union all
  -- Once it is assigned, its session is a deposit's.
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
  -- The way that the payment came.
  select r.mode, d.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, d.sender_account_number,
    coalesce(r.reason, '')
  from refund r
  join deposit d
    on d.business_id = r.business_id and d.mode = r.mode and d.transaction_id = r.transaction_id
    and d.state = 'matched'
  where r.session_id is not null and r.channel <> 'card';
