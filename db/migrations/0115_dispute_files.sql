-- The files of the evidence in a dispute.
create table dispute_file (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  dispute_id  uuid not null,
  number      smallint not null check (number between 1 and 5),
  -- Read from its content.
  type        text not null check (type in ('pdf', 'png', 'jpeg')),
  size        integer not null check (size between 1 and 5242880),
  -- A keyed hash, to recognise the same answer.
  digest      bytea not null,
  -- Base64, sealed.
  content     text not null,
  created_at  timestamptz not null,
  primary key (business_id, mode, dispute_id, number)
);
-- It cannot be compressed.
alter table dispute_file alter column content set storage external;
