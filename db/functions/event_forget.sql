-- Deletes events older than thirty days, by the clock of the database, with their deliveries and
-- attempts. It runs as the owner, because the application may not delete events.
-- `statement_timestamp()` is one moment, so the index serves it; `clock_timestamp()` may differ for
-- each row and would read every event.
create or replace function event_forget(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  b uuid[];
  m text[];
  i uuid[];
begin
  select array_agg(business_id), array_agg(mode), array_agg(event_id) into b, m, i
  from (
    select business_id, mode, event_id from event
    where created_at < statement_timestamp() - interval '30 days'
    order by created_at
    limit most
  ) old;
  if i is null then
    return 0;
  end if;
  delete from delivery_attempt a
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where a.business_id = old.business_id and a.mode = old.mode and a.event_id = old.event_id;
  delete from delivery d
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where d.business_id = old.business_id and d.mode = old.mode and d.event_id = old.event_id;
  delete from event e
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where e.business_id = old.business_id and e.mode = old.mode and e.event_id = old.event_id;
  return cardinality(i);
end $$;
