-- Bank credits that no payment waited for: to a dedicated account, to a wallet, to nobody we know;
-- and what a rail told us that cannot be booked.

-- A deposit to a dedicated account makes its own transaction.
alter table transaction
  drop constraint transaction_made_with_check,
  add constraint transaction_made_with_check check (made_with in ('secret', 'public', 'rail')),
  -- Where the name's two parts are known; else the first word is the first name.
  add column customer_last_name text;

alter table deposit
  alter column transaction_id drop not null,
  -- To what kind of account it came. A wallet's pays no transaction.
  add column account_kind text not null default 'one_off'
    check (account_kind in ('one_off', 'dedicated', 'wallet')),
  add constraint deposit_pays_a_transaction
    check ((account_kind = 'wallet') = (transaction_id is null)),
  add constraint deposit_to_a_permanent_account_is_matched
    check (account_kind = 'one_off' or state = 'matched');
alter table deposit alter column account_kind drop default;

-- Credits to account numbers that were never issued. They belong to the house until an operator
-- says whose they are, once; then a deposit is made of it.
create table suspended_credit (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  suspended_credit_id   uuid not null,
  rail                  text not null,
  session_id            text not null,
  account_number        text not null,
  amount                bigint not null check (amount > 0),
  sender_name           text not null,
  sender_bank_code      text not null,
  sender_account_number text not null,
  narration             text not null,
  state                 text not null default 'waiting' check (state in ('waiting', 'assigned')),
  -- The account number that it was assigned to, and the deposit that was made of it.
  assigned_number       text,
  assigned_by           text,
  assigned_at           timestamptz,
  occurred_at           timestamptz not null,
  created_at            timestamptz not null,

  primary key (business_id, mode, suspended_credit_id),
  constraint suspended_credit_session_is_unique unique (business_id, mode, rail, session_id),
  check ((state = 'assigned') = (assigned_number is not null)),
  check ((state = 'assigned') = (assigned_by is not null)),
  check ((state = 'assigned') = (assigned_at is not null))
);

-- What came from a rail and was not booked: a session id that names another credit already, or what
-- cannot be read. Kept as it came, for a person to look at.
create table deposit_quarantine (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  quarantine_id uuid not null,
  reason        text not null check (reason in ('altered', 'unreadable')),
  rail          text not null,
  session_id    text,
  -- Altered: the credit as JSON. Unreadable: the body, at most 16 KB of it.
  content       text not null,
  -- Of rail, session id and content: the same thing told a hundred times is listed once.
  digest        bytea not null check (length(digest) = 32),
  created_at    timestamptz not null,

  primary key (business_id, mode, quarantine_id),
  constraint deposit_quarantine_lists_once unique (business_id, mode, digest),
  check ((reason = 'altered') = (session_id is not null))
);

comment on table deposit_quarantine is 'append-only';
