-- A card that a customer let a business keep, to be charged again.
create table payer_authorization (
  business_id      uuid not null,
  mode             text not null check (mode in ('test', 'live')),
  authorization_id uuid not null,
  customer_id      uuid not null,
  -- Of the first charge. The provider expects it again.
  email            text not null,
  rail             text not null,
  -- The provider's, the same for the same card.
  signature        text not null check (length(signature) <= 200),
  -- The provider's token, sealed. Null once it is deactivated.
  token            text,
  -- JSON, as payments show the card.
  details          text not null,
  state            text not null check (state in ('active', 'deactivated')),
  -- What the customer agreed to, when, and from which IP address.
  consent          text not null,
  consented_at     timestamptz not null,
  consent_address  text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deactivated_at   timestamptz,
  primary key (business_id, mode, authorization_id),
  check ((state = 'active') = (token is not null)),
  check ((state = 'deactivated') = (deactivated_at is not null))
);
-- The same card is kept once.
create unique index payer_authorization_once
  on payer_authorization (business_id, mode, customer_id, rail, signature)
  where state = 'active';
create index payer_authorization_by_customer
  on payer_authorization (business_id, mode, customer_id, authorization_id);

alter table card_attempt
  -- JSON: what the customer agreed to with this attempt. Null: nothing is kept of the card.
  add column consent text,
  -- The kept card that it charges.
  add column authorization_id uuid;

alter table transaction
  add column save_card text,
  add constraint transaction_save_card_check
    check (save_card in ('offer', 'required', 'never')) not valid;

alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    array_to_string(scopes, ' ') ~ ('^((all|read|export|payments|refunds|payouts|identity|settings'
      || '|(transactions|authorizations|refunds|disputes|customers|payment_links'
      || '|dedicated_virtual_accounts|deposits|splits|balance|payouts|settlements|identity'
      || '|banks|events|webhooks|settings|sandbox):(read|write|export))( |$))*$')
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ) not valid;
