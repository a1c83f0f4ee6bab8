import assert from 'node:assert/strict'
import { createdIn } from '../src/core/ledger/part.ts'
import { listFiles } from '../src/operator/archive/archive.sql.ts'
import { type Month, readMonth } from '../src/operator/archive/month.ts'
import { fromParquet } from '../src/operator/archive/parquet.ts'
import type { Column, TextRow } from '../src/operator/archive/tables.ts'
import { verifyBooks, verifyFromFirst, verifySinceSeal } from '../src/operator/books.ts'
import type { Database } from '../src/platform/db.ts'
import { publicId } from '../src/platform/ids.ts'
import type { Kept } from './archive.ts'
import type { OldMonths } from './live-month-archive.ts'
import type { Stage } from './live-month-stage.ts'
import { moneyHolds } from './money.ts'
import { asOwner, type TestContext } from './support.ts'

// What must hold of the months that have left in the month in live mode: their payments look as
// before, the books are right without their entries, and with those of the files in the database
// again the ledger is what it would have been.

const LOOKS = 60
/** Of an entry that leaves, in live mode. */
const LEAVES = /^(payment|share\/)/

/** The months that have left, such as 2027-04. */
export async function leftIn(sql: Database): Promise<string[]> {
  const rows = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from detached_month order by month
  `
  return rows.map(({ month }) => month)
}

/** No id is older than the first story: the archive would begin there. */
export async function assertNoneBefore({ context, month }: OldMonths): Promise<void> {
  const { firstId } = month.part
  const rows = await asOwner(
    context,
    (sql) => sql`
      select business_id, mode, cause_id as id, reason as what, created_at::text as at
      from ledger_entry
      -- The id of a charge of a kept card has no time.
      where cause_id < ${firstId}::uuid and substring(cause_id::text, 15, 1) = '7'
      union all
      select business_id, mode, id, reference, created_at::text
      from transaction where id < ${firstId}::uuid
    `,
  )
  assert.deepEqual([...rows], [], 'ids of a time before the first story')
}

/** Whether the month may not leave yet: a payment is open, or an entry's day is not sealed. */
export async function isKept({ context, month }: OldMonths): Promise<boolean> {
  return asOwner(context, async (sql) => {
    const [row] = await sql<[{ isKept: boolean }]>`
      select exists (
        select from transaction
        where mode = 'live' and ${createdIn(sql, 'id', month.part)}
          and status in ('pending', 'ongoing')
      ) or exists (
        select from ledger_entry
        where ${createdIn(sql, 'cause_id', month.part)}
          and created_at >= (select max(until_at) from ledger_slice)
      ) as is_kept
    `
    return row.isKept
  })
}

type Paid = { businessId: string; reference: string; amount: number }

/** Paid, and neither refunded nor disputed yet. */
export async function paidIn({ sql }: TestContext, { part }: Month, max: number) {
  return sql<Paid[]>`
    select business_id, reference, amount::int from transaction t
    where mode = 'live' and ${createdIn(sql, 'id', part)} and status = 'success' and refunded = 0
      and not exists (
        select from dispute d
        where d.business_id = t.business_id and d.mode = t.mode and d.transaction_id = t.id
      )
    order by md5(id::text)
    limit ${max}
  `
}

/** Of some payments of the month: what the API says. */
export async function lookAt(stage: Stage, { context, api, month }: OldMonths) {
  const { sql } = context
  const rows = await sql<{ businessId: string; id: string; reference: string }[]>`
    select business_id, id, reference from transaction
    where mode = 'live' and ${createdIn(sql, 'id', month.part)}
    order by md5(id::text)
    limit ${LOOKS}
  `
  const looks: unknown[] = []
  for (const { businessId, id, reference } of rows) {
    const { keys } = stage.shops.find((shop) => shop.businessId === businessId)!
    const named = publicId('transaction', id)
    for (const path of [named, `verify/${encodeURIComponent(reference)}`, `${named}/timeline`]) {
      const call = { key: keys.secretKey }
      const { status, body } = await api.get(`/api/v1/transactions/${path}`, call)
      looks.push({ path, status, data: withoutLeft(body.data) })
    }
  }
  return looks
}

/** A timeline without the payment's own entries. */
function withoutLeft({ archived_month: _, entries, ...data }: Record<string, unknown>) {
  const left = (entries as { entry_id: string }[] | undefined)?.filter(
    ({ entry_id }) => !LEAVES.test(entry_id.slice(entry_id.indexOf('/') + 1)),
  )
  return { ...data, entries: left }
}

export function assertSame(before: unknown[], after: unknown[]): void {
  assert.deepEqual(after, before, 'payments of the old month look as before')
}

/** With the months away; then with what is in the files. */
export async function assertNothingLost(old: OldMonths): Promise<string> {
  const { context } = old
  await assertBooks(context)
  const back = await asOwner(context, (sql) => putBack(sql, old.store))
  await assertBooks(context)
  return back
}

async function assertBooks(context: TestContext): Promise<void> {
  const { sql, now, log } = context
  await moneyHolds(async () => {
    assert.deepEqual((await verifySinceSeal({ sql, now, log })).wrong, [])
    assert.deepEqual((await verifyFromFirst({ sql, now, log })).wrong, [])
    await asOwner(context, async (owner) => assert.deepEqual(await verifyBooks(owner), []))
  })
}

/** Each entry must be gone from the database; else its key is taken. */
async function putBack(owner: Database, store: Kept): Promise<string> {
  let count = 0
  const months = await leftIn(owner)
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    for (const { name, day } of months.map((one) => readMonth(one)!)) {
      const partition = `ledger_entry_${name.replace('-', '_')}`
      // It keeps them from being booked again.
      await sql.unsafe(`alter table ${partition} drop constraint ${partition}_left`)
      for (const file of await listFiles(sql, day)) {
        if (!/entry/.test(file.tableName)) continue
        const columns = JSON.parse(file.columns) as Column[]
        const all = await fromParquet(columns, store.files.get(file.path)!)
        const entries = all.map((row) => entryOf(columns, row))
        const left = entries.filter((one) => one['mode'] === 'live' && LEAVES.test(one['reason']!))
        count += left.length
        await sql`
          insert into ledger_entry
          select * from json_populate_recordset(null::ledger_entry, ${JSON.stringify(left)}::json)
        `
      }
    }
    await sql`delete from detached_sum`
    await sql`delete from detached_month`
    await sql`delete from ledger_slice_rest`
    // The turn has just begun, with what had left.
    await sql`delete from ledger_sum where part = 'turn'`
  })
  return `${count} entries of ${months.join(' and ')} had left`
}

function entryOf(columns: Column[], row: TextRow): Record<string, string | null> {
  return Object.fromEntries(
    columns.map(({ name, type }, at) => [name, type === 'time' ? timeOf(row[at]!) : row[at]!]),
  )
}

/** Of the microseconds since 1970. */
function timeOf(micros: string): string {
  const second = new Date(Number(BigInt(micros) / 1_000_000n) * 1_000).toISOString()
  const part = (BigInt(micros) % 1_000_000n).toString().padStart(6, '0')
  return second.replace('.000Z', `.${part}Z`)
}
