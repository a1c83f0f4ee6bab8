-- The scopes of a key. Words without a colon are those that versions before 0069 write: `read` is
-- each scope to read, except of identity. They stay in the column while such versions may serve.
create or replace function api_key_scopes(stored text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(scope order by place), '{}')
  from (
    select scope, min(place) as place
    from unnest(stored) with ordinality as s (word, place),
      unnest(case word
        when 'read' then array[
          'transactions:read', 'refunds:read', 'customers:read', 'payment_links:read',
          'dedicated_virtual_accounts:read', 'deposits:read', 'splits:read', 'balance:read',
          'payouts:read', 'settlements:read', 'banks:read', 'events:read', 'webhooks:read',
          'settings:read'
        ]
        when 'export' then array['transactions:export', 'settlements:export']
        when 'payments' then array[
          'transactions:write', 'customers:write', 'payment_links:write',
          'dedicated_virtual_accounts:write', 'sandbox:write'
        ]
        when 'refunds' then array['refunds:write']
        when 'payouts' then array['payouts:write', 'splits:write']
        when 'identity' then array['identity:write']
        when 'settings' then array['settings:write', 'webhooks:write', 'events:write']
        else array[word]
      end) as scope
    group by scope
  ) as own
$$;
