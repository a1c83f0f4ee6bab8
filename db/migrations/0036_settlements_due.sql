-- What is settled at once, whenever it came: refunds that gave back what they had taken. Among all
-- that waits for its day they were looked for one by one, every few seconds.
create index settlement_item_of_refunds on settlement_item (business_id, mode, account)
  where settlement_id is null and kind <> 'payment';
