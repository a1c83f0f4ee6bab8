-- The least id of this moment or a later one.
create or replace function id_at(moment timestamptz) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;
