-- no transaction
-- What a list finds payments by: the last four digits of a card, and the amount of what was paid.
create index concurrently if not exists card_attempt_by_last_four on card_attempt (
  business_id, mode, (substring(authorization_details, '"last4":"([0-9]{4})"')), attempt_id
) where authorization_details is not null;
create index concurrently if not exists transaction_by_amount
  on transaction (business_id, mode, amount, id) where paid_at is not null;
