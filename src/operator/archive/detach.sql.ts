import { leavingIn, ofLivePayment } from '../../core/ledger/left.ts'
import { createdIn, eachMode, type Part } from '../../core/ledger/part.ts'
import { legSums } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'
import type { Day } from '../../platform/lagos.ts'
import type { Month } from './month.ts'

/** Of `ledger_entry`. Ids from `firstId`, before `endId`. */
export type Partition = { name: string; firstId: string; endId: string }

/** Oldest first, without the one of all other rows. */
export async function listPartitions(sql: Sql): Promise<Partition[]> {
  return sql<Partition[]>`
    select name, coalesce(substring(bound from 'FROM \\(''([0-9a-f-]{36})'),
        '00000000-0000-0000-0000-000000000000') as first_id,
      substring(bound from 'TO \\(''([0-9a-f-]{36})') as end_id
    from (
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'ledger_entry'::regclass
    ) its
    where bound <> 'DEFAULT'
    order by end_id
  `
}

/** Whether a payment of the part can still be paid, and so be booked. */
export async function hasOpenPayments(sql: Sql, part: Part): Promise<boolean> {
  const [row] = await sql<[{ isOpen: boolean }]>`
    select exists (
      select from ${eachMode(sql)} m
      join transaction t on t.business_id = m.business_id and t.mode = m.mode
      where m.mode = 'live' and ${createdIn(sql, 't.id', part)}
        and t.status in ('pending', 'ongoing')
    ) as is_open
  `
  return row.isOpen
}

/** Whether entries that leave wait for their partition: see month_partitions.sql. */
export async function hasMisplaced(sql: Sql, part: Part): Promise<boolean> {
  const [row] = await sql<[{ isMisplaced: boolean }]>`
    select exists (select from ledger_entry_other where ${leavingIn(sql, part)}) as is_misplaced
  `
  return row.isMisplaced
}

/** When the first and the last entry of a partition were written. Nulls if it has none. */
export async function readSpan(sql: Sql, { name }: Partition) {
  const [row] = await sql<[{ from: Date; until: Date } | { from: null; until: null }]>`
    select min(created_at) as from, max(created_at) as until from ${sql(name)}
  `
  return row
}

/** When the last entry of a part that leaves was written. */
export async function readLastLeaving(
  sql: Sql,
  { name }: Partition,
  part: Part,
): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select max(created_at) as at from ${sql(name)} where ${leavingIn(sql, part)}
  `
  return row.at
}

const restOf = ({ name }: Partition) => `${name}_rest`

/**
 * Makes the table that takes the place of the partition, with the entries that stay. A check keeps
 * those that have left from being written again, and another one lets it be attached unread.
 */
export async function copyRest(sql: Sql, partition: Partition): Promise<void> {
  const { name, firstId, endId } = partition
  const rest = restOf(partition)
  await sql.unsafe(`drop table if exists ${rest}`)
  await sql`select month_partition_make('ledger_entry', ${rest})`
  await sql.unsafe(`
    alter table ${rest}
      add constraint ${rest}_bound check (cause_id >= '${firstId}' and cause_id < '${endId}'),
      add constraint ${name}_left check (
        not (mode = 'live' and (reason ^@ 'payment' or reason ^@ 'share/'))
      )
  `)
  await sql`
    insert into ${sql(rest)} select * from ${sql(name)} where not ${ofLivePayment(sql)}
  `
}

/** Whether the copy has as many entries as stay of those that were written from then on. */
export async function isWhole(
  sql: Sql,
  partition: Partition,
  since: Date | string,
): Promise<boolean> {
  const [row] = await sql<[{ isWhole: boolean }]>`
    select (
      select count(*) from ${sql(partition.name)}
      where created_at >= ${since}::timestamptz and not ${ofLivePayment(sql)}
    ) = (
      select count(*) from ${sql(restOf(partition))} where created_at >= ${since}::timestamptz
    ) as is_whole
  `
  return row.isWhole
}

/** Whether entries that leave were written after a moment. Null: at all. */
export async function hasLeavingAfter(
  sql: Sql,
  { name }: Partition,
  after: Date | null,
): Promise<boolean> {
  const [row] = await sql<[{ isLate: boolean }]>`
    select exists (
      select from ${sql(name)}
      where created_at > ${after ?? '-infinity'}::timestamptz and ${ofLivePayment(sql)}
    ) as is_late
  `
  return row.isLate
}

/** False if one of them is not verified any more, or somebody else has its lease. */
export async function lockVerified(sql: Sql, days: readonly Day[], token: string) {
  const rows = await sql`
    select from archived_month
    where month = any(${days}::date[]) and lease_token = ${token}::uuid and state = 'verified'
    for update
  `
  return rows.length === days.length
}

/** Before the partition is replaced: its sums are read from it. */
export async function insertDetached(
  sql: Sql,
  { day, part }: Month,
  lastEntryAt: Date | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into detached_month (month, end_id, last_entry_at, detached_at)
    values (${day}::date, ${part.endId}::uuid, ${lastEntryAt}, ${now})
  `
  await sql`
    insert into detached_sum (
      month, business_id, mode, name, debits_pending, debits_posted, credits_pending,
      credits_posted
    )
    select ${day}::date, m.* from (${legSums(sql, leavingIn(sql, part))}) m
  `
}

/**
 * Keeps everybody from the entries until the end of the transaction. Nobody waits for it longer
 * than half a second at a time.
 */
export async function lockEntries(sql: Sql, { name }: Partition): Promise<void> {
  await sql.unsafe(`
    do $$
    begin
      for again in 1 .. 60 loop
        begin
          set local lock_timeout = '500ms';
          lock table only ledger_entry in access exclusive mode;
          lock table ${name} in access exclusive mode;
          return;
        exception when lock_not_available then
          perform pg_sleep(1);
        end;
      end loop;
      raise exception 'the entries are always in use' using errcode = '55P03';
    end $$
  `)
}

/** Drops the partition, and what leaves with it. */
export async function replacePartition(sql: Sql, partition: Partition): Promise<void> {
  const { name, firstId, endId } = partition
  const rest = restOf(partition)
  const from = /^[0-]+$/.test(firstId) ? 'minvalue' : `'${firstId}'`
  await sql.unsafe(`
    alter table ledger_entry detach partition ${name};
    drop table ${name};
    alter table ${rest} rename to ${name};
    alter table ledger_entry attach partition ${name} for values from (${from}) to ('${endId}');
    alter table ${name} drop constraint ${rest}_bound
  `)
}
