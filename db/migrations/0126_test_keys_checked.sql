-- no transaction
alter table api_key validate constraint api_key_copy_is_test;
