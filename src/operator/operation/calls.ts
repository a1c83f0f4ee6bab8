import type { Context } from '../../core/context.ts'
import { verifications } from '../../identity/conclude.ts'
import { payouts } from '../../money-out/payouts/conclude.ts'
import { mandates } from '../../payments/authorizations/mandates.ts'
import { charges, reversals } from '../../payments/checkout/enquiries.ts'
import { returns } from '../../payments/deposits/return.ts'
import { disputeCalls } from '../../payments/disputes/call.ts'
import { refunds } from '../../payments/refunds/send.ts'

import { later, MINUTE } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { isRailThere, type Making, type Unknown, type Waiting } from '../../providers/made-by.ts'
import { listMakingExamples } from './operation.sql.ts'

// Every kind of call to a provider, and what the operator reads of all of them: which calls have an
// unknown outcome, and which wait for a provider that is missing. backlogs.ts counts what is due.

export const UNKNOWNS = [
  'payout',
  'charge',
  'mandate',
  'refund',
  'return',
  'dispute',
  'verification',
] as const

type Kind = {
  call: Pick<typeof payouts, 'table' | 'backlogOf' | 'unknownOf' | 'waitingOf'>
  /** Operators see kinds with the same word as one. */
  what: (typeof UNKNOWNS)[number]
  due: string
  /** The job that processes it. */
  job: string
  /** Names what waits, for each of the call's needs. */
  waiting: readonly string[]
}

const CHARGES = {
  what: 'charge',
  due: 'card charges to query',
  job: 'query open card charges',
  waiting: ['card attempts'],
} as const

export const CALLS: Kind[] = [
  {
    call: returns,
    what: 'return',
    due: 'returns',
    job: 'return unmatched money',
    waiting: ['returns'],
  },
  { call: charges, ...CHARGES },
  { call: reversals, ...CHARGES },
  {
    call: mandates,
    what: 'mandate',
    due: 'mandates to query',
    job: 'query pending mandates',
    waiting: ['mandates'],
  },
  {
    call: verifications,
    what: 'verification',
    due: 'verifications to query',
    job: 'query unanswered verifications',
    waiting: ['verifications'],
  },
  {
    call: refunds,
    what: 'refund',
    due: 'refunds',
    job: 'send refunds',
    waiting: ['refunds to cards', 'refunds to accounts', 'refunds to other accounts'],
  },
  {
    call: disputeCalls,
    what: 'dispute',
    due: 'calls about disputes',
    job: 'send answers to disputes',
    waiting: ['returns of disputes', 'answers to disputes'],
  },
  {
    call: payouts,
    what: 'payout',
    due: 'payouts',
    job: 'send and query payouts',
    waiting: ['payouts'],
  },
]

/** Counting stops here. */
export const BACKLOG_MAX = 10_000

/** Sums the counts of rows with the same key, and keeps the first row. */
export function summed<Row extends { count: number }>(
  rows: Row[],
  keyOf: (row: Row) => string,
  max = Number.POSITIVE_INFINITY,
): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].map((same) => {
    const count = same.reduce((sum, one) => sum + one.count, 0)
    return { ...same[0]!, count: Math.min(count, max) }
  })
}

/** Calls younger than this are not reported yet. */
const SETTLES_MS = 1 * MINUTE
/** Examples (seed.ts) are dated in the past: jobs need this long to process what they left. */
const EXAMPLES_SETTLE_MS = 2 * MINUTE

export type UnknownThing = Unknown & { what: Kind['what'] }

/** The oldest call with an unknown outcome, per provider and kind. `count`: how many there are. */
export async function unknowns(context: Context): Promise<UnknownThing[]> {
  const now = context.now()
  const before = later(now, -SETTLES_MS)
  const found = await Promise.all(
    CALLS.map(async ({ what, call }) =>
      (await call.unknownOf(context, before)).map((one) => ({
        ...one,
        what,
        id: publicId(call.table.idKind, one.id),
      })),
    ),
  )
  const oldestFirst = found.flat().sort((a, b) => a.since.getTime() - b.since.getTime())
  const all = summed(oldestFirst, ({ what, mode, rail }) => `${what} ${mode} ${rail}`)
  const ids = all.map(({ businessId }) => businessId)
  const since = later(now, -EXAMPLES_SETTLE_MS)
  const making = all.length === 0 ? [] : await listMakingExamples(context.sql, ids, since)
  return all.filter((one) => one.mode !== 'test' || !making.includes(one.businessId))
}

/** The oldest per provider. */
export async function oldestUnknowns(context: Context): Promise<UnknownThing[]> {
  const all = (await unknowns(context)).sort((a, b) => a.since.getTime() - b.since.getTime())
  const byRail = Map.groupBy(all, ({ mode, rail }) => `${mode} ${rail}`)
  return [...byRail.values()].map(([oldest]) => oldest!)
}

const NOT_CONFIGURED = 'work is waiting for a rail that is no longer configured'
const NOT_OFFERED = 'work is waiting for a capability that its rail lacks'

type RailKind = 'bank' | 'card' | 'identity'
export type WaitingForRail = Waiting & { what: string; kind: RailKind }

/** Rows that no job can take: their provider is not configured, or no longer offers the call. */
export async function waitingForRails(context: Context): Promise<WaitingForRail[]> {
  const waiting = await Promise.all(
    CALLS.flatMap(({ call, waiting }) =>
      call.table.needs.map(async (need, i) =>
        (await call.waitingOf(context, need, BACKLOG_MAX)).map((one) => {
          return { ...one, what: waiting[i]!, kind: kindOf(need.what) }
        }),
      ),
    ),
  )
  return summed(waiting.flat(), ({ what, mode, rail }) => `${what} ${mode} ${rail}`, BACKLOG_MAX)
}

function kindOf(need: keyof Making): RailKind {
  if (need === 'charges' || need === 'disputes') return 'card'
  return need === 'identity' ? 'identity' : 'bank'
}

/** A job. Only logs: an operator must configure the provider. */
export async function tellOfMissingRails(context: Context): Promise<number> {
  for (const { what, kind, mode, rail, count } of await waitingForRails(context)) {
    const fields = { what, kind, mode, rail, count }
    const isThere = isRailThere(context.rails, kind, { mode, rail })
    context.log.error(fields, isThere ? NOT_OFFERED : NOT_CONFIGURED)
  }
  return 0
}
