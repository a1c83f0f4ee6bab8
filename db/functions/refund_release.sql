-- Ends a refund that the rail refused, and restores everything. Returns false, and changes nothing,
-- if the refund has ended already.
create or replace function refund_release(
  business uuid, its_mode text, its_refund uuid, its_failure text, written timestamptz
) returns boolean language plpgsql as $$
declare
  ended refund%rowtype;
begin
  -- The payment first, as in refund_reserve.
  perform 1
  from transaction t
  where t.business_id = business and t.mode = its_mode and t.id = (
    select r.transaction_id
    from refund r
    where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
  )
  for update;

  update refund r
  set status = 'failed', failure = its_failure, next_ask_at = null, updated_at = written
  where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
    and r.status = 'pending'
  returning * into ended;
  if not found then
    return false;
  end if;

  update transaction t
  set refunded = t.refunded - ended.amount, updated_at = written
  where t.business_id = business and t.mode = its_mode and t.id = ended.transaction_id;

  perform refund_move(
    'void_hold', ended, refund_clearing(ended), written
  );
  return true;
end $$;
