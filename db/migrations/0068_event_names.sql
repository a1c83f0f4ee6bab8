-- Events are added in every version, so the database does not list their types: types.ts in
-- src/core/events does. Subscriptions to the two renamed events get the new names by a backfill.
-- Stored events keep their names, which are part of what was signed.
alter table event drop constraint event_type_check;
insert into backfill (name) values ('names of events');
