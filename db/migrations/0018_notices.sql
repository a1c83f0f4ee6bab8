-- What a business is to know of its own receivers: that one has been failing for a day, for three
-- days, or was turned off. Once for each time that it began to fail.
create table webhook_notice (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  route       text not null check (route in ('standard', 'dedicated_virtual_account')),
  kind        text not null check (kind in ('failing_24h', 'failing_72h', 'turned_off')),
  -- When it began to fail.
  since       timestamptz not null,
  url         text not null,
  created_at  timestamptz not null,

  primary key (business_id, mode, route, kind, since)
);
