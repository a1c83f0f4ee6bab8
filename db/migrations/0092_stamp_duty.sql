-- Stamp duty on transfers that we send: how much, and whether the provider takes it itself.
alter table payout
  add column duty bigint not null default 0,
  add column duty_by_provider boolean not null default false;
alter table refund
  add column duty bigint not null default 0,
  add column duty_by_provider boolean not null default false,
  -- Held from the pending balance instead of the available one.
  add column duty_from_pending boolean not null default false;
