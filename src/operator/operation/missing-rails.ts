import type { Context } from '../../core/context.ts'
import { isRailThere, type Making, type Waiting } from '../../providers/made-by.ts'
import { BACKLOG_MAX } from './backlogs.ts'
import { CALLS } from './calls.ts'

// Rows wait for the rail that made them (rails/made-by.ts). Where it is not configured any more, or
// offers no such thing, as one that returns nothing, no job takes them. So the operator is told, on
// the page of the rails and in the log each minute.

const NOT_CONFIGURED = 'work is waiting for a rail that is no longer configured'
const NOT_OFFERED = 'work is waiting for a capability that its rail lacks'

type RailKind = 'bank' | 'card' | 'identity'

const sources = CALLS.flatMap(({ call, waiting }) =>
  call.table.needs.map((need, i) => ({ call, need, what: waiting[i]! })),
)

/** `count`: at most `BACKLOG_MAX`. */
export type WaitingForRail = Waiting & { what: string; kind: RailKind }

export async function waitingForRails(context: Context): Promise<WaitingForRail[]> {
  const waiting = await Promise.all(
    sources.map(async ({ call, need, what }) =>
      (await call.waitingOf(context, need, BACKLOG_MAX)).map((one) => {
        return { ...one, what, kind: kindOf(need.what) }
      }),
    ),
  )
  const byWhat = Map.groupBy(waiting.flat(), ({ what, mode, rail }) => `${what} ${mode} ${rail}`)
  return [...byWhat.values()].map(([one, ...same]) => {
    const count = same.reduce((sum, other) => sum + other.count, one!.count)
    return { ...one!, count: Math.min(count, BACKLOG_MAX) }
  })
}

function kindOf(need: keyof Making): RailKind {
  if (need === 'charges') return 'card'
  return need === 'identity' ? 'identity' : 'bank'
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
