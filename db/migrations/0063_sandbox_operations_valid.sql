-- no transaction
-- Rows from before hold rails only.

alter table sandbox_armed_rail validate constraint sandbox_armed_rail_rail_check;
