-- Who may open the dashboard, and what they did there. A login is a person: one e-mail address, one
-- password, and a role in each business of which it is a member.

alter table login rename to login_of_business;
alter table login_of_business rename constraint login_pkey to login_of_business_pkey;
alter table login_of_business
  rename constraint login_business_id_email_folded_key to login_of_business_email_key;

create table login (
  login_id       uuid primary key,
  email          text not null,
  email_folded   text not null unique,
  name           text not null default '' check (length(name) <= 100),
  password_hash  text not null,
  -- Of the service itself: businesses, rails, books.
  is_operator    boolean not null default false,
  -- Wrong passwords and codes since the last sign-in, wherever they came from.
  failures       integer not null default 0 check (failures >= 0),
  -- Sealed. It counts from the moment at which a code of it was shown to us.
  totp_secret    text,
  totp_since     timestamptz,
  -- The last time step of which a code was taken: none is taken twice.
  totp_step      bigint not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,

  check (totp_since is null or totp_secret is not null)
);

insert into login (login_id, email, email_folded, password_hash, created_at, updated_at)
select distinct on (email_folded)
  login_id, email, email_folded, password_hash, created_at, created_at
from login_of_business
order by email_folded, created_at;

create table membership (
  business_id uuid not null references business (business_id),
  login_id    uuid not null references login (login_id),
  role        text not null check (role in ('owner', 'developer', 'finance', 'support')),
  created_at  timestamptz not null,

  primary key (business_id, login_id)
);

create index membership_by_login on membership (login_id);

insert into membership (business_id, login_id, role, created_at)
select b.business_id, l.login_id, 'owner', b.created_at
from login_of_business b
join login l using (email_folded);

drop table login_of_business;

-- Ten at a time, each for one sign-in without the second factor.
create table recovery_code (
  login_id  uuid not null references login (login_id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at   timestamptz,

  primary key (login_id, code_hash)
);

create table login_session (
  session_id  uuid primary key,
  login_id    uuid not null references login (login_id),
  -- SHA-256 of what the browser keeps.
  token_hash  bytea not null unique check (length(token_hash) = 32),
  stage       text not null check (stage in ('second_factor', 'open')),
  created_at  timestamptz not null,
  seen_at     timestamptz not null,
  -- Until then nobody is asked for the password again.
  fresh_until timestamptz not null,
  address     text not null,
  agent       text not null check (length(agent) <= 300),
  ended_at    timestamptz
) with (fillfactor = 85);

create index login_session_by_login on login_session (login_id);

-- How often somebody was wrong of late: for an account, and from an address. Kept as a keyed hash.
create table sign_in_failure (
  subject  bytea primary key check (length(subject) = 32),
  failures integer not null check (failures >= 0),
  since    timestamptz not null,
  -- Before that nothing is even looked at.
  next_at  timestamptz not null
) with (fillfactor = 70);

create table invitation (
  business_id   uuid not null references business (business_id),
  invitation_id uuid not null,
  email         text not null,
  email_folded  text not null,
  role          text not null check (role in ('owner', 'developer', 'finance', 'support')),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  withdrawn_at  timestamptz,

  primary key (business_id, invitation_id)
);

-- One open invitation of an address.
create unique index invitation_open on invitation (business_id, email_folded)
  where accepted_at is null and withdrawn_at is null;

create table password_reset (
  reset_id   uuid primary key,
  login_id   uuid not null references login (login_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index password_reset_by_login on password_reset (login_id);

-- A mail that a login, or who is to become one, must get.
create table login_letter (
  letter_id     uuid primary key,
  kind          text not null check (kind in ('invitation', 'password_reset')),
  email         text not null,
  -- Of what it speaks: an invitation and its business, or a reset.
  subject_id    uuid not null,
  business_id   uuid,
  business_name text not null,
  mode          text not null check (mode in ('test', 'live')),
  attempts      integer not null default 0,
  next_at       timestamptz,
  sent_at       timestamptz,
  failure       text,
  created_at    timestamptz not null,

  check (sent_at is null or next_at is null)
);

create index login_letter_due on login_letter (next_at) where next_at is not null;

-- What was done by people, in a chain for each business: a row that is changed or missing breaks
-- every digest after it. What is done is written twice: that it was asked, before; how it ended,
-- after.
create table audit_entry (
  business_id uuid not null,
  number      bigint not null check (number > 0),
  entry_id    uuid not null,
  created_at  timestamptz not null,
  mode        text check (mode in ('test', 'live')),
  -- Null for what the service did by itself, or an operator at the machine.
  login_id    uuid,
  email       text not null,
  address     text not null,
  request_id  text not null,
  action      text not null check (length(action) between 1 and 200),
  subject     text not null check (length(subject) <= 300),
  -- SHA-256 of what was sent, where something was.
  body_digest bytea check (length(body_digest) = 32),
  -- The HTTP status; null where it was not known yet.
  outcome     integer,
  previous    bytea not null check (length(previous) = 32),
  digest      bytea not null check (length(digest) = 32),

  primary key (business_id, number),
  unique (business_id, entry_id)
);

create index audit_entry_by_request on audit_entry (business_id, request_id);

comment on table audit_entry is 'append-only';

create trigger audit_entry_is_append_only
  before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_is_never_emptied
  before truncate on audit_entry execute function refuse_change();

-- The end of each chain.
create table audit_head (
  business_id uuid primary key,
  number      bigint not null check (number >= 0),
  digest      bytea not null check (length(digest) = 32)
) with (fillfactor = 70);
