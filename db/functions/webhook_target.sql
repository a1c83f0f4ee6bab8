-- The URL of the settings for an event: that of its route if it has an address, otherwise the
-- standard one. No row if neither has one.
create or replace function webhook_target(business uuid, its_mode text, its_route text)
returns setof webhook_endpoint language sql stable as $$
  select w.*
  from webhook_endpoint w
  where w.business_id = business and w.mode = its_mode and w.url is not null
    and w.route in (its_route, 'standard')
  order by (w.route = its_route) desc
  limit 1
$$;
