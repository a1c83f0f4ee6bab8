import { keepPartitions } from '../src/operator/operation/partitions.ts'
import { asOwner, type TestContext } from './support.ts'

/** As if the job had not run for months: the months after this one have no partitions. */
export function loseMonths(context: TestContext): Promise<unknown> {
  return asOwner(context, (sql) =>
    sql.unsafe(`
      do $$
      declare
        named text;
        part regclass;
        next text := lpad(to_hex((
          extract(epoch from
            (date_trunc('month', now() at time zone 'Africa/Lagos') + interval '1 month')
              at time zone 'Africa/Lagos') * 1000
        )::bigint), 12, '0') || repeat('0', 20);
      begin
        foreach named in array array['ledger_entry', 'deposit'] loop
          for part in
            select inhrelid::regclass from pg_inherits
            where inhparent = named::regclass and inhrelid::regclass::text ~ '[0-9]$'
          loop
            execute format('drop table %s', part);
          end loop;
          execute format('alter table %I detach partition %I', named, named || '_before');
          execute format(
            'alter table %I attach partition %I for values from (minvalue) to (%L)',
            named, named || '_before', next
          );
        end loop;
      end $$`),
  )
}

/** A cause of an alert (alert-causes.ts). */
export const lostMonths = {
  alerts: ['CowriePartitionsMissing'],
  begin: ({ context }: { context: TestContext }) => loseMonths(context),
  mend: ({ context }: { context: TestContext }) => keepPartitions(context),
}
