import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenTestOnly,
  until,
  useContext,
} from '../../test/support.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from './clock.ts'
import type { Sql } from './db.ts'
import { idAt, newId } from './ids.ts'
import { moveOn, propose } from './list-count.sql.ts'
import { countList } from './list-count.ts'
import { COUNTED_MAX } from './paging.ts'

const context = useContext()
const LIST = { name: 'customer', idColumn: 'customer_id' } as const
/** Moves the watermark on whenever there is anything above it. */
const EAGER = { aboveMax: 0, step: 1_000 }

let made = 0

/** Customers whose ids tell of these moments. */
async function insert(sql: Sql, { businessId, mode }: GivenBusiness, moments: Date[]) {
  const rows = moments.map((moment) => {
    made += 1
    const email = `ada.${made}@example.com`
    const names = { firstName: 'Ada', lastName: 'Example' }
    const times = { createdAt: moment, updatedAt: moment }
    const customerId = newId(moment)
    return { businessId, mode, customerId, email, emailFolded: email, ...names, ...times }
  })
  await sql`insert into customer ${sql(rows)}`
}

function ago(ms: number, count = 1): Date[] {
  return Array.from({ length: count }, (_, i) => later(context.now(), i - ms))
}

async function heldOf({ businessId, mode }: GivenBusiness) {
  const [held] = await context.sql<{ below: string; count: bigint }[]>`
    select below, count from list_count
    where business_id = ${businessId} and mode = ${mode} and list = 'customer'
  `
  return held
}

async function lateOf({ businessId, mode }: GivenBusiness): Promise<number> {
  const [row] = await context.sql<[{ late: number }]>`
    select count(*)::int as late from list_late
    where business_id = ${businessId} and mode = ${mode} and list = 'customer'
  `
  return row.late
}

/** Moved on as soon as what others write at this moment has ended, whichever database it is in. */
async function settled(business: GivenBusiness, count: number): Promise<void> {
  await until('the watermark has moved on', async () => {
    assert.equal(await countList(context.sql, LIST, business, EAGER), count)
    const [row] = await context.sql`
      select 1 from list_count
      where business_id = ${business.businessId} and mode = ${business.mode} and list = 'customer'
        and next_below is null
    `
    return row !== undefined
  })
}

/** As if it had been written in the moment of its id: nobody notes it as late. */
async function asThen(sql: Sql): Promise<void> {
  await sql`set local session_replication_role = replica`
}

test('a list is counted exactly before its watermark moves on, and after', async () => {
  const business = await givenTestOnly(context)
  const { sql } = context
  assert.equal(await countList(sql, LIST, business, EAGER), 0)
  await insert(sql, business, ago(HOUR, 50))

  await settled(business, 50)

  assert.equal((await heldOf(business))?.count, 50n)
  assert.equal(await lateOf(business), 0, 'what was late is in the count now')
  await insert(sql, business, ago(2 * HOUR, 5))
  await insert(sql, business, ago(0, 3))
  assert.equal(await lateOf(business), 5, 'what was not is not noted')
  assert.equal(await countList(sql, LIST, business, { aboveMax: 100 }), 58)
  assert.equal((await heldOf(business))?.count, 50n, 'so few are no reason to move it')
  await settled(business, 58)
  assert.equal((await heldOf(business))?.count, 55n, 'the last half minute lies above it')
  assert.equal(await countList(sql, LIST, business, EAGER), 58)
  assert.equal(await countList(sql, LIST, { ...business, mode: 'live' }, EAGER), 0)
})

test('who proposes a watermark and who notes what is late mean the same by late', async () => {
  const business = await givenTestOnly(context)
  await insert(context.sql, business, ago(25 * SECOND))
  assert.equal(await lateOf(business), 0)
  await insert(context.sql, business, ago(35 * SECOND))
  assert.equal(await lateOf(business), 1)

  await settled(business, 2)

  const { below } = (await heldOf(business))!
  assert(below > idAt(later(context.now(), -35 * SECOND)), 'what is later than that may be below')
  assert(below < idAt(later(context.now(), -29 * SECOND)), 'and nothing that is not')
})

test('a list that is long when it is counted first is counted in steps, and what lies above again', async () => {
  const business = await givenTestOnly(context)
  await insert(context.sql, business, ago(DAY, 95))
  await insert(context.sql, business, ago(0, 12))

  const look = () => countList(context.sql, LIST, business, { aboveMax: 5, step: 20, budgetMs: 0 })
  assert.equal(await look(), COUNTED_MAX, 'each look counts its part')
  await until('it is counted', async () => (await look()) === 107)
  await settled(business, 107)
  assert.equal((await heldOf(business))?.count, 95n)
  assert.equal(await countList(context.sql, LIST, business), 107)
})

test('what is written and not committed while the watermark moves on is counted when it is', async () => {
  const business = await givenTestOnly(context)
  const { sql } = context
  await insert(sql, business, ago(HOUR, 20))
  const counts = () => countList(sql, LIST, business, EAGER)
  await asOwner(context, async (owner) => {
    await owner.begin(async (open) => {
      await asThen(open)
      await insert(open, business, ago(MINUTE))
      for (let i = 0; i < 3; i++) assert.equal(await counts(), 20)
      assert.notEqual((await heldOf(business))?.count, 20n, 'nobody knows yet')
    })
  })
  await settled(business, 21)
  assert.equal((await heldOf(business))?.count, 21n)
})

test('while a transaction is open, a list that is too long to be counted says that it is long', async () => {
  const business = await givenTestOnly(context)
  await insert(context.sql, business, ago(HOUR, 40))
  await asOwner(context, (owner) =>
    owner.begin(async (open) => {
      await insert(open, business, ago(MINUTE))
      const few = { aboveMax: 5, step: 10, budgetMs: 50 }
      assert.equal(await countList(context.sql, LIST, business, few), COUNTED_MAX)
    }),
  )
  assert.equal(await countList(context.sql, LIST, business, EAGER), 41)
})

test('who moves a watermark on keeps the others from it, and they do not wait', async () => {
  const business = await givenTestOnly(context)
  const { businessId, mode } = business
  await insert(context.sql, business, ago(HOUR, 10))
  await propose(context.sql, LIST, business)
  await asOwner(context, (owner) =>
    owner.begin(async (moving) => {
      await moving`
        select 1 from list_count
        where business_id = ${businessId} and mode = ${mode} and list = 'customer'
        for update
      `
      assert.equal(await moveOn(context.sql, LIST, business, 100), 'not yet')
    }),
  )
  await settled(business, 10)
})

test('however many write and count at once, no row is lost and none counts twice', async () => {
  const business = await givenTestOnly(context)
  const { sql } = context
  await insert(sql, business, ago(DAY, 300))
  const twin = contextOn(context.database)
  const writing = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = 0; i < 15; i++) {
      if (lane % 2 === 0) await insert(sql, business, ago(lane * SECOND))
      else {
        await twin.sql.begin(async (own) => {
          await insert(own, business, ago(DAY / 2, 2))
          await own`select pg_sleep(${Math.random() / 200})`
        })
      }
    }
  })
  const seen: number[] = []
  const counting = Array.from({ length: 4 }, async (_, lane) => {
    for (let i = 0; i < 25; i++) {
      const from = lane % 2 === 0 ? sql : twin.sql
      seen.push(await countList(from, LIST, business, { aboveMax: 0, step: 100 }))
    }
  })
  await Promise.all([...writing, ...counting])
  const all = 300 + 4 * 15 + 4 * 15 * 2

  await settled(business, all)
  assert.equal((await heldOf(business))?.count, BigInt(all - 4 * 15), 'all but the new ones')
  const exact = seen.filter((count) => count !== COUNTED_MAX)
  assert(exact.length > 0 && exact.every((count) => count >= 300 && count <= all))
  await disconnect(twin)
})

test('a watermark that waits for a number of another server is proposed again', async () => {
  const business = await givenTestOnly(context)
  const { businessId, mode } = business
  await insert(context.sql, business, ago(HOUR, 10))
  await context.sql`
    insert into list_count ${context.sql({
      ...{ businessId, mode, list: 'customer', below: idAt(new Date(0)), count: 0 },
      ...{ nextBelow: idAt(new Date(1)), nextXid: '9000000000000000000' },
    })}
  `

  await settled(business, 10)

  assert.equal((await heldOf(business))?.count, 10n)
})
