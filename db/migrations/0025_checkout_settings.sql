-- What a business says of its checkout, and payment links: addresses that anybody may pay at, as
-- often as the business lets them.

alter table business_mode
  -- Pages that may show the checkout in a frame. Each is the origin of an address, and no more.
  add column checkout_origins text[] not null default '{}'
    check (cardinality(checkout_origins) <= 20),
  -- Null: the customer's browser decides.
  add column checkout_language text check (checkout_language in ('en', 'pcm', 'yo', 'ha', 'ig'));

-- The logo that the pages of a business show. It is served by the name of what it holds.
create table checkout_logo (
  business_id uuid not null,
  mode        text not null,
  -- SHA-256 of its bytes.
  digest      bytea not null check (length(digest) = 32),
  type        text not null check (type in ('png', 'jpeg', 'webp')),
  width       integer not null check (width between 1 and 1024),
  height      integer not null check (height between 1 and 1024),
  bytes       bytea not null check (length(bytes) between 1 and 65536),
  created_at  timestamptz not null,

  primary key (business_id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode)
);

create index checkout_logo_by_digest on checkout_logo (digest);

create table payment_link (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  payment_link_id uuid not null,
  slug            text not null,
  name            text not null check (length(name) between 1 and 100),
  description     text,
  -- Kobo. Null: the customer says how much, within the next two where they are set.
  amount          bigint check (amount between 100 and 1000000000000),
  min_amount      bigint check (min_amount between 100 and 1000000000000),
  max_amount      bigint check (max_amount between 100 and 1000000000000),
  -- JSON: what else the customer is asked.
  fields          text not null,
  callback_url    text,
  split_code      text,
  -- With commas. Null: all of them.
  channels        text,
  fee_bearer      text not null check (fee_bearer in ('business', 'customer')),
  active          boolean not null default true,
  expires_at      timestamptz,
  -- How many payments may succeed by it.
  uses_max        integer check (uses_max between 1 and 1000000),
  -- JSON, as it was sent.
  metadata        text,
  version         integer not null default 0,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,

  primary key (business_id, mode, payment_link_id),
  check (amount is null or (min_amount is null and max_amount is null)),
  check (min_amount <= max_amount)
);

-- The address names neither business nor mode, so no two links of any have the same. A row outlives
-- whatever becomes of its link: what is printed on a poster never leads to somebody else.
create table payment_link_slug (
  slug            text primary key check (slug ~ '^[a-z0-9-]{3,60}$'),
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  payment_link_id uuid not null,

  constraint payment_link_has_one_slug unique (business_id, mode, payment_link_id)
);

comment on table payment_link_slug is 'append-only';

-- The link that a payment came by.
alter table transaction add column payment_link_id uuid;

-- All that is counted of a link stands in it, so that the table need not be read.
create index transaction_by_link
  on transaction (business_id, mode, payment_link_id, status) include (amount)
  where payment_link_id is not null;
