-- A direct debit mandate is an authorization too. The bank activates it hours later.
alter table payer_authorization
  -- How it is charged: the column `channel` of the API.
  add column channel text not null default 'card',
  -- Where the customer approves a mandate. Null once nothing is left to do.
  add column approval_url text,
  -- The provider's name for a mandate, sealed.
  add column handle text,
  -- When a job next asks about a pending mandate.
  add column check_at timestamptz,
  add column rejection_reason text,
  drop constraint payer_authorization_state_check,
  add constraint payer_authorization_state_check
    check (state in ('pending', 'active', 'rejected', 'deactivated')) not valid,
  add constraint payer_authorization_channel_check
    check (channel in ('card', 'direct_debit')) not valid,
  add constraint payer_authorization_pending_check
    check (
      (check_at is null or state = 'pending')
      and (channel = 'direct_debit' or state in ('active', 'deactivated'))
      and (state = 'rejected') = (rejection_reason is not null)
    ) not valid;
