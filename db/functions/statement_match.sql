-- Finds our movement for each line that has none yet; matches that exist stay. Lines are matched
-- one by one through indexes: each costs the same, however many there are and whatever the planner
-- knows about tables that were filled a moment ago.
create or replace function statement_match(its_mode text, its_rail text, at timestamptz)
returns integer language plpgsql as $$
declare
  open_line record;
  ours record;
  found_now integer := 0;
begin
  -- In the order of the key, so two runs at once wait for each other and never deadlock.
  for open_line in
    select o.session_id, o.direction, l.amount
    from rail_match o
    join statement_line l on l.statement_id = o.statement_id and l.position = o.position
    where o.mode = its_mode and o.rail = its_rail and o.state = 'theirs_only'
    order by o.session_id, o.direction
    for update of o
  loop
    select v.amount, v.occurred_at into ours
    from rail_movement v
    where v.mode = its_mode and v.rail = its_rail and v.session_id = open_line.session_id
      and v.direction = open_line.direction
    order by v.occurred_at, v.cause_id
    limit 1;
    continue when not found;

    update rail_match o
    set state = case when ours.amount = open_line.amount then 'matched' else 'wrong_amount' end,
        our_amount = ours.amount, our_occurred_at = ours.occurred_at, matched_at = at
    where o.mode = its_mode and o.rail = its_rail and o.session_id = open_line.session_id
      and o.direction = open_line.direction;
    found_now := found_now + 1;
  end loop;
  return found_now;
end $$;
