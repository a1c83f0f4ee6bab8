import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { ArchiveError, archiveMonth, closedMonths } from '../src/operator/archive/archive.ts'
import { detachMonths } from '../src/operator/archive/detach.ts'
import { type Month, monthAfter, monthAt } from '../src/operator/archive/month.ts'
import { StoreError } from '../src/operator/archive/store.ts'
import { verifySinceSeal } from '../src/operator/books.ts'
import { keepPartitions } from '../src/operator/operation/partitions.ts'
import { DAY, later, MINUTE } from '../src/platform/clock.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { dayOf } from '../src/platform/lagos.ts'
import type { Api } from './api.ts'
import { givenStore, type Kept } from './archive.ts'
import type { Random } from './deposit-plan.ts'
import { breakable, type Fault, Stopped } from './faults.ts'
import { scheduleAfterwards } from './live-month-afterwards.ts'
import * as checks from './live-month-archive-checks.ts'
import { DISPUTES, type Paid, type Story } from './live-month-plan.ts'
import type { Shop, Stage } from './live-month-stage.ts'
import { moneyHolds } from './money.ts'
import { DAYS, SLOTS, WAVES_MS } from './month-plan.ts'
import { faultOf, processBeside } from './month-stage.ts'
import { asOwner, SERVER, type TestContext } from './support.ts'

// The month in live mode runs over the end of a month in Lagos. Its books are sealed day by day.
// From the end of the old month on, archivers copy it to a store and detach it amid the stories:
// they die, lose their connections or the store, or two of them are at it. What belongs to the old
// month goes on meanwhile, and more is made of its payments once their entries have left.

const ENDS_ON_SLOT = SLOTS / 2
/** By then the old month must have left. */
const LEFT_BY_SLOT = ENDS_ON_SLOT + 36
/** So that a table has several files. */
const FILE_TEXT_MAX = 200_000
/** An archiver that died keeps the month so long. */
const LEASE_MS = 30 * MINUTE
const STORE_FAILS_PERCENT = 1
const TRIES = 3
/** An archiver that copies the month makes more calls than so many. */
const ARCHIVING = 150
/** The first call of those that detach, and how many come after it. */
const DETACHES = 'insert into detached_month (month, end_id, last_entry_at,'
const DETACHING = 14
const END_WITHIN_MS = 50
/** The name of their connections. */
const ARCHIVER = 'archiver'
const LATE = 40
const LATE_SERIAL = 10_000_000
const OPEN_SERIAL = 11_000_000

export type OldMonths = {
  context: TestContext
  /** The process that seals the books. */
  sealer: TestContext
  api: Api
  random: Random
  /** The one that ends half way. */
  month: Month
  store: Kept
  /** The store may fail. */
  isTroubled: boolean
  isLeft: boolean
  /** How many calls before those that detach an archiver makes beside copying. Null: unknown. */
  depth: number | null
  /** How archivers ended, and how often. */
  ends: Map<string, number>
}

/**
 * When the stories begin, so that a month ends half way that has a partition of its own. The days
 * after its end are no working days: what was paid last is settled when it has left.
 */
export function beginningNear(now: Date): Date {
  let month = monthAt(later(now, 62 * DAY))
  const endsAWeek = ({ until }: Month) => [0, 6].includes(new Date(dayOf(until)).getUTCDay())
  while (!endsAWeek(month)) month = monthAfter(month)
  return later(month.until, -(DAYS / 2) * DAY)
}

export function oldMonthsFrom(
  context: TestContext,
  api: Api,
  begins: Date,
  random: Random,
): OldMonths {
  const store = givenStore(async () => {
    if (old.isTroubled && random.chance(STORE_FAILS_PERCENT)) {
      throw new StoreError('The store answered 503.')
    }
  })
  const sealer = processBeside(context)
  const none = { sealer, isTroubled: false, isLeft: false, depth: null, ends: new Map() }
  const old: OldMonths = { context, api, random, month: monthAt(begins), store, ...none }
  return old
}

/** As a worker does each hour. */
export async function seal({ sealer }: OldMonths): Promise<void> {
  // A dozen months at once, on a busy machine, are too much for the job's time limit.
  await asOwner(sealer, (sql) => keepPartitions({ sql, now: sealer.now }))
  const { wrong } = await verifySinceSeal(sealer)
  await moneyHolds(() => assert.deepEqual(wrong, [], 'what is verified each hour'))
}

/** Pages that nobody pays are open when the month is over. */
export function leftOpen(shops: Shop[]): { slot: number; stories: Story[] } {
  const stories = shops.map((_, shop): Story => {
    const common = { serial: OPEN_SERIAL + shop, shop, isByHttp: false, isTroubled: false } as const
    const none = { sender: '1000000001', refunds: [], dispute: null }
    return { ...common, ...none, kind: 'transfer', how: 'left', amount: 500_000 }
  })
  return { slot: ENDS_ON_SLOT - 1, stories }
}

/** While stories are played. */
export async function workAmid(old: OldMonths, slot: number): Promise<void> {
  const isMorning = slot % WAVES_MS.length === 0
  if (isMorning) await seal(old)
  if (slot < ENDS_ON_SLOT || old.isLeft) return
  for (let tries = 0; tries < (isMorning ? TRIES : 1); tries++) await attempt(old, true)
  if (isMorning) await twoAtOnce(old)
}

/** Between two slots, when nothing else happens. */
export async function archiveBetween(stage: Stage, old: OldMonths, slot: number): Promise<void> {
  if (slot < ENDS_ON_SLOT || old.isLeft) return
  const before = await checks.lookAt(stage, old)
  const isLeft = async () => (await leftIn(old)).includes(old.month.name)
  if (!(await isLeft())) {
    await seal(old)
    const mayLeave = !(await checks.isKept(old))
    if (mayLeave) await insist(old)
    else await attempt(old, false)
    assert.equal(await isLeft(), mayLeave, JSON.stringify([...old.ends]))
    assert(slot < LEFT_BY_SLOT, `${old.month.name} has not left`)
    checks.assertSame(before, await checks.lookAt(stage, old))
  }
  old.isLeft = await isLeft()
  if (old.isLeft) await scheduleLate(stage, old)
}

/** After the last story: the month after it leaves as well. */
export async function archiveRest(old: OldMonths): Promise<void> {
  await checks.assertNoneBefore(old)
  old.depth = null
  await insist(old)
  const names = [old.month.name, monthAfter(old.month).name]
  const ends = [...old.ends.keys()]
  assert.deepEqual(await leftIn(old), names, JSON.stringify(ends))
  for (const seen of [/a payment is still open/, /ended amid detaching/]) {
    assert(
      ends.some((said) => seen.test(said)),
      `${seen} in ${JSON.stringify(ends)}`,
    )
  }
}

/** The months that have left. */
function leftIn({ context }: OldMonths): Promise<string[]> {
  return asOwner(context, checks.leftIn)
}

/** Archivers with troubles, then two without. */
async function insist(old: OldMonths): Promise<void> {
  await seal(old)
  for (let tries = 0; tries < TRIES; tries++) {
    old.context.advance(LEASE_MS + MINUTE)
    await attempt(old, true)
  }
  old.context.advance(LEASE_MS + MINUTE)
  await twoAtOnce(old)
  // One of the two may have kept both from it.
  await attempt(old, false)
}

async function twoAtOnce(old: OldMonths): Promise<void> {
  await Promise.all([attempt(old, false), attempt(old, false)])
}

type Struck = { amid: 'archive' | 'detach'; fault: Fault }

/** It dies, one of its calls fails, or the server ends the connections of all archivers. */
function faultIn(old: OldMonths, endings: Promise<void>[]): Struck {
  const { context, random, depth } = old
  const amid = random.pick(['archive', 'detach', 'detach', 'detach'] as const)
  const fault = faultOf(random, amid === 'archive' ? ARCHIVING : DETACHING)
  if (amid === 'detach' && depth === null) {
    return { amid, fault: { ...fault, name: DETACHES, point: 1 } }
  }
  const ends = async () => {
    endings.push(pause(random.between(0, END_WITHIN_MS)).then(() => endArchivers(context)))
  }
  return { amid, fault: random.chance(30) ? { ...fault, does: ends } : fault }
}

async function endArchivers(context: TestContext): Promise<void> {
  await asOwner(context, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${ARCHIVER}
    `
  })
}

/** An archiver's run, in a process of its own. */
async function attempt(old: OldMonths, isTroubled: boolean): Promise<void> {
  const { context, store, month, ends } = old
  const { now } = context
  const until = monthAfter(monthAfter(month))
  const endings: Promise<void>[] = []
  old.isTroubled = isTroubled
  const struck = isTroubled ? faultIn(old, endings) : null
  const address = { ...SERVER, database: context.database, application_name: ARCHIVER }
  const owner = connectAsOwner(address)
  const archiver = breakable({ ...context, sql: owner })
  const trying = async (fault: Fault | null, run: (sql: Database) => Promise<string>) => {
    archiver.arm(fault)
    const said = await run(archiver.context.sql).catch(wordsOf)
    const passed = archiver.disarm()
    const isAmid = fault !== null && passed.includes(DETACHES) && !/detached$/.test(said)
    const word = isAmid ? 'ended amid detaching' : said
    ends.set(word, (ends.get(word) ?? 0) + 1)
    return passed
  }
  const copying = (fault: Fault | null) => trying(fault, (sql) => archive(sql, now, store, until))
  if (struck?.amid === 'archive') await copying(struck.fault)
  else {
    // It is read once more as it is detached.
    const before = (await copying(null)).length
    const place = struck && old.depth !== null && { point: before + old.depth + struck.fault.point }
    const passed = await trying(struck && { ...struck.fault, ...place }, async (sql) => {
      const lines: string[] = []
      await detachMonths({ sql, now }, store, until, (line) => lines.push(line), { ageMs: 0 })
      return lines.filter((line) => /detached/.test(line)).join(' ') || 'nothing to detach'
    })
    if (passed.includes(DETACHES)) old.depth = passed.indexOf(DETACHES) - before
  }
  await Promise.all(endings)
  await owner.end()
}

async function archive(sql: Database, now: () => Date, store: Kept, until: Month): Promise<string> {
  const left = await checks.leftIn(sql)
  const states: string[] = []
  for (const month of await closedMonths(sql, until)) {
    if (left.includes(month.name)) continue
    const how = { fileTextMax: FILE_TEXT_MAX, isAgain: true }
    const done = await archiveMonth({ sql, now }, store, month, () => {}, how)
    states.push(`${month.name} ${done?.state ?? 'another archiver'}`)
  }
  return states.join(', ') || 'nothing to archive'
}

/** Throws what no archiver may end with. */
function wordsOf(error: unknown): string {
  const isSaid = error instanceof ArchiveError || error instanceof StoreError
  if (isSaid || error instanceof Stopped) return error.message.replaceAll(/\d{4,}[^ ]*/g, '…')
  // The server has ended its connection, or stories held what it needed.
  const { code } = error as { code?: string }
  if (/^(57P0|55P03|CONNECTION_)/.test(code ?? '')) return code!
  throw error
}

/** Refunds and disputes of payments whose entries have left. */
async function scheduleLate(stage: Stage, { context, random, month }: OldMonths): Promise<void> {
  const paid = await checks.paidIn(context, month, LATE)
  assert(paid.length > 0, 'payments of the old month can still be refunded')
  for (const [i, { businessId, reference, amount }] of paid.entries()) {
    const refunds = random.pick([[100], [30, 40, 50], []]).map((share) => {
      return { share, after: random.between(1, 6), isByLink: random.chance(25) }
    })
    const story: Paid = {
      ...{ serial: LATE_SERIAL + i, isByHttp: false, isTroubled: false, amount, refunds },
      shop: stage.shops.findIndex((shop) => shop.businessId === businessId),
      dispute: { ends: random.pick(DISPUTES), after: random.between(1, 4) },
    }
    scheduleAfterwards(stage, story, reference)
  }
}
