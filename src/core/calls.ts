import assert from 'node:assert/strict'
import { HOUR, later, MINUTE, SECOND } from '../platform/clock.ts'
import { isUuid, publicId } from '../platform/ids.ts'
import { askKeeping } from '../providers/handles.ts'
import type { Mode } from '../providers/outcomes.ts'
import type { CallRow, CallSpec, Known, OpenKind, Said } from './call-spec.ts'
import {
  type CallTable,
  claimDue,
  countDue,
  countWaiting,
  findRow,
  listUnknown,
  markAsked,
  type Need,
  postpone,
  setDue,
  setEnded,
  setNextWatch,
} from './calls.sql.ts'
import type { Context } from './context.ts'
import { bookRailFee } from './ledger/rail-fees.ts'
import { lostInRestore } from './recovery/recovery.ts'

// A call is something asked of a provider under a key of ours. Its row is the feature's own. The
// feature says in a spec what to ask, what to enquire, and what each answer that ends it does. The
// mechanism here brings it to its end.
//
//   reserved ──> asked        [askFirst: the request is recorded, then sent]
//   asked ──> reserved        [unavailable: nothing happened]
//   asked ──> asked           [unknown: enquired about; not_found: asked again under the same key]
//   asked ──> accepted        [the provider will do it: from then on only enquired about]
//   asked, accepted ──> ended [the handler of the outcome, in its own database transaction]
//   ended ──> ended           [look: a transfer that was sent may come back]
//
// Invariants:
// (1) `asked` is committed before the provider is asked, by compare-and-set: of two processes that
//     read one row, one asks.
// (2) A row that says that it was asked is enquired about first, as of the moment when it was last
//     asked. It is asked again only where the provider has never heard of it, has not accepted it,
//     and no request can still be on its way.
// (3) A restored row may lack a request. So a call that a restore may have set back is first
//     enquired about at each provider that may have it, for all the time in which it may have been
//     sent, and is sent only if none has it.
// (4) No lock and no database transaction is held while a provider is asked.
// (5) An outcome that says nothing changes nothing but when it is enquired next: the longer it was
//     asked ago, the later. No time that passes ends a call, unless its spec says after how long
//     nobody can know any more.

const BATCH_MAX = 20
/** Longer than a provider may take to answer (rails/ask.ts). */
const LEASE_MS = 1 * MINUTE
/** A request that nobody waits for any more may still be on its way to the provider. */
const ARRIVES_WITHIN_MS = 2 * MINUTE
/** After an answer that nothing happened. */
export const DOWN_PAUSE_MS = 30 * SECOND
/** Between enquiries: as long again as it was asked ago, within these. */
const PAUSE_MS_MIN = 2 * SECOND
const PAUSE_MS_MAX = 5 * MINUTE
/** What a provider has accepted may take days. */
const ACCEPTED_PAUSE_MS_MAX = 1 * HOUR
/** After this age, an unknown outcome is logged as an error. */
const LATE_MS = 1 * HOUR

const OPEN: string[] = ['accepted', 'not_found', 'unavailable', 'unknown'] satisfies OpenKind[]

/** As the mechanism sees each of them: what a row has besides, only its feature knows. */
type AnyRow = CallRow & Record<string, unknown>
type Call = CallSpec<AnyRow, Said>

export function providerCall<Row extends CallRow, Outcome extends Said>(
  spec: CallSpec<Row, Outcome>,
) {
  const call = spec as unknown as Call
  const done = (row: Promise<AnyRow>) => row as Promise<unknown> as Promise<Row>
  const read = (row: Row) => row as CallRow as AnyRow
  return {
    /** For the operator's lists, and for the tests of the statements. */
    table: spec as CallTable & Pick<Call, 'what' | 'idKind'>,

    /** At once, by who has made the row. Answers it as it stands then. */
    ask(context: Context, row: Row): Promise<Row> {
      const isMarked = askedAtOf(call, read(row)) !== null
      return done((isMarked ? send : askFirst)(context, call, read(row)))
    },

    /** The next step, also where it is not due. */
    async advance(context: Context, row: Row): Promise<void> {
      await advance(context, call, read(row))
    },

    /** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
    async runDue(context: Context): Promise<number> {
      const now = context.now()
      const claim = { now, until: later(now, LEASE_MS), max: BATCH_MAX }
      const due = await claimDue<AnyRow>(context.sql, context.rails, call, claim)
      // Side by side: a provider that is silent about one holds up nobody else.
      const all = await Promise.allSettled(due.map((row) => advance(context, call, row)))
      for (const one of all) if (one.status === 'rejected') throw one.reason
      return due.length
    },

    /** The provider has news of what it knows by this key: it is enquired about now. */
    async enquireAbout({ sql, now }: Context, mode: Mode, rail: string, key: string) {
      if (isUuid(key)) await setDue(sql, call, { mode, rail }, key, now())
    },

    /** Records an outcome that an operator gives for a row never asked. Null: it was asked. */
    async settle(context: Context, row: Row, rail: string, outcome: Outcome): Promise<Row | null> {
      if (askedAtOf(call, read(row)) !== null) return null
      const asked = await mark(context, call, read(row), rail)
      if (asked === null) return null
      const settled = await record(context, call, asked, outcome)
      // The provider knows it by a key that is lost, so to enquire about it says nothing.
      await watchAgain(context, call, settled, null)
      return settled as CallRow as Row
    },

    /** How many are due and not done yet; at most `max` are counted. */
    backlogOf: ({ sql, now }: Context, max: number) => countDue(sql, call, now(), max),

    /** The oldest call with an unknown outcome, per provider. */
    unknownOf: ({ sql }: Context, before: Date) => listUnknown(sql, call, before),

    /** What waits for a provider that is not configured any more. */
    waitingOf: ({ sql, rails }: Context, need: Need, max: number) =>
      countWaiting(sql, rails, call, need, max),
  }
}

/** The next step of one that is due. */
async function advance(context: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  if (call.watch?.holds(row)) return look(context, call, row)
  const askedAt = askedAtOf(call, row)
  if (askedAt === null) return askFirst(context, call, row)
  const lost = await lostInRestore(context, row.createdAt)
  // It may have been asked again after the restore point.
  const isLost = lost !== null && lost.to > askedAt
  const asked = isLost ? { askedAt, askedUntil: lost.to } : { askedAt }
  const outcome = await enquire(context, call, row, asked)
  if (outcome === null) return row
  const isUnheard = outcome.kind === 'not_found' && saidOf(call, row).acceptedAt === null
  if (!isUnheard || isOnItsWay(context, asked)) return record(context, call, row, outcome)
  if (call.unheard === 'ask again') return markAndSend(context, call, row)
  await call.record(context, row, { kind: 'not_found' })
  return row
}

/** One that, as far as its row knows, was never asked. */
async function askFirst(context: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  if (call.unheard !== 'ask again') return row
  const lost = await lostInRestore(context, row.createdAt)
  if (lost !== null) {
    const asked = { askedAt: lost.from, askedUntil: lost.to }
    const mayHaveIt = (await call.mayHaveAsked?.(context, row, lost.from)) ?? [row.rail]
    const found = await findAsked(context, call, row, mayHaveIt, asked)
    if (found === 'unknown') {
      return putOff(context, call, row, later(context.now(), DOWN_PAUSE_MS))
    }
    if (found !== null) {
      const marked = await mark(context, call, row, found.rail)
      if (marked === null) return current(context, call, row)
      return record(context, call, marked, found.outcome)
    }
  }
  const notBefore = (await call.notBefore?.(context, row)) ?? null
  if (notBefore !== null) return putOff(context, call, row, notBefore)
  return markAndSend(context, call, row)
}

/** Enquires at each of these providers. Null: none of them has it. */
async function findAsked(
  context: Context,
  call: Call,
  row: AnyRow,
  mayHaveIt: string[],
  asked: Known,
): Promise<{ rail: string; outcome: Said } | 'unknown' | null> {
  for (const rail of mayHaveIt) {
    const outcome = await enquire(context, call, { ...row, rail }, asked)
    if (outcome === null) tellMissing(context, call, row, rail)
    if (outcome?.kind === 'not_found' && !isOnItsWay(context, asked)) continue
    const isKnown =
      outcome !== null && (outcome.kind === 'accepted' || !OPEN.includes(outcome.kind))
    return isKnown ? { rail, outcome } : 'unknown'
  }
  return null
}

function isOnItsWay({ now }: Context, { askedAt, askedUntil = askedAt }: Known): boolean {
  return later(askedUntil, ARRIVES_WITHIN_MS) > now()
}

/** Null where the provider is not configured any more. */
async function enquire(
  context: Context,
  call: Call,
  row: AnyRow,
  asked: Known,
): Promise<Said | null> {
  const way = await call.reach(context, row)
  if (way === null) return null
  const handle = call.handles?.handBack(context, row, saidOf(call, row).handle)
  return askKeeping(context, way.enquire({ ...asked, ...handle }))
}

async function markAndSend(context: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  const asked = await mark(context, call, row)
  return asked === null ? current(context, call, row) : send(context, call, asked)
}

/** Records the request before it is sent. Null where somebody else asks, or it has ended. */
async function mark(
  context: Context,
  call: Call,
  row: AnyRow,
  rail = row.rail,
): Promise<AnyRow | null> {
  const now = context.now()
  const reserve = call.unheard === 'ask again' && call.reserve?.isDue(row) ? call.reserve : null
  const { due } = call.columns
  const moved = rail === row.rail ? {} : { rail }
  const to = { ...moved, ...reserve?.to, ...asked(call, now), [due]: later(now, LEASE_MS) }
  if (reserve === null) return markAsked(context.sql, call, row, to)
  return context.sql.begin(async (sql) => {
    const marked = await markAsked(sql, call, row, to)
    if (marked !== null) await reserve.inSameCommit(sql, marked, now)
    return marked
  })
}

/** Asks for one whose row says already that it is asked. */
async function send(context: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  const askedAt = askedAtOf(call, row)
  if (call.unheard !== 'ask again' || askedAt === null) return row
  const way = await call.reach(context, row)
  if (way === null) return row
  const outcome = await askKeeping(context, way.ask(askedAt))
  if (outcome.kind !== 'unavailable') return record(context, call, row, outcome)
  // Nothing happened: it is as if the provider had not been asked.
  const isAsColumnSays = call.lastAsked === undefined
  return putOff(context, call, row, later(context.now(), DOWN_PAUSE_MS), {
    ...(isAsColumnSays && asked(call, null)),
  })
}

async function record(context: Context, call: Call, row: AnyRow, outcome: Said): Promise<AnyRow> {
  if (call.fee) await bookRailFee(context, call.fee(row), outcome)
  const { handle: column } = call.columns
  const handle = call.handles?.keep(context, row, saidOf(call, row).handle, outcome)
  const kept = column === undefined ? {} : { [column]: handle }
  if (OPEN.includes(outcome.kind)) return wait(context, call, row, outcome, kept)
  if (call.unheard !== 'ask again') {
    await call.record(context, row, outcome)
    return row
  }
  tellRefused(context, call, row, outcome)
  const ends = call.ends[outcome.kind]
  assert(ends, `the end of a ${call.what} that is ${outcome.kind} is not in its spec`)
  const now = context.now()
  const ended = await context.sql.begin((sql) => {
    const end = (to: object) =>
      setEnded(sql, call, row, { [call.columns.due]: null, ...kept, ...to })
    return ends({ context, sql, now, end }, { ...row, ...kept }, outcome)
  })
  if (ended === null) return current(context, call, row)
  call.ended?.(context, ended)
  return ended
}

/** Until it is enquired about again. */
async function wait(
  context: Context,
  call: Call,
  row: AnyRow,
  { kind }: Said,
  kept: object,
): Promise<AnyRow> {
  const now = context.now()
  const ageMs = now.getTime() - (askedAtOf(call, row) ?? now).getTime()
  if (call.unheard === 'end' && ageMs >= call.neverKnownMs) {
    await call.record(context, row, { kind: 'never_known' })
    return row
  }
  const isAccepted = kind === 'accepted'
  if (!isAccepted && call.unheard === 'ask again') {
    const since = (await call.since?.(context, row)) ?? row.createdAt
    if (later(since, LATE_MS) <= now) tellLate(context, call, row)
  }
  const { accepted } = call.columns
  const acceptedAt = saidOf(call, row).acceptedAt ?? (isAccepted ? now : null)
  const pauseMsMax = isAccepted ? ACCEPTED_PAUSE_MS_MAX : PAUSE_MS_MAX
  const pauseMs = Math.min(Math.max(ageMs, PAUSE_MS_MIN), pauseMsMax)
  const said = { ...kept, ...(accepted && { [accepted]: acceptedAt }) }
  return putOff(context, call, row, later(now, pauseMs), said)
}

/** Rows have our reason. The provider's own words are for the operator only. */
function tellRefused({ log }: Context, call: Call, row: AnyRow, outcome: Said): void {
  if (!('said' in outcome) || outcome.said === undefined) return
  const { kind, said } = outcome
  const reason = 'reason' in outcome ? outcome.reason : kind
  log.warn({ ...namesOf(call, row), reason, said }, `a provider refused a ${call.what}`)
}

function tellLate({ log }: Context, call: Call, row: AnyRow): void {
  log.error(namesOf(call, row), `the outcome of a ${call.what} is still unknown`)
}

function tellMissing({ log }: Context, call: Call, row: AnyRow, rail: string): void {
  const fields = { ...namesOf(call, row), rail }
  log.error(fields, `a ${call.what} waits for a rail that may have it and is no longer configured`)
}

/** As the log names it. */
function namesOf({ what, idKind, id }: Call, row: AnyRow) {
  const { businessId, mode } = row
  return { businessId, mode, [what]: publicId(idKind, row[id] as string) }
}

/** One that has ended, and may yet change. */
async function look(context: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  const askedAt = askedAtOf(call, row) ?? row.createdAt
  const outcome = await enquire(context, call, row, { askedAt })
  if (outcome === null || !call.watch) return row
  if (call.fee) await bookRailFee(context, call.fee(row), outcome)
  await watchAgain(context, call, row, await call.watch.record(context, row, outcome))
  return row
}

async function watchAgain(
  { sql, now }: Context,
  { isWatched, ...call }: Call,
  row: AnyRow,
  until: Date | null,
): Promise<void> {
  if (isWatched) await setNextWatch(sql, { ...call, isWatched }, row, { now: now(), until })
}

async function putOff(
  context: Context,
  call: Call,
  row: AnyRow,
  until: Date,
  said: object = {},
): Promise<AnyRow> {
  const put = await postpone(context.sql, call, row, { now: context.now(), until, said })
  return put ?? current(context, call, row)
}

async function current({ sql }: Context, call: Call, row: AnyRow): Promise<AnyRow> {
  return (await findRow(sql, call, row)) ?? row
}

/** Null: it may be asked without an enquiry. */
function askedAtOf(call: Call, row: AnyRow): Date | null {
  return call.lastAsked ? call.lastAsked(row) : saidOf(call, row).askedAt
}

function asked({ columns: { asked, askedToo } }: CallTable, at: Date | null) {
  return { ...(asked && { [asked]: at }), ...(askedToo && { [askedToo]: at }) }
}

function saidOf({ columns: { asked, accepted, handle } }: CallTable, row: AnyRow) {
  const of = <Value>(column = '') => (row[column] ?? null) as Value | null
  return {
    askedAt: of<Date>(asked),
    acceptedAt: of<Date>(accepted),
    handle: of<string>(handle),
  }
}
