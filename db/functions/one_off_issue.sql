-- Gives accounts their numbers. Answers the number that each has then, in the order of the input;
-- null where the number is another account's.
create or replace function one_off_issue(
  businesses uuid[], modes text[], accounts uuid[], numbers text[],
  bank_names text[], bank_codes text[], bank_slugs text[], given timestamptz[]
) returns setof text language plpgsql as $$
declare
  places tid[];
begin
  insert into account_number (mode, account_number, business_id, virtual_account_id)
  select m, n, b, a
  from unnest(modes, numbers, businesses, accounts) as i (m, n, b, a)
  order by m, n
  on conflict do nothing;

  select array_agg(own.row_at order by own.place)
  into places
  from (
    select i.place, waiting.row_at
    from (
      select *
      from unnest(businesses, modes, accounts) with ordinality as i (b, m, a, place)
      order by b, m, a
    ) i
    left join lateral (
      select v.ctid as row_at
      from virtual_account v
      where v.business_id = i.b and v.mode = i.m and v.virtual_account_id = i.a
        and v.account_number is null
      limit 1
      for update
    ) waiting on true
  ) own;

  update virtual_account v
  set account_number = i.n, bank_name = i.bank_name, bank_code = i.bank_code,
      bank_slug = i.bank_slug, assigned_at = i.given, updated_at = i.given
  from unnest(places, numbers, bank_names, bank_codes, bank_slugs, given)
    as i (row_at, n, bank_name, bank_code, bank_slug, given)
  where v.ctid = i.row_at
    and exists (
      select from account_number o
      where o.mode = v.mode and o.account_number = i.n
        and o.business_id = v.business_id and o.virtual_account_id = v.virtual_account_id
    );

  return query
  select own.account_number
  from unnest(businesses, modes, accounts, numbers) with ordinality as i (b, m, a, n, place)
  left join lateral (
    select v.account_number
    from account_number o
    cross join lateral (
      select * from virtual_account v
      where v.business_id = i.b and v.mode = i.m and v.virtual_account_id = i.a
      limit 1
    ) v
    where o.mode = i.m and o.account_number = i.n
      and o.business_id = i.b and o.virtual_account_id = i.a
    limit 1
  ) own on true
  order by i.place;
end $$;
