-- Months that were written to the archive store, and their files. Rows of a month are those whose
-- id was created in it.
create table archived_month (
  month date primary key check (extract(day from month) = 1),
  state text not null check (state in ('writing', 'written', 'verified', 'changed')),
  -- Where the store was, without the secret.
  store text not null,
  manifest text,
  manifest_digest bytea check (length(manifest_digest) = 32),
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  verified_at timestamptz,
  check ((lease_token is null) = (lease_until is null)),
  check ((manifest is null) = (manifest_digest is null)),
  check (state not in ('written', 'verified') or manifest is not null),
  check (state <> 'verified' or verified_at is not null)
);

create table archived_file (
  month date not null references archived_month,
  table_name text not null,
  number integer not null check (number > 0),
  path text not null unique,
  row_count bigint not null check (row_count > 0),
  bytes bigint not null check (bytes > 0),
  -- Of the file, and of the rows in the order of their key.
  digest bytea not null check (length(digest) = 32),
  rows_digest bytea not null check (length(rows_digest) = 32),
  -- In JSON: the columns with their types, and the key of the last row.
  columns text not null,
  last_key text not null,
  created_at timestamptz not null,
  primary key (month, table_name, number)
);
