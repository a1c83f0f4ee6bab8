-- no transaction
-- For the timeline of a payment. Ids sort by time, so new entries go to the end of the index. It
-- leaves out business and mode, which every query compares too: an entry is half as long.
create index concurrently if not exists event_by_transaction on event (transaction_id)
  where transaction_id is not null;
