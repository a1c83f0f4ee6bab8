-- Counts a list for processes of the previous version: `below`, and none above. The next release
-- drops it.
create or replace function list_read(
  its_business uuid, its_mode text, its_list text, above_max bigint,
  out below bigint, out above bigint
) language plpgsql stable
  set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  above := 0;
  execute format($text$
    select count(*)
    from (select from %I where business_id = $1 and mode = $2 limit 10000) counted
  $text$, its_list)
  into below
  using its_business, its_mode;
end $$;
