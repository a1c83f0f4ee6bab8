-- The event balance.low, for ledger_write, which alone sees that a balance has fallen. Its id is a
-- UUIDv7, as src/platform/ids.ts makes them.
create or replace function balance_low(
  business uuid, its_mode text, available bigint, threshold bigint, fallen timestamptz
) returns emitted_event language plpgsql as $$
declare
  told emitted_event;
  random text := replace(gen_random_uuid()::text, '-', '');
begin
  told.business_id := business;
  told.mode := its_mode;
  told.event_id := (
    lpad(to_hex(floor(extract(epoch from fallen) * 1000)::bigint), 12, '0')
    || '7' || substr(random, 14)
  )::uuid;
  told.type := 'balance.low';
  told.route := 'standard';
  told.payload := format(
    '{"event":"balance.low","data":{"domain":"%s","currency":"NGN","available":%s,'
      || '"threshold":%s},"created_at":"%s"}',
    its_mode, available, threshold,
    to_char(fallen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
  return told;
end $$;
