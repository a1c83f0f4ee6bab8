-- With whom a business shares its payments, and how.

-- Somebody who gets a part: an account at a bank, whose holder was asked for when it was named.
create table subaccount (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  subaccount_id         uuid not null,
  business_name         text not null,
  bank_code             text not null,
  account_number        text not null,
  -- As the bank writes it.
  account_name          text not null,
  -- Basis points (0.01 %). Kept for the business's own use: a split names its shares itself.
  percentage_charge     integer check (percentage_charge between 1 and 10000),
  primary_contact_email text,
  -- As it was sent, byte for byte.
  metadata              text,
  active                boolean not null default true,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,

  primary key (business_id, mode, subaccount_id)
);

-- Its shares are basis points of the amount, or kobo.
create table split (
  business_id          uuid not null,
  mode                 text not null check (mode in ('test', 'live')),
  split_id             uuid not null,
  name                 text not null,
  type                 text not null check (type in ('percentage', 'flat')),
  bearer_type          text not null
    check (bearer_type in ('account', 'subaccount', 'all', 'all-proportional')),
  bearer_subaccount_id uuid,
  active               boolean not null default true,
  -- Rises with every change, so that a change made from an old reading is refused.
  version              integer not null default 0,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,

  primary key (business_id, mode, split_id),
  check ((bearer_type = 'subaccount') = (bearer_subaccount_id is not null))
);

create table split_share (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  split_id      uuid not null,
  subaccount_id uuid not null,
  share         bigint not null check (share > 0),

  primary key (business_id, mode, split_id, subaccount_id)
);

-- As the wire shows it: how it is to be shared, frozen when it was asked for, and who got what.
alter table transaction add column split text;
