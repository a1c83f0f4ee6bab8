import type { Scope } from '../../core/context.ts'
import { createdIn, eachMode, type Part } from '../../core/ledger/part.ts'
import { legSums } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'
import type { Day } from '../../platform/lagos.ts'
import type { Month } from './month.ts'
import { type AccountSums, addSums } from './sums.ts'
import { asTexts, type Column, listed, sourceOf, type Table, type TextRow } from './tables.ts'

export type MonthState = 'writing' | 'written' | 'verified' | 'changed'

export type ArchivedMonth = {
  month: Day
  state: MonthState
  store: string
  manifest: string | null
  manifestDigest: Buffer | null
  leaseUntil: Date | null
  verifiedAt: Date | null
  /** The entries of its payments have left the database. */
  isDetached: boolean
}

export type ArchivedFile = {
  tableName: string
  number: number
  path: string
  rowCount: bigint
  bytes: bigint
  digest: Buffer
  rowsDigest: Buffer
  columns: string
  lastKey: string
}

export type Seal = { day: Day; slice: bigint; entries: bigint; digest: Buffer }

type Pair = { businessId: string; mode: string }

/** Of `archived_month m`. */
const MONTH = (sql: Sql) =>
  sql`m.month::text as month, m.state, m.store, m.manifest, m.manifest_digest, m.lease_until,
    m.verified_at, exists (select from detached_month d where d.month = m.month) as is_detached`

/** Takes the lease of a month, and makes its row. Undefined while somebody else has the lease. */
export async function claimMonth(
  sql: Sql,
  {
    day,
    store,
    isMoved,
    token,
    until,
    now,
  }: {
    day: Day
    store: string
    /** To this store, whatever it was. */
    isMoved: boolean
    token: string
    until: Date
    now: Date
  },
): Promise<ArchivedMonth | undefined> {
  const [row] = await sql<ArchivedMonth[]>`
    insert into archived_month as m
      (month, state, store, lease_token, lease_until, created_at, updated_at)
    values (${day}::date, 'writing', ${store}, ${token}::uuid, ${until}, ${now}, ${now})
    on conflict (month) do update
    set store = case when ${isMoved} then excluded.store else m.store end,
        lease_token = excluded.lease_token, lease_until = excluded.lease_until,
        updated_at = excluded.updated_at
    where m.lease_until is null or m.lease_until <= ${now}
    returning ${MONTH(sql)}
  `
  return row
}

export async function findMonth(sql: Sql, day: Day): Promise<ArchivedMonth | undefined> {
  const [row] = await sql<ArchivedMonth[]>`
    select ${MONTH(sql)} from archived_month m where month = ${day}::date
  `
  return row
}

export async function listMonths(sql: Sql): Promise<ArchivedMonth[]> {
  return sql<ArchivedMonth[]>`select ${MONTH(sql)} from archived_month m order by m.month`
}

/** False if somebody else has taken the lease meanwhile. */
export async function renewLease(sql: Sql, day: Day, token: string, until: Date): Promise<boolean> {
  const { count } = await sql`
    update archived_month set lease_until = ${until}
    where month = ${day}::date and lease_token = ${token}::uuid
  `
  return count === 1
}

/** False if somebody else has it. */
export async function endLease(sql: Sql, day: Day, token: string): Promise<boolean> {
  const { count } = await sql`
    update archived_month set lease_token = null, lease_until = null
    where month = ${day}::date and lease_token = ${token}::uuid
  `
  return count === 1
}

/** With the manifest, once it has one. False without the lease, or from another state. */
export async function moveMonth(
  sql: Sql,
  day: Day,
  token: string,
  move: { from: MonthState; to: MonthState; now: Date },
  manifest: { path: string; digest: Buffer; store: string } | null = null,
): Promise<boolean> {
  const { from, to, now } = move
  const { count } = await sql`
    update archived_month
    set state = ${to}, updated_at = ${now},
        manifest = coalesce(${manifest?.path ?? null}, manifest),
        manifest_digest = coalesce(${manifest?.digest ?? null}::bytea, manifest_digest),
        store = coalesce(${manifest?.store ?? null}, store),
        verified_at = case when ${to === 'verified'} then ${now}::timestamptz end
    where month = ${day}::date and lease_token = ${token}::uuid and state = ${from}
  `
  return count === 1
}

export async function listFiles(sql: Sql, day: Day): Promise<ArchivedFile[]> {
  return sql<ArchivedFile[]>`
    select table_name, number, path, row_count, bytes, digest, rows_digest, columns, last_key
    from archived_file
    where month = ${day}::date
    order by table_name, number
  `
}

/** After the store has confirmed it. False without the lease. */
export async function insertFile(
  sql: Sql,
  day: Day,
  file: ArchivedFile,
  lease: { token: string; until: Date; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    with mine as (
      update archived_month set lease_until = ${lease.until}, updated_at = ${lease.now}
      where month = ${day}::date and lease_token = ${lease.token}::uuid and state = 'writing'
      returning month
    )
    insert into archived_file
      (month, table_name, number, path, row_count, bytes, digest, rows_digest, columns, last_key,
       created_at)
    select month, ${file.tableName}, ${file.number}, ${file.path}, ${file.rowCount}, ${file.bytes},
      ${file.digest}, ${file.rowsDigest}, ${file.columns}, ${file.lastKey}, ${lease.now}
    from mine
  `
  return count === 1
}

/** It will be written again. False without the lease. */
export async function forgetFile(
  sql: Sql,
  day: Day,
  token: string,
  { tableName, number }: Pick<ArchivedFile, 'tableName' | 'number'>,
): Promise<boolean> {
  const { count } = await sql`
    with mine as (
      select month from archived_month
      where month = ${day}::date and lease_token = ${token}::uuid
      for update
    )
    delete from archived_file f
    using mine
    where f.month = mine.month and f.table_name = ${tableName} and f.number = ${number}
  `
  return count === 1
}

/** Their rows were changed by an erasure: the next run writes them anew. Returns how many. */
export async function markChanged(sql: Sql, days: readonly Day[], now: Date): Promise<number> {
  const { count } = await sql`
    update archived_month set state = 'changed', updated_at = ${now}, verified_at = null
    where month = any(${days}::date[]) and state <> 'writing'
  `
  return count
}

/** Of which businesses and modes the table has rows in the month, in the order of the key. */
export async function listPairs(
  sql: Sql,
  table: Pick<Table, 'name' | 'of' | 'id'>,
  part: Part,
): Promise<Pair[]> {
  return sql<Pair[]>`
    select m.business_id, m.mode
    from ${eachMode(sql)} m
    where exists (
      select from ${sql(sourceOf(table))} r
      where r.business_id = m.business_id and r.mode = m.mode and ${createdIn(sql, table.id, part)}
    )
    order by m.business_id, m.mode collate "C"
  `
}

/** The next rows of a pair, in the order of the key. `after`: the key of the row before. */
export async function readRows(
  sql: Sql,
  table: Table,
  columns: readonly Column[],
  { pair, part, after, limit }: { pair: Pair; part: Part; after: string[] | null; limit: number },
): Promise<TextRow[]> {
  const key = listed(
    sql,
    table.key.map((name) => sql`${sql(name)}`),
  )
  const beyond =
    after === null
      ? sql`true`
      : sql`(${key}) > (${listed(
          sql,
          after.map((one) => sql`${one}`),
        )})`
  const rows = await sql`
    select ${asTexts(sql, columns)}
    from ${sql(sourceOf(table))}
    where business_id = ${pair.businessId} and mode = ${pair.mode}
      and ${createdIn(sql, table.id, part)} and ${beyond} and ${table.where?.(sql) ?? sql`true`}
    order by ${key}
    limit ${limit}
  `
  return rows.map((row) => Object.values(row) as TextRow)
}

const ENTRIES = { name: 'ledger_entry', id: 'cause_id' }

/** What the entries of the month moved, by account, also those that have left. */
export async function sumEntries(sql: Sql, { day, part }: Month): Promise<AccountSums[]> {
  const sums: AccountSums[] = await sql<AccountSums[]>`
    select business_id, mode, name, debits_pending, debits_posted, credits_pending, credits_posted
    from detached_sum
    where month = ${day}::date
  `
  for (const { businessId, mode } of await listPairs(sql, ENTRIES, part)) {
    const own = sql`
      business_id = ${businessId} and mode = ${mode} and ${createdIn(sql, 'cause_id', part)}
    `
    sums.push(...(await sql<AccountSums[]>`${legSums(sql, own)}`))
  }
  return addSums(sums)
}

/** When the last entry of the month's causes was written, also of those that have left. */
export async function findLastEntry(sql: Sql, { day, part }: Month): Promise<Date | null> {
  const [left] = await sql<{ at: Date | null }[]>`
    select last_entry_at as at from detached_month where month = ${day}::date
  `
  let last = left?.at ?? null
  for (const { businessId, mode } of await listPairs(sql, ENTRIES, part)) {
    const [row] = await sql<[{ at: Date | null }]>`
      select max(created_at) as at
      from ledger_entry
      where business_id = ${businessId} and mode = ${mode} and ${createdIn(sql, 'cause_id', part)}
    `
    if (row.at !== null && (last === null || row.at > last)) last = row.at
  }
  return last
}

/** Ids of what belongs to these payments and names people. */
export async function listNaming(
  sql: Sql,
  { businessId, mode }: Scope,
  payments: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select deposit_id as id from deposit
    where business_id = ${businessId} and mode = ${mode}
      and transaction_id = any(${payments}::uuid[])
    union all
    select dispute_id from dispute
    where business_id = ${businessId} and mode = ${mode}
      and transaction_id = any(${payments}::uuid[])
  `
  return rows.map(({ id }) => id)
}

/** The first moment of which a payment or an entry is. Null if there is none. */
export async function findFirstId(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ id: string | null }]>`
    select min(f.id::text) as id
    from ${eachMode(sql)} m
    cross join lateral (
      (
        select id from transaction
        where business_id = m.business_id and mode = m.mode order by id limit 1
      )
      union all
      (
        select cause_id from ledger_entry
        where business_id = m.business_id and mode = m.mode
          -- The id of a charge of a kept card has no time: rail-key.ts.
          and substring(cause_id::text, 15, 1) = '7'
        order by cause_id
        limit 1
      )
    ) f
  `
  return row.id
}

/** The last day that is sealed. Null if none is. */
export async function findSealedDay(sql: Sql): Promise<Day | null> {
  const [row] = await sql<[{ day: Day | null }]>`select max(day)::text as day from ledger_seal`
  return row.day
}

export async function listSeals(sql: Sql, from: Day, to: Day): Promise<Seal[]> {
  return sql<Seal[]>`
    select day::text as day, slice, entries, digest
    from ledger_seal
    where day >= ${from}::date and day <= ${to}::date
    order by day
  `
}

export async function readSchemaLevel(sql: Sql): Promise<number> {
  const [row] = await sql<[{ current: number }]>`select current from schema_level`
  return row.current
}
