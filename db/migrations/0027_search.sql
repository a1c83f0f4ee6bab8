-- What the dashboard looks for. No index more than it takes: what all payments are counted by
-- stands behind the key that they have anyway, so that a payment costs no further entry.

-- Prefixes are found by the unique indexes, whatever the language of the database.
alter table transaction alter column reference type text collate "C";
alter table customer alter column email_folded type text collate "C";

alter table transaction
  drop constraint transaction_pkey,
  add constraint transaction_pkey primary key (business_id, mode, id)
    include (status, channel, amount, created_at);

alter table deposit
  drop constraint deposit_pkey,
  add constraint deposit_pkey primary key (business_id, mode, deposit_id) include (amount);

-- By when they were paid: what came in on a day. One entry a payment, made when it succeeds.
create index transaction_by_payment on transaction (business_id, mode, paid_at)
  include (amount, fee, vat)
  where paid_at is not null;

-- The next ones are for lists alone. While a table is new, the planner knows nothing of it, and any
-- index that begins with business and mode looks as good to it as the one that finds a row: a
-- payment was looked up by reading all of them. So they have a condition that always holds, and
-- only a statement that names it may use them.

-- What a customer has paid, newest first.
create index transaction_by_customer on transaction (business_id, mode, customer_id, id)
  where created_at > '-infinity';

-- As before, and for the chore that looks for them alone.
drop index transaction_open_by_expiry;
create index transaction_open_by_expiry on transaction (expires_at)
  where status in ('pending', 'ongoing') and expires_at > '-infinity';

create index refund_by_end on refund (business_id, mode, processed_at)
  include (amount)
  where processed_at is not null;

create index customer_by_name on customer (
  business_id, mode, (lower(first_name || ' ' || last_name) collate "C")
) where created_at > '-infinity';
create index customer_by_last_name on customer (
  business_id, mode, (lower(last_name) collate "C")
) where created_at > '-infinity';

-- The examples of a business: made once at a time, by whoever holds the lease.
create table example_run (
  business_id uuid not null references business (business_id),
  mode        text not null check (mode = 'test'),
  token       uuid not null,
  state       text not null check (state in ('running', 'done', 'failed')),
  done        integer not null default 0 check (done >= 0 and done <= total),
  -- Days.
  total       integer not null check (total > 0),
  lease_until timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,

  primary key (business_id, mode),
  check ((state = 'running') = (lease_until is not null))
);
