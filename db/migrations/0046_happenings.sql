-- What happened to a payment is stored as codes with their data (src/transactions/history.ts). The
-- English sentences that were stored until now are read as codes and become codes, by a job: there
-- may be one for each payment that ever was.
--
-- formerly c24a3b18ce4cf162ecd0c817ef74a785ca5457b37c7db4c457324bfc0974aefc
insert into backfill (name) values ('histories');

-- A version before this one reads no codes.
update schema_level set minimum = 46, current = 46;

comment on column transaction.history is
  'codes with their data and the seconds since created_at: opened@3,paid:card@21';
comment on column transaction.message is 'a code with its data, such as declined';
