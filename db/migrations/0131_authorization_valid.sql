-- no transaction
alter table transaction validate constraint transaction_save_card_check;
