-- no transaction
alter table payer_authorization validate constraint payer_authorization_state_check;
alter table payer_authorization validate constraint payer_authorization_channel_check;
alter table payer_authorization validate constraint payer_authorization_pending_check;
alter table sandbox_armed_rail validate constraint sandbox_armed_rail_rail_check;
create index concurrently if not exists payer_authorization_to_check
  on payer_authorization (check_at) where check_at is not null;
