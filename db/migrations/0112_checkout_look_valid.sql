-- no transaction
alter table business_mode validate constraint business_mode_look;
