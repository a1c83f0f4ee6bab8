-- The verification of the ledger from the last seal: src/core/ledger/seal.ts.

-- One row.
create table ledger_turn (
  is_only       boolean primary key default true check (is_only),
  -- `ledger_write` writes nothing as of before this moment.
  closing_until timestamptz not null,
  -- The slice that the turn has read last. Null: none yet.
  slice         bigint,
  by_command    boolean not null default false,
  began_at      timestamptz not null
);

-- The entries from a moment to another, which are never added to.
create table ledger_slice (
  number      bigint primary key,
  day         date not null,
  from_at     timestamptz not null,
  until_at    timestamptz not null,
  entries     bigint not null,
  -- Of its entries in live mode, and of those in test mode. Null where a business was reset: the
  -- next turn fills it in.
  digest      bytea not null check (length(digest) = 32),
  test_digest bytea check (length(test_digest) = 32),
  read_at     timestamptz not null,
  findings    integer not null default 0,
  check (from_at < until_at)
);
create unique index ledger_slice_from on ledger_slice (from_at);
create index ledger_slice_wrong on ledger_slice (number) where findings > 0;

-- A day in Lagos whose slices are closed: a chain, in live mode.
create table ledger_seal (
  day            date primary key,
  -- Of its last slice.
  slice          bigint not null unique,
  entries        bigint not null,
  -- Of the balances at its end, of the accounts that moved on this day.
  balances       bytea not null check (length(balances) = 32),
  previous       bytea not null check (length(previous) = 32),
  digest         bytea not null check (length(digest) = 32),
  sealed_at      timestamptz not null
);

-- The sums of the entries of an account, up to the last slice, and up to the slice of the turn.
create table ledger_sum (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  name            text not null,
  part            text not null check (part in ('closed', 'turn')),
  debits_pending  bigint not null,
  debits_posted   bigint not null,
  credits_pending bigint not null,
  credits_posted  bigint not null,
  -- The last day that moved it.
  day             date not null,
  primary key (business_id, mode, name, part)
) with (fillfactor = 70);
