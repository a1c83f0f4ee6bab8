-- Payout batches: many payouts that are checked, decided on and sent together.
create table payout_batch (
  business_id       uuid not null,
  mode              text not null check (mode in ('test', 'live')),
  batch_id          uuid not null,
  name              text,
  state             text not null check (state in (
    'checking', 'awaiting_approval', 'ready', 'processing', 'insufficient_balance', 'completed',
    'cancelled'
  )),
  auto_send         boolean not null,
  -- The Idempotency-Key that made it, as a name. The keys of its transfers follow from it.
  request_name      text,
  made_by           uuid,
  made_by_name      text not null,
  approved_by_email text,
  cancelled_by_name text,
  due_at            timestamptz,
  created_at        timestamptz not null,
  checked_at        timestamptz,
  started_at        timestamptz,
  ended_at          timestamptz,
  primary key (business_id, mode, batch_id),
  constraint payout_batch_is_due_while_it_moves
    check ((state in ('checking', 'processing')) = (due_at is not null)),
  constraint payout_batch_ends_once
    check ((state in ('completed', 'cancelled')) = (ended_at is not null)),
  constraint payout_batch_is_cancelled_by_someone
    check ((state = 'cancelled') = (cancelled_by_name is not null)),
  constraint payout_batch_starts_after_the_checks
    check (started_at is null or checked_at is not null)
);
create index payout_batch_due on payout_batch (due_at) where due_at is not null;
create index payout_batch_open on payout_batch (business_id, mode) where ended_at is null;

-- `payout_id` is the id of the payout that the line makes, so that it makes one.
create table payout_batch_line (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  batch_id       uuid not null,
  number         integer not null check (number > 0),
  payout_id      uuid not null,
  state          text not null check (state in ('waiting', 'sent', 'not_sent', 'cancelled')),
  amount         bigint not null check (amount > 0),
  bank_code      text not null,
  account_number text not null,
  reference      text,
  reason         text,
  metadata       text,
  -- The first line of the batch with the same account and amount.
  repeats        integer check (repeats < number),
  name_state     text not null check (name_state in ('pending', 'found', 'not_found', 'unknown')),
  account_name   text,
  failure        text,
  due_at         timestamptz,
  primary key (business_id, mode, batch_id, number),
  constraint payout_batch_line_payout unique (business_id, mode, payout_id),
  constraint payout_batch_line_has_its_name
    check ((name_state = 'found') = (account_name is not null)),
  constraint payout_batch_line_is_not_sent_for_a_reason
    check ((state = 'not_sent') = (failure is not null)),
  constraint payout_batch_line_is_due_while_it_waits check (due_at is null or state = 'waiting'),
  constraint payout_batch_line_is_sent_after_the_checks
    check (state <> 'sent' or name_state <> 'pending')
);
create unique index payout_batch_line_reference on payout_batch_line (business_id, mode, reference)
  where state in ('waiting', 'sent');
create index payout_batch_line_due on payout_batch_line (due_at) where due_at is not null;
