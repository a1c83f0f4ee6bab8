-- Of a kept card that expires: when the business was told, and the email to the customer.
alter table payer_authorization
  add column expiry_told_at timestamptz,
  -- When it is next emailed. Null: not to be.
  add column next_mail_at timestamptz,
  add column mail_attempts integer not null default 0;
