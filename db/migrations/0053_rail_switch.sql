-- How a rail answers is told of each provider: two may offer the same. A process of the version
-- before cannot write its own down beside this, says so in its log, and goes on.
alter table rail_health
  add column name text not null default '',
  -- When it last refused our credentials.
  add column refused_at timestamptz,
  drop constraint rail_health_pkey,
  add primary key (mode, rail, name, process, window_start);
alter table rail_health alter column name drop default;

-- A provider that makes nothing new for now. What it made stays its own. Who switched it on again
-- stands in the audit log.
create table rail_switch (
  mode        text not null check (mode in ('test', 'live')),
  rail        text not null check (length(rail) between 1 and 64),
  -- Null: for all businesses.
  business_id uuid,
  reason      text not null check (length(reason) between 1 and 500),
  -- The e-mail address of an operator.
  off_by      text not null check (length(off_by) between 1 and 320),
  off_at      timestamptz not null,

  constraint rail_switch_once unique nulls not distinct (mode, rail, business_id)
);
