-- When keys were last used, and what a business says of itself when it asks for live mode.

-- To the minute: it is written once a minute, and not with each request.
alter table api_key add column last_used_at timestamptz;

create table activation (
  business_id         uuid primary key references business (business_id),
  state               text not null check (state in ('asked', 'active', 'refused')),
  legal_name          text not null check (length(legal_name) between 1 and 200),
  -- At the Corporate Affairs Commission: RC of a company, BN of a business name.
  registration_number text not null check (registration_number ~ '^(RC|BN)[0-9]{1,8}$'),
  contact_phone       text not null,
  website             text,
  asked_at            timestamptz not null,
  decided_at          timestamptz,
  -- Why it was refused, for the business to read.
  note                text check (length(note) between 1 and 500),

  check ((state = 'asked') = (decided_at is null)),
  check ((state = 'refused') = (note is not null))
);
