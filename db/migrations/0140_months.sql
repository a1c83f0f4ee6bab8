-- Entries and deposits by month: each table becomes `<name>_before`, the first partition of a new
-- one with its name, indexes, triggers, comment and rights. `<name>_other` takes rows of months
-- that have no partition. A function, month_partitions, makes those of the months after.
--
-- Views and functions know a table by its number. Views are made anew. So is each function that
-- takes rows of these tables, for the new type: the old form stays for processes of the version
-- before, whose prepared statements have its number. The old table keeps the names of its keys,
-- which those processes look for in errors.
do $$
declare
  named text;
  key text;
  before text;
  made text[];
  ddl text;
  said text;
  bound text;
  its record;
  forms text[];
begin
  select array_agg(pg_get_functiondef(p.oid)) into forms
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and p.proargtypes::oid[] && array['ledger_entry[]'::regtype::oid, 'deposit[]'::regtype::oid];
  select forms || array_agg(
    format('create or replace view %I as %s', c.relname, pg_get_viewdef(c.oid))
  )
  into forms
  from pg_class c
  where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and exists (
    select from pg_depend d
    join pg_rewrite r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and r.ev_class = c.oid
      and d.refobjid in ('ledger_entry'::regclass, 'deposit'::regclass)
  );

  foreach named in array array['ledger_entry', 'deposit'] loop
    key := case named when 'ledger_entry' then 'cause_id' else 'deposit_id' end;
    before := named || '_before';
    said := obj_description(named::regclass, 'pg_class');
    select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into bound
    from pg_constraint
    where conrelid = named::regclass and conname = before;

    select array_agg(part.text order by place) into made
    from (
      select 1 as place, format(
        'alter table %I add constraint %I %s', named, named || '_key', pg_get_constraintdef(oid)
      ) as text
      from pg_constraint
      where conrelid = named::regclass and contype = 'p'
      union all
      select 2, pg_get_indexdef(i.indexrelid)
      from pg_index i
      where i.indrelid = named::regclass and not i.indisprimary
      union all
      select 3, pg_get_triggerdef(oid)
      from pg_trigger
      where tgrelid = named::regclass and not tgisinternal
      union all
      select 4, format(
        'grant %s on %I to %s', a.privilege_type, named,
        case a.grantee when 0 then 'public' else a.grantee::regrole::text end
      )
      from pg_class c
      cross join lateral aclexplode(c.relacl) a
      where c.oid = named::regclass and a.grantee <> c.relowner
    ) part;

    for its in
      select tgname from pg_trigger
      where tgrelid = named::regclass and not tgisinternal and (tgtype & 1) = 1
    loop
      execute format('drop trigger %I on %I', its.tgname, named);
    end loop;
    execute format('alter table %I rename to %I', named, before);
    for its in
      select c.relname from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where i.indrelid = before::regclass and not i.indisprimary
    loop
      execute format(
        'alter index %I rename to %I', its.relname, replace(its.relname, named, before)
      );
    end loop;

    execute format(
      'create table %I (like %I including defaults including constraints including generated)
        partition by range (%I)', named, before, key
    );
    execute format('alter table %I drop constraint %I', named, before);
    foreach ddl in array made loop
      execute ddl;
    end loop;
    execute format(
      'alter table %I attach partition %I for values from (minvalue) to (%L)', named, before, bound
    );
    execute format('alter table %I drop constraint %I', before, before);
    execute format('create table %I partition of %I default', named || '_other', named);
    if said is not null then
      execute format('comment on table %I is %L', named, said);
      execute format('comment on table %I is %L', named || '_other', said);
    end if;
  end loop;

  -- PostgreSQL copies the triggers of rows to partitions, and not those of statements.
  create trigger ledger_entry_is_never_emptied before truncate on ledger_entry_other
    for each statement execute function refuse_change();

  foreach ddl in array coalesce(forms, '{}') loop
    execute ddl;
  end loop;
end $$;
