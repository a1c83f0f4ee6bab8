-- What the rail approved and pays its payment: settles the payments (transaction_settle), and ends
-- the attempts. Each payment once in one call. `approved`: the attempts that have paid. `known`:
-- those that had ended before. Of the others nothing is changed: their payment has closed or
-- changed since it was read.
create or replace function card_approve(
  attempt_ids uuid[],
  -- As transaction_settle takes them.
  businesses uuid[], modes text[], ids uuid[], versions integer[], amounts bigint[],
  fees bigint[], vats bigint[], paid_by text[], authorizations text[], gateway_responses text[],
  messages text[], attempt_counts smallint[], histories text[], splits text[],
  occurred timestamptz[], written timestamptz,
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_ids uuid[], event_types text[], event_routes text[], event_payloads text[],
  out approved uuid[], out known uuid[]
) language plpgsql as $$
declare
  places tid[];
  settled uuid[];
begin
  -- The attempts before their payments, as everywhere, and in one order.
  select array_agg(own.row_at order by own.place),
    coalesce(array_agg(own.attempt_id) filter (where own.row_at is null), '{}')
  into places, known
  from (
    select i.place, i.attempt_id, open.row_at
    from (
      select *
      from unnest(businesses, modes, attempt_ids) with ordinality
        as i (business_id, mode, attempt_id, place)
      order by business_id, mode, attempt_id
    ) i
    left join lateral (
      select a.ctid as row_at
      from card_attempt a
      where a.business_id = i.business_id and a.mode = i.mode and a.attempt_id = i.attempt_id
        and a.state in ('charging', 'unknown', 'pin', 'otp', 'redirect', 'superseded')
      limit 1
      for update
    ) open on true
  ) own;

  approved := '{}';
  if cardinality(known) = cardinality(attempt_ids) then
    return;
  end if;
  if cardinality(known) > 0 then
    -- No payment has such a version.
    select array_agg(case when row_at is null then -1 else v end order by place)
    into versions
    from unnest(places, versions) with ordinality as n (row_at, v, place);
  end if;

  settled := transaction_settle(
    businesses, modes, ids, versions, amounts, fees, vats, paid_by, authorizations,
    gateway_responses, messages, attempt_counts, histories, splits, occurred, written,
    leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
    leg_occurred, event_ids, event_types, event_routes, event_payloads
  );

  with ended as (
    update card_attempt a
    set state = 'approved', redirect_url = null, next_enquiry_at = null,
        authorization_details = i.authorization_details, updated_at = written
    from unnest(places, ids, authorizations) as i (row_at, id, authorization_details)
    where a.ctid = i.row_at and i.id = any(settled)
    returning a.attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') into approved from ended;
end $$;
