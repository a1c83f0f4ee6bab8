-- What customers subscribe to.
create table plan (
  business_id  uuid not null,
  mode         text not null check (mode in ('test', 'live')),
  plan_id      uuid not null,
  name         text not null,
  description  text,
  -- For one period of one unit, in kobo.
  amount       bigint not null check (amount > 0),
  "interval"   text not null check ("interval" in
    ('daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually')),
  -- How many periods are charged. Null: until it is cancelled.
  times        integer check (times > 0),
  -- After the last charge of an invoice has failed.
  if_unpaid    text not null check (if_unpaid in ('cancel', 'keep')),
  active       boolean not null,
  metadata     text,
  -- Counts the changes.
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (business_id, mode, plan_id)
);

-- A customer who pays for a plan, period by period.
create table subscription (
  business_id      uuid not null,
  mode             text not null check (mode in ('test', 'live')),
  subscription_id  uuid not null,
  customer_id      uuid not null,
  plan_id          uuid not null,
  -- From the next period.
  next_plan_id     uuid,
  -- The kept card. Null: paid by transfers to the customer's permanent account number.
  authorization_id uuid,
  state            text not null check (state in
    ('scheduled', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'cancelled', 'completed')),
  quantity         integer not null check (quantity > 0),
  -- When the period of the number anchor_period began. Days of later periods follow from it.
  anchor           timestamptz not null,
  anchor_period    integer not null,
  -- The number of the current period, from 1. 0: before the first.
  period           integer not null,
  -- How many periods were invoiced.
  invoiced         integer not null,
  -- The price of the current period, after changes during it.
  period_price     bigint not null,
  -- In kobo, for the next invoice; below zero, a credit.
  carried          bigint not null,
  -- It ends with the current period.
  ends_with_period boolean not null,
  -- When the current period ends, or the first one begins.
  next_payment_at  timestamptz not null,
  -- The same while periods begin by themselves; null: paused or ended.
  due_at           timestamptz,
  metadata         text,
  version          integer not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  ended_at         timestamptz,
  primary key (business_id, mode, subscription_id),
  check ((state in ('scheduled', 'trialing', 'active', 'past_due')) = (due_at is not null)),
  check ((state in ('cancelled', 'completed')) = (ended_at is not null))
);
create index subscription_due on subscription (due_at) where due_at is not null;
create index subscription_by_customer on subscription (business_id, mode, customer_id);

-- What is owed for one period of a subscription.
create table invoice (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  invoice_id      uuid not null,
  subscription_id uuid not null,
  customer_id     uuid not null,
  -- The number of the period.
  period          integer not null check (period > 0),
  period_start    timestamptz not null,
  period_end      timestamptz not null,
  amount          bigint not null check (amount >= 0),
  state           text not null check (state in ('open', 'paid', 'uncollectible', 'void')),
  -- Paid by transfers to a permanent account number.
  by_account      boolean not null,
  -- The number of the payment that is, or was last, to pay it.
  attempt         integer not null,
  -- How that payment is made, while its end is not recorded.
  trying          text check (trying in ('charge', 'checkout')),
  failures        integer not null,
  -- Why the last charge failed.
  failure         text,
  -- The payment that paid it; before, the last one that was to pay it.
  transaction_id  uuid,
  -- When it is charged, reminded of or looked at next.
  due_at          timestamptz,
  next_mail_at    timestamptz,
  mail_attempts   integer not null,
  version         integer not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  paid_at         timestamptz,
  primary key (business_id, mode, invoice_id),
  check ((state = 'paid') = (paid_at is not null)),
  check (state = 'open' or due_at is null and trying is null)
);
-- A period is invoiced once.
create unique index invoice_once on invoice (business_id, mode, subscription_id, period);
-- A payment pays one invoice.
create unique index invoice_by_payment on invoice (business_id, mode, transaction_id)
  where transaction_id is not null;
create index invoice_due on invoice (due_at) where due_at is not null;
create index invoice_tried on invoice (business_id, mode, transaction_id) where trying is not null;
create index invoice_awaited on invoice (business_id, mode, customer_id)
  where state = 'open' and by_account;
create index invoice_to_mail on invoice (next_mail_at) where next_mail_at is not null;

alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    array_to_string(scopes, ' ') ~ ('^((all|read|export|payments|refunds|payouts|identity|settings'
      || '|(transactions|authorizations|subscriptions|refunds|disputes|customers|payment_links'
      || '|dedicated_virtual_accounts|deposits|splits|balance|payouts|settlements|identity'
      || '|banks|events|webhooks|settings|sandbox):(read|write|export))( |$))*$')
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ) not valid;
