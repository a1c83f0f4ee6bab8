-- What a rail says has happened, against what our books say. All of it is the operator's and not a
-- business's: a statement is of one bank account, in which the money of every business lies.

create table statement (
  statement_id    uuid primary key,
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null check (length(rail) between 1 and 64),
  -- SHA-256 of its bytes: what is imported twice is the first one again.
  digest          bytea not null check (length(digest) = 32),
  file_name       text not null,
  -- What it speaks of, from the first moment to the second, which is not in it.
  period_from     timestamptz not null,
  period_to       timestamptz not null,
  -- Kobo, where the bank says them. An account may be overdrawn.
  opening_balance bigint,
  closing_balance bigint,
  created_at      timestamptz not null,

  constraint statement_is_imported_once unique (mode, rail, digest),
  check (period_from < period_to)
);

comment on table statement is 'append-only';

create table statement_line (
  statement_id   uuid not null,
  -- The line of the file, or the place in its list.
  position       integer not null check (position > 0),
  session_id     text not null check (length(session_id) between 1 and 64),
  direction      text not null check (direction in ('credit', 'debit')),
  amount         bigint not null check (amount > 0),
  account_number text not null,
  narration      text not null,
  occurred_at    timestamptz not null,

  primary key (statement_id, position)
);

comment on table statement_line is 'append-only';

-- Which line speaks for a session id, and what came of it. The key says that one of our movements
-- is matched by one line, whichever statements name it; a line that is not in here is a duplicate.
create table rail_match (
  mode            text not null check (mode in ('test', 'live')),
  rail            text not null,
  session_id      text not null,
  direction       text not null check (direction in ('credit', 'debit')),
  statement_id    uuid not null,
  position        integer not null,
  -- Theirs only: we know nothing of it, yet.
  state           text not null check (state in ('theirs_only', 'matched', 'wrong_amount')),
  -- Of our movement. Neither changes any more.
  our_amount      bigint,
  our_occurred_at timestamptz,
  matched_at      timestamptz,

  primary key (mode, rail, session_id, direction),
  constraint rail_match_is_of_one_line unique (statement_id, position),
  check ((state = 'theirs_only') = (our_amount is null)),
  check ((state = 'theirs_only') = (our_occurred_at is null)),
  check ((state = 'theirs_only') = (matched_at is null))
) with (fillfactor = 85);

create index rail_match_open on rail_match (mode, rail) where state = 'theirs_only';

-- That a person has dealt with an exception: a line, or where there is none, a movement of ours.
create table reconciliation_note (
  note_id      uuid primary key,
  mode         text not null check (mode in ('test', 'live')),
  rail         text not null,
  session_id   text not null,
  direction    text not null check (direction in ('credit', 'debit')),
  statement_id uuid,
  position     integer,
  closed_by    text not null,
  note         text not null,
  created_at   timestamptz not null,

  constraint reconciliation_note_is_the_only_one unique nulls not distinct
    (mode, rail, session_id, direction, statement_id, position),
  check ((statement_id is null) = (position is null))
);

comment on table reconciliation_note is 'append-only';

-- The nights that a process has taken up, by their day in Lagos: one process does the work of one.
create table reconciliation_night (
  night        date primary key,
  leased_until timestamptz not null,
  finished_at  timestamptz
);

-- To find each by the name that the bank gave it.
create index deposit_by_return
  on deposit (mode, rail, return_session_id) where return_session_id is not null;
create index payout_by_session on payout (mode, rail, session_id) where session_id is not null;
create index refund_by_session
  on refund (mode, session_id) where session_id is not null and channel <> 'card';

-- What moved at a bank by our books, each under the session id of the bank. The card rail gives
-- none: there is nothing to match yet.
create view rail_movement as
  select s.mode, s.rail, 'credit'::text as direction, s.session_id, s.business_id,
    'deposit'::text as kind, d.deposit_id as cause_id, d.amount, d.occurred_at, d.account_number,
    d.narration
  from deposit_session s
  join deposit d
    on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
  union all
  -- Once it is assigned, its session is a deposit's.
  select s.mode, s.rail, 'credit', s.session_id, s.business_id,
    'suspended_credit', c.suspended_credit_id, c.amount, c.occurred_at, c.account_number,
    c.narration
  from deposit_session s
  join suspended_credit c
    on c.business_id = s.business_id and c.mode = s.mode and c.suspended_credit_id = s.deposit_id
  union all
  select d.mode, d.rail, 'debit', d.return_session_id, d.business_id,
    'return', d.deposit_id, d.amount, e.occurred_at, d.sender_account_number, ''
  from deposit d
  join ledger_entry e
    on e.business_id = d.business_id and e.mode = d.mode and e.cause_id = d.deposit_id
    and e.reason = 'unmatched_return' and e.step = 2
  where d.return_session_id is not null
  union all
  select p.mode, p.rail, 'debit', p.session_id, p.business_id,
    'payout', p.payout_id, p.amount, p.completed_at, p.account_number, coalesce(p.reason, '')
  from payout p
  where p.session_id is not null
  union all
  -- The way that the payment came.
  select r.mode, d.rail, 'debit', r.session_id, r.business_id,
    'refund', r.refund_id, r.amount, r.processed_at, d.sender_account_number,
    coalesce(r.reason, '')
  from refund r
  join deposit d
    on d.business_id = r.business_id and d.mode = r.mode and d.transaction_id = r.transaction_id
    and d.state = 'matched'
  where r.session_id is not null and r.channel <> 'card';

-- Lets the lines of a statement speak for the session ids that no line spoke for before. Of two in
-- one statement the first does. In the order of the key, so that two imports at once wait for each
-- other and never deadlock.
create function statement_claim(its_statement uuid) returns void language sql as $$
  insert into rail_match (mode, rail, session_id, direction, statement_id, position, state)
  select distinct on (l.session_id, l.direction)
    s.mode, s.rail, l.session_id, l.direction, l.statement_id, l.position, 'theirs_only'
  from statement s
  join statement_line l on l.statement_id = s.statement_id
  where s.statement_id = its_statement
  order by l.session_id, l.direction, l.position
  on conflict do nothing;
$$;

-- Looks for our movement of each line that has none yet. Run again it changes nothing but what has
-- come since: whatever was found stays. One at a time, each by the indexes of whoever keeps it:
-- that takes the same for every line, however many there are and whatever the planner knows of
-- tables that were filled a moment ago.
create function statement_match(its_mode text, its_rail text, at timestamptz)
returns integer language plpgsql as $$
declare
  open_line record;
  ours record;
  found_now integer := 0;
begin
  -- In the order of the key, so that two at once wait for each other and never deadlock.
  for open_line in
    select o.session_id, o.direction, l.amount
    from rail_match o
    join statement_line l on l.statement_id = o.statement_id and l.position = o.position
    where o.mode = its_mode and o.rail = its_rail and o.state = 'theirs_only'
    order by o.session_id, o.direction
    for update of o
  loop
    select v.amount, v.occurred_at into ours
    from rail_movement v
    where v.mode = its_mode and v.rail = its_rail and v.session_id = open_line.session_id
      and v.direction = open_line.direction
    order by v.occurred_at, v.cause_id
    limit 1;
    continue when not found;

    update rail_match o
    set state = case when ours.amount = open_line.amount then 'matched' else 'wrong_amount' end,
        our_amount = ours.amount, our_occurred_at = ours.occurred_at, matched_at = at
    where o.mode = its_mode and o.rail = its_rail and o.session_id = open_line.session_id
      and o.direction = open_line.direction;
    found_now := found_now + 1;
  end loop;
  return found_now;
end $$;
