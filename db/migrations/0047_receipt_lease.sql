-- A lease of its own: next_at is in an index, so each claim wrote both indexes of the row.
alter table receipt add column lease_until timestamptz;
