-- Who may open the dashboard of a business.
create table login (
  business_id   uuid not null references business,
  login_id      uuid not null,
  email         text not null,
  email_folded  text not null,
  -- scrypt: parameters, salt and hash in one text.
  password_hash text not null,
  created_at    timestamptz not null,

  primary key (business_id, login_id),
  unique (business_id, email_folded)
);
