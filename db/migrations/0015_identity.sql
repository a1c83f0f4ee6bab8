-- Identity verification. What is known of a person is sealed by the application before it comes
-- here: no statement, no log of the database and no copy of its files can show it.

create table identity_verification (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  verification_id uuid not null,
  type            text not null check (type in ('BVN', 'NIN')),
  -- Requested: of the registry, and nobody knows yet whether a code has left.
  state           text not null
    check (state in ('Requested', 'Pending', 'SUCCESS', 'FAILED', 'LOCKED', 'EXPIRED')),
  failure         text
    check (failure in ('unknown_number', 'not_sent', 'unavailable', 'not_found', 'never_known')),
  -- Sealed, while it is needed. What stays is its end, and a keyed hash.
  number          text,
  number_last4    text not null,
  number_hash     bytea not null,
  -- What the person agreed to. Sealed.
  consent         text,
  -- Kobo.
  fee             bigint not null check (fee > 0),
  -- The code that was sent last: by this name the registry knows the call that sends it.
  otp_id          uuid not null,
  -- How the registry calls what it began.
  rail_session    text,
  otp_sent_at     timestamptz,
  otp_expires_at  timestamptz,
  otp_resends     smallint not null default 0 check (otp_resends between 0 and 3),
  -- Guesses let through that have not been right, those under way too; and of these, the wrong.
  attempts        smallint not null default 0 check (attempts between 0 and 5),
  wrongs          smallint not null default 0 check (wrongs between 0 and 5),
  -- Keyed, of the right code: for whoever asks for the record again.
  otp_hash        bytea,
  -- What the registry answered. Sealed.
  details         text,
  -- Of the wallet, as it was told with the details: who asks again is told the same.
  debit_account_number text,
  verified_at     timestamptz,
  -- When number, code and details must be gone.
  erase_at        timestamptz,
  -- When a chore has to look: after the registry, the end of the code, or the details.
  due_at          timestamptz,
  -- Of the request with an Idempotency-Key that began it.
  effect_id       uuid,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,

  primary key (business_id, mode, verification_id),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state = 'SUCCESS') = (verified_at is not null)),
  check ((verified_at is null) = (erase_at is null)),
  check (state = 'SUCCESS' or (details is null and otp_hash is null)),
  check (state not in ('Requested', 'Pending') or number is not null),
  check (state not in ('FAILED', 'LOCKED', 'EXPIRED') or number is null),
  check (state in ('Requested', 'FAILED')
    or (rail_session is not null and otp_sent_at is not null and otp_expires_at is not null))
) with (fillfactor = 70);

create unique index identity_verification_one_an_effect
  on identity_verification (business_id, mode, effect_id) where effect_id is not null;
create index identity_verification_due on identity_verification (due_at) where due_at is not null;

-- Who was shown the details of a person, and when.
create table identity_access (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  access_id       uuid not null,
  verification_id uuid not null,
  -- At the validation; to whoever asked again with the right code; by an Idempotency-Key.
  how             text not null check (how in ('validated', 'validated_again', 'replayed')),
  key_id          uuid not null,
  request_id      text not null,
  ip_address      text not null,
  created_at      timestamptz not null,

  primary key (business_id, mode, access_id)
);

comment on table identity_access is 'append-only';

create index identity_access_of_a_verification
  on identity_access (business_id, mode, verification_id);
create trigger identity_access_is_append_only
  before update or delete on identity_access for each row execute function refuse_change();
create trigger identity_access_is_never_emptied
  before truncate on identity_access execute function refuse_change();

-- For which verifications of any business a code was sent to the holder of a number, in the last
-- day: so many and no more. The ids carry the time.
create table identity_number (
  mode        text not null check (mode in ('test', 'live')),
  -- Keyed.
  number_hash bytea not null,
  uses        uuid[] not null,
  updated_at  timestamptz not null,

  primary key (mode, number_hash)
);

create index identity_number_by_age on identity_number (updated_at);

-- Answers with details of a person live only as long as the details.
alter table idempotency_key add column erase_at timestamptz;
create index idempotency_key_to_erase on idempotency_key (erase_at) where erase_at is not null;

-- What the sandbox's rails would have sent to people.
create table sandbox_message (
  business_id uuid not null,
  mode        text not null check (mode = 'test'),
  message_id  uuid not null,
  -- Masked.
  recipient   text not null,
  -- Sealed: the code is in it.
  content     text not null,
  created_at  timestamptz not null,

  primary key (business_id, mode, message_id)
);

create index sandbox_message_by_age on sandbox_message (created_at);

-- Begins verifications, many at once and decided in one trip, in the order of the arrays: so that
-- of those on one wallet exactly as many begin as it has fees for. For each an outcome:
-- 'reserved', 'insufficient', or 'too_many' where the number was used too often. Reserved are the
-- fee, a place of the number, and the row. A number may be named once in a call. A number that is
-- refused has counted for its wallet, so whoever is told 'insufficient' after it may ask again.
--
-- Accounts are locked first and in one order, the same as in ledger_write; then numbers.
create function identity_reserve(
  businesses uuid[], modes text[], verifications uuid[], types text[], numbers text[],
  ends text[], hashes bytea[], consents text[], otps uuid[], effects uuid[],
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
    left join ledger_account a
      on a.business_id = n.b and a.mode = n.m and a.name = 'available'
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
    business_id, mode, verification_id, type, state, number, number_last4, number_hash, consent,
    fee, otp_id, effect_id, due_at, created_at, updated_at
  )
  select n.b, n.m, n.v, n.t, 'Requested', n.number, n.last4, n.h, n.consent, its_fee, n.otp,
    n.effect, due, written, written
  from unnest(
    businesses, modes, verifications, types, numbers, ends, hashes, consents, otps, effects,
    outcomes
  ) as n (b, m, v, t, number, last4, h, consent, otp, effect, outcome)
  where n.outcome = 'reserved';

  perform ledger_write(
    b, m, v, array_fill('identity_fee'::text, array[cardinality(v)]),
    array_fill('hold'::text, array[cardinality(v)]),
    array_fill('available'::text, array[cardinality(v)]),
    array_fill('fees'::text, array[cardinality(v)]),
    array_fill(its_fee, array[cardinality(v)]), array_fill(written, array[cardinality(v)]), written
  );
  return outcomes;
end $$;

-- What became of it, many at once: the code was sent ('sent') and the fee is posted, or a failure
-- by its name and the fee comes back, with the place of the number. Only of those that still wait
-- for it; answers the ids of these.
create function identity_record(
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
  -- Accounts before rows, as in identity_reserve: whoever tries the same request again may hold
  -- the one and wait for the other.
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
        -- Nothing came of it: the same request may begin anew.
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
    b, m, v, array_fill('identity_fee'::text, array[cardinality(v)]), k,
    array_fill('available'::text, array[cardinality(v)]),
    array_fill('fees'::text, array[cardinality(v)]), a,
    array_fill(written, array[cardinality(v)]), written
  );

  -- One after the other, in the order in which they are reserved too.
  for i in 1 .. coalesce(cardinality(lost), 0) loop
    update identity_number
    set uses = array_remove(uses, lost[i])
    where mode = lost_modes[i] and number_hash = lost_hashes[i];
  end loop;
  return v;
end $$;
