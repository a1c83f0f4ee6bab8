-- A test key, sealed, so that its business can see it again. Live keys are shown once.
alter table api_key
  add column sealed_copy text,
  add constraint api_key_copy_is_test check (sealed_copy is null or mode = 'test') not valid;
