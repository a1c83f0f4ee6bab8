-- What waits for its settlement among these entries.
create or replace function settlement_await(
  businesses uuid[], modes text[], causes uuid[], credits text[], amounts bigint[],
  occurred timestamptz[]
) returns void language plpgsql as $$
begin
  if not exists (select from unnest(credits) as account where account ^@ 'pending') then
    return;
  end if;
  insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
  select b, m, c, s, 'payment', a, o
  from unnest(businesses, modes, causes, credits, amounts, occurred) as e (b, m, s, c, a, o)
  where c ^@ 'pending';
end $$;
