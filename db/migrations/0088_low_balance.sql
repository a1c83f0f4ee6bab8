-- The balance below which the business is told, by the event balance.low; null: it is not. Only of
-- the account `available`.
alter table ledger_account add column low_below bigint;
alter table ledger_account
  add constraint ledger_account_low_below_check
  check (low_below is null or (low_below > 0 and name = 'available')) not valid;
