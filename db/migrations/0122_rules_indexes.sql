-- no transaction
alter table transaction validate constraint transaction_review_check;
create index concurrently if not exists card_attempt_by_customer
  on card_attempt (business_id, mode, customer_id, created_at) where customer_id is not null;
create index concurrently if not exists card_attempt_by_network
  on card_attempt (business_id, mode, network, created_at) where network is not null;
create index concurrently if not exists transaction_by_review
  on transaction (business_id, mode, review, id) where review is not null;
