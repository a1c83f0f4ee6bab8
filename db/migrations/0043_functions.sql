-- Which text of each function of the database is in place: db/functions, src/lib/functions.ts.
create table database_function (
  name       text primary key,
  hash       text not null,
  -- Of the set of functions that it came with. A process with a lower number changes nothing.
  set_number integer not null,
  applied_at timestamptz not null default now()
);
