-- no transaction
-- Entries are written in the order of their time, so a few bytes for each megabyte find them.
create index concurrently if not exists ledger_entry_by_time
  on ledger_entry using brin (created_at) with (pages_per_range = 32, autosummarize = on);
