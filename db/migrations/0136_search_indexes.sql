-- no transaction
-- What the search of the dashboard finds payouts by: src/operator/search. Payments have theirs
-- since 0128.
create index concurrently if not exists payout_by_account
  on payout (business_id, mode, account_number, payout_id);
