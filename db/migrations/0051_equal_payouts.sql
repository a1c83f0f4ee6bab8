-- no transaction
--
-- What reads whole tables for what came with 0049 and comes with 0052, while they are in use.
--
-- formerly 2fb4774654cee0b96f3837a18e512975206b3947e15979482a688314d6f2ac96

-- Some rails want transfers of one amount to one account apart: when the last one was asked for.
create index concurrently if not exists payout_by_destination
  on payout (mode, rail, account_number, amount, asked_at)
  where asked_at is not null;

-- A rail names what it has news about by the key alone.
create index concurrently if not exists payout_by_id on payout (payout_id);
create index concurrently if not exists deposit_to_return_by_id on deposit (deposit_id)
  where next_return_at is not null;
create index concurrently if not exists refund_to_ask_by_id on refund (refund_id)
  where next_ask_at is not null;
create index concurrently if not exists card_attempt_to_enquire_by_id on card_attempt (attempt_id)
  where next_enquiry_at is not null;

-- A statement of a card processor names a charge by our key, which is the id of the attempt, and a
-- refund or a reversal by the session that the rail answered.
create index concurrently if not exists card_attempt_by_key on card_attempt ((attempt_id::text))
  where mode = 'live' and state in ('approved', 'surplus', 'returned', 'return_refused');
create index concurrently if not exists card_attempt_by_return
  on card_attempt (mode, return_session_id)
  where return_session_id is not null;
create index concurrently if not exists card_refund_by_session on refund (mode, session_id)
  where session_id is not null and channel = 'card';
create index concurrently if not exists ledger_entry_charge_fee
  on ledger_entry (('fee-' || cause_id::text))
  where reason = 'rail_fee' and credit_account = 'card_clearing';

alter table event validate constraint event_type_check;
