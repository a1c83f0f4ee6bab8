-- no transaction
alter table ledger_account validate constraint ledger_account_low_below_check;
