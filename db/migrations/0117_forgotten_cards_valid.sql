-- no transaction
alter table payer_authorization validate constraint payer_authorization_token_check;
create index concurrently if not exists payer_authorization_to_forget
  on payer_authorization (forget_at) where forget_at is not null;
