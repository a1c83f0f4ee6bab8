-- no transaction
-- By the last month, `2030-12`. A job looks for those of this month that were not told.
create index concurrently if not exists payer_authorization_to_expire on payer_authorization ((
  lpad(substring(details from '"exp_year": ?"([0-9]{2,4})"'), 4, '20') || '-'
    || lpad(substring(details from '"exp_month": ?"([0-9]{1,2})"'), 2, '0')
)) where expiry_told_at is null and state = 'active' and channel = 'card';
create index concurrently if not exists payer_authorization_to_mail
  on payer_authorization (next_mail_at) where next_mail_at is not null;
