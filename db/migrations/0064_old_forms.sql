-- Drops what only versions before migration 0059 call: older forms of functions, and what counted
-- lists and days.

drop function if exists card_begin(
  uuid[], bigint[], timestamptz[], timestamptz[], uuid[], text[], uuid[], integer[], text[], text[],
  text[], text[], smallint[], smallint[], text[], timestamptz[]
);
drop function if exists deposit_collect(
  uuid[], text[], uuid[], uuid[], text[], text[], text[], bigint[], text[], text[], text[], text[],
  text[], uuid[], text[], text[], text[], text[], bigint[], bigint[], text[], bigint[], text[],
  text[], text[], timestamptz[], timestamptz[], uuid[], text[], uuid[], text[], uuid[], text[],
  text[], bigint[], text, timestamptz
);
drop function if exists identity_reserve(
  uuid[], text[], uuid[], text[], text[], text[], bytea[], text[], uuid[], uuid[], bigint, integer,
  uuid, timestamptz, timestamptz
);
drop function if exists list_read(uuid, text, text, bigint);
delete from database_function where name = 'list_read';
drop view if exists day_change;

update schema_level set minimum = 59;
