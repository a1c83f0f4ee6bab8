-- The entries of a refund's two parts, where there is any of them; and what they change in what
-- waits for its settlement.
create or replace function refund_move(
  its_kind text, business uuid, its_mode text, its_refund uuid, clearing text,
  from_available bigint, from_waiting bigint, written timestamptz
) returns void language plpgsql as $$
declare
  reasons text[];
  debits text[];
  amounts bigint[];
begin
  if from_waiting > 0 then
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    values (
      business, its_mode, 'pending', its_refund,
      case its_kind when 'hold' then 'refund' else 'refund_returned' end,
      case its_kind when 'hold' then -from_waiting else from_waiting end, written
    );
  end if;

  select array_agg(part.reason), array_agg(part.debit), array_agg(part.amount)
  into reasons, debits, amounts
  from (
    values
      ('refund', 'available', from_available),
      ('refund_pending', 'pending', from_waiting)
  ) as part (reason, debit, amount)
  where part.amount > 0;
  perform ledger_write(
    array_fill(business, array[cardinality(reasons)]),
    array_fill(its_mode, array[cardinality(reasons)]),
    array_fill(its_refund, array[cardinality(reasons)]), reasons,
    array_fill(its_kind, array[cardinality(reasons)]), debits,
    array_fill(clearing, array[cardinality(reasons)]), amounts,
    array_fill(written, array[cardinality(reasons)]), written
  );
end $$;
