-- A customer proves at the checkout, by a code sent by email, that the kept cards are theirs.

-- The codes of a payment.
create table kept_card_code (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  transaction_id uuid not null,
  -- Of the last code. The code follows from it and a key of the service, and is not stored.
  code_id        uuid not null,
  sends          integer not null check (sends between 1 and 4),
  guesses        integer not null default 0 check (guesses between 0 and 5),
  -- Of the page, and of the email.
  language       text not null check (language in ('en', 'pcm', 'yo', 'ha', 'ig')),
  sent_at        timestamptz not null,
  expires_at     timestamptz not null,
  -- The code was entered. Until then, the browser that entered it may charge a card.
  proven_until   timestamptz,
  -- When it is next emailed. Null: not to be.
  next_mail_at   timestamptz,
  mail_attempts  integer not null default 0 check (mail_attempts >= 0),
  created_at     timestamptz not null,
  primary key (business_id, mode, transaction_id)
);
create index kept_card_code_to_mail on kept_card_code (next_mail_at) where next_mail_at is not null;
