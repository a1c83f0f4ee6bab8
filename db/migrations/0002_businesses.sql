-- Who we serve: the business, what differs between its two modes, and its keys.

create table business (
  business_id       uuid primary key,
  name              text not null check (length(name) between 1 and 100),
  email             text not null,
  -- Live calls are refused until then.
  live_activated_at timestamptz,
  created_at        timestamptz not null
);

create table business_mode (
  business_id             uuid not null references business,
  mode                    text not null check (mode in ('test', 'live')),
  default_callback_url    text,
  -- How long an unpaid transaction stays open: 15 minutes to 7 days.
  expiry_seconds          integer not null default 86400
    check (expiry_seconds between 900 and 604800),
  settlement              text not null check (settlement in ('instant', 'T+1')),
  accept_overpayment      boolean not null default false,
  require_signed_requests boolean not null default false,
  -- Fees: basis points (0.01 %) and kobo.
  checkout_fee_basis_points integer not null default 150
    check (checkout_fee_basis_points between 0 and 10000),
  checkout_fee_flat       bigint not null default 10000 check (checkout_fee_flat >= 0),
  -- The flat part is waived below this amount.
  checkout_fee_flat_from  bigint not null default 250000 check (checkout_fee_flat_from >= 0),
  checkout_fee_max        bigint not null default 200000 check (checkout_fee_max >= 0),
  created_at              timestamptz not null,
  updated_at              timestamptz not null,

  primary key (business_id, mode)
);

-- A key is shown once. What is kept cannot be turned back into it.
create table api_key (
  business_id  uuid not null references business,
  mode         text not null check (mode in ('test', 'live')),
  key_id       uuid not null,
  kind         text not null check (kind in ('secret', 'public')),
  hash         bytea not null check (length(hash) = 32),
  -- For people to tell keys apart: the prefix and the last four characters.
  hint         text not null,
  created_at   timestamptz not null,
  -- After a roll the old key stays good until then.
  expires_at   timestamptz,
  -- A fact and no moment to wait for: no clock that lags behind keeps a revoked key alive.
  revoked_at   timestamptz,

  primary key (business_id, mode, key_id)
);

-- Global: from the hash of a key to whose it is. Written before the key.
create table api_key_hash (
  hash        bytea primary key check (length(hash) = 32),
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  key_id      uuid not null
);

-- One row. Its version rises with every change of keys and settings; each process asks for it more
-- than once a second and forgets what it had cached. `master_key_check` tells a wrong master key.
create table installation (
  only_row         boolean primary key default true check (only_row),
  settings_version bigint not null default 0,
  master_key_check text
);
insert into installation default values;
