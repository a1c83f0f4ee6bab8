-- no transaction
alter table login_letter validate constraint login_letter_kind_check;
