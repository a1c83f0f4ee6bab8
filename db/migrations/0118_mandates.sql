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

alter table sandbox_armed_rail
  drop constraint sandbox_armed_rail_rail_check,
  add constraint sandbox_armed_rail_rail_check check (rail in (
    'bank', 'card', 'identity', 'message',
    'banks.resolve', 'accounts.issue_one_off', 'accounts.issue', 'accounts.raise_tier',
    'payouts.send', 'payouts.enquire', 'returns.send', 'returns.enquire', 'transfers.enquire',
    'cards.charge', 'cards.submit_pin', 'cards.submit_otp', 'cards.enquire', 'cards.reverse',
    'cards.refund', 'cards.enquire_refund', 'cards.forget', 'ussd.request', 'pages.open',
    'mandates.open', 'mandates.enquire',
    'identity.send_code', 'identity.enquire', 'identity.submit_code', 'mail.send',
    'transfers.notify', 'cards.notify'
  )) not valid;
