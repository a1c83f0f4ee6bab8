-- no transaction
-- A reference names one refund of a business and mode, forever.
create unique index concurrently if not exists refund_reference
  on refund (business_id, mode, reference)
  where reference is not null;
