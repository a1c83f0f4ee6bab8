-- The endpoints that are sent an event: of the two URLs of the settings the one of its route if it
-- has an address, otherwise the standard one; and each added endpoint. All only if they are on and
-- subscribe to the type.
create or replace function webhook_subscribers(
  business uuid, its_mode text, its_route text, its_type text
)
returns table (route text) language sql stable as $$
  select w.route
  from webhook_endpoint w
  where w.business_id = business and w.mode = its_mode and w.url is not null
    and w.disabled_at is null and w.events && array[its_type, '*']
    and (
      w.route = its_route
      or starts_with(w.route, 'whk_')
      or (w.route = 'standard' and not exists (
        select from webhook_endpoint own
        where own.business_id = business and own.mode = its_mode and own.route = its_route
          and own.url is not null
      ))
    )
$$;
