-- An entry for ledger_write, in functions that make their own.
create or replace function entry_of(
  business uuid, its_mode text, cause uuid, its_reason text, its_kind text, debit text,
  credit text, its_amount bigint, occurred timestamptz
) returns ledger_entry language plpgsql immutable as $$
declare
  entry ledger_entry;
begin
  entry.business_id := business;
  entry.mode := its_mode;
  entry.cause_id := cause;
  entry.reason := its_reason;
  entry.kind := its_kind;
  entry.debit_account := debit;
  entry.credit_account := credit;
  entry.amount := its_amount;
  entry.occurred_at := occurred;
  return entry;
end $$;
