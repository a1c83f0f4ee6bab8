-- When its limits ended, and the business was told. Nobody is told of earlier ones.
alter table card_testing add column ended_at timestamptz;
update card_testing set ended_at = seen_at;
create index card_testing_open on card_testing (seen_at) where ended_at is null;
