-- After a restore nothing that moves money leaves before an operator says so.

-- The server that this database was last served from, and how often since the beginning somebody
-- has committed here: a process that remembers more than stands here knows that some of it is lost.
create table served_database (
  only_one          boolean primary key default true check (only_one),
  system_identifier text not null check (length(system_identifier) between 1 and 20),
  timeline          bigint not null check (timeline > 0),
  beats             bigint not null check (beats >= 0),
  beat_at           timestamptz not null
);

create table recovery (
  recovery_id uuid primary key,
  reason      text not null check (reason in (
    'asked_for', 'other_server', 'other_timeline', 'older_copy', 'commits_missing'
  )),
  -- The last commit that is still here.
  restored_to timestamptz not null,
  entered_at  timestamptz not null,
  ended_at    timestamptz,
  -- The e-mail address of an operator.
  ended_by    text check (length(ended_by) between 1 and 320),
  end_reason  text check (length(end_reason) between 1 and 500),

  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create unique index recovery_open on recovery ((true)) where ended_at is null;

-- Money that left after the restore point by the statement of a rail, and that no payout of ours
-- explains. While nobody has decided on it, no payout of its amount goes to its account.
create table recovered_debit (
  mode           text not null check (mode in ('test', 'live')),
  rail           text not null check (length(rail) between 1 and 64),
  session_id     text not null check (length(session_id) between 1 and 64),
  recovery_id    uuid not null,
  -- '': the statement does not say where to.
  account_number text not null,
  amount         bigint not null check (amount > 0),
  occurred_at    timestamptz not null,
  decided_at     timestamptz,
  decided_by     text check (length(decided_by) between 1 and 320),
  reason         text check (length(reason) between 1 and 500),

  primary key (mode, rail, session_id),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
);
create index recovered_debit_open on recovered_debit (mode, amount) where decided_at is null;

-- The name of a payout at its rail where it follows from what the business calls it, so that the
-- same request has the same name after a restore. Null: its id. A process of the version before
-- knows nothing of it and would ask the bank under the id: the constraint refuses its update.
alter table payout
  add column rail_key uuid,
  add column keyed_at timestamptz,
  add constraint payout_is_asked_for_by_who_knows_its_key check (
    rail_key is null or keyed_at is not distinct from asked_at
  ) not valid;

-- What a switch stops: what is new (`new`), or whatever sends money out (`outgoing`), of all rails
-- where the rail is `*`. Processes of the version before take the second for the first.
alter table rail_switch
  add column stops text not null default 'new',
  add constraint rail_switch_stops check (stops in ('new', 'outgoing')) not valid;
