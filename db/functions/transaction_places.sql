-- Where the open payments are that still have these versions, in the order of the input; null for
-- the others. Their rows are locked in one order, so that no two wait for each other, and a place
-- stays while its row is locked.
create or replace function transaction_places(
  businesses uuid[], modes text[], ids uuid[], versions integer[]
) returns tid[] language plpgsql as $$
begin
  return (
    select array_agg(own.row_at order by own.place)
    from (
      select i.place, open.row_at
      from (
        select *
        from unnest(businesses, modes, ids, versions) with ordinality
          as i (business_id, mode, id, version, place)
        order by business_id, mode, id
      ) i
      left join lateral (
        select t.ctid as row_at
        from transaction t
        where t.business_id = i.business_id and t.mode = i.mode and t.id = i.id
          and t.version = i.version and t.status in ('pending', 'ongoing')
        limit 1
        for update
      ) open on true
    ) own
  );
end $$;
