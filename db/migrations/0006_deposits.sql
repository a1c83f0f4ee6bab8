-- Account numbers that a rail issued for us, and the money that arrived on them.

create table virtual_account (
  business_id        uuid not null,
  mode               text not null check (mode in ('test', 'live')),
  virtual_account_id uuid not null,
  -- One-off: for a single payment. Others are permanent and come later.
  kind               text not null check (kind in ('one_off')),
  transaction_id     uuid not null,
  -- Another one is asked for when the last has run out and the payment is still open.
  ordinal            smallint not null check (ordinal >= 1),
  amount             bigint not null check (amount > 0),
  account_name       text not null,
  -- Empty until the rail has answered. The id of the row is the key of the request.
  account_number     text,
  bank_name          text,
  bank_code          text,
  bank_slug          text,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,

  primary key (business_id, mode, virtual_account_id),
  unique (business_id, mode, transaction_id, ordinal),
  check ((account_number is null) = (bank_code is null))
);

-- Global: from an account number to whose it is, one owner for ever.
create table account_number (
  mode               text not null check (mode in ('test', 'live')),
  account_number     text not null,
  business_id        uuid not null,
  virtual_account_id uuid not null,

  primary key (mode, account_number)
);

-- Global: a rail and its session id name one credit, credited once however often it is notified.
create table deposit_session (
  mode        text not null check (mode in ('test', 'live')),
  rail        text not null,
  session_id  text not null check (length(session_id) between 1 and 64),
  business_id uuid not null,
  deposit_id  uuid not null,

  primary key (mode, rail, session_id)
);

create table deposit (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  deposit_id            uuid not null,
  rail                  text not null,
  session_id            text not null,
  account_number        text not null,
  amount                bigint not null check (amount > 0),
  sender_name           text not null,
  sender_bank_code      text not null,
  sender_account_number text not null,
  narration             text not null,
  transaction_id        uuid not null,
  -- Matched: it paid the transaction. Unmatched: it waits in the unmatched account and goes back.
  state                 text not null
    check (state in ('matched', 'unmatched', 'returning', 'returned', 'return_refused')),
  -- Why it is unmatched.
  reason                text
    check (reason in ('amount_too_low', 'amount_too_high', 'late', 'already_paid', 'closed')),
  return_session_id     text,
  next_return_at        timestamptz,
  occurred_at           timestamptz not null,
  created_at            timestamptz not null,

  primary key (business_id, mode, deposit_id),
  check ((state = 'matched') = (reason is null)),
  check ((state in ('unmatched', 'returning')) = (next_return_at is not null)),
  check ((state = 'returned') = (return_session_id is not null))
);

create index deposit_to_return on deposit (next_return_at) where next_return_at is not null;
create index deposit_by_transaction on deposit (business_id, mode, transaction_id);
