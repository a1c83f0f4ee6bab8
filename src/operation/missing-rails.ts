import { waitingOf as cardAttempts } from '../checkout/enquiries.ts'
import type { Context } from '../context.ts'
import { returns } from '../deposits/return.ts'
import { waitingOf as verifications } from '../identity/conclude.ts'
import { payouts } from '../payouts/conclude.ts'
import { isRailThere, type Waiting } from '../rails/made-by.ts'
import { refunds } from '../refunds/send.ts'
import { BACKLOG_MAX } from './backlogs.ts'

// Rows wait for the rail that made them (rails/made-by.ts). Where it is not configured any more, or
// offers no such thing, as one that returns nothing, no job takes them. So the operator is told, on
// the page of the rails and in the log each minute.

const NOT_CONFIGURED = 'work is waiting for a rail that is no longer configured'
const NOT_OFFERED = 'work is waiting for a capability that its rail lacks'

type RailKind = 'bank' | 'card' | 'identity'

type Source = {
  what: string
  kind: RailKind
  waitingOf: (context: Context, max: number) => Promise<Waiting[]>
}

const sources: Source[] = [
  { what: 'card attempts', kind: 'card', waitingOf: cardAttempts },
  {
    what: 'returns',
    kind: 'bank',
    waitingOf: (context, max) => returns.waitingOf(context, returns.table.needs[0], max),
  },
  { what: 'verifications', kind: 'identity', waitingOf: verifications },
  {
    what: 'payouts',
    kind: 'bank',
    waitingOf: (context, max) => payouts.waitingOf(context, payouts.table.needs[0], max),
  },
  {
    what: 'refunds to cards',
    kind: 'card',
    waitingOf: (context, max) => refunds.waitingOf(context, refunds.table.needs[0], max),
  },
  {
    what: 'refunds to accounts',
    kind: 'bank',
    waitingOf: (context, max) => refunds.waitingOf(context, refunds.table.needs[1]!, max),
  },
]

/** `count`: at most `BACKLOG_MAX`. */
export type WaitingForRail = Waiting & { what: string; kind: RailKind }

export async function waitingForRails(context: Context): Promise<WaitingForRail[]> {
  const waiting = await Promise.all(
    sources.map(async ({ what, kind, waitingOf }) =>
      (await waitingOf(context, BACKLOG_MAX)).map((one) => ({ ...one, what, kind })),
    ),
  )
  return waiting.flat()
}

/** A job. There is nothing to take up: an operator must configure the rail. */
export async function tellOfMissingRails(context: Context): Promise<number> {
  for (const { what, kind, mode, rail, count } of await waitingForRails(context)) {
    const fields = { what, kind, mode, rail, count }
    const isThere = isRailThere(context.rails, kind, { mode, rail })
    context.log.error(fields, isThere ? NOT_OFFERED : NOT_CONFIGURED)
  }
  return 0
}
