-- no transaction
alter table card_attempt validate constraint card_attempt_method_check;
alter table transaction validate constraint transaction_channel_check;
alter table refund validate constraint refund_channel_check;
alter table sandbox_armed_rail validate constraint sandbox_armed_rail_rail_check;

-- For the view `rail_movement`: its conditions name more channels than the indexes did.
create index concurrently if not exists charge_refund_by_session on refund (mode, session_id)
  where session_id is not null and channel in ('card', 'ussd', 'bank', 'opay');
create index concurrently if not exists refund_of_transfer_by_session on refund (mode, session_id)
  where session_id is not null and channel in ('bank_transfer', 'dedicated_virtual_account');
