-- What an operator sees of the service while it runs, and which calls of the sandbox's rails are to
-- go wrong.

-- How the rails answered, by each process in each five minutes. All of it is sums, so that the rows
-- of all processes add up.
create table rail_health (
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null check (rail in ('bank', 'card', 'identity', 'message')),
  -- A process that is started again is another one.
  process         text not null,
  window_start    timestamptz not null,
  calls           integer not null check (calls >= 0),
  -- What is missing to all calls has not been answered yet.
  answered        integer not null check (answered between 0 and calls),
  down            integer not null check (down >= 0),
  unknown         integer not null check (unknown >= 0),
  -- The adapter threw: a fault of ours.
  threw           integer not null check (threw >= 0),
  -- How many answers took how long; src/rails/health.ts says how long each place is.
  latencies       integer[] not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure    text check (last_failure in ('down', 'unknown', 'threw')),

  primary key (mode, rail, process, window_start),
  check (down + unknown + threw <= answered),
  check ((last_failure_at is null) = (last_failure is null))
) with (fillfactor = 70);

create index rail_health_by_age on rail_health (window_start);

-- The last run of each chore, by whichever process.
create table chore_run (
  name            text primary key,
  every_ms        integer not null check (every_ms > 0),
  process         text not null,
  -- Null: none has run it since this was written down first.
  started_at      timestamptz,
  -- Before `started_at`: it runs.
  finished_at     timestamptz,
  duration_ms     integer check (duration_ms >= 0),
  -- By the last run that found anything.
  handled         integer not null default 0 check (handled >= 0),
  handled_at      timestamptz,
  -- In a row.
  failures        integer not null default 0 check (failures >= 0),
  -- A sentence of ours, of the last failure.
  last_error      text check (length(last_error) <= 300),
  last_failed_at  timestamptz,
  reported_at     timestamptz not null
) with (fillfactor = 50);

-- A reading of all books, from the first entry to the last.
create table book_verification (
  verification_id uuid primary key,
  state           text not null check (state in ('asked', 'running', 'right', 'wrong', 'failed')),
  -- A chore, or the e-mail address of an operator.
  asked_by        text not null check (length(asked_by) between 1 and 320),
  asked_at        timestamptz not null,
  started_at      timestamptz,
  -- While it runs: when another process may take it up.
  leased_until    timestamptz,
  process         text,
  steps_done      integer not null default 0,
  steps           integer not null default 0,
  entries_read    bigint not null default 0,
  findings        integer not null default 0,
  -- The first of them, one a line.
  first_findings  text not null default '',
  finished_at     timestamptz,

  check ((state in ('right', 'wrong', 'failed')) = (finished_at is not null)),
  check ((state = 'running') = (leased_until is not null)),
  check ((state = 'asked') = (started_at is null)),
  check (steps_done between 0 and steps),
  check ((state = 'wrong') = (findings > 0))
);

-- One at a time, whoever asks.
create unique index book_verification_open
  on book_verification ((true)) where state in ('asked', 'running');

-- So many of the next calls of a rail, by one business in test mode, have this outcome.
create table sandbox_armed_rail (
  business_id uuid not null,
  mode        text not null check (mode = 'test'),
  rail        text not null check (rail in ('bank', 'card', 'identity', 'message')),
  outcome     text not null check (outcome in ('down', 'timeout', 'refused')),
  times_left  integer not null check (times_left between 0 and 100),
  armed_at    timestamptz not null,

  primary key (business_id, mode, rail)
) with (fillfactor = 50);

create index sandbox_armed_rail_left on sandbox_armed_rail (business_id) where times_left > 0;
