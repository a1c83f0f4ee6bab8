import { type Archiving, archiveMonth, closedMonths } from '../src/operator/archive/archive.ts'
import { detachMonths } from '../src/operator/archive/detach.ts'
import { type Month, monthAt } from '../src/operator/archive/month.ts'
import type { Store } from '../src/operator/archive/store.ts'
import { verifySinceSeal } from '../src/operator/books.ts'
import { keepPartitions } from '../src/operator/operation/partitions.ts'
import { DAY, MINUTE } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db.ts'
import { type Api, givenPayment } from './api.ts'
import { pay } from './payments.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  givenTestOnly,
  type TestContext,
} from './support.ts'

// Old months, and a store for them that does what it promises.

/** So that a table has several files. */
const SMALL = { fileTextMax: 2_000 }

export type Kept = Store & { files: Map<string, Buffer> }

/** `cut` is awaited before each request; it gets their number, from 1 on. */
export function givenStore(cut: (asked: number) => Promise<void> = async () => {}): Kept {
  const files = new Map<string, Buffer>()
  let asked = 0
  return {
    name: 'memory',
    files,
    async put(path, bytes) {
      await cut(++asked)
      files.set(path, bytes)
    },
    async get(path) {
      await cut(++asked)
      return files.get(path) ?? null
    },
    async remove(path) {
      await cut(++asked)
      files.delete(path)
    },
  }
}

/** Payments of Ada in a month that is over and sealed. The clock must stand still. */
export async function givenOldMonth(
  context: TestContext,
  api: Api,
  payments: number,
): Promise<{ business: GivenBusiness; month: Month }> {
  const business = await givenBusiness(context)
  for (let i = 0; i < payments; i++) {
    const { access_code } = await givenPayment(api, business, {
      reference: `order-${i}`,
      email: `ada-${i}@example.com`,
      metadata: { order: `Ẹ̀bà ${i}` },
    })
    await pay(api, access_code, 'success')
    context.advance(MINUTE)
  }
  const month = monthAt(context.now())
  context.advance(month.until.getTime() - context.now().getTime() + DAY)
  await verifySinceSeal(context)
  return { business, month }
}

/**
 * Payments of a new business in live mode, with what else moved its money, in a month that is over
 * and sealed. They were made in test mode: no rail of live mode is needed.
 */
export async function givenLiveMonth(
  context: TestContext,
  api: Api,
  payments: number,
): Promise<{ business: GivenBusiness; month: Month }> {
  await keepPartitions(context)
  const business = await givenTestOnly(context)
  for (let i = 0; i < payments; i++) {
    const { access_code } = await givenPayment(api, business, {
      reference: `order-${i}`,
      email: `ada-${i}@example.com`,
    })
    await pay(api, access_code, 'success')
    context.advance(MINUTE)
  }
  await asOwner(context, (sql) => makeLive(sql, business.businessId))
  const month = monthAt(context.now())
  context.advance(month.until.getTime() - context.now().getTime() + DAY)
  await verifySinceSeal(context)
  return { business: { ...business, mode: 'live' }, month }
}

/** What is there of test mode becomes all that is there of live mode. */
export async function makeLive(sql: Database, businessId: string): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    join pg_attribute b on b.attrelid = c.oid and b.attname = 'business_id'
    join pg_attribute m on m.attrelid = c.oid and m.attname = 'mode'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname <> all (array['api_key', 'api_key_hash', 'audit_entry', 'sandbox_message'])
  `
  await sql.begin(async (begun) => {
    await begun`set local session_replication_role = replica`
    for (const { name } of tables) {
      await begun`
        delete from ${begun(name)} where business_id = ${businessId}::uuid and mode = 'live'
      `
      await begun`update ${begun(name)} set mode = 'live' where business_id = ${businessId}::uuid`
    }
  })
}

/** Archives what is closed before a month, and detaches it. Returns what it says. */
export async function detach(
  { now }: Pick<TestContext, 'now'>,
  sql: Database,
  store: Store,
  before: Month,
  ageMs = 0,
): Promise<string[]> {
  const needs = { sql, now }
  const told: string[] = []
  for (const month of await closedMonths(sql, before)) {
    await archiveMonth(needs, store, month, () => {}, SMALL)
  }
  await detachMonths(needs, store, before, (line) => told.push(line), { ageMs })
  return told.filter((line) => !/read back/.test(line))
}

/** The state at the end. Null: another archiver is at it. */
export async function archive(
  context: TestContext,
  store: Store,
  month: Month,
  how: Archiving = {},
): Promise<string | null> {
  const done = await asOwner(context, (sql) =>
    archiveMonth({ sql, now: context.now }, store, month, () => {}, { ...SMALL, ...how }),
  )
  return done?.state ?? null
}
