-- What each process has let through of limits, second by second, for processes of other machines.
-- Rows live for some seconds, and nothing is lost with them but a count: so they are not logged.
create unlogged table rate_tick (
  process    uuid not null,
  tick       integer not null,
  -- Its processes tell each other; they pass over the rows of their own machine.
  machine    uuid not null,
  taken      text not null,
  created_at timestamptz not null default now(),

  primary key (process, tick)
);
