-- Gives each session id the first statement line that names it. Rows are locked in the order of the
-- key, so two imports at once wait for each other and never deadlock.
create or replace function statement_claim(its_statement uuid) returns void language sql as $$
  insert into rail_match (mode, rail, session_id, direction, statement_id, position, state)
  select distinct on (l.session_id, l.direction)
    s.mode, s.rail, l.session_id, l.direction, l.statement_id, l.position, 'theirs_only'
  from statement s
  join statement_line l on l.statement_id = s.statement_id
  where s.statement_id = its_statement
  order by l.session_id, l.direction, l.position
  on conflict do nothing;
$$;
