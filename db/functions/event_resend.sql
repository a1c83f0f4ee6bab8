-- For the version before, which knows no added endpoints.
create or replace function event_resend(business uuid, its_mode text, ids uuid[], asked timestamptz)
returns integer language sql as $$
  select delivery_resend(business, its_mode, ids, null, false, asked)
$$;
