-- Gives accounts their numbers. Returns, for each number that is not another account's, the number
-- that its account has then.
create or replace function one_off_issue(accounts virtual_account[])
returns table (its_mode text, offered text, kept text) language plpgsql as $$
begin
  insert into account_number (mode, account_number, business_id, virtual_account_id)
  select a.mode, a.account_number, a.business_id, a.virtual_account_id
  from unnest(accounts) as a
  order by a.mode, a.account_number
  on conflict do nothing;

  update virtual_account v
  set account_number = i.account_number, bank_name = i.bank_name, bank_code = i.bank_code,
      bank_slug = i.bank_slug, assigned_at = i.assigned_at, updated_at = i.updated_at
  from (
    select a.*, waiting.row_at
    from (
      select * from unnest(accounts) order by business_id, mode, virtual_account_id
    ) a
    cross join lateral (
      select own.ctid as row_at
      from virtual_account own
      where own.business_id = a.business_id and own.mode = a.mode
        and own.virtual_account_id = a.virtual_account_id and own.account_number is null
      limit 1
      for update
    ) waiting
  ) i
  where v.ctid = i.row_at
    and exists (
      select from account_number o
      where o.mode = i.mode and o.account_number = i.account_number
        and o.business_id = i.business_id and o.virtual_account_id = i.virtual_account_id
    );

  return query
  select o.mode, o.account_number, v.account_number
  from unnest(accounts) as a
  cross join lateral (
    select *
    from account_number o
    where o.mode = a.mode and o.account_number = a.account_number
      and o.business_id = a.business_id and o.virtual_account_id = a.virtual_account_id
    limit 1
  ) o
  cross join lateral (
    select *
    from virtual_account v
    where v.business_id = o.business_id and v.mode = o.mode
      and v.virtual_account_id = o.virtual_account_id
    limit 1
  ) v;
end $$;
