-- Makes a table that can be attached as a partition: with the columns, checks, indexes, settings
-- and comment of the others, and their triggers of statements. PostgreSQL copies those of rows when
-- it is attached.
create or replace function month_partition_make(named text, part text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  said text := obj_description(named::regclass, 'pg_class');
  options text;
  its record;
begin
  select array_to_string(c.reloptions, ', ') into options
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = named::regclass and c.reloptions is not null
  limit 1;
  execute format('create table %I (like %I including all)', part, named)
    || coalesce(' with (' || options || ')', '');
  if said is not null then
    execute format('comment on table %I is %L', part, said);
  end if;
  for its in
    select tgname as name from pg_trigger
    where tgrelid = named::regclass and not tgisinternal and (tgtype & 1) = 0
  loop
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_change()',
      its.name, part
    );
  end loop;
end $$;
