-- no transaction
alter table virtual_account validate constraint virtual_account_nin_check;
alter table activation validate constraint activation_numbers_check;
