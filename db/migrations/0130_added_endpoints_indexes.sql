-- no transaction
-- One delivery for each event and endpoint.
create unique index concurrently if not exists delivery_of_event
  on delivery (business_id, mode, event_id, endpoint);
create unique index concurrently if not exists delivery_attempt_of_event
  on delivery_attempt (business_id, mode, event_id, endpoint, attempt);
-- For the first page of the dashboard.
create index concurrently if not exists dispute_to_answer
  on dispute (business_id, mode, due_at) where status = 'needs_response';
alter table webhook_endpoint validate constraint webhook_endpoint_route_known;
alter table webhook_endpoint validate constraint webhook_endpoint_reason_known;
alter table webhook_notice validate constraint webhook_notice_route_known;
alter table delivery validate constraint delivery_endpoint_known;
alter table delivery_attempt validate constraint delivery_attempt_endpoint_known;
