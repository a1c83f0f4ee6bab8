-- Makes the partitions of the request log for today and two more days, and drops those that ended
-- more than thirty days ago. Returns until when there are partitions. It runs as the owner, because
-- the application owns no table. Each lock is tried for two seconds: whoever reads the log goes
-- first, and the job comes back.
create or replace function request_log_turn(today timestamptz) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  first date := (today at time zone 'UTC')::date;
  day date;
  part text;
begin
  -- Two processes would make the same partition.
  perform pg_advisory_xact_lock(1919247215);
  for day in select first + n from generate_series(0, 2) as n loop
    part := 'request_log_' || to_char(day, 'YYYYMMDD');
    if to_regclass(part) is null then
      execute format('create table %I (like request_log including all)', part);
      execute format('comment on table %I is %L', part, 'append-only');
      execute format(
        'alter table request_log attach partition %I for values from (%L) to (%L)', part,
        lpad(to_hex((day - date '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20),
        lpad(to_hex((day + 1 - date '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20)
      );
    end if;
  end loop;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass
      and right(c.relname, 8) < to_char(first - 30, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table %I', part);
  end loop;
  return (first + 3)::timestamp at time zone 'UTC';
end $$;
