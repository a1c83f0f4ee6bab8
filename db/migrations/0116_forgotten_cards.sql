-- When the provider is next asked to forget a removed card. It needs the token until then.
alter table payer_authorization
  add column forget_at timestamptz,
  drop constraint payer_authorization_check,
  add constraint payer_authorization_token_check
    check ((token is not null) = (state = 'active' or forget_at is not null)) not valid;
