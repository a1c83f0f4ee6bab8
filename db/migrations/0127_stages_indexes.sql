-- no transaction
-- Payments with a declined attempt that were not paid since, and those with a refund. Both are few,
-- and a payment enters them after it was declined or refunded only.
create index concurrently if not exists transaction_declined
  on transaction (business_id, mode, id)
  where errors > 0 and status in ('ongoing', 'failed', 'abandoned');
create index concurrently if not exists transaction_partly_refunded
  on transaction (business_id, mode, id)
  where refunded > 0 and status = 'success';
