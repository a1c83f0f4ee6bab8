-- no transaction
alter table sandbox_armed_rail validate constraint sandbox_armed_rail_delay_ms_check;
alter table sandbox_armed_rail validate constraint sandbox_armed_rail_outcome_check;
alter table sandbox_armed_rail validate constraint sandbox_armed_rail_rail_check;
create index concurrently if not exists sandbox_armed_rail_armed on sandbox_armed_rail (business_id)
  where times_left is distinct from 0;
drop index concurrently if exists sandbox_armed_rail_left;
