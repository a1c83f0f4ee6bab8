-- A payment with which a subscription to a plan begins. Null for others.
alter table transaction
  add column plan_id uuid,
  -- How many units of the plan.
  add column plan_quantity integer,
  -- The subscription that it began.
  add column subscription_id uuid,
  -- Why it was paid and began none.
  add column not_subscribed text,
  add constraint transaction_plan_quantity_check check (plan_quantity > 0) not valid,
  add constraint transaction_not_subscribed_check
    check (not_subscribed in ('no_card', 'already_subscribed', 'reversed')) not valid,
  add constraint transaction_subscribes_or_not
    check (subscription_id is null or not_subscribed is null) not valid;
