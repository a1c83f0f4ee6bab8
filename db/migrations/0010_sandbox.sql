-- What the sandbox rails remember, as a bank or card network would: test mode only.
create table sandbox_memory (
  key        text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);
