-- no transaction
alter table virtual_account validate constraint virtual_account_payable_check;
alter table deposit validate constraint deposit_surcharge_check;
