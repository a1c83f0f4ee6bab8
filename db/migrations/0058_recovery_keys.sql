-- no transaction
-- A payout has one name at its rail, and the rail alone leads to it. A rail has one switch of each
-- kind.

create unique index concurrently if not exists payout_rail_key
  on payout (business_id, mode, rail_key) where rail_key is not null;
create index concurrently if not exists payout_by_rail_key
  on payout (rail_key) where rail_key is not null;
create unique index concurrently if not exists rail_switch_by_stops
  on rail_switch (mode, rail, business_id, stops) nulls not distinct;
alter table rail_switch validate constraint rail_switch_stops;
