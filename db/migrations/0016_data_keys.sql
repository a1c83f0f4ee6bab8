-- The keys that seal, hash and make codes, of the whole installation. Each is wrapped under the
-- master key, which lies outside the database and does nothing but open them.
create table data_key (
  purpose     text not null check (purpose in ('seal', 'fingerprint', 'codes')),
  -- Stands in front of what was sealed with it. Of those that seal, the newest in use seals.
  key_id      text not null check (key_id ~ '^k[1-9][0-9]{0,5}$'),
  -- Which master key opens it, and the key.
  wrapped     text not null,
  -- Until then it opens only, so that every process has it before anything is sealed with it.
  active_from timestamptz not null,
  -- Since then a running process has no master key for it: nothing is to be sealed with it.
  refused_at  timestamptz,
  created_at  timestamptz not null default now(),

  primary key (purpose, key_id),
  check (purpose = 'seal' or key_id = 'k1')
);
