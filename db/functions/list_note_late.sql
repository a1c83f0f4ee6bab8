-- Notes a row whose id lies below the watermark of its list. `tg_argv`: the column with the id, and
-- whose sums of days it is in, if any.
create or replace function list_note_late() returns trigger language plpgsql as $$
declare
  its_id uuid := to_jsonb(new) ->> tg_argv[0];
begin
  insert into list_late (business_id, mode, list, id)
  values (new.business_id, new.mode, tg_table_name, its_id);
  if tg_nargs > 1 and its_id < id_at(clock_timestamp() - interval '1 hour') then
    perform day_changed(
      new.business_id, new.mode, tg_argv[1],
      to_timestamp(('x' || translate(left(its_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
    );
  end if;
  return null;
end $$;
