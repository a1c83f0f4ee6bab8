-- The end of the last month for which a table has a partition.
create or replace function month_partitions_until(named regclass) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select to_timestamp(
    ('x0000' || left(replace(max(its.bound), '-', ''), 12))::bit(64)::bigint / 1000.0
  )
  from (
    select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''\)') as bound
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = named
  ) its
$$;
