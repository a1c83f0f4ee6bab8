-- How the checkout of a business looks. Null: as of this service, and as the customer's device is.
alter table business_mode
  add column checkout_channels text,
  add column checkout_accent text,
  add column checkout_theme text,
  add constraint business_mode_look check (
    checkout_accent ~ '^#[0-9a-f]{6}$' and checkout_theme in ('light', 'dark')
  ) not valid;
