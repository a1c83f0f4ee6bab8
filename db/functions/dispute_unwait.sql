-- Gives back what a dispute took of what still waits for its settlement. What was settled meanwhile
-- waits no more, and is not in the answer.
create or replace function dispute_unwait(business uuid, its_mode text, its_dispute uuid)
returns table (account text, amount bigint) language sql as $$
  delete from settlement_item i
  where i.business_id = business and i.mode = its_mode and i.cause_id = its_dispute
    and i.kind = 'dispute' and i.settlement_id is null
  returning i.account, -i.amount
$$;
