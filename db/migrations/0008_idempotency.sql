-- What an Idempotency-Key stands for: the request (keyed hash), and its answer once there is one.
create table idempotency_key (
  business_id  uuid not null,
  mode         text not null check (mode in ('test', 'live')),
  key          text not null,
  request_hash bytea not null,
  -- The same for each try, so that a second try finds what the first one made.
  effect_id    uuid not null,
  -- While a request runs. A crash leaves it behind, and the next try takes over when it has passed.
  lease_until  timestamptz,
  status       smallint,
  content_type text,
  -- The bytes that were answered, sealed: they may hold a secret.
  body         text,
  created_at   timestamptz not null,

  primary key (business_id, mode, key),
  check ((lease_until is null) = (status is not null)),
  check ((status is null) = (body is null))
);

create index idempotency_key_by_age on idempotency_key (created_at);
