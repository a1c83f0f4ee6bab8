-- A payment, as the business sees it.
create table transaction (
  business_id      uuid not null,
  mode             text not null check (mode in ('test', 'live')),
  id               uuid not null,
  reference        text not null,
  status           text not null check (
    status in ('pending', 'ongoing', 'success', 'failed', 'abandoned', 'reversed')
  ),
  -- Rises with every change, so that a change made from an old reading is refused.
  version          integer not null default 0,
  -- What the customer is to pay, then what was paid; and what the business asked for.
  amount           bigint not null check (amount > 0),
  requested_amount bigint not null check (requested_amount > 0),
  fee              bigint check (fee >= 0),
  vat              bigint check (vat >= 0),
  channel          text check (channel in ('card', 'bank_transfer', 'dedicated_virtual_account')),
  -- With commas; the channels that the customer may choose from.
  channels         text not null,
  customer_id      uuid not null,
  email            text not null,
  customer_name    text not null,
  phone            text,
  callback_url     text,
  -- As it was sent, byte for byte: never jsonb, which would write it anew.
  metadata         text,
  gateway_response text not null default '',
  message          text,
  authorization_details text,
  ip_address       text,
  -- By whose key it was made: what a page made is not what the server asks for.
  made_with        text not null check (made_with in ('secret', 'public')),
  attempts         smallint not null default 0,
  errors           smallint not null default 0,
  -- JSON objects with commas between them: {type, message, time}.
  history          text not null default '',
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  paid_at          timestamptz,

  primary key (business_id, mode, id),
  constraint transaction_reference_is_unique unique (business_id, mode, reference),
  constraint transaction_is_paid_when_it_succeeds
    check ((status in ('success', 'reversed')) = (paid_at is not null)),
  constraint transaction_has_its_fee_when_it_succeeds
    check (paid_at is null or (fee is not null and vat is not null and channel is not null))
) with (fillfactor = 85);

-- What is still open, by the moment at which it expires.
create index transaction_open_by_expiry on transaction (expires_at)
  where status in ('pending', 'ongoing');

-- The one way to success, for many payments at once: the state, the entries, the event. Answers
-- the ids that moved; a payment that is closed or has changed since it was read does not move, and
-- neither do its entries and its event. Rows are locked in the order of their keys.
create function transaction_settle(
  businesses uuid[], modes text[], ids uuid[], versions integer[], amounts bigint[],
  fees bigint[], vats bigint[], paid_by text[], authorizations text[], gateway_responses text[],
  messages text[], attempt_counts smallint[], histories text[], paid timestamptz[],
  written timestamptz,
  -- The legs of all payments, one after the other; leg_causes says whose each is.
  leg_businesses uuid[], leg_modes text[], leg_causes uuid[], leg_reasons text[],
  leg_debits text[], leg_credits text[], leg_amounts bigint[], leg_occurred timestamptz[],
  event_ids uuid[], event_types text[], event_routes text[], event_payloads text[]
) returns uuid[] language plpgsql as $$
declare
  moved uuid[];
begin
  perform 1
  from transaction t
  where t.business_id = any(businesses) and t.mode = any(modes) and t.id = any(ids)
  order by t.business_id, t.mode, t.id
  for update;

  with u as (
    update transaction t
    set status = 'success', version = t.version + 1, amount = i.amount, fee = i.fee, vat = i.vat,
        channel = i.channel, authorization_details = i.authorization_details,
        gateway_response = i.gateway_response, message = i.message, attempts = i.attempts,
        history = i.history, paid_at = i.paid_at
    from unnest(
      businesses, modes, ids, versions, amounts, fees, vats, paid_by, authorizations,
      gateway_responses, messages, attempt_counts, histories, paid
    ) as i (
      business_id, mode, id, version, amount, fee, vat, channel, authorization_details,
      gateway_response, message, attempts, history, paid_at
    )
    where t.business_id = any(businesses) and t.mode = any(modes) and t.id = any(ids)
      and t.business_id = i.business_id and t.mode = i.mode and t.id = i.id
      and t.version = i.version and t.status in ('pending', 'ongoing')
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

    select array_agg(b), array_agg(m), array_agg(i), array_agg(k), array_agg(r), array_agg(p)
    into businesses, modes, event_ids, event_types, event_routes, event_payloads
    from unnest(businesses, modes, ids, event_ids, event_types, event_routes, event_payloads)
      as e (b, m, t, i, k, r, p)
    where t = any(moved);
  end if;

  perform ledger_write(
    leg_businesses, leg_modes, leg_causes, leg_reasons,
    array_fill('post'::text, array[cardinality(leg_causes)]),
    leg_debits, leg_credits, leg_amounts, leg_occurred, written
  );
  perform event_emit(
    businesses, modes, event_ids, event_types, event_routes, event_payloads, written
  );
  return moved;
end $$;
