-- The one way to success, for many payments at once: the state, the legs, what waits for its
-- settlement, the receipt, the event. Answers the ids that moved; a payment that is closed or has
-- changed since it was read does not move, and nothing of it is written. Rows are locked in the
-- order of their keys.
create or replace function transaction_settle(
  businesses uuid[], modes text[], ids uuid[], versions integer[], amounts bigint[],
  fees bigint[], vats bigint[], paid_by text[], authorizations text[], gateway_responses text[],
  messages text[], attempt_counts smallint[], histories text[], splits text[], paid timestamptz[],
  written timestamptz,
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_ids uuid[], event_types text[], event_routes text[], event_payloads text[]
) returns uuid[] language plpgsql as $$
declare
  places tid[];
  moved uuid[];
begin
  places := transaction_places(businesses, modes, ids, versions);
  with u as (
    update transaction t
    set status = 'success', version = t.version + 1, amount = i.amount, fee = i.fee, vat = i.vat,
        channel = i.channel, authorization_details = i.authorization_details,
        gateway_response = i.gateway_response, message = i.message, attempts = i.attempts,
        history = i.history, split = i.split, paid_at = i.paid_at
    from unnest(
      places, amounts, fees, vats, paid_by, authorizations, gateway_responses, messages,
      attempt_counts, histories, splits, paid
    ) as i (
      row_at, amount, fee, vat, channel, authorization_details, gateway_response, message,
      attempts, history, split, paid_at
    )
    where t.ctid = i.row_at
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into moved from u;

  if cardinality(moved) = 0 then
    return moved;
  end if;

  if cardinality(moved) < cardinality(ids) then
    select array_agg(b), array_agg(m), array_agg(s), array_agg(r), array_agg(d), array_agg(c),
      array_agg(a), array_agg(o)
    into leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits, leg_amounts,
      leg_occurred
    from unnest(leg_businesses, leg_modes, leg_causes, leg_reasons, leg_debits, leg_credits,
      leg_amounts, leg_occurred) as e (b, m, s, r, d, c, a, o)
    where s = any(moved);

    select array_agg(b), array_agg(m), array_agg(t), array_agg(i), array_agg(k), array_agg(r),
      array_agg(p)
    into businesses, modes, ids, event_ids, event_types, event_routes, event_payloads
    from unnest(businesses, modes, ids, event_ids, event_types, event_routes, event_payloads)
      as e (b, m, t, i, k, r, p)
    where t = any(moved);
  end if;

  perform settlement_await(
    leg_businesses, leg_modes, leg_causes, leg_credits, leg_amounts, leg_occurred
  );
  perform receipt_note(businesses, modes, ids, written);
  perform event_emit(
    businesses, modes, event_ids, event_types, event_routes, event_payloads, ids, written
  );
  -- Last, because other payments wait for these accounts.
  perform ledger_write(
    leg_businesses, leg_modes, leg_causes, leg_reasons,
    array_fill('post'::text, array[cardinality(leg_causes)]),
    leg_debits, leg_credits, leg_amounts, leg_occurred, written
  );
  return moved;
end $$;
