-- Of one moment. `below`: how many rows are below the watermark. `above`: how many of the others,
-- at most so many. By the same plan whatever is known of the tables: to read all of them for what
-- lies above an id looks cheap to who does not know the id.
create or replace function list_read(
  its_business uuid, its_mode text, its_list text, above_max bigint,
  out below bigint, out above bigint
) language plpgsql stable
  set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  start uuid;
begin
  select l.below, l.count
  into start, below
  from list_count l
  where l.business_id = its_business and l.mode = its_mode and l.list = its_list;
  start := coalesce(start, '00000000-0000-0000-0000-000000000000');

  select coalesce(below, 0) + count(*)
  into below
  from list_late l
  where l.business_id = its_business and l.mode = its_mode and l.list = its_list and l.id < start;

  case its_list
    when 'transaction' then
      select count(*) into above from (
        select 1 from transaction
        where business_id = its_business and mode = its_mode and id >= start
        order by business_id, mode, id
        limit above_max
      ) row_above;
    when 'customer' then
      select count(*) into above from (
        select 1 from customer
        where business_id = its_business and mode = its_mode and customer_id >= start
        order by business_id, mode, customer_id
        limit above_max
      ) row_above;
    when 'deposit' then
      select count(*) into above from (
        select 1 from deposit
        where business_id = its_business and mode = its_mode and deposit_id >= start
        order by business_id, mode, deposit_id
        limit above_max
      ) row_above;
  end case;
end $$;
