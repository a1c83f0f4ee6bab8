import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { verifyFromFirst, verifySinceSeal } from '../../operator/books.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { Scope } from '../context.ts'
import type { Entry } from './ledger.sql.ts'
import { openAccounts, post } from './ledger.ts'
import type { WrongRow } from './verify.ts'

// What is verified once and sealed, and what is found when it is changed afterwards.

const context = useContext()
stopNow(context)

/** So that a day has several slices. */
const SMALL = { sliceEntries: 4 }
const DAYS = 3
const ENTRIES_A_DAY = 10

/** Nothing is closed, and nothing is left of the tests before. */
beforeEach(async () => {
  await context.opened
  const tables = ['entry', 'account', 'turn', 'slice', 'seal', 'sum']
  await tamper(...tables.map((name) => `delete from ledger_${name}`))
})

/** A business in live mode with ten entries of a kobo on each of the last days. */
async function givenDays(): Promise<Scope> {
  const { businessId } = await givenBusiness(context)
  const business = { businessId, mode: 'live' } as const
  await openAccounts(context.sql, context.now(), business)
  for (let i = DAYS * ENTRIES_A_DAY; i > 0; i--) {
    await post(context.sql, ago((i * DAY) / ENTRIES_A_DAY), [entryOf(business, 1)])
  }
  return business
}

function ago(ms: number): Date {
  return later(context.now(), -ms)
}

function entryOf(scope: Scope, amount: number, at = context.now()): Entry {
  const accounts = { debit: 'bank_clearing', credit: 'unmatched' } as const
  const reason = 'wallet_adjustment'
  return { ...scope, ...accounts, causeId: newId(at), reason, amount: kobo(amount), occurredAt: at }
}

/** As the owner of the database without triggers. Returns what the changes return last. */
async function tamper(...changes: string[]): Promise<void> {
  await asOwner(context, async (sql) => {
    await sql.unsafe(
      ['begin', 'set local session_replication_role = replica', ...changes, 'commit'].join(';'),
    )
  })
}

/** What the verification of each hour finds in one day. */
async function foundInADay(on: TestContext = context): Promise<string> {
  const found: string[] = []
  for (let hour = 0; hour < 24; hour++) {
    const { wrong } = await verifySinceSeal(on, undefined, SMALL)
    found.push(textOf(wrong))
    on.advance(HOUR)
  }
  return [...new Set(found)].join('\n')
}

async function slicesOf() {
  return context.sql<{ number: bigint; entries: bigint; readAt: Date }[]>`
    select number, entries, read_at from ledger_slice order by number
  `
}

test('days that are over are sealed once, in slices, and each seal follows the one before', async () => {
  await givenDays()

  const first = await verifySinceSeal(context, undefined, SMALL)
  const seals = await context.sql`select * from ledger_seal order by day`
  const second = await verifySinceSeal(context, undefined, SMALL)

  assert.deepEqual([first.wrong, second.wrong], [[], []])
  assert(seals.length >= DAYS, `${seals.length} days are sealed`)
  assert.deepEqual([...(await context.sql`select * from ledger_seal order by day`)], [...seals])
  const slices = await slicesOf()
  assert(slices.length > seals.length)
  assert(slices.every(({ entries }) => entries <= 4n))
})

test('an entry that is written too late is of the time after what is closed', async () => {
  const business = await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  const before = await slicesOf()
  const late = entryOf(business, 700, ago(2 * DAY))

  await post(context.sql, ago(2 * DAY), [late])

  const [row] = await context.sql<[{ createdAt: Date; occurredAt: Date }]>`
    select created_at, occurred_at from ledger_entry
    where business_id = ${business.businessId} and mode = 'live' and cause_id = ${late.causeId}
  `
  assert.deepEqual(row, { createdAt: ago(5 * MINUTE), occurredAt: ago(2 * DAY) })
  assert.equal(await foundInADay(), '')
  assert.deepEqual((await slicesOf()).slice(0, before.length).map(sizeOf), before.map(sizeOf))
})

test('a process whose clock is days behind opens nothing of what is closed', async () => {
  const business = await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  context.advance(-3 * DAY)
  await verifySinceSeal(context, undefined, SMALL)
  context.advance(3 * DAY)

  await post(context.sql, ago(2 * DAY), [entryOf(business, 700, ago(2 * DAY))])

  assert.equal(await foundInADay(), '')
})

const sizeOf = ({ number, entries }: { number: bigint; entries: bigint }) => [number, entries]

test('what a long transaction writes is waited for: a day is not closed over it', async () => {
  const business = await givenDays()
  const other = contextOn(context.database)
  const written = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const late = entryOf(business, 700, ago(2 * DAY))
  const long = other.sql.begin(async (sql) => {
    await post(sql, ago(2 * DAY), [late])
    written.resolve()
    await released.promise
  })
  await written.promise

  const meanwhile = await verifySinceSeal(quiet(), undefined, { ...SMALL, waitMs: 0 })
  const closed = await slicesOf()
  released.resolve()
  await long
  await disconnect(other)

  assert.deepEqual([meanwhile.wrong, closed.map(sizeOf)], [[], (await slicesOf()).map(sizeOf)])
  assert.equal(await foundInADay(), '')
  const [row] = await context.sql<[{ number: bigint | null }]>`
    select s.number from ledger_entry e
    left join ledger_slice s on s.from_at <= e.created_at and s.until_at > e.created_at
    where e.business_id = ${business.businessId} and e.mode = 'live'
      and e.cause_id = ${late.causeId}
  `
  assert(row.number !== null, 'it is in the slice of its time')
})

/** Without its warnings. */
const quiet = () => ({ ...context, log: { ...context.log, warn: () => {} } })

/** One entry of the business, in a day that is over. */
const ONE = `where ctid = (
  select ctid from ledger_entry where business_id = 'BUSINESS' and mode = 'live'
  order by created_at offset 7 limit 1
)`
const CHANGES: Record<string, string> = {
  'an amount': `update ledger_entry set amount = amount + 1 ${ONE}`,
  'an account': `update ledger_entry set credit_account = 'suspense' ${ONE}`,
  'when it happened': `update ledger_entry set occurred_at = occurred_at - interval '1 ms' ${ONE}`,
  'when it was written': `update ledger_entry set created_at = created_at + interval '1 ms' ${ONE}`,
  'its cause': `update ledger_entry set cause_id = gen_random_uuid() ${ONE}`,
  'an entry, removed': `delete from ledger_entry ${ONE}`,
  'an entry, added': `
    insert into ledger_entry
    select business_id, mode, gen_random_uuid(), reason, step, kind, debit_account, credit_account,
      amount, occurred_at, created_at
    from ledger_entry ${ONE}`,
}
const SEALED = /the entries of a closed day are not those that were sealed/

for (const [name, change] of Object.entries(CHANGES)) {
  test(`who changes in a closed day ${name} is found by the command at once`, async () => {
    const { businessId } = await givenDays()
    await verifySinceSeal(context, undefined, SMALL)
    const repair = await keep('ledger_entry')
    await tamper(change.replace('BUSINESS', businessId))

    const { wrong } = await verifyFromFirst(context, undefined, SMALL)
    await repair()
    const repaired = await verifyFromFirst(context, undefined, SMALL)

    assert.match(textOf(wrong), SEALED)
    assert.deepEqual(repaired.wrong, [])
  })
}

test('who changes a closed day is found within a day, and every hour until it is put right', async () => {
  const { businessId } = await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  const repair = await keep('ledger_entry')
  await tamper(CHANGES['when it happened']!.replace('BUSINESS', businessId))

  const inADay = await foundInADay()
  const still = await verifySinceSeal(context, undefined, SMALL)
  await repair()
  const repaired = await verifySinceSeal(context, undefined, SMALL)

  assert.match(inADay, SEALED)
  assert.match(textOf(still.wrong), SEALED)
  assert.deepEqual(repaired.wrong, [])
})

test('who moves a kobo between two accounts and in the sums of closed days is found by the command at once', async () => {
  const { businessId } = await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  const repairs = [await keep('ledger_account'), await keep('ledger_sum')]
  const both = (table: string) => `
    update ${table}
    set credits_posted = credits_posted + case name when 'unmatched' then -1 else 1 end
    where business_id = '${businessId}' and mode = 'live' and name in ('unmatched', 'available')`
  const account = `insert into ledger_sum
    select business_id, mode, 'available', part, 0, 0, 0, 0, day from ledger_sum
    where business_id = '${businessId}' and mode = 'live' and name = 'unmatched'
      and part = 'closed'`
  await tamper(both('ledger_account'), account, `${both('ledger_sum')} and part = 'closed'`)

  const { wrong } = await verifyFromFirst(context, undefined, SMALL)
  for (const repair of repairs) await repair()

  assert.match(
    textOf(wrong),
    /the sums of the entries from the first one on are not those of the seals/,
  )
  assert.deepEqual((await verifyFromFirst(context, undefined, SMALL)).wrong, [])
})

for (const [name, change, found] of [
  ['a seal', `update ledger_seal set digest = sha256('x') where day = DAY`, /a seal is not that/],
  ['the seal before', `update ledger_seal set previous = sha256('x') where day = DAY`, /follow/],
  ['the digest of a slice', `update ledger_slice set digest = sha256('x') where day = DAY`, SEALED],
  ['a slice, removed', `delete from ledger_slice where day = DAY`, /a slice does not follow/],
  ['a seal, removed', `delete from ledger_seal where day = DAY`, /a closed day has no seal/],
  [
    'the balances of a seal and all digests after it',
    `update ledger_seal set balances = sha256('x') where day = DAY`,
    /the balances at the end of a day are not those/,
  ],
] as const) {
  test(`who changes ${name} is found by the command at once`, async () => {
    await givenDays()
    await verifySinceSeal(context, undefined, SMALL)
    const repairs = [await keep('ledger_seal'), await keep('ledger_slice')]
    const [{ day }] = await context.sql<[{ day: string }]>`
      select day::text as day from ledger_seal order by day desc offset 1 limit 1
    `
    await tamper(change.replace('DAY', `'${day}'`))

    const { wrong } = await verifyFromFirst(context, undefined, SMALL)
    for (const repair of repairs) await repair()

    assert.match(textOf(wrong), found)
  })
}

test('a command that is interrupted goes on where it was, and ends with a new turn', async () => {
  await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  const stopped = new Error('killed')
  const first: number[] = []
  const second: number[] = []
  const killed = verifyFromFirst(context, async (done) => {
    first.push(done)
    if (done === 3) throw stopped
  })
  await assert.rejects(killed, stopped)

  const { wrong } = await verifyFromFirst(context, async (done) => void second.push(done), SMALL)

  assert.deepEqual([wrong, first, second[0]], [[], [1, 2, 3], 4])
  assert.equal(second.at(-1), (await slicesOf()).length)
  const [turn] = await context.sql`select slice, by_command from ledger_turn`
  assert.deepEqual({ ...turn }, { slice: null, byCommand: false })
})

test('each slice is read again within a day', async () => {
  await givenDays()
  await verifySinceSeal(context, undefined, SMALL)
  const before = await slicesOf()

  await foundInADay()

  const after = await slicesOf()
  assert(before.every(({ readAt }, i) => readAt < after[i]!.readAt))
})

test('two processes that verify at once read each slice for one of them, and find nothing', async () => {
  await givenDays()
  const other = contextOn(context.database)
  other.now = context.now

  const both = await Promise.all(
    [context, other].map((one) => verifyFromFirst(one, undefined, SMALL)),
  )
  await disconnect(other)

  assert.deepEqual(
    both.map(({ wrong }) => wrong),
    [[], []],
  )
})

/** Returns what puts the rows of a table back. */
async function keep(table: string): Promise<() => Promise<void>> {
  const [{ rows }] = await context.sql<[{ rows: string }]>`
    select json_agg(t)::text as rows from ${context.sql(table)} t
  `
  return () =>
    asOwner(context, async (sql) => {
      await sql.begin(async (begun) => {
        await begun`set local session_replication_role = replica`
        await begun`delete from ${begun(table)}`
        await begun`
          insert into ${begun(table)}
          select * from json_populate_recordset(null::${begun(table)}, ${rows}::json)
        `
      })
    })
}

function textOf(wrong: WrongRow[]): string {
  return wrong.map((row) => Object.values(row).join(' ')).join('\n')
}
