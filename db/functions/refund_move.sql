-- Writes the entries of a refund's parts, as far as they are not zero, and changes what waits for
-- its settlement accordingly.
create or replace function refund_move(
  its_kind text, moved refund, clearing text, written timestamptz
) returns void language plpgsql as $$
declare
  from_waiting bigint := moved.from_pending
    + case when moved.duty_from_pending then moved.duty else 0 end;
begin
  if from_waiting > 0 then
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    values (
      moved.business_id, moved.mode, 'pending', moved.refund_id,
      case its_kind when 'hold' then 'refund' else 'refund_returned' end,
      case its_kind when 'hold' then -from_waiting else from_waiting end, written
    );
  end if;

  perform ledger_write(
    array(
      select entry_of(
        business => moved.business_id, its_mode => moved.mode, cause => moved.refund_id,
        its_reason => part.reason, its_kind => its_kind, debit => part.debit,
        credit => part.credit, its_amount => part.amount, occurred => written
      )
      from (
        values
          ('refund', 'available', clearing, moved.amount - moved.from_pending),
          ('refund_pending', 'pending', clearing, moved.from_pending),
          ('refund_duty', case when moved.duty_from_pending then 'pending' else 'available' end,
            case when moved.duty_by_provider then clearing else 'stamp_duty' end, moved.duty)
      ) as part (reason, debit, credit, amount)
      where part.amount > 0
    ),
    written
  );
end $$;
