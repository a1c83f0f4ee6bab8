-- Somebody who has asked for a business and not yet shown that the mailbox is theirs.
create table sign_up (
  sign_up_id uuid primary key,
  email text not null,
  email_folded text not null,
  name text not null,
  business_name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Confirmed, or closed because another one of this address was.
  used_at timestamptz
);
create index sign_up_open on sign_up (email_folded) where used_at is null;
create index sign_up_created on sign_up (created_at);

alter table login_letter
  drop constraint login_letter_kind_check,
  add constraint login_letter_kind_check check (kind in (
    'invitation', 'password_reset', 'held_off', 'account_change', 'reconciliation', 'alarm',
    'sign_up', 'sign_up_known'
  )) not valid;
