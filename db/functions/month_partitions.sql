-- Makes the partitions of ledger_entry and deposit for this month and the three after it, and of
-- all months since the last that has one. Months are those of Lagos.
--
-- Rows that came before their partition are in `<name>_other`, and move to it. Writers of such rows
-- wait meanwhile, so it refuses to move more than `move_max`, which take less than a second.
--
-- It runs as the owner, because the application owns no table. Each lock is tried for half a second
-- only: whoever reads goes first, and the job comes back.
create or replace function month_partitions(today timestamptz, move_max integer default 20000)
returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' set timezone = 'Africa/Lagos' as $$
declare
  begins timestamptz;
  ends timestamptz;
  named text;
  part text;
  other text;
  range text;
  bounds text[];
  waiting integer;
begin
  -- Another process makes them now.
  if not pg_try_advisory_xact_lock(1919247216) then
    return;
  end if;
  foreach named in array array['ledger_entry', 'deposit'] loop
    other := named || '_other';
    begins := month_partitions_until(named::regclass);

    while begins < date_trunc('month', today) + interval '4 months' loop
      ends := begins + interval '1 month';
      part := named || to_char(begins, '_YYYY_MM');
      -- The ids of a month: their first 48 bits are the time in milliseconds.
      select array_agg(
        lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20)
      )
      into bounds
      from unnest(array[begins, ends]) at;
      range := format(
        '%1$I >= %2$L and %1$I < %3$L',
        case named when 'ledger_entry' then 'cause_id' else 'deposit_id' end, bounds[1], bounds[2]
      );

      perform month_partition_make(named, part);
      execute format(
        'select count(*) from (select from %I where %s limit %s) its', other, range, move_max + 1
      ) into waiting;
      if waiting > move_max then
        raise exception 'more than % rows of % wait for their partition', move_max, part
          using hint = 'See docs/runbooks/partitions-missing.md.';
      elsif waiting > 0 then
        -- Also keeps writers of these rows waiting.
        execute format('alter table %I disable trigger user', other);
        execute format(
          'with moved as (delete from %I where %s returning *) insert into %I select * from moved',
          other, range, part
        );
        execute format('alter table %I enable trigger user', other);
      end if;
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        named, part, bounds[1], bounds[2]
      );
      begins := ends;
    end loop;
  end loop;
end $$;
