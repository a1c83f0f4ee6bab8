-- Moves a watermark on in one statement: a database transaction of four would hold one of the
-- process's five connections for them.
create or replace function list_move(
  its_business uuid, its_mode text, its_list text, id_column text, most bigint
) returns text language plpgsql as $$
declare
  start uuid;
  target uuid;
  is_more boolean;
begin
  select l.below, l.next_below into start, target
  from list_count l
  where l.business_id = its_business and l.mode = its_mode and l.list = its_list
    and l.next_xid <= pg_snapshot_xmin(pg_current_snapshot())
  for update skip locked;
  if not found then
    return 'not yet';
  end if;

  -- A statement of its own, so that it sees what was moved on last. What was late and is counted
  -- now is noted no longer.
  execute format($text$
    with until as (
      select coalesce(
        (
          select %1$I
          from %2$I
          where business_id = $1 and mode = $2 and %1$I >= $4 and %1$I < $5
          order by business_id, mode, %1$I
          limit 1 offset $6
        ),
        $5
      ) as id
    ), passed as (
      select count(*) as count
      from %2$I
      where business_id = $1 and mode = $2 and %1$I >= $4 and %1$I < (select id from until)
    ), late as (
      delete from list_late
      where business_id = $1 and mode = $2 and list = $3 and id < (select id from until)
      returning id
    )
    update list_count held
    set below = until.id,
      count = held.count + passed.count + (select count(*) from late where late.id < $4),
      next_below = case when until.id < held.next_below then held.next_below end,
      next_xid = case when until.id < held.next_below then held.next_xid end
    from until, passed
    where business_id = $1 and mode = $2 and list = $3
    returning next_below is not null
  $text$, id_column, its_list)
  into is_more
  using its_business, its_mode, its_list, start, target, most;
  return case when is_more then 'more' else 'all' end;
end $$;
