-- A refund's own name, what the business stores with a record, and when a record last changed. Null
-- in rows from before: no reference, no metadata, and unchanged since the times that the row has.
alter table refund
  add column reference text,
  -- As it was sent; null if the refund is of all that was left.
  add column asked_amount bigint,
  add column metadata text,
  add column updated_at timestamptz;
alter table payout
  add column metadata text,
  add column updated_at timestamptz;
alter table virtual_account add column metadata text;
alter table customer add column metadata text;
alter table split add column metadata text;
alter table deposit add column updated_at timestamptz;
alter table transaction add column updated_at timestamptz;
