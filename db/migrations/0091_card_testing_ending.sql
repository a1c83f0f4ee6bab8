-- no transaction
create index concurrently if not exists card_testing_ending on card_testing (ends_at)
  where ends_at is not null;
