-- Wrong tries in a row from devices on which the login was signed in before. `failures` counts
-- those of everybody else, so that strangers cannot hold these devices off.
alter table login add column device_failures integer not null default 0
  check (device_failures >= 0);

alter table login_letter drop constraint login_letter_kind_check;
alter table login_letter add constraint login_letter_kind_check
  check (kind in ('invitation', 'password_reset', 'held_off'));
