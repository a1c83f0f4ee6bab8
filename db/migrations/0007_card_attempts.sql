-- One try to pay a transaction by card. Of the card, the first six and last four digits are kept.
create table card_attempt (
  business_id           uuid not null,
  mode                  text not null check (mode in ('test', 'live')),
  attempt_id            uuid not null,
  transaction_id        uuid not null,
  amount                bigint not null check (amount > 0),
  state                 text not null check (state in (
    -- Open: at the rail, or waiting for the customer, or nobody knows.
    'charging', 'pin', 'otp', 'redirect', 'unknown',
    -- Given up by the customer for another card; the rail may still approve it.
    'superseded',
    -- Ended. Surplus: approved when the transaction was paid or closed already; it is given back.
    'approved', 'declined', 'unavailable', 'surplus', 'returned', 'return_refused'
  )),
  decline_reason        text,
  redirect_url          text,
  authorization_details text,
  -- When to ask the rail where an open charge stands, or to give a surplus back.
  next_enquiry_at       timestamptz,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,

  primary key (business_id, mode, attempt_id),
  check ((state = 'declined') = (decline_reason is not null)),
  check ((state = 'redirect') = (redirect_url is not null)),
  check ((state in ('charging', 'unknown', 'redirect', 'pin', 'otp', 'superseded', 'surplus'))
    = (next_enquiry_at is not null))
);

-- A double click, or two tabs, find the attempt that is open.
create unique index card_attempt_one_open on card_attempt (business_id, mode, transaction_id)
  where state in ('charging', 'pin', 'otp', 'redirect', 'unknown');
create index card_attempt_by_transaction on card_attempt (business_id, mode, transaction_id);
create index card_attempt_to_enquire on card_attempt (next_enquiry_at)
  where next_enquiry_at is not null;
