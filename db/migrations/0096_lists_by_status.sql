-- no transaction
-- Lists by a rare status. The common one is found in the order of the key.
create index concurrently if not exists refund_by_status
  on refund (business_id, mode, status, refund_id)
  where status <> 'processed';
create index concurrently if not exists payout_by_state
  on payout (business_id, mode, state, payout_id)
  where state <> 'success';
