-- What is known of each provider besides its answers.

-- What it last said that it holds for us.
create table rail_balance (
  mode      text not null check (mode in ('test', 'live')),
  rail      text not null check (length(rail) between 1 and 64),
  -- Whoever asks says so first: of several processes one asks.
  asked_at  timestamptz not null,
  -- What can be paid out, over all its accounts; null until it has said so once.
  available bigint,
  read_at   timestamptz,
  -- The last time that it did not say; null: it did the last time.
  failed_at timestamptz,

  primary key (mode, rail),
  check ((available is null) = (read_at is null))
);

-- Fees that businesses paid less what providers took, of what was made on a day in Lagos. Summed
-- from the ledger by a job.
create table rail_margin (
  day  date not null,
  mode text not null check (mode in ('test', 'live')),
  rail text not null,
  fees bigint not null,
  cost bigint not null,

  primary key (day, mode, rail)
);

create table rail_margin_day (
  day       date primary key,
  -- Null: not yet.
  summed_at timestamptz
);

-- What an operator must know of. It begins once and ends once.
create table alarm (
  alarm_id uuid primary key,
  kind     text not null check (kind in (
    'balance_below_floor', 'unknown_for_long', 'notification_unread', 'statement_not_matching',
    'credentials_refused'
  )),
  mode     text not null check (mode in ('test', 'live')),
  rail     text not null check (length(rail) between 1 and 64),
  -- A sentence of ours, as it was when it began.
  detail   text not null check (length(detail) between 1 and 500),
  began_at timestamptz not null,
  ended_at timestamptz,

  check (ended_at >= began_at)
);
create unique index alarm_open on alarm (kind, mode, rail) where ended_at is null;
create index alarm_ended on alarm (ended_at) where ended_at is not null;

-- When a provider last sent something.
create index rail_notification_last on rail_notification (mode, rail, received_at);

alter table login_letter
  drop constraint login_letter_kind_check,
  drop constraint login_letter_note_check,
  add constraint login_letter_kind_check check (kind in (
    'invitation', 'password_reset', 'held_off', 'account_change', 'reconciliation', 'alarm'
  )),
  add constraint login_letter_note_check check (
    (kind in ('account_change', 'reconciliation', 'alarm')) = (note is not null)
  );
