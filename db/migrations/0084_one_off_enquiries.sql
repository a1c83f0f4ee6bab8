-- The provider is asked whether a one-off account was paid, when no notification came.
alter table virtual_account
  -- When it is asked next; null where it cannot be asked, or need not.
  add column enquire_at timestamptz,
  add column enquired_at timestamptz;
