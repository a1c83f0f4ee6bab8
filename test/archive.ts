import { type Archiving, archiveMonth } from '../src/operator/archive/archive.ts'
import { type Month, monthAt } from '../src/operator/archive/month.ts'
import type { Store } from '../src/operator/archive/store.ts'
import { verifySinceSeal } from '../src/operator/books.ts'
import { DAY, MINUTE } from '../src/platform/clock.ts'
import { type Api, givenPayment } from './api.ts'
import { pay } from './payments.ts'
import { asOwner, type GivenBusiness, givenBusiness, type TestContext } from './support.ts'

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
