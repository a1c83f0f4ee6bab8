-- Of each day and rail the statement that the rail itself is asked for: once.
create table fetched_statement (
  mode         text not null check (mode in ('test', 'live')),
  rail         text not null check (length(rail) between 1 and 64),
  -- In Lagos.
  day          date not null,
  -- What it becomes. Its lines are kept from the first page on, itself with the last.
  statement_id uuid not null unique,
  -- Where the rail goes on; null: at the beginning.
  page         text check (length(page) <= 1000),
  lines        integer not null default 0 check (lines >= 0),
  -- That came to nothing, since the last page.
  tries        integer not null default 0 check (tries >= 0),
  next_at      timestamptz,
  fetched_at   timestamptz,
  created_at   timestamptz not null,

  primary key (mode, rail, day),
  check ((next_at is null) = (fetched_at is not null))
);

create index fetched_statement_due on fetched_statement (next_at) where next_at is not null;

-- An operator is mailed what a night left open.
alter table login_letter
  drop constraint login_letter_kind_check,
  drop constraint login_letter_note_check,
  add constraint login_letter_kind_check check (kind in (
    'invitation', 'password_reset', 'held_off', 'account_change', 'reconciliation'
  )),
  add constraint login_letter_note_check check (
    (kind in ('account_change', 'reconciliation')) = (note is not null)
  );
