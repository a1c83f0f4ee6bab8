-- What a secret key may do and from which networks; who made it; from where it was last used. Keys
-- that exist already may do everything, from everywhere.
alter table api_key
  add column scopes text[],
  add column allowed_ips text[] not null default '{}',
  add column made_by uuid,
  add column made_by_email text,
  add column last_used_from text;

update api_key set scopes = case kind when 'secret' then array['all'] else '{}' end;

alter table api_key
  alter column scopes set not null,
  alter column allowed_ips drop default,
  add constraint api_key_scopes_check check (
    scopes <@ array[
      'read', 'export', 'payments', 'refunds', 'payouts', 'identity', 'settings', 'all'
    ]
    and (kind = 'secret') = (cardinality(scopes) > 0)
  ),
  add constraint api_key_allowed_ips_check check (
    cardinality(allowed_ips) <= case kind when 'secret' then 20 else 0 end
  ),
  add constraint api_key_made_by_check check ((made_by is null) = (made_by_email is null));
