-- no transaction
alter table ledger_account validate constraint ledger_account_debt_is_owed;
alter table settlement_item validate constraint settlement_item_kind_check;
alter table settlement_item validate constraint settlement_item_check;
alter table api_key validate constraint api_key_scopes_check;
