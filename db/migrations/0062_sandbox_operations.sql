-- A failure of the sandbox is armed for a rail, or for one of its operations.

alter table sandbox_armed_rail
  drop constraint sandbox_armed_rail_rail_check,
  add constraint sandbox_armed_rail_rail_check check (rail in (
    'bank', 'card', 'identity', 'message',
    'banks.resolve', 'accounts.issue_one_off', 'accounts.issue', 'accounts.raise_tier',
    'payouts.send', 'payouts.enquire', 'returns.send', 'returns.enquire',
    'cards.charge', 'cards.submit_pin', 'cards.submit_otp', 'cards.enquire', 'cards.reverse',
    'cards.refund', 'cards.enquire_refund',
    'identity.send_code', 'identity.enquire', 'identity.submit_code', 'mail.send'
  )) not valid;
