-- Begins verifications, many in one trip, in the order of the arrays: of those on one wallet,
-- exactly as many begin as it has fees for. Returns for each 'reserved', 'insufficient', or
-- 'too_many' if the number was used too often. It reserves the fee, a place of the number, and the
-- row. A call may name a number once. A refused number has counted for its wallet, so a caller that
-- gets 'insufficient' behind it may try again.
--
-- Accounts are locked first, in the order of ledger_write, then numbers. Each wallet is looked up
-- by its key: a join was planned as a scan of every business's wallet.
create or replace function identity_reserve(
  businesses uuid[], modes text[], verifications uuid[], types text[], numbers text[],
  ends text[], hashes bytea[], rails text[], consents text[], otps uuid[], effects uuid[],
  -- Verifications after this id are of the last day.
  its_fee bigint, uses_max integer, since uuid, due timestamptz, written timestamptz
) returns text[] language plpgsql as $$
declare
  outcomes text[];
  b uuid[];
  m text[];
  v uuid[];
begin
  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.mode = any(modes)
    and a.name in ('available', 'fees')
  order by a.business_id, a.mode, a.name
  for update;

  with asked as (
    select n.*, row_number() over (partition by n.b, n.m order by n.i) * its_fee
        <= coalesce(a.credits_posted - a.debits_posted - a.debits_pending, 0) as covered
    from unnest(businesses, modes, verifications, hashes)
      with ordinality as n (b, m, v, h, i)
    left join lateral (
      select * from ledger_account own
      where own.business_id = n.b and own.mode = n.m and own.name = 'available'
      limit 1
    ) a on true
  ), placed as (
    insert into identity_number as known (mode, number_hash, uses, updated_at)
    select a.m, a.h, array[a.v], written
    from asked a
    where a.covered
    order by a.m, a.h
    on conflict (mode, number_hash) do update
      set uses = array(select u from unnest(known.uses) as u where u > since) || excluded.uses,
          updated_at = written
      where (select count(*) from unnest(known.uses) as u where u > since) < uses_max
    returning known.mode, known.number_hash
  ), decided as (
    select a.*, case when not a.covered then 'insufficient'
      when p.number_hash is null then 'too_many' else 'reserved' end as outcome
    from asked a
    left join placed p on p.mode = a.m and p.number_hash = a.h
  )
  select array_agg(d.outcome order by d.i),
    array_agg(d.b) filter (where d.outcome = 'reserved'),
    array_agg(d.m) filter (where d.outcome = 'reserved'),
    array_agg(d.v) filter (where d.outcome = 'reserved')
  into outcomes, b, m, v
  from decided d;
  if v is null then
    return outcomes;
  end if;

  insert into identity_verification (
    business_id, mode, verification_id, rail, type, state, number, number_last4, number_hash,
    consent, fee, otp_id, effect_id, due_at, created_at, updated_at
  )
  select n.b, n.m, n.v, n.rail, n.t, 'Requested', n.number, n.last4, n.h, n.consent, its_fee, n.otp,
    n.effect, due, written, written
  from unnest(
    businesses, modes, verifications, rails, types, numbers, ends, hashes, consents, otps,
    effects, outcomes
  ) as n (b, m, v, rail, t, number, last4, h, consent, otp, effect, outcome)
  where n.outcome = 'reserved';

  perform ledger_write(
    array(
      select entry_of(
        business => n.b, its_mode => n.m, cause => n.v, its_reason => 'identity_fee',
        its_kind => 'hold', debit => 'available', credit => 'fees', its_amount => its_fee,
        occurred => written
      )
      from unnest(b, m, v) as n (b, m, v)
    ),
    written
  );
  return outcomes;
end $$;
