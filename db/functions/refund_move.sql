-- Writes the entries of a refund's two parts, as far as they are not zero, and changes what waits
-- for its settlement accordingly.
create or replace function refund_move(
  its_kind text, business uuid, its_mode text, its_refund uuid, clearing text,
  from_available bigint, from_waiting bigint, written timestamptz
) returns void language plpgsql as $$
begin
  if from_waiting > 0 then
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    values (
      business, its_mode, 'pending', its_refund,
      case its_kind when 'hold' then 'refund' else 'refund_returned' end,
      case its_kind when 'hold' then -from_waiting else from_waiting end, written
    );
  end if;

  perform ledger_write(
    array(
      select ledger_entry_of(
        business => business, its_mode => its_mode, cause => its_refund,
        its_reason => part.reason, its_kind => its_kind, debit => part.debit, credit => clearing,
        its_amount => part.amount, occurred => written
      )
      from (
        values
          ('refund', 'available', from_available),
          ('refund_pending', 'pending', from_waiting)
      ) as part (reason, debit, amount)
      where part.amount > 0
    ),
    written
  );
end $$;
