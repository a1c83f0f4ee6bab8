-- no transaction
-- What the search of the dashboard finds payments and payouts by: src/operator/search.
create index concurrently if not exists card_attempt_by_last_four on card_attempt (
  business_id, mode, (substring(authorization_details, '"last4":"([0-9]{4})"')), attempt_id
) where authorization_details is not null;
create index concurrently if not exists transaction_by_amount
  on transaction (business_id, mode, amount, id) where paid_at is not null;
create index concurrently if not exists payout_by_account
  on payout (business_id, mode, account_number, payout_id);
