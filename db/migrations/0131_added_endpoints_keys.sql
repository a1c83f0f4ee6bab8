-- The keys of deliveries have the endpoint, so that an event can have several.
alter table delivery
  drop constraint delivery_pkey,
  add constraint delivery_pkey primary key using index delivery_of_event;
alter table delivery_attempt
  drop constraint delivery_attempt_pkey,
  add constraint delivery_attempt_pkey primary key using index delivery_attempt_of_event;
