-- no transaction
alter table transaction validate constraint transaction_plan_quantity_check;
alter table transaction validate constraint transaction_not_subscribed_check;
alter table transaction validate constraint transaction_subscribes_or_not;
-- A job looks for those that are paid.
create index concurrently if not exists transaction_to_subscribe on transaction (status)
  where plan_id is not null and subscription_id is null and not_subscribed is null;
