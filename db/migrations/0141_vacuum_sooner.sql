-- Rows that are changed often or deleted after 30 days: vacuumed when a fiftieth is dead, not a
-- fifth. A fifth of a month's deliveries is more than one vacuum should clean.
alter table event set (autovacuum_vacuum_scale_factor = 0.02);
alter table delivery set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
alter table delivery_attempt set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
alter table card_attempt set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
alter table settlement_item set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
alter table receipt set (autovacuum_vacuum_scale_factor = 0.02);
alter table transaction set (autovacuum_vacuum_scale_factor = 0.02);
