-- All tables as of migration 0059. A new database begins here; one that has run 0059
-- goes on from there. Migrations 0001 to 0059 are in commit f9a9dad0.
--
-- Amounts are whole kobo. `mode` is 'test' or 'live'. A table of a business has business and mode
-- first in its key. Tables whose comment begins with "append-only" are never changed: the service's
-- login has no right to. The tables migration, schema_level and backfill are made by the runner
-- (src/platform/migrate.ts), the other functions are in db/functions.
--
-- formerly d5e14c75c12b453b7eca5027ddf065f7c568684d5495151f0760d03a31b72f58

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;

-- Businesses, keys and settings.

create table business (
  business_id       uuid primary key,
  name              text not null check (length(name) between 1 and 100),
  email             text not null,
  -- Null: live calls are refused.
  live_activated_at timestamptz,
  created_at        timestamptz not null
);

create table business_mode (
  business_id                uuid not null references business,
  mode                       text not null check (mode in ('test', 'live')),
  default_callback_url       text,
  -- How long an unpaid payment stays open: 15 minutes to 7 days.
  expiry_seconds             integer not null default 86400
    check (expiry_seconds between 900 and 604800),
  settlement                 text not null check (settlement in ('instant', 'T+1')),
  accept_overpayment         boolean not null default false,
  require_signed_requests    boolean not null default false,
  -- Fees are basis points (0.01 %) and kobo.
  checkout_fee_basis_points  integer not null default 150
    check (checkout_fee_basis_points between 0 and 10000),
  checkout_fee_flat          bigint not null default 10000 check (checkout_fee_flat >= 0),
  -- The flat part is waived below this amount.
  checkout_fee_flat_from     bigint not null default 250000 check (checkout_fee_flat_from >= 0),
  checkout_fee_max           bigint not null default 200000 check (checkout_fee_max >= 0),
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  dedicated_fee_basis_points integer not null default 100
    check (dedicated_fee_basis_points between 0 and 10000),
  dedicated_fee_max          bigint not null default 30000 check (dedicated_fee_max >= 0),
  -- Smaller amounts wait until there is more.
  subaccount_payout_min      bigint not null default 5000 check (subaccount_payout_min >= 100),
  receipts                   boolean not null default true,
  -- Origins whose pages may show the checkout in a frame.
  checkout_origins           text[] not null default '{}'
    check (cardinality(checkout_origins) <= 20),
  -- Null: English, or the customer's choice.
  checkout_language          text check (checkout_language in ('en', 'pcm', 'yo', 'ha', 'ig')),
  -- What the limits of card attempts do in test mode.
  card_limits                text not null default 'on'
    check (card_limits in ('on', 'off', 'paused', 'stopped')),
  -- A second person must approve a change of a bank account.
  four_eyes                  boolean not null default false,
  primary key (business_id, mode),
  constraint business_mode_has_card_limits_where_money_is_real
    check (mode = 'test' or card_limits = 'on')
);

create table activation (
  business_id         uuid primary key references business,
  state               text not null check (state in ('asked', 'active', 'refused')),
  legal_name          text not null check (length(legal_name) between 1 and 200),
  -- At the Corporate Affairs Commission: RC of a company, BN of a business name.
  registration_number text not null check (registration_number ~ '^(RC|BN)[0-9]{1,8}$'),
  contact_phone       text not null,
  website             text,
  asked_at            timestamptz not null,
  decided_at          timestamptz,
  -- Why it was refused, for the business.
  note                text check (length(note) between 1 and 500),
  check ((state = 'asked') = (decided_at is null)),
  check ((state = 'refused') = (note is not null))
);

-- A key is shown once; only its hash is stored.
create table api_key (
  business_id    uuid not null references business,
  mode           text not null check (mode in ('test', 'live')),
  key_id         uuid not null,
  kind           text not null check (kind in ('secret', 'public')),
  hash           bytea not null check (length(hash) = 32),
  -- The prefix and the last four characters.
  hint           text not null,
  created_at     timestamptz not null,
  -- After a roll, the old key works until then.
  expires_at     timestamptz,
  -- Compared with null, not with a clock: a slow clock keeps no revoked key alive.
  revoked_at     timestamptz,
  -- Written at most once a minute.
  last_used_at   timestamptz,
  scopes         text[] not null,
  allowed_ips    text[] not null,
  made_by        uuid,
  made_by_email  text,
  last_used_from text,
  primary key (business_id, mode, key_id),
  constraint api_key_scopes_check
    check (scopes <@ array['read', 'export', 'payments', 'refunds', 'payouts', 'identity',
    'settings', 'all'] and (kind = 'secret') = (cardinality(scopes) > 0)),
  constraint api_key_allowed_ips_check
    check (cardinality(allowed_ips) <= case kind when 'secret' then 20 else 0 end),
  constraint api_key_made_by_check check ((made_by is null) = (made_by_email is null))
);

-- Global: finds the owner of a key by the hash. Inserted before the key.
create table api_key_hash (
  hash        bytea primary key check (length(hash) = 32),
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  key_id      uuid not null
);

-- One row. Its version rises with each change of keys and settings; processes read it more than
-- once a second and then drop their caches. `master_key_check` detects a wrong master key.
create table installation (
  only_row         boolean default true primary key check (only_row),
  settings_version bigint not null default 0,
  master_key_check text
);

insert into installation default values;

-- The keys that encrypt, hash and make codes. Each is wrapped under the master key, which is
-- outside the database. The newest active key encrypts.
create table data_key (
  purpose     text not null check (purpose in ('seal', 'fingerprint', 'codes')),
  -- Precedes what was encrypted with it.
  key_id      text not null check (key_id ~ '^k[1-9][0-9]{0,5}$'),
  -- The key, and which master key opens it.
  wrapped     text not null,
  -- Until then it only decrypts, so that every process has it before it is used.
  active_from timestamptz not null,
  -- A running process has no master key for it: nothing may be encrypted with it.
  refused_at  timestamptz,
  created_at  timestamptz not null default now(),
  primary key (purpose, key_id),
  check (purpose = 'seal' or key_id = 'k1')
);

-- The ledger. Only src/core/ledger writes these tables.

create table ledger_account (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  name            text not null,
  -- A clearing account may go below zero, a wallet may not.
  overdraft       boolean not null,
  debits_pending  bigint not null default 0 check (debits_pending >= 0),
  debits_posted   bigint not null default 0 check (debits_posted >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  credits_posted  bigint not null default 0 check (credits_posted >= 0),
  created_at      timestamptz not null,
  primary key (business_id, mode, name),
  constraint ledger_account_not_overdrawn
    check (overdraft or credits_posted >= (debits_posted + debits_pending))
) with (fillfactor = 50);

-- Moves one amount from one account to another. A hold is closed by a second row: step 2 of the
-- same cause and reason. So the key makes sure that a cause (a payment, a deposit) moves money for
-- a reason once, and that a hold is closed once.
create table ledger_entry (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  cause_id       uuid not null,
  reason         text not null,
  step           smallint not null check (step in (1, 2)),
  kind           text not null check (kind in ('post', 'hold', 'post_hold', 'void_hold')),
  debit_account  text not null,
  credit_account text not null,
  amount         bigint not null check (amount > 0),
  -- When it happened, and when it was written.
  occurred_at    timestamptz not null,
  created_at     timestamptz not null,
  primary key (business_id, mode, cause_id, reason, step),
  check (debit_account <> credit_account),
  check ((step = 2) = (kind in ('post_hold', 'void_hold')))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table ledger_entry is 'append-only';
-- Statements of the two accounts of a wallet, newest first.
create index ledger_entry_of_wallet
  on ledger_entry (business_id, mode, created_at, cause_id, reason, step)
  where (debit_account in ('available', 'pending')) or (credit_account in ('available', 'pending'));
create index ledger_entry_charge_fee on ledger_entry (('fee-' || cause_id::text))
  where reason = 'rail_fee' and credit_account = 'card_clearing';
create trigger ledger_entry_is_append_only
  before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_entry_is_never_emptied
  before truncate on ledger_entry execute function refuse_change();

-- Events and their delivery to webhooks. Written by event_emit in the transaction that causes it.

-- Where a business receives events. Both rows are created with the mode.
create table webhook_endpoint (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  route           text not null check (route in ('standard', 'dedicated_virtual_account')),
  -- Null: nothing is sent here. Events of the dedicated endpoint then go to the standard one.
  url             text,
  events          text[] not null default '{transaction.success,transfer.received}',
  -- Encrypted, because it signs. The hint is its end.
  secret          text not null,
  secret_hint     text not null,
  -- Also signs, for a while after a roll.
  previous_secret text,
  previous_until  timestamptz,
  -- Since the last success.
  failures        integer not null default 0 check (failures >= 0),
  failing_since   timestamptz,
  disabled_at     timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- While it fails repeatedly, when the next delivery may be tried.
  probe_at        timestamptz,
  format          text not null default 'standard' check (format in ('standard', 'paystack')),
  primary key (business_id, mode, route),
  check ((previous_secret is null) = (previous_until is null)),
  check ((failures = 0) = (failing_since is null)),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 70);

-- `payload` is the exact text that is signed and sent.
create table event (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  type        text not null
    check (type in ('transaction.success', 'transaction.failed', 'transaction.abandoned',
    'transaction.displaced', 'transfer.received', 'bank_transfer.rejected', 'refund.processed',
    'refund.failed', 'payout.success', 'payout.failed', 'payout.reversed', 'identity.verified',
    'dedicated_virtual_account.created', 'card_testing.stopped', 'subaccount.account_change',
    'webhook.test')),
  route       text not null check (route in ('standard', 'dedicated_virtual_account')),
  payload     text not null,
  created_at  timestamptz not null,
  primary key (business_id, mode, event_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table event is 'append-only';
-- For the job that deletes old events.
create index event_by_age on event (created_at);
create trigger event_is_never_changed
  before update on event for each row execute function refuse_change();

-- The promise to send an event. Each attempt looks up the URL again; `endpoint` is the queue. A
-- worker takes a lease with a token, and only that token can record the attempt.
create table delivery (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  endpoint    text not null check (endpoint in ('standard', 'dedicated_virtual_account')),
  state       text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts    smallint not null default 0 check (attempts >= 0),
  next_at     timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  last_status smallint,
  last_error  text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- Attempts before a resend was requested; waits are counted from there.
  begun_after smallint not null default 0,
  -- Resent on request: sent although the endpoint is disabled.
  forced      boolean not null default false,
  is_retry    boolean not null generated always as (attempts > begun_after) stored,
  primary key (business_id, mode, event_id),
  check ((state = 'pending') = (next_at is not null)),
  check ((lease_until is null) = (lease_token is null)),
  check (lease_until is null or state = 'pending'),
  check (begun_after <= attempts)
) with (fillfactor = 70);
-- Two queues per endpoint, first attempts and retries: reading the head of each never reads past
-- the backlog of one that hangs.
create index delivery_pending on delivery (business_id, mode, endpoint, is_retry, next_at)
  where state = 'pending';
create index delivery_failed on delivery (business_id, mode, event_id) where state = 'failed';

-- Each queue, and when its first delivery is due. Goes from one queue to the next, with one probe
-- of the index each.
create view delivery_queue as
  with recursive queue as (
    (
      select business_id, mode, endpoint, is_retry, next_at
      from delivery
      where state = 'pending'
      order by business_id, mode, endpoint, is_retry, next_at
      limit 1
    )
    union all
    select following.*
    from queue
    cross join lateral (
      select d.business_id, d.mode, d.endpoint, d.is_retry, d.next_at
      from delivery d
      where d.state = 'pending'
        and (d.business_id, d.mode, d.endpoint, d.is_retry)
          > (queue.business_id, queue.mode, queue.endpoint, queue.is_retry)
      order by d.business_id, d.mode, d.endpoint, d.is_retry, d.next_at
      limit 1
    ) following
  )
  select business_id, mode, endpoint, min(next_at) as next_at
  from queue
  group by business_id, mode, endpoint;

-- One POST and its result: a status, or the reason why there was none.
create table delivery_attempt (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  event_id    uuid not null,
  attempt     smallint not null check (attempt >= 1),
  url         text not null,
  status      smallint,
  error       text,
  -- The first 2 KB.
  answer      text not null,
  latency_ms  integer not null check (latency_ms >= 0),
  created_at  timestamptz not null,
  primary key (business_id, mode, event_id, attempt),
  check ((status is null) <> (error is null))
);
comment on table delivery_attempt is 'append-only';

-- A notice to a business that its receiver has failed for a day or three days, or was disabled. One
-- per kind and failing period.
create table webhook_notice (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  route       text not null check (route in ('standard', 'dedicated_virtual_account')),
  kind        text not null check (kind in ('failing_24h', 'failing_72h', 'turned_off')),
  -- When it began to fail.
  since       timestamptz not null,
  url         text not null,
  created_at  timestamptz not null,
  next_at     timestamptz,
  attempts    smallint not null default 0 check (attempts >= 0),
  failure     text,
  sent_at     timestamptz,
  primary key (business_id, mode, route, kind, since),
  check (next_at is null or sent_at is null)
);
create index webhook_notice_due on webhook_notice (next_at) where next_at is not null;

-- Customers and payments.

-- One customer per email address, whatever its letter case.
create table customer (
  business_id  uuid not null,
  mode         text not null check (mode in ('test', 'live')),
  customer_id  uuid not null,
  email        text not null,
  email_folded text collate "C" not null,
  first_name   text not null,
  last_name    text not null,
  phone        text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (business_id, mode, customer_id),
  constraint customer_email_is_unique unique (business_id, mode, email_folded)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index customer_by_name
  on customer (business_id, mode, lower((first_name || ' ') || last_name) collate "C")
  where created_at > '-infinity';
create index customer_by_last_name on customer (business_id, mode, lower(last_name) collate "C")
  where created_at > '-infinity';

-- A payment.
create table transaction (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  id                    uuid not null,
  reference             text collate "C" not null,
  status                text not null
    check (status in ('pending', 'ongoing', 'success', 'failed', 'abandoned', 'reversed')),
  -- Rises with each change; a change from an old read is rejected.
  version               integer not null default 0,
  -- What the customer pays, then what was paid. requested_amount: what the business asked for.
  amount                bigint not null check (amount > 0),
  requested_amount      bigint not null check (requested_amount > 0),
  fee                   bigint check (fee >= 0),
  vat                   bigint check (vat >= 0),
  channel               text
    check (channel in ('card', 'bank_transfer', 'dedicated_virtual_account')),
  -- Comma-separated.
  channels              text not null,
  customer_id           uuid not null,
  email                 text not null,
  customer_name         text not null,
  phone                 text,
  callback_url          text,
  -- As sent, byte for byte; jsonb would rewrite it.
  metadata              text,
  gateway_response      text not null default '',
  message               text,
  authorization_details text,
  ip_address            text,
  -- A page's key, the business's secret key, or a deposit to a permanent account.
  made_with             text not null check (made_with in ('secret', 'public', 'rail')),
  attempts              smallint not null default 0,
  errors                smallint not null default 0,
  history               text not null default '',
  created_at            timestamptz not null,
  expires_at            timestamptz not null,
  paid_at               timestamptz,
  -- Null: the first word of customer_name is the first name.
  customer_last_name    text,
  -- In the form of the API: the split when it was requested, and who got what.
  split                 text,
  -- Taken by refunds that have not failed.
  refunded              bigint not null default 0,
  payment_link_id       uuid,
  -- Made with a public key; a payment of the server has taken its reference.
  displaced             boolean not null default false,
  primary key (business_id, mode, id) include (status, channel, amount, created_at),
  constraint transaction_reference_is_unique unique (business_id, mode, reference, displaced),
  constraint transaction_is_paid_when_it_succeeds
    check ((status in ('success', 'reversed')) = (paid_at is not null)),
  constraint transaction_has_its_fee_when_it_succeeds
    check (paid_at is null or fee is not null and vat is not null and channel is not null),
  constraint transaction_is_not_refunded_beyond_its_amount check (refunded between 0 and amount),
  constraint transaction_is_refunded_when_it_was_paid
    check (refunded = 0 or (status in ('success', 'reversed'))),
  constraint transaction_is_reversed_when_all_went_back
    check (status <> 'reversed' or refunded = amount),
  constraint transaction_is_displaced_only_if_public_and_closed
    check (not displaced or made_with = 'public' and (status not in ('pending', 'ongoing')))
) with (fillfactor = 85, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on column transaction.message is 'a code with its data, such as declined';
comment on column transaction.history is
  'codes with their data and the seconds since created_at: opened@3,paid:card@21';
-- Has all that is counted of a link, so that the table is not read.
create index transaction_by_link
  on transaction (business_id, mode, payment_link_id, status) include (amount)
  where payment_link_id is not null;
-- What came in on a day. Written once, when the payment succeeds.
create index transaction_by_payment
  on transaction (business_id, mode, paid_at) include (amount, fee, vat)
  where paid_at is not null;
-- This index and those of lists have a condition that always holds, so that only a statement that
-- repeats it uses them: without statistics, the planner preferred them to the key, and read all
-- payments.
create index transaction_by_customer on transaction (business_id, mode, customer_id, id)
  where created_at > '-infinity';
-- For the job that expires payments.
create index transaction_open_by_expiry on transaction (expires_at)
  where (status in ('pending', 'ongoing')) and expires_at > '-infinity';
-- A payment that succeeds is never in this index, so it costs it nothing.
create index transaction_closed_unpaid on transaction (business_id, mode, status, id)
  where status in ('failed', 'abandoned', 'reversed');
create index transaction_displaced on transaction (business_id, mode, id) where displaced;

-- A request with an Idempotency-Key, and its response once there is one.
create table idempotency_key (
  business_id  uuid not null,
  mode         text not null check (mode in ('test', 'live')),
  key          text not null,
  request_hash bytea not null,
  -- The same for each try, so that a second try finds what the first one made.
  effect_id    uuid not null,
  -- While the request runs. After a crash, the next try takes over then.
  lease_until  timestamptz,
  status       smallint,
  content_type text,
  -- The response, encrypted.
  body         text,
  created_at   timestamptz not null,
  -- Responses with personal details are deleted with them.
  erase_at     timestamptz,
  primary key (business_id, mode, key),
  check ((lease_until is null) = (status is not null)),
  check ((status is null) = (body is null))
);
create index idempotency_key_by_age on idempotency_key (created_at);
create index idempotency_key_to_erase on idempotency_key (erase_at) where erase_at is not null;

-- Account numbers and bank credits.

-- Account numbers that a bank issued: one-off for a payment, permanent for a customer (dedicated)
-- or for a wallet.
create table virtual_account (
  business_id        uuid not null,
  mode               text not null check (mode in ('test', 'live')),
  virtual_account_id uuid not null,
  kind               text not null check (kind in ('one_off', 'dedicated', 'wallet')),
  transaction_id     uuid,
  -- A payment that is still open when its account has expired gets the next one.
  ordinal            smallint check (ordinal >= 1),
  amount             bigint check (amount > 0),
  account_name       text not null,
  -- Null until the bank has responded. The row's id is the key of the request.
  account_number     text,
  bank_name          text,
  bank_code          text,
  bank_slug          text,
  created_at         timestamptz not null,
  expires_at         timestamptz,
  customer_id        uuid,
  -- Of a dedicated account: 1, or 3 with a BVN.
  tier               smallint,
  -- Encrypted; bvn_last4 may be shown.
  bvn                text,
  bvn_last4          text,
  -- How deposits are shared.
  split_code         text,
  assigned_at        timestamptz,
  updated_at         timestamptz not null,
  rail               text not null default 'sandbox',
  -- The bank's own name of it, encrypted.
  handle             text,
  primary key (business_id, mode, virtual_account_id),
  unique (business_id, mode, transaction_id, ordinal),
  constraint virtual_account_has_what_its_kind_has
    check ((kind = 'one_off') = (transaction_id is not null)
    and (kind = 'one_off') = (ordinal is not null) and (kind = 'one_off') = (amount is not null)
    and (kind = 'one_off') = (expires_at is not null)
    and (kind = 'dedicated') = (customer_id is not null)
    and (kind = 'dedicated') = (tier is not null)),
  constraint virtual_account_tier_check check ((tier in (1, 3)) and (tier = 1 or bvn is not null)),
  constraint virtual_account_bvn_check check ((bvn is null) = (bvn_last4 is null)),
  constraint virtual_account_is_assigned_with_its_number
    check ((account_number is null) = (assigned_at is null)),
  check ((account_number is null) = (bank_code is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 70);
create unique index virtual_account_one_a_customer
  on virtual_account (business_id, mode, customer_id)
  where kind = 'dedicated';
create unique index virtual_account_one_a_wallet on virtual_account (business_id, mode)
  where kind = 'wallet';
-- Lists permanent accounts without reading past one-off ones. Its condition names no column that
-- changes, so issuing a number does not write it again.
create index virtual_account_dedicated on virtual_account (business_id, mode, virtual_account_id)
  where kind = 'dedicated';

-- Global: the owner of an account number, which never changes.
create table account_number (
  mode               text not null check (mode in ('test', 'live')),
  account_number     text not null,
  business_id        uuid not null,
  virtual_account_id uuid not null,
  primary key (mode, account_number)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Global: a rail and its session id name one credit, which is booked once however often it is
-- notified.
create table deposit_session (
  mode        text not null check (mode in ('test', 'live')),
  rail        text not null,
  session_id  text not null check (length(session_id) between 1 and 64),
  business_id uuid not null,
  deposit_id  uuid not null,
  primary key (mode, rail, session_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Matched: it paid the transaction. Unmatched: it waits in the business's unmatched account and is
-- returned.
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
  transaction_id        uuid,
  state                 text not null
    check (state in ('matched', 'unmatched', 'returning', 'returned', 'return_refused')),
  -- Why it is unmatched.
  reason                text
    check (reason in ('amount_too_low', 'amount_too_high', 'late', 'already_paid', 'closed')),
  return_session_id     text,
  next_return_at        timestamptz,
  occurred_at           timestamptz not null,
  created_at            timestamptz not null,
  -- A deposit to a wallet pays no transaction.
  account_kind          text not null check (account_kind in ('one_off', 'dedicated', 'wallet')),
  return_handle         text,
  return_asked_at       timestamptz,
  return_accepted_at    timestamptz,
  primary key (business_id, mode, deposit_id) include (amount),
  constraint deposit_pays_a_transaction
    check ((account_kind = 'wallet') = (transaction_id is null)),
  constraint deposit_to_a_permanent_account_is_matched
    check (account_kind = 'one_off' or state = 'matched'),
  check ((state = 'matched') = (reason is null)),
  check ((state in ('unmatched', 'returning')) = (next_return_at is not null)),
  check ((state = 'returned') = (return_session_id is not null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index deposit_to_return on deposit (next_return_at) where next_return_at is not null;
create index deposit_by_transaction on deposit (business_id, mode, transaction_id);
-- These find a movement by its session id at the bank.
create index deposit_by_return on deposit (mode, rail, return_session_id)
  where return_session_id is not null;
create index deposit_by_state on deposit (business_id, mode, state, deposit_id)
  where state <> 'matched';
create index deposit_to_return_by_id on deposit (deposit_id) where next_return_at is not null;

-- Credits to account numbers that were never issued. An operator assigns each once to an account;
-- then a deposit is made of it.
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
  -- The account number that it was assigned to.
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

-- Notifications that were not booked: the session id belongs to another credit, or the body is
-- unreadable.
create table deposit_quarantine (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  quarantine_id uuid not null,
  reason        text not null check (reason in ('altered', 'unreadable')),
  rail          text not null,
  session_id    text,
  -- Altered: the credit as JSON. Unreadable: the first 16 KB of the body.
  content       text not null,
  -- Of rail, session id and content: a repetition adds no row.
  digest        bytea not null check (length(digest) = 32),
  created_at    timestamptz not null,
  primary key (business_id, mode, quarantine_id),
  constraint deposit_quarantine_lists_once unique (business_id, mode, digest),
  check ((reason = 'altered') = (session_id is not null))
);
comment on table deposit_quarantine is 'append-only';

-- Cards.

-- One attempt to pay by card. Of the card, only the first six and last four digits are stored.
create table card_attempt (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  attempt_id            uuid not null,
  transaction_id        uuid not null,
  amount                bigint not null check (amount > 0),
  -- charging to unknown are open. superseded: the customer took another card, but the rail may
  -- still approve this one. surplus: approved after the payment had ended, and is reversed.
  state                 text not null
    check (state in ('charging', 'pin', 'otp', 'redirect', 'unknown', 'superseded', 'approved',
    'declined', 'unavailable', 'surplus', 'returned', 'return_refused')),
  decline_reason        text,
  redirect_url          text,
  authorization_details text,
  -- When the rail is queried about a charge, or a surplus is reversed.
  next_enquiry_at       timestamptz,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  rail                  text not null default 'sandbox',
  handle                text,
  return_handle         text,
  return_asked_at       timestamptz,
  return_accepted_at    timestamptz,
  -- The reversal, as the processor's statement names it.
  return_session_id     text check (length(return_session_id) <= 64),
  primary key (business_id, mode, attempt_id),
  check ((state = 'declined') = (decline_reason is not null)),
  check ((state = 'redirect') = (redirect_url is not null)),
  check ((state in ('charging', 'unknown', 'redirect', 'pin', 'otp', 'superseded',
    'surplus')) = (next_enquiry_at is not null))
);
-- A double click or a second tab finds the open attempt.
create unique index card_attempt_one_open on card_attempt (business_id, mode, transaction_id)
  where state in ('charging', 'pin', 'otp', 'redirect', 'unknown');
create index card_attempt_by_transaction on card_attempt (business_id, mode, transaction_id);
create index card_attempt_to_enquire on card_attempt (next_enquiry_at)
  where next_enquiry_at is not null;
create index card_attempt_to_enquire_by_id on card_attempt (attempt_id)
  where next_enquiry_at is not null;
-- Statements of a card processor name a charge by the attempt's id, and a refund or reversal by the
-- session that the rail returned.
create index card_attempt_by_key on card_attempt ((attempt_id::text))
  where mode = 'live' and (state in ('approved', 'surplus', 'returned', 'return_refused'));
create index card_attempt_by_return on card_attempt (mode, return_session_id)
  where return_session_id is not null;

-- Card testing that was stopped. The business is told by an event and one email.
create table card_testing (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  -- To the hour, so that no hour is reported twice.
  began_at    timestamptz not null,
  seen_at     timestamptz not null,
  -- Of the email.
  next_at     timestamptz,
  attempts    smallint not null default 0 check (attempts >= 0),
  failure     text,
  sent_at     timestamptz,
  primary key (business_id, mode, began_at),
  check (next_at is null or sent_at is null)
);
create index card_testing_due on card_testing (next_at) where next_at is not null;

-- Splits and settlements.

-- A recipient of shares: a bank account whose holder was looked up when it was added.
create table subaccount (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  subaccount_id         uuid not null,
  business_name         text not null,
  bank_code             text not null,
  account_number        text not null,
  -- As the bank writes it.
  account_name          text not null,
  -- Basis points, for the business's own use; a split has its own shares.
  percentage_charge     integer check (percentage_charge between 1 and 10000),
  primary_contact_email text,
  -- As sent, byte for byte.
  metadata              text,
  active                boolean not null default true,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (business_id, mode, subaccount_id)
);

-- A change of a subaccount's bank account. While it waits, nothing is paid out to the subaccount.
create table account_change (
  business_id         uuid not null,
  mode                text not null check (mode in ('test', 'live')),
  change_id           uuid not null,
  subaccount_id       uuid not null,
  state               text not null check (state in ('waiting', 'effective', 'cancelled')),
  from_bank_code      text not null,
  from_account_number text not null,
  from_account_name   text not null,
  to_bank_code        text not null,
  to_account_number   text not null,
  to_account_name     text not null,
  -- A login, also one that made the key. Null: a key that the service made.
  asked_by            uuid,
  asked_by_name       text not null,
  -- Null: a second person must approve.
  effective_at        timestamptz,
  decided_by_email    text,
  decided_at          timestamptz,
  created_at          timestamptz not null,
  primary key (business_id, mode, change_id),
  check ((state = 'waiting') = (decided_at is null))
);
-- One change at a time waits for a subaccount.
create unique index account_change_waiting on account_change (business_id, mode, subaccount_id)
  where state = 'waiting';
-- For the limit of recent changes.
create index account_change_of on account_change (business_id, mode, subaccount_id, created_at);
create index account_change_due on account_change (effective_at)
  where state = 'waiting' and effective_at is not null;

-- Shares are basis points of the amount, or kobo.
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
  -- Rises with each change; a change from an old read is rejected.
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

-- Moves what is due from pending to available.
create table settlement (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  settlement_id uuid not null,
  -- Null: the business's own.
  subaccount_id uuid,
  amount        bigint not null check (amount > 0),
  items         integer not null check (items > 0),
  -- It includes what was paid before this moment.
  paid_before   timestamptz not null,
  settled_at    timestamptz not null,
  primary key (business_id, mode, settlement_id)
);

-- What waits for settlement. The unsettled items of an account sum to its balance; a refund from
-- pending money is a negative item.
create table settlement_item (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  -- The ledger account in which it waits.
  account       text not null,
  -- The payment, or the refund.
  cause_id      uuid not null,
  kind          text not null check (kind in ('payment', 'refund', 'refund_returned')),
  amount        bigint not null check (amount <> 0),
  occurred_at   timestamptz not null,
  settlement_id uuid,
  primary key (business_id, mode, cause_id, kind, account),
  check ((kind = 'refund') = (amount < 0))
) with (fillfactor = 85);
create index settlement_item_unsettled on settlement_item (business_id, mode, account, occurred_at)
  where settlement_id is null;
create index settlement_item_by_settlement
  on settlement_item (business_id, mode, settlement_id, cause_id)
  where settlement_id is not null;
-- Settled at once: refunds that were given back. A search for them among all items took too long.
create index settlement_item_of_refunds on settlement_item (business_id, mode, account)
  where settlement_id is null and kind <> 'payment';

-- Public holidays that were announced, and working days that were expected to be holidays.
create table announced_day (
  day          date primary key,
  is_holiday   boolean not null,
  name         text not null,
  announced_by text not null,
  created_at   timestamptz not null
);

-- Payouts.

-- Money that leaves the wallet of a business or a subaccount.
create table payout (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  payout_id      uuid not null,
  rail           text not null,
  reference      text not null,
  state          text not null check (state in ('pending', 'success', 'failed', 'reversed')),
  amount         bigint not null check (amount > 0),
  bank_code      text not null,
  account_number text not null,
  -- From the name enquiry; `enquiry` is the id of that response.
  account_name   text not null,
  enquiry        text not null,
  -- For the recipient, in the words of the business.
  reason         text,
  -- Null: the business's own money.
  subaccount_id  uuid,
  -- Why it will never be sent: a code of ours.
  failure        text,
  -- The id of the bank transfer.
  session_id     text check (length(session_id) <= 64),
  -- When it was last sent. Null: never, or certainly without effect.
  asked_at       timestamptz,
  enquiries      integer not null default 0,
  -- When a job takes it up.
  next_at        timestamptz,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  handle         text,
  -- From then on the bank is only queried.
  accepted_at    timestamptz,
  reversed_at    timestamptz,
  -- The key at the bank, derived from the business's reference so that it is the same after a
  -- restore. Null: payout_id.
  rail_key       uuid,
  keyed_at       timestamptz,
  primary key (business_id, mode, payout_id),
  constraint payout_reference unique (business_id, mode, reference),
  constraint payout_is_due_while_it_may_change
    check ( case state when 'pending' then next_at is not null when 'success' then true
    else next_at is null end),
  constraint payout_was_sent_by_a_session
    check ((state in ('success', 'reversed')) = (session_id is not null)),
  constraint payout_failed_for_a_reason
    check ((state in ('failed', 'reversed')) = (failure is not null)),
  constraint payout_was_asked_for
    check (asked_at is not null or (state not in ('success', 'reversed')) and accepted_at is null),
  constraint payout_came_back_once check ((state = 'reversed') = (reversed_at is not null)),
  check ((state = 'pending') = (completed_at is null))
) with (fillfactor = 70);
alter table payout add constraint payout_is_asked_for_by_who_knows_its_key
  check (rail_key is null or not keyed_at is distinct from asked_at) not VALID;
create index payout_due on payout (next_at) where next_at is not null;
create index payout_of_a_subaccount on payout (business_id, mode, subaccount_id, payout_id)
  where subaccount_id is not null;
create unique index payout_one_of_a_subaccount on payout (business_id, mode, subaccount_id)
  where subaccount_id is not null and state = 'pending';
create index payout_by_session on payout (mode, rail, session_id) where session_id is not null;
-- Some banks need a pause between equal transfers to one account.
create index payout_by_destination on payout (mode, rail, account_number, amount, asked_at)
  where asked_at is not null;
-- A bank names a payout in a notification by our key alone.
create index payout_by_id on payout (payout_id);
create unique index payout_rail_key on payout (business_id, mode, rail_key)
  where rail_key is not null;
create index payout_by_rail_key on payout (rail_key) where rail_key is not null;

-- Subaccounts that may have something to be paid out, so that the job need not read all of them.
create table subaccount_payout_schedule (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  subaccount_id uuid not null,
  -- Null: nothing has arrived since the last look, or a payout is in progress.
  due_at        timestamptz,
  -- Consecutive failed payouts.
  failures      integer not null default 0,
  primary key (business_id, mode, subaccount_id)
) with (fillfactor = 70);
create index subaccount_payout_schedule_due on subaccount_payout_schedule (due_at)
  where due_at is not null;
-- Inserts the rows of this table; db/functions has its current text.
create function subaccount_payout_note() returns trigger language plpgsql as $$
declare
  subaccount uuid := split_part(new.credit_account, '/', 2)::uuid;
begin
  perform 1
  from subaccount_payout_schedule s
  where s.business_id = new.business_id and s.mode = new.mode and s.subaccount_id = subaccount
    and s.due_at is not null;
  if found then
    return null;
  end if;
  insert into subaccount_payout_schedule as s (business_id, mode, subaccount_id, due_at)
  values (new.business_id, new.mode, subaccount, new.created_at)
  on conflict (business_id, mode, subaccount_id) do update
    set due_at = excluded.due_at
    where s.due_at is null;
  return null;
end $$;
create trigger ledger_entry_is_noted_for_payout
  after insert on ledger_entry for each row
  when (new.credit_account ^@ 'available/' and new.kind in ('post', 'post_hold'))
  execute function subaccount_payout_note();

-- Refunds and receipts.

-- Money of a payment that goes back the way it came.
create table refund (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  refund_id             uuid not null,
  transaction_id        uuid not null,
  -- Copied; a payment's reference does not change.
  transaction_reference text not null,
  channel               text not null
    check (channel in ('card', 'bank_transfer', 'dedicated_virtual_account')),
  amount                bigint not null check (amount > 0),
  -- The part that was taken from money that waited for settlement.
  from_pending          bigint not null,
  reason                text,
  status                text not null check (status in ('pending', 'processed', 'failed')),
  -- The rail's reason: a code of ours.
  failure               text,
  session_id            text,
  next_ask_at           timestamptz,
  created_at            timestamptz not null,
  processed_at          timestamptz,
  rail                  text not null default 'sandbox',
  handle                text,
  asked_at              timestamptz,
  accepted_at           timestamptz,
  primary key (business_id, mode, refund_id),
  check (from_pending between 0 and amount),
  check ((status = 'pending') = (next_ask_at is not null)),
  check ((status = 'processed') = (session_id is not null)),
  check ((status = 'processed') = (processed_at is not null)),
  check ((status = 'failed') = (failure is not null))
) with (fillfactor = 85);
create index refund_by_transaction on refund (business_id, mode, transaction_id, refund_id);
create index refund_to_ask on refund (next_ask_at) where next_ask_at is not null;
create index refund_by_session on refund (mode, session_id)
  where session_id is not null and channel <> 'card';
create index refund_by_end on refund (business_id, mode, processed_at) include (amount)
  where processed_at is not null;
create index refund_to_ask_by_id on refund (refund_id) where next_ask_at is not null;
create index card_refund_by_session on refund (mode, session_id)
  where session_id is not null and channel = 'card';

-- An email receipt for a successful payment.
create table receipt (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  transaction_id uuid not null,
  state          text not null default 'due' check (state in ('due', 'sent', 'failed')),
  -- While it is due: when it may be sent.
  next_at        timestamptz,
  attempts       smallint not null default 0 check (attempts >= 0),
  -- A code, of the last failed attempt.
  failure        text,
  created_at     timestamptz not null,
  sent_at        timestamptz,
  -- Not in next_at: that is in an index, which each claim would write twice.
  lease_until    timestamptz,
  primary key (business_id, mode, transaction_id),
  check ((state = 'due') = (next_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
) with (fillfactor = 85, autovacuum_vacuum_insert_scale_factor = 0.02);
create index receipt_due on receipt (next_at) where state = 'due';

-- The checkout and payment links.

-- Served under its digest.
create table checkout_logo (
  business_id uuid not null,
  mode        text not null,
  -- SHA-256 of the bytes.
  digest      bytea not null check (length(digest) = 32),
  type        text not null check (type in ('png', 'jpeg', 'webp')),
  width       integer not null check (width between 1 and 1024),
  height      integer not null check (height between 1 and 1024),
  bytes       bytea not null check (length(bytes) between 1 and 65536),
  created_at  timestamptz not null,
  primary key (business_id, mode),
  foreign key (business_id, mode) references business_mode
);
create index checkout_logo_by_digest on checkout_logo (digest);

create table payment_link (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  payment_link_id uuid not null,
  slug            text not null,
  name            text not null check (length(name) between 1 and 100),
  description     text,
  -- Null: the customer chooses, within min_amount and max_amount.
  amount          bigint check (amount >= 100 and amount <= '1000000000000'::bigint),
  min_amount      bigint check (min_amount >= 100 and min_amount <= '1000000000000'::bigint),
  max_amount      bigint check (max_amount >= 100 and max_amount <= '1000000000000'::bigint),
  -- JSON: what else the customer is asked.
  fields          text not null,
  callback_url    text,
  split_code      text,
  -- Comma-separated. Null: all.
  channels        text,
  fee_bearer      text not null check (fee_bearer in ('business', 'customer')),
  active          boolean not null default true,
  expires_at      timestamptz,
  -- Successful payments.
  uses_max        integer check (uses_max between 1 and 1000000),
  -- As sent.
  metadata        text,
  version         integer not null default 0,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (business_id, mode, payment_link_id),
  check (amount is null or min_amount is null and max_amount is null),
  check (min_amount <= max_amount)
);

-- Global: a slug names neither business nor mode, so it is unique over all. A row outlives its
-- link: a printed address never leads to another business.
create table payment_link_slug (
  slug            text primary key check (slug ~ '^[a-z0-9-]{3,60}$'),
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  payment_link_id uuid not null,
  constraint payment_link_has_one_slug unique (business_id, mode, payment_link_id)
);
comment on table payment_link_slug is 'append-only';

-- Identity verification. Personal details are encrypted by the service before they are stored.

create table identity_verification (
  business_id          uuid not null,
  mode                 text not null check (mode in ('test', 'live')),
  verification_id      uuid not null,
  type                 text not null check (type in ('BVN', 'NIN')),
  -- Requested: it is not known yet whether the registry has sent a code.
  state                text not null
    check (state in ('Requested', 'Pending', 'SUCCESS', 'FAILED', 'LOCKED', 'EXPIRED')),
  failure              text
    check (failure in ('unknown_number', 'not_sent', 'unavailable', 'not_found', 'never_known')),
  -- Encrypted, and deleted when it is not needed. number_last4 and the keyed hash stay.
  number               text,
  number_last4         text not null,
  number_hash          bytea not null,
  -- What the person agreed to. Encrypted.
  consent              text,
  fee                  bigint not null check (fee > 0),
  -- The key of the call that sent the last code.
  otp_id               uuid not null,
  -- The registry's session.
  rail_session         text,
  otp_sent_at          timestamptz,
  otp_expires_at       timestamptz,
  otp_resends          smallint not null default 0 check (otp_resends between 0 and 3),
  -- Guesses that were not right, including those in progress. wrongs: certainly wrong.
  attempts             smallint not null default 0 check (attempts between 0 and 5),
  wrongs               smallint not null default 0 check (wrongs between 0 and 5),
  -- Keyed hash of the right code, for those who request the details again.
  otp_hash             bytea,
  -- The registry's record. Encrypted.
  details              text,
  -- The wallet, as returned with the details; a repetition returns the same.
  debit_account_number text,
  verified_at          timestamptz,
  -- When number, code and details must be deleted.
  erase_at             timestamptz,
  -- When a job enquires, or ends the code or the details.
  due_at               timestamptz,
  -- Of the request with an Idempotency-Key that began it.
  effect_id            uuid,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  rail                 text not null default 'sandbox',
  primary key (business_id, mode, verification_id),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state = 'SUCCESS') = (verified_at is not null)),
  check ((verified_at is null) = (erase_at is null)),
  check (state = 'SUCCESS' or details is null and otp_hash is null),
  check ((state not in ('Requested', 'Pending')) or number is not null),
  check ((state not in ('FAILED', 'LOCKED', 'EXPIRED')) or number is null),
  check ((state in ('Requested', 'FAILED')) or rail_session is not null and otp_sent_at is not null
    and otp_expires_at is not null)
) with (fillfactor = 70);
create unique index identity_verification_one_an_effect
  on identity_verification (business_id, mode, effect_id)
  where effect_id is not null;
create index identity_verification_due on identity_verification (due_at) where due_at is not null;

-- Who was shown the details of a person, and when.
create table identity_access (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  access_id       uuid not null,
  verification_id uuid not null,
  -- At the validation; again with the right code; or by an Idempotency-Key.
  how             text not null check (how in ('validated', 'validated_again', 'replayed')),
  key_id          uuid not null,
  request_id      text not null,
  ip_address      text not null,
  created_at      timestamptz not null,
  primary key (business_id, mode, access_id)
);
comment on table identity_access is 'append-only';
create index identity_access_of_a_verification
  on identity_access (business_id, mode, verification_id);
create trigger identity_access_is_append_only
  before update or delete on identity_access for each row execute function refuse_change();
create trigger identity_access_is_never_emptied
  before truncate on identity_access execute function refuse_change();

-- How often codes were sent for a number in the last day, over all businesses.
create table identity_number (
  mode        text not null check (mode in ('test', 'live')),
  -- Keyed.
  number_hash bytea not null,
  -- Ids of verifications; an id contains its time.
  uses        uuid[] not null,
  updated_at  timestamptz not null,
  primary key (mode, number_hash)
);
create index identity_number_by_age on identity_number (updated_at);

-- Logins and the audit log.

-- A person: one email address, one password, and a role in each business.
create table login (
  login_id        uuid primary key,
  email           text not null,
  email_folded    text not null unique,
  name            text not null default '' check (length(name) <= 100),
  -- scrypt: parameters, salt and hash.
  password_hash   text not null,
  -- May operate the service: businesses, providers, books.
  is_operator     boolean not null default false,
  -- Wrong passwords and codes since the last sign-in, from unknown devices.
  failures        integer not null default 0 check (failures >= 0),
  -- Encrypted. It counts from totp_since, when a first code was entered.
  totp_secret     text,
  totp_since      timestamptz,
  -- The last time step that was used: no code works twice.
  totp_step       bigint not null default 0,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- When the address was proved: by a link in an email, or because the login was made on the
  -- machine. An unproved login is a member of one business at most, and never an operator.
  proved_at       timestamptz,
  -- Wrong tries from known devices. Strangers cannot lock these out.
  device_failures integer not null default 0 check (device_failures >= 0),
  constraint login_operator_is_proved check (proved_at is not null or not is_operator),
  check (totp_since is null or totp_secret is not null)
);

create table membership (
  business_id uuid not null references business,
  login_id    uuid not null references login,
  role        text not null check (role in ('owner', 'developer', 'finance', 'support')),
  created_at  timestamptz not null,
  primary key (business_id, login_id)
);
create index membership_by_login on membership (login_id);

-- Ten at a time; each replaces the second factor once.
create table recovery_code (
  login_id  uuid not null references login,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (login_id, code_hash)
);

create table login_session (
  session_id  uuid primary key,
  login_id    uuid not null references login,
  -- SHA-256 of the browser's token.
  token_hash  bytea not null unique check (length(token_hash) = 32),
  stage       text not null check (stage in ('second_factor', 'open')),
  created_at  timestamptz not null,
  seen_at     timestamptz not null,
  -- Until then, the password is not asked for again.
  fresh_until timestamptz not null,
  address     text not null,
  agent       text not null check (length(agent) <= 300),
  ended_at    timestamptz
) with (fillfactor = 85);
create index login_session_by_login on login_session (login_id);

-- Recent failed sign-ins of an account or an address, as a keyed hash.
create table sign_in_failure (
  subject  bytea primary key check (length(subject) = 32),
  failures integer not null check (failures >= 0),
  since    timestamptz not null,
  -- Until then, tries are rejected unread.
  next_at  timestamptz not null
) with (fillfactor = 70);

create table invitation (
  business_id   uuid not null references business,
  invitation_id uuid not null,
  email         text not null,
  email_folded  text not null,
  role          text not null check (role in ('owner', 'developer', 'finance', 'support')),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  withdrawn_at  timestamptz,
  primary key (business_id, invitation_id)
);
-- One open invitation per address and business.
create unique index invitation_open on invitation (business_id, email_folded)
  where accepted_at is null and withdrawn_at is null;

create table password_reset (
  reset_id   uuid primary key,
  login_id   uuid not null references login,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_reset_by_login on password_reset (login_id);

-- An email to a login, or to somebody who is invited.
create table login_letter (
  letter_id     uuid primary key,
  kind          text not null
    check (kind in ('invitation', 'password_reset', 'held_off', 'account_change', 'reconciliation',
    'alarm')),
  email         text not null,
  -- The invitation or the reset.
  subject_id    uuid not null,
  business_id   uuid,
  business_name text not null,
  mode          text not null check (mode in ('test', 'live')),
  attempts      integer not null default 0,
  next_at       timestamptz,
  sent_at       timestamptz,
  failure       text,
  created_at    timestamptz not null,
  -- Only the reader of the mailbox has seen the link.
  by_mail       boolean not null default false,
  -- What an owner is told in an email without a link.
  note          text,
  constraint login_letter_note_check
    check ((kind in ('account_change', 'reconciliation', 'alarm')) = (note is not null)),
  check (sent_at is null or next_at is null)
);
create index login_letter_due on login_letter (next_at) where next_at is not null;
create index login_letter_by_subject on login_letter (subject_id);

-- What people did, as a hash chain for each business: changing or removing a row breaks every
-- digest after it. Each action is written twice: before it runs, and with its outcome.
create table audit_entry (
  business_id uuid not null,
  number      bigint not null check (number > 0),
  entry_id    uuid not null,
  created_at  timestamptz not null,
  mode        text check (mode in ('test', 'live')),
  -- Null: the service itself, or an operator on the machine.
  login_id    uuid,
  email       text not null,
  address     text not null,
  request_id  text not null,
  action      text not null check (length(action) between 1 and 200),
  subject     text not null check (length(subject) <= 300),
  -- SHA-256 of the request body.
  body_digest bytea check (length(body_digest) = 32),
  -- The HTTP status. Null: not known yet.
  outcome     integer,
  previous    bytea not null check (length(previous) = 32),
  digest      bytea not null check (length(digest) = 32),
  primary key (business_id, number),
  unique (business_id, entry_id)
);
comment on table audit_entry is 'append-only';
create index audit_entry_by_request on audit_entry (business_id, request_id);
create trigger audit_entry_is_append_only
  before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_is_never_emptied
  before truncate on audit_entry execute function refuse_change();

-- The end of each chain.
create table audit_head (
  business_id uuid primary key,
  number      bigint not null check (number >= 0),
  digest      bytea not null check (length(digest) = 32)
) with (fillfactor = 70);

-- Providers. The columns and tables call a provider `rail`.

-- Notifications of providers, stored encrypted before they are processed, and deleted after thirty
-- days. Each is processed once; an operator may process it again.
create table rail_notification (
  notification_id uuid primary key,
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null,
  -- Headers and body, encrypted.
  sealed          text not null,
  received_at     timestamptz not null,
  -- Null: processed.
  due_at          timestamptz,
  tries           integer not null default 0 check (tries >= 0),
  verdict         text,
  judged_at       timestamptz,
  check ((due_at is null) = (judged_at is not null)),
  check ((verdict is null) = (judged_at is null))
);
create index rail_notification_due on rail_notification (due_at) where due_at is not null;
create index rail_notification_received on rail_notification (received_at);
-- When a provider last sent something.
create index rail_notification_last on rail_notification (mode, rail, received_at);

-- Responses of providers, per process and five minutes. All columns are sums, so rows add up.
create table rail_health (
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null check (rail in ('bank', 'card', 'identity', 'message')),
  -- A restart makes another process.
  process         text not null,
  window_start    timestamptz not null,
  calls           integer not null check (calls >= 0),
  -- The other calls are still in progress.
  answered        integer not null,
  down            integer not null check (down >= 0),
  unknown         integer not null check (unknown >= 0),
  -- Errors of the adapter: faults of ours.
  threw           integer not null check (threw >= 0),
  -- Calls per duration; src/providers has the bounds.
  latencies       integer[] not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure    text check (last_failure in ('down', 'unknown', 'threw')),
  -- The provider.
  name            text not null,
  -- When it last refused our credentials.
  refused_at      timestamptz,
  primary key (mode, rail, name, process, window_start),
  check (answered between 0 and calls),
  check ((down + unknown + threw) <= answered),
  check ((last_failure_at is null) = (last_failure is null))
) with (fillfactor = 70);
create index rail_health_by_age on rail_health (window_start);

-- A provider that an operator has switched off: for new things (`new`), or for all that sends money
-- out (`outgoing`). `*` is all rails.
create table rail_switch (
  mode        text not null check (mode in ('test', 'live')),
  rail        text not null check (length(rail) between 1 and 64),
  -- Null: all businesses.
  business_id uuid,
  reason      text not null check (length(reason) between 1 and 500),
  -- An operator's email address.
  off_by      text not null check (length(off_by) between 1 and 320),
  off_at      timestamptz not null,
  stops       text not null default 'new',
  constraint rail_switch_once unique nulls not distinct (mode, rail, business_id, stops),
  constraint rail_switch_stops check (stops in ('new', 'outgoing'))
);

-- The balance that a provider last reported.
create table rail_balance (
  mode      text not null check (mode in ('test', 'live')),
  rail      text not null check (length(rail) between 1 and 64),
  -- Written before the request, so that one process asks.
  asked_at  timestamptz not null,
  -- What can be paid out, over all accounts. Null: not reported yet.
  available bigint,
  read_at   timestamptz,
  -- Null: the last request succeeded.
  failed_at timestamptz,
  primary key (mode, rail),
  check ((available is null) = (read_at is null))
);

-- Fees that businesses paid, less the cost of providers, per day in Lagos. Summed from the ledger
-- by a job.
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
  -- Null: not summed yet.
  summed_at timestamptz
);

-- Begins once and ends once.
create table alarm (
  alarm_id uuid primary key,
  kind     text not null
    check (kind in ('balance_below_floor', 'unknown_for_long', 'notification_unread',
    'statement_not_matching', 'credentials_refused')),
  mode     text not null check (mode in ('test', 'live')),
  rail     text not null check (length(rail) between 1 and 64),
  -- The sentence when it began.
  detail   text not null check (length(detail) between 1 and 500),
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
create unique index alarm_open on alarm (kind, mode, rail) where ended_at is null;
create index alarm_ended on alarm (ended_at) where ended_at is not null;

-- Requests that each process let through, per second, for processes on other machines. Unlogged: a
-- crash loses only some counts.
create unlogged table rate_tick (
  process    uuid not null,
  tick       integer not null,
  -- Processes skip rows of their own machine: those tell each other.
  machine    uuid not null,
  taken      text not null,
  created_at timestamptz not null default now(),
  primary key (process, tick)
);

-- Reconciliation. Of the operator: one bank account holds the money of all businesses.

create table statement (
  statement_id    uuid primary key,
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null check (length(rail) between 1 and 64),
  -- SHA-256 of the file; a second import finds the first.
  digest          bytea not null check (length(digest) = 32),
  file_name       text not null,
  -- Includes period_from, excludes period_to.
  period_from     timestamptz not null,
  period_to       timestamptz not null,
  -- Null: the bank does not state it. An account may be overdrawn.
  opening_balance bigint,
  closing_balance bigint,
  created_at      timestamptz not null,
  constraint statement_is_imported_once unique (mode, rail, digest),
  check (period_from < period_to)
);
comment on table statement is 'append-only';

create table statement_line (
  statement_id   uuid not null,
  -- The line of the file.
  position       integer not null check (position > 0),
  session_id     text not null check (length(session_id) between 1 and 64),
  direction      text not null check (direction in ('credit', 'debit')),
  amount         bigint not null check (amount > 0),
  account_number text not null,
  narration      text not null,
  occurred_at    timestamptz not null,
  primary key (statement_id, position)
);
comment on table statement_line is 'append-only';

-- The statement of each day and rail that is fetched from the provider.
create table fetched_statement (
  mode         text not null check (mode in ('test', 'live')),
  rail         text not null check (length(rail) between 1 and 64),
  -- In Lagos.
  day          date not null,
  -- Lines are stored from the first page on, the statement with the last.
  statement_id uuid not null unique,
  -- Where the provider continues. Null: the beginning.
  page         text check (length(page) <= 1000),
  lines        integer not null default 0 check (lines >= 0),
  -- Failures since the last page.
  tries        integer not null default 0 check (tries >= 0),
  next_at      timestamptz,
  fetched_at   timestamptz,
  created_at   timestamptz not null,
  primary key (mode, rail, day),
  check ((next_at is null) = (fetched_at is not null))
);
create index fetched_statement_due on fetched_statement (next_at) where next_at is not null;

-- The line that stands for a session id, and our movement for it. The key matches a movement to one
-- line; a line that is not here is a duplicate.
create table rail_match (
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null,
  session_id      text not null,
  direction       text not null check (direction in ('credit', 'debit')),
  statement_id    uuid not null,
  position        integer not null,
  -- theirs_only: no movement of ours is known yet.
  state           text not null check (state in ('theirs_only', 'matched', 'wrong_amount')),
  -- Of our movement; fixed once set.
  our_amount      bigint,
  our_occurred_at timestamptz,
  matched_at      timestamptz,
  primary key (mode, rail, session_id, direction),
  constraint rail_match_is_of_one_line unique (statement_id, position),
  check ((state = 'theirs_only') = (our_amount is null)),
  check ((state = 'theirs_only') = (our_occurred_at is null)),
  check ((state = 'theirs_only') = (matched_at is null))
) with (fillfactor = 85);
create index rail_match_open on rail_match (mode, rail) where state = 'theirs_only';

-- A person has dealt with an exception: a line, or a movement of ours without one.
create table reconciliation_note (
  note_id      uuid primary key,
  mode         text not null check (mode in ('test', 'live')),
  rail         text not null,
  session_id   text not null,
  direction    text not null check (direction in ('credit', 'debit')),
  statement_id uuid,
  position     integer,
  closed_by    text not null,
  note         text not null,
  created_at   timestamptz not null,
  constraint reconciliation_note_is_the_only_one unique nulls not distinct (mode, rail, session_id,
    direction, statement_id, position),
  check ((statement_id is null) = (position is null))
);
comment on table reconciliation_note is 'append-only';

-- One process does the work of a night, by its day in Lagos.
create table reconciliation_night (
  night        date primary key,
  leased_until timestamptz not null,
  finished_at  timestamptz
);

-- What moved at each provider by our books, by session id. A charge of a card has our key, the id
-- of the attempt.
create view rail_movement as
  select s.mode, s.rail, 'credit'::text as direction, s.session_id, s.business_id,
    'deposit'::text as kind, d.deposit_id as cause_id, d.amount, d.occurred_at, d.account_number,
    d.narration
  from deposit_session s
  join deposit d
    on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
  union all
  -- Until it is assigned; then its session is that of a deposit.
  select s.mode, s.rail, 'credit', s.session_id, s.business_id,
    'suspended_credit', c.suspended_credit_id, c.amount, c.occurred_at, c.account_number,
    c.narration
  from deposit_session s
  join suspended_credit c
    on c.business_id = s.business_id and c.mode = s.mode and c.suspended_credit_id = s.deposit_id
  union all
  select d.mode, d.rail, 'debit', d.return_session_id, d.business_id,
    'return', d.deposit_id, d.amount, e.occurred_at, d.sender_account_number, ''
  from deposit d
  join ledger_entry e
    on e.business_id = d.business_id and e.mode = d.mode and e.cause_id = d.deposit_id
    and e.reason = 'unmatched_return' and e.step = 2
  where d.return_session_id is not null
  union all
  select p.mode, p.rail, 'debit', p.session_id, p.business_id,
    'payout', p.payout_id, p.amount, p.completed_at, p.account_number, coalesce(p.reason, '')
  from payout p
  where p.session_id is not null
  union all
  select p.mode, p.rail, 'credit', p.session_id, p.business_id,
    'payout_reversal', p.payout_id, p.amount, p.reversed_at, p.account_number, ''
  from payout p
  where p.reversed_at is not null
  union all
  -- Returned the way the payment came.
  select r.mode, d.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, d.sender_account_number,
    coalesce(r.reason, '')
  from refund r
  join deposit d
    on d.business_id = r.business_id and d.mode = r.mode and d.transaction_id = r.transaction_id
    and d.state = 'matched'
  where r.session_id is not null and r.channel <> 'card'
  union all
  select a.mode, a.rail, 'credit', a.attempt_id::text, a.business_id,
    'charge', a.attempt_id, a.amount, t.paid_at, '', ''
  from card_attempt a
  join transaction t
    on t.business_id = a.business_id and t.mode = a.mode and t.id = a.transaction_id
  where a.mode = 'live' and a.state = 'approved'
  union all
  -- Charged without paying the payment.
  select a.mode, a.rail, 'credit', a.attempt_id::text, a.business_id,
    'charge', a.attempt_id, a.amount, e.occurred_at, '', ''
  from card_attempt a
  join ledger_entry e
    on e.business_id = a.business_id and e.mode = a.mode and e.cause_id = a.attempt_id
    and e.reason = 'unmatched_payment' and e.step = 1
  where a.mode = 'live' and a.state in ('surplus', 'returned', 'return_refused')
  union all
  select a.mode, a.rail, 'debit', a.return_session_id, a.business_id,
    'charge_reversal', a.attempt_id, a.amount, e.occurred_at, '', ''
  from card_attempt a
  join ledger_entry e
    on e.business_id = a.business_id and e.mode = a.mode and e.cause_id = a.attempt_id
    and e.reason = 'unmatched_return' and e.step = 2
  where a.mode = 'live' and a.return_session_id is not null
  union all
  select r.mode, r.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, '', coalesce(r.reason, '')
  from refund r
  where r.mode = 'live' and r.session_id is not null and r.channel = 'card'
  union all
  -- Fees of the card processor.
  select e.mode, a.rail, 'debit', 'fee-' || e.cause_id::text, e.business_id,
    'charge_fee', e.cause_id, e.amount, e.occurred_at, '', ''
  from ledger_entry e
  join card_attempt a
    on a.attempt_id::text = e.cause_id::text and a.mode = 'live'
    and a.state in ('approved', 'surplus', 'returned', 'return_refused')
  where e.mode = 'live' and e.reason = 'rail_fee' and e.credit_account = 'card_clearing';

-- Operation.

-- The text of each database function that is installed (db/functions).
create table database_function (
  name       text primary key,
  hash       text not null,
  -- Of the set that it belongs to. A process with a lower number changes nothing.
  set_number integer not null,
  applied_at timestamptz not null default now()
);

-- The last run of each job, by any process.
create table chore_run (
  name           text primary key,
  every_ms       integer not null check (every_ms > 0),
  process        text not null,
  -- Null: not run since it was first recorded.
  started_at     timestamptz,
  -- Before started_at: it is running.
  finished_at    timestamptz,
  duration_ms    integer check (duration_ms >= 0),
  -- By the last run that found anything.
  handled        integer not null default 0 check (handled >= 0),
  handled_at     timestamptz,
  -- Consecutive.
  failures       integer not null default 0 check (failures >= 0),
  -- Our sentence about the last failure.
  last_error     text check (length(last_error) <= 300),
  last_failed_at timestamptz,
  reported_at    timestamptz not null
) with (fillfactor = 50);

-- A verification of all ledger entries.
create table book_verification (
  verification_id uuid primary key,
  state           text not null check (state in ('asked', 'running', 'right', 'wrong', 'failed')),
  -- A job, or an operator's email address.
  asked_by        text not null check (length(asked_by) between 1 and 320),
  asked_at        timestamptz not null,
  started_at      timestamptz,
  -- While it runs: when another process may take it over.
  leased_until    timestamptz,
  process         text,
  steps_done      integer not null default 0,
  steps           integer not null default 0,
  entries_read    bigint not null default 0,
  findings        integer not null default 0,
  -- One per line.
  first_findings  text not null default '',
  finished_at     timestamptz,
  check ((state in ('right', 'wrong', 'failed')) = (finished_at is not null)),
  check ((state = 'running') = (leased_until is not null)),
  check ((state = 'asked') = (started_at is null)),
  check (steps_done between 0 and steps),
  check ((state = 'wrong') = (findings > 0))
);
-- One at a time.
create unique index book_verification_open on book_verification ((true))
  where state in ('asked', 'running');

-- Sums of days that have ended.
create table day_sums (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  subject     text not null check (subject in ('made', 'paid', 'deposits')),
  -- Midnight in Lagos.
  day_start   timestamptz not null,
  sums        bigint[] not null,
  counted_at  timestamptz not null,
  primary key (business_id, mode, subject, day_start)
);

-- The server that served this database last, and how many commits were counted. A process that
-- remembers more of them knows that some are lost.
create table served_database (
  only_one          boolean default true primary key check (only_one),
  system_identifier text not null check (length(system_identifier) between 1 and 20),
  timeline          bigint not null check (timeline > 0),
  beats             bigint not null check (beats >= 0),
  beat_at           timestamptz not null
);

-- A database that was restored: no money leaves until an operator ends the recovery.
create table recovery (
  recovery_id uuid primary key,
  reason      text not null
    check (reason in ('asked_for', 'other_server', 'other_timeline', 'older_copy',
    'commits_missing')),
  -- The last commit that the database has.
  restored_to timestamptz not null,
  entered_at  timestamptz not null,
  ended_at    timestamptz,
  -- An operator's email address.
  ended_by    text check (length(ended_by) between 1 and 320),
  end_reason  text check (length(end_reason) between 1 and 500),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create unique index recovery_open on recovery ((true)) where ended_at is null;

-- Money that left after the restore point by a provider's statement, and that no payout explains.
-- Until an operator decides, no payout of this amount goes to this account.
create table recovered_debit (
  mode           text not null check (mode in ('test', 'live')),
  rail           text not null check (length(rail) between 1 and 64),
  session_id     text not null check (length(session_id) between 1 and 64),
  recovery_id    uuid not null,
  -- '': not in the statement.
  account_number text not null,
  amount         bigint not null check (amount > 0),
  occurred_at    timestamptz not null,
  decided_at     timestamptz,
  decided_by     text check (length(decided_by) between 1 and 320),
  reason         text check (length(reason) between 1 and 500),
  primary key (mode, rail, session_id),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
);
create index recovered_debit_open on recovered_debit (mode, amount) where decided_at is null;

-- The sandbox.

-- What the sandbox's bank and card network remember.
create table sandbox_memory (
  key        text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

-- Messages that the sandbox would have sent.
create table sandbox_message (
  business_id uuid not null,
  mode        text not null check (mode = 'test'),
  message_id  uuid not null,
  -- Masked.
  recipient   text not null,
  -- Encrypted: it contains the code.
  content     text not null,
  created_at  timestamptz not null,
  primary key (business_id, mode, message_id)
);
create index sandbox_message_by_age on sandbox_message (created_at);

-- The outcome of the next calls of a sandbox rail.
create table sandbox_armed_rail (
  business_id uuid not null,
  mode        text not null check (mode = 'test'),
  rail        text not null check (rail in ('bank', 'card', 'identity', 'message')),
  outcome     text not null check (outcome in ('down', 'timeout', 'refused')),
  times_left  integer not null check (times_left between 0 and 100),
  armed_at    timestamptz not null,
  primary key (business_id, mode, rail)
) with (fillfactor = 50);
create index sandbox_armed_rail_left on sandbox_armed_rail (business_id) where times_left > 0;

-- Making examples for a business, by one process at a time.
create table example_run (
  business_id uuid not null references business,
  mode        text not null check (mode = 'test'),
  token       uuid not null,
  state       text not null check (state in ('running', 'done', 'failed')),
  done        integer not null default 0,
  -- Days.
  total       integer not null check (total > 0),
  lease_until timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (business_id, mode),
  check (done between 0 and total),
  check ((state = 'running') = (lease_until is not null))
);

-- The lowest version that may serve.
update schema_level set minimum = 59, current = 59;
