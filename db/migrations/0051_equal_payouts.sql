-- Some rails want transfers of one amount to one account apart: when the last one was asked for.
create index payout_by_destination on payout (mode, rail, account_number, amount, asked_at)
  where asked_at is not null;
