import { setTimeout as pause } from 'node:timers/promises'
import { later, MINUTE } from '../../platform/clock.ts'
import type { Query, Sql, Transaction } from '../../platform/db.ts'
import { addDays, type Day, dayOf, startOf } from '../../platform/lagos.ts'
import type { Context } from '../context.ts'
import { type Part, partOf } from './part.ts'
import type { Rest } from './rest.sql.ts'
import { listSlices, readRest, upsertRests } from './rest.sql.ts'
import type { Slice } from './seal.sql.ts'
import * as rows from './seal.sql.ts'
import type { WrongRow } from './verify.ts'

export { forgetTestDigests, lockTurn, readSealing, verifySeals } from './seal.sql.ts'

// Verifies entries once when their time is over, and again in turn.
//
//   (open) ──> slice ──> sealed day       [closeSlices]
//   slice ──> read again, in order        [readNext]
//
// (1) Slices follow each other without a gap, from the first entry on. Except the first, none has
//     entries of two days in Lagos. A slice is closed when it has enough entries, or when its day
//     is over.
// (2) No entry is ever added to a slice. From the announcement on, `ledger_write` moves what comes
//     too late to the end of the closed time; and all transactions that began before it have ended
//     before the slice is read.
// (3) `ledger_sum` has what the entries of all slices moved. With the entries since then it is what
//     the accounts have.
// (4) The turn reads all slices again, one after the other, and sums them up anew. At its end both
//     sums are the same, and the next turn begins.
// (5) A seal is a digest of the slices of a day, its balances, and the seal before.
// (6) Entries that leave (left.ts) are in sealed slices only. What remains of these has a digest of
//     its own from then on, and each turn begins with the sums of what has left.

type Needs = Pick<Context, 'sql' | 'now' | 'log'>

/** Verifies what the records of a part say. */
type VerifyPart = (sql: Sql, part: Part) => Promise<WrongRow[]>

/** What a slice has at most, unless more entries have the same millisecond. */
const SLICE_ENTRIES = 100_000
/** How far a clock may be behind that writes entries, before they get another time. */
const MARGIN_MS = 5 * MINUTE
/** How long to wait for transactions. Longer ones keep slices open until the next run. */
const WAIT_MS = MINUTE
const POLL_MS = 20

export type Closing = { sliceEntries?: number; waitMs?: number }

/** Closes what may be closed, and verifies it. Returns what is wrong. */
export async function closeSlices(
  context: Needs,
  verifyPart: VerifyPart,
  { sliceEntries = SLICE_ENTRIES, waitMs = WAIT_MS }: Closing = {},
): Promise<WrongRow[]> {
  const until = later(context.now(), -MARGIN_MS)
  await rows.announceClosing(context.sql, until, context.now())
  if (!(await haveEnded(context.sql, waitMs))) {
    context.log.warn({}, 'a long transaction keeps the ledger from being sealed')
    return []
  }
  const wrong: WrongRow[] = []
  for (;;) {
    const slice = await inOne(context, (sql) => closeNext(context, sql, until, sliceEntries))
    if (slice === null) return wrong
    const found = await inOne(context, (sql) => verifyPart(sql, partOfSlice(slice)))
    await rows.noteRead(context.sql, slice.number, found.length, context.now())
    wrong.push(...found)
  }
}

/** Whether all transactions that may have missed the announcement have ended. */
async function haveEnded(sql: Sql, waitMs: number): Promise<boolean> {
  const next = await rows.readNextXid(sql)
  for (let waited = 0; ; waited += POLL_MS) {
    if ((await rows.readOldestXid(sql)) >= next) return true
    if (waited >= waitMs) return false
    await pause(POLL_MS)
  }
}

/** Null if the next slice is still open. */
async function closeNext(
  context: Needs,
  sql: Sql,
  until: Date,
  sliceEntries: number,
): Promise<Slice | null> {
  await rows.lockTurn(sql)
  const last = await rows.findLastSlice(sql)
  const next = await nextTime(sql, last, until, sliceEntries)
  if (next === null) return null
  const [number, fromAt] = [(last?.number ?? 0n) + 1n, last?.untilAt ?? '-infinity']
  const slice = { ...next, number, fromAt }
  const part = partOfSlice(slice)
  const entries = await rows.insertSlice(sql, { ...slice, part, now: context.now() })
  await rows.addToSums(sql, 'closed', slice.day, part)
  if (startOf(addDays(slice.day, 1)).getTime() === slice.untilAt.getTime()) {
    const digest = await rows.insertSeal(sql, slice.day, number, context.now())
    const seal = digest.toString('hex')
    // Kept outside the database, it shows that seals were made anew.
    context.log.info({ day: slice.day, seal }, 'a day of the ledger is sealed')
  }
  return { ...slice, entries }
}

/**
 * The first slice has all time before a day, going back from today until it has few enough entries.
 */
async function nextTime(
  sql: Sql,
  last: Slice | undefined,
  until: Date,
  sliceEntries: number,
): Promise<{ day: string; untilAt: Date } | null> {
  if (last === undefined) {
    let day = dayOf(until)
    for (let back = 1; await isTooMuch(sql, day, sliceEntries); back *= 2) day = addDays(day, -back)
    return { day: addDays(day, -1), untilAt: startOf(day) }
  }
  const day = dayOf(last.untilAt)
  const endOfDay = startOf(addDays(day, 1))
  const start = last.untilAt.getTime()
  let end = Math.min(endOfDay.getTime(), until.getTime())
  let isFull = false
  while (
    end - start > 1 &&
    (await rows.hasMoreThan(sql, partOf(last.untilAt, new Date(end)), sliceEntries))
  ) {
    end = start + Math.floor((end - start) / 2)
    isFull = true
  }
  return isFull || end === endOfDay.getTime() ? { day, untilAt: new Date(end) } : null
}

function isTooMuch(sql: Sql, before: Day, sliceEntries: number): Promise<boolean> {
  return rows.hasMoreThan(sql, partOf(null, startOf(before)), sliceEntries)
}

/** Reads the next slice of the turn. Null if there is none. */
export async function readNext(
  context: Needs,
  verifyPart: VerifyPart,
): Promise<{ slice: Slice; wrong: WrongRow[] } | null> {
  const turn = await rows.findTurn(context.sql)
  const slice = await rows.findSliceAfter(context.sql, turn?.slice ?? null)
  if (slice === undefined) return null
  const part = partOfSlice(slice)
  const wrong = await inOne(context, (sql) => verifyPart(sql, part))
  await inOne(context, async (sql) => {
    // Another process may have read it meanwhile.
    if ((await rows.lockTurn(sql))?.slice !== (turn?.slice ?? null)) return
    wrong.push(...(await rows.verifyDigests(sql, slice, part)))
    await rows.addToSums(sql, 'turn', slice.day, part)
    wrong.push(...(await rows.verifySealedBalances(sql, slice)))
    await rows.moveTurn(sql, slice.number)
    await rows.noteRead(sql, slice.number, wrong.length, context.now())
  })
  return { slice, wrong }
}

/** Reads again each slice in which something was wrong. */
export async function readWrong(context: Needs, verifyPart: VerifyPart): Promise<WrongRow[]> {
  const all: WrongRow[] = []
  for (const slice of await rows.listWrongSlices(context.sql)) {
    const part = partOfSlice(slice)
    const wrong = await inOne(context, async (sql) => {
      await rows.lockTurn(sql)
      return [...(await rows.verifyDigests(sql, slice, part)), ...(await verifyPart(sql, part))]
    })
    await rows.noteRead(context.sql, slice.number, wrong.length, context.now())
    all.push(...wrong)
  }
  return all
}

/**
 * Once it has read all slices: compares the sums. If they are right, the next turn begins.
 * Otherwise each run compares them again, until a command begins a turn.
 */
export async function endTurn(context: Needs): Promise<WrongRow[]> {
  return inOne(context, async (sql) => {
    const turn = await rows.lockTurn(sql)
    const isAtEnd = (await rows.findSliceAfter(sql, turn?.slice ?? null)) === undefined
    if (!isAtEnd) return []
    const wrong = await rows.verifySums(sql)
    if (wrong.length === 0) await rows.restartTurn(sql, context.now(), false)
    else await rows.endCommand(sql)
    return [...wrong]
  })
}

/** From the first slice on, or where a command that was interrupted has stopped. */
export async function beginTurn(context: Needs): Promise<{ doneSlices: bigint }> {
  return inOne(context, async (sql) => {
    const turn = await rows.lockTurn(sql)
    if (turn?.byCommand === true) return { doneSlices: turn.slice ?? 0n }
    await rows.restartTurn(sql, context.now(), true)
    return { doneSlices: 0n }
  })
}

/**
 * Verifies the slices that have entries of a time, and reads what each has without those that are
 * to leave.
 */
export async function restsWithout(
  context: Pick<Context, 'sql'>,
  { from, until }: { from: Date; until: Date },
  leaving: (sql: Sql) => Query<unknown>,
): Promise<{ wrong: WrongRow[]; rests: Rest[] }> {
  const wrong: WrongRow[] = []
  const rests: Rest[] = []
  for (const slice of await listSlices(context.sql, from, until)) {
    const part = partOfSlice(slice)
    await inOne(context, async (sql) => {
      await rows.lockTurn(sql)
      wrong.push(...(await rows.verifyDigests(sql, slice, part)))
      const rest = await readRest(sql, slice, part, leaving(sql))
      if (rest !== undefined) rests.push(rest)
    })
  }
  return { wrong, rests }
}

/** In the transaction with which they leave. The turn begins anew. */
export async function setRests(sql: Sql, rests: readonly Rest[], now: Date): Promise<void> {
  const turn = await rows.lockTurn(sql)
  await upsertRests(sql, rests)
  await rows.restartTurn(sql, now, turn?.byCommand ?? false)
}

/** What no slice has yet. */
export async function openPart(sql: Sql): Promise<Part> {
  return partOf((await rows.findLastSlice(sql))?.untilAt ?? null, null)
}

export function partOfSlice({ number, fromAt, untilAt }: Omit<Slice, 'entries' | 'day'>): Part {
  return partOf(number === 1n ? null : (fromAt as Date), untilAt)
}

/**
 * A transaction for one part. Each of its statements has a snapshot of its own, so it holds back no
 * vacuum. Its plans read by index, whatever the planner expects of tables that have grown.
 */
export function inOne<Result>(
  { sql }: Pick<Context, 'sql'>,
  work: (own: Transaction) => Promise<Result>,
): Promise<Result> {
  return sql.begin(async (own) => {
    await own.liftTimeLimit()
    await own.unsafe(`
      set local enable_seqscan = off;
      set local jit = off;
      set local lock_timeout = '60s';
      set local work_mem = '64MB';
      set local idle_in_transaction_session_timeout = 0
    `)
    return work(own)
  })
}
