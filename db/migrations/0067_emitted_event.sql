-- An event as functions of the database take it: with the payment, or whatever else, that causes
-- it, so that only the events of what took place are written.
create type emitted_event as (
  business_id uuid, mode text, cause_id uuid, event_id uuid, type text, route text, payload text,
  transaction_id uuid
);
