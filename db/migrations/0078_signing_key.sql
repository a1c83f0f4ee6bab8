-- A secret key that signs webhooks in Paystack's format: the key itself, encrypted. Null for all
-- others, of which only the hash is stored.
alter table api_key add column sealed text,
  add constraint api_key_signs check (
    sealed is null or (kind = 'secret' and revoked_at is null)
  ) not valid;
