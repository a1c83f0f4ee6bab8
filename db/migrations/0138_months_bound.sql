-- Entries and deposits by month: what is there becomes the first partition, up to the month after
-- next. With this check, it is attached without being read.
do $$
declare
  bound uuid := (
    lpad(to_hex((extract(epoch from
      (date_trunc('month', now() at time zone 'Africa/Lagos') + interval '2 months')
        at time zone 'Africa/Lagos'
    ) * 1000)::bigint), 12, '0') || repeat('0', 20)
  )::uuid;
begin
  execute format(
    'alter table ledger_entry add constraint ledger_entry_before check (cause_id < %L) not valid',
    bound
  );
  execute format(
    'alter table deposit add constraint deposit_before check (deposit_id < %L) not valid', bound
  );
end $$;
