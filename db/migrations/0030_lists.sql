-- What lists and sums cost where there are millions of rows.

-- The least id of this moment or a later one.
create function id_at(moment timestamptz) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- How many rows of a list lie below an id: src/lib/list-count.ts.
create table list_count (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  list        text not null check (list in ('transaction', 'customer', 'deposit')),
  below       uuid not null,
  count       bigint not null check (count >= 0),
  -- Up to where it may go when the database transactions with lower numbers have ended.
  next_below  uuid,
  next_xid    xid8,

  primary key (business_id, mode, list),
  check ((next_below is null) = (next_xid is null)),
  check (next_below > below)
) with (fillfactor = 50);

-- What was written with an id of the past. If it lies below, it is not in the count.
create table list_late (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  list        text not null check (list in ('transaction', 'customer', 'deposit')),
  id          uuid not null,

  primary key (business_id, mode, list, id)
);

-- Of one moment. `below`: how many rows are below the watermark. `above`: how many of the others,
-- at most so many. By the same plan whatever is known of the tables: to read all of them for what
-- lies above an id looks cheap to who does not know the id.
create function list_read(
  its_business uuid, its_mode text, its_list text, above_max bigint,
  out below bigint, out above bigint
) language plpgsql stable
  set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  start uuid;
begin
  select l.below, l.count
  into start, below
  from list_count l
  where l.business_id = its_business and l.mode = its_mode and l.list = its_list;
  start := coalesce(start, '00000000-0000-0000-0000-000000000000');

  select coalesce(below, 0) + count(*)
  into below
  from list_late l
  where l.business_id = its_business and l.mode = its_mode and l.list = its_list and l.id < start;

  case its_list
    when 'transaction' then
      select count(*) into above from (
        select 1 from transaction
        where business_id = its_business and mode = its_mode and id >= start
        order by business_id, mode, id
        limit above_max
      ) row_above;
    when 'customer' then
      select count(*) into above from (
        select 1 from customer
        where business_id = its_business and mode = its_mode and customer_id >= start
        order by business_id, mode, customer_id
        limit above_max
      ) row_above;
    when 'deposit' then
      select count(*) into above from (
        select 1 from deposit
        where business_id = its_business and mode = its_mode and deposit_id >= start
        order by business_id, mode, deposit_id
        limit above_max
      ) row_above;
  end case;
end $$;

-- The sums of days that are over: src/lib/day-sums.ts.
create table day_sums (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  subject     text not null check (subject in ('made', 'paid', 'deposits')),
  -- Midnight in Lagos.
  day_start   timestamptz not null,
  sums        bigint[] not null,
  counted_at  timestamptz not null,

  primary key (business_id, mode, subject, day_start)
);

-- Something came to a day that was over. A row each: nobody who pays waits for anybody here.
create table day_change (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  subject     text not null check (subject in ('made', 'paid', 'deposits')),
  day_start   timestamptz not null,
  changed_at  timestamptz not null,
  change_id   uuid not null default gen_random_uuid(),

  primary key (business_id, mode, subject, day_start, change_id)
);

create function day_changed(
  its_business uuid, its_mode text, its_subject text, moment timestamptz
) returns void language sql as $$
  insert into day_change (business_id, mode, subject, day_start, changed_at)
  values (
    its_business, its_mode, its_subject,
    date_trunc('day', moment at time zone 'Africa/Lagos') at time zone 'Africa/Lagos',
    clock_timestamp()
  )
$$;

-- `tg_argv`: the column with the id, and whose sums of days it is in, if any.
create function list_note_late() returns trigger language plpgsql as $$
declare
  its_id uuid := to_jsonb(new) ->> tg_argv[0];
begin
  insert into list_late (business_id, mode, list, id)
  values (new.business_id, new.mode, tg_table_name, its_id);
  if tg_nargs > 1 and its_id < id_at(clock_timestamp() - interval '1 hour') then
    perform day_changed(
      new.business_id, new.mode, tg_argv[1],
      to_timestamp(('x' || translate(left(its_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
    );
  end if;
  return null;
end $$;

create function transaction_note_paid_late() returns trigger language plpgsql as $$
begin
  perform day_changed(new.business_id, new.mode, 'paid', new.paid_at);
  return null;
end $$;

-- An id is made a moment before its row, but for that of a second try with an Idempotency-Key, of
-- examples, and of a process whose clock is slow. The first 48 bits of an id are its milliseconds;
-- they are compared here as bytes and by no function of ours, because every payment does it.
create trigger transaction_is_noted_if_late after insert on transaction
  for each row when (
    uuid_send(new.id)
      < int8send(((date_part('epoch', clock_timestamp()) * 1000)::bigint - 30000) << 16)
  )
  execute function list_note_late('id', 'made');
create trigger customer_is_noted_if_late after insert on customer
  for each row when (
    uuid_send(new.customer_id)
      < int8send(((date_part('epoch', clock_timestamp()) * 1000)::bigint - 30000) << 16)
  )
  execute function list_note_late('customer_id');
create trigger deposit_is_noted_if_late after insert on deposit
  for each row when (
    uuid_send(new.deposit_id)
      < int8send(((date_part('epoch', clock_timestamp()) * 1000)::bigint - 30000) << 16)
  )
  execute function list_note_late('deposit_id', 'deposits');

-- A bank tells late of what it has received.
create trigger transaction_is_noted_if_made_paid_late after insert on transaction
  for each row when (new.paid_at < clock_timestamp() - interval '1 hour')
  execute function transaction_note_paid_late();
create trigger transaction_is_noted_if_paid_late after update of paid_at on transaction
  for each row
  when (old.paid_at is null and new.paid_at < clock_timestamp() - interval '1 hour')
  execute function transaction_note_paid_late();

-- Lists of what is rare. None of these costs a payment that succeeds anything: it is in none of
-- them at any time.
create index transaction_closed_unpaid on transaction (business_id, mode, status, id)
  where status in ('failed', 'abandoned', 'reversed');
create index deposit_by_state on deposit (business_id, mode, state, deposit_id)
  where state <> 'matched';
create index delivery_failed on delivery (business_id, mode, event_id)
  where state = 'failed';

-- An index is enough where it is known that all may see the rows of a page, which vacuum finds
-- out. By default it comes when a fifth of the table is new: two million rows of ten.
alter table transaction set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table customer set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table deposit set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table virtual_account set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table account_number set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table deposit_session set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table ledger_entry set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table event set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table receipt set (autovacuum_vacuum_insert_scale_factor = 0.02);
