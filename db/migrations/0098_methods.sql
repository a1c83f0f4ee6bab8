-- A payment is attempted by card, by a USSD code, or on the page of a bank or of OPay.
alter table card_attempt
  add column method text not null default 'card',
  add constraint card_attempt_method_check
    check (method in ('card', 'ussd', 'bank', 'opay')) not valid;

alter table transaction
  drop constraint transaction_channel_check,
  add constraint transaction_channel_check check (channel in (
    'card', 'bank_transfer', 'ussd', 'bank', 'opay', 'dedicated_virtual_account'
  )) not valid;

alter table refund
  drop constraint refund_channel_check,
  add constraint refund_channel_check check (channel in (
    'card', 'bank_transfer', 'ussd', 'bank', 'opay', 'dedicated_virtual_account'
  )) not valid;

alter table sandbox_armed_rail
  drop constraint sandbox_armed_rail_rail_check,
  add constraint sandbox_armed_rail_rail_check check (rail in (
    'bank', 'card', 'identity', 'message',
    'banks.resolve', 'accounts.issue_one_off', 'accounts.issue', 'accounts.raise_tier',
    'payouts.send', 'payouts.enquire', 'returns.send', 'returns.enquire',
    'cards.charge', 'cards.submit_pin', 'cards.submit_otp', 'cards.enquire', 'cards.reverse',
    'cards.refund', 'cards.enquire_refund', 'ussd.request', 'pages.open',
    'identity.send_code', 'identity.enquire', 'identity.submit_code', 'mail.send'
  )) not valid;
