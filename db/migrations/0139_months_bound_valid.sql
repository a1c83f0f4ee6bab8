-- no transaction
alter table ledger_entry validate constraint ledger_entry_before;
alter table deposit validate constraint deposit_before;
