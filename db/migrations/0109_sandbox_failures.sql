-- Failures of the sandbox last for a number of calls, or until they are removed (`times_left` is
-- null). An answer can be slow, and a notification lost.
alter table sandbox_armed_rail
  alter column times_left drop not null,
  add column delay_ms integer,
  add constraint sandbox_armed_rail_delay_ms_check
    check (delay_ms is null or (outcome = 'slow' and delay_ms between 1 and 10000)) not valid,
  drop constraint sandbox_armed_rail_outcome_check,
  add constraint sandbox_armed_rail_outcome_check
    check (outcome in ('down', 'timeout', 'refused', 'slow', 'lost')) not valid,
  drop constraint sandbox_armed_rail_rail_check,
  add constraint sandbox_armed_rail_rail_check check (rail in (
    'bank', 'card', 'identity', 'message',
    'banks.resolve', 'accounts.issue_one_off', 'accounts.issue', 'accounts.raise_tier',
    'payouts.send', 'payouts.enquire', 'returns.send', 'returns.enquire', 'transfers.enquire',
    'cards.charge', 'cards.submit_pin', 'cards.submit_otp', 'cards.enquire', 'cards.reverse',
    'cards.refund', 'cards.enquire_refund', 'ussd.request', 'pages.open',
    'identity.send_code', 'identity.enquire', 'identity.submit_code', 'mail.send',
    'transfers.notify', 'cards.notify'
  )) not valid;
