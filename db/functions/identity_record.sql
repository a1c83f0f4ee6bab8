-- Records outcomes, many at once: 'sent' posts the fee; the name of a failure releases the fee and
-- the place of the number. Changes only those that still wait, and returns their ids.
create or replace function identity_record(
  businesses uuid[], modes text[], verifications uuid[], outcomes text[], sessions text[],
  sent timestamptz[], expiries timestamptz[], dues timestamptz[], written timestamptz
) returns uuid[] language plpgsql as $$
declare
  b uuid[];
  m text[];
  v uuid[];
  k text[];
  a bigint[];
  lost_modes text[];
  lost_hashes bytea[];
  lost uuid[];
begin
  -- Accounts before rows, as in identity_reserve: a retry of the same request may hold one of them
  -- and wait for the other.
  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.mode = any(modes)
    and a.name in ('available', 'fees')
  order by a.business_id, a.mode, a.name
  for update;

  with moved as (
    update identity_verification as x
    set state = case when n.outcome = 'sent' then 'Pending' else 'FAILED' end,
        failure = nullif(n.outcome, 'sent'),
        rail_session = n.session,
        otp_sent_at = n.sent_at,
        otp_expires_at = n.expires_at,
        number = case when n.outcome = 'sent' then x.number end,
        -- Nothing was sent, so the same request may begin again.
        effect_id = case when n.outcome in ('unavailable', 'not_found', 'never_known') then null
          else x.effect_id end,
        due_at = n.due_at,
        updated_at = written
    from unnest(
      businesses, modes, verifications, outcomes, sessions, sent, expiries, dues
    ) as n (b, m, v, outcome, session, sent_at, expires_at, due_at)
    where x.business_id = n.b and x.mode = n.m and x.verification_id = n.v
      and x.state = 'Requested'
    returning x.business_id, x.mode, x.verification_id, x.state, x.fee, x.number_hash
  )
  select array_agg(business_id), array_agg(mode), array_agg(verification_id),
    array_agg(case state when 'Pending' then 'post_hold' else 'void_hold' end), array_agg(fee),
    array_agg(mode order by mode, number_hash) filter (where state = 'FAILED'),
    array_agg(number_hash order by mode, number_hash) filter (where state = 'FAILED'),
    array_agg(verification_id order by mode, number_hash) filter (where state = 'FAILED')
  into b, m, v, k, a, lost_modes, lost_hashes, lost
  from moved;
  if v is null then
    return '{}';
  end if;

  perform ledger_write(
    array(
      select entry_of(
        business => n.b, its_mode => n.m, cause => n.v, its_reason => 'identity_fee',
        its_kind => n.k, debit => 'available', credit => 'fees', its_amount => n.a,
        occurred => written
      )
      from unnest(b, m, v, k, a) as n (b, m, v, k, a)
    ),
    written
  );

  -- One by one, in the order in which identity_reserve locks them.
  for i in 1 .. coalesce(cardinality(lost), 0) loop
    update identity_number
    set uses = array_remove(uses, lost[i])
    where mode = lost_modes[i] and number_hash = lost_hashes[i];
  end loop;
  return v;
end $$;
