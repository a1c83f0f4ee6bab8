-- The payment that an event is about; null for an event about something else, or from before.
alter table event add column transaction_id uuid;
