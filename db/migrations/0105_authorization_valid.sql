-- no transaction
alter table transaction validate constraint transaction_save_card_check;
alter table api_key validate constraint api_key_scopes_check;
