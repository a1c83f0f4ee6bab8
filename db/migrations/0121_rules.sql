-- Rules of a business about its payments. What they compare: src/payments/rules/weigh.ts.
create table payment_rule (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  rule_id     uuid not null,
  name        text not null,
  kind        text not null check (kind in (
    'amount', 'cards_per_customer', 'payments_per_customer', 'payments_per_ip',
    'card_country_in', 'card_country_not_in', 'email', 'ip', 'card'
  )),
  action      text not null check (action in ('refuse', 'review', 'allow')),
  points      smallint not null check (points between 0 and 100),
  -- In kobo: a larger payment matches.
  amount      bigint check (amount > 0),
  -- Null: every channel.
  channels    text[] check (cardinality(channels) > 0),
  -- One more matches.
  most        integer check (most > 0),
  listed      text[] check (cardinality(listed) between 1 and 500),
  active      boolean not null,
  -- Counts the changes.
  version     integer not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (business_id, mode, rule_id),
  check (case kind
    when 'amount' then amount is not null
    when 'cards_per_customer' then most is not null
    when 'payments_per_customer' then most is not null
    when 'payments_per_ip' then most is not null
    else listed is not null
  end),
  check (num_nonnulls(amount, most, listed) = 1),
  check (channels is null or kind = 'amount'),
  check (action <> 'allow' or kind in ('email', 'ip', 'card'))
);

alter table transaction
  -- JSON: the rules that its attempts matched.
  add column reasons text,
  -- A person decides about a payment that was paid.
  add column review text,
  add column reviewed_by text,
  add column reviewed_at timestamptz,
  add constraint transaction_review_check
    check (review in ('pending', 'approved', 'refunded')) not valid;

-- What rules count. Null without rules.
alter table card_attempt
  add column customer_id uuid,
  add column network text,
  -- A keyed digest of the card.
  add column card text;
