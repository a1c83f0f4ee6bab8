-- When its limits are to end; null once the business was told, and for those of earlier versions.
alter table card_testing add column ends_at timestamptz;
