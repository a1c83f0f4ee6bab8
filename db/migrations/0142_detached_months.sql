-- Archived months whose entries of payments in live mode have left the database.
create table detached_month (
  month date primary key references archived_month,
  -- Those of payments with a lower id have left.
  end_id uuid not null unique,
  -- When the last of them was written. Null if there was none.
  last_entry_at timestamptz,
  detached_at timestamptz not null
);

-- What they moved, of each account.
create table detached_sum (
  month date not null references detached_month,
  business_id uuid not null,
  mode text not null check (mode = 'live'),
  name text not null,
  debits_pending bigint not null,
  debits_posted bigint not null,
  credits_pending bigint not null,
  credits_posted bigint not null,
  primary key (month, business_id, mode, name)
);

-- Of a closed slice of which entries have left: its other live entries.
create table ledger_slice_rest (
  number bigint primary key references ledger_slice,
  entries bigint not null check (entries >= 0),
  digest bytea not null check (length(digest) = 32)
);
