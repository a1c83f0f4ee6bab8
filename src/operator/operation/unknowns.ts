import type { Context } from '../../core/context.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import type { Unknown } from '../../providers/made-by.ts'
import { CALLS, UNKNOWNS } from './calls.ts'
import { listMakingExamples } from './operation.sql.ts'

// Things of which nobody knows what became of them: a provider was asked, and has said neither yes
// nor no, nor that it has them in hand. Read by their indexes of what is due.

/** What was asked for a moment ago is not told of. */
const SETTLES_MS = 1 * MINUTE
/** Nor what examples (seed.ts) have dated long ago, until jobs have taken up what they left. */
const EXAMPLES_SETTLE_MS = 2 * MINUTE

export { UNKNOWNS }
export type UnknownThing = Unknown & { what: (typeof UNKNOWNS)[number] }

/** The oldest of each rail, with its id as it is shown. */
export async function oldestUnknowns(context: Context): Promise<UnknownThing[]> {
  const byRail = Map.groupBy(await unknowns(context), ({ mode, rail }) => `${mode} ${rail}`)
  return [...byRail.values()].map(oldestOf)
}

/** The oldest of each rail and kind. */
export async function unknowns(context: Context): Promise<UnknownThing[]> {
  const now = context.now()
  const before = later(now, -SETTLES_MS)
  const found = await Promise.all(
    CALLS.map(async ({ what, call }) =>
      (await call.unknownOf(context, before)).map((one) => ({
        ...one,
        what,
        id: publicId(call.table.prefix, one.id),
      })),
    ),
  )
  const byKind = Map.groupBy(found.flat(), ({ what, mode, rail }) => `${what} ${mode} ${rail}`)
  const all = [...byKind.values()].map((same) => {
    return { ...oldestOf(same), count: same.reduce((sum, { count }) => sum + count, 0) }
  })
  const ids = all.map(({ businessId }) => businessId)
  const since = later(now, -EXAMPLES_SETTLE_MS)
  const making = all.length === 0 ? [] : await listMakingExamples(context.sql, ids, since)
  return all.filter((one) => one.mode !== 'test' || !making.includes(one.businessId))
}

function oldestOf(all: UnknownThing[]): UnknownThing {
  return all.reduce((oldest, one) => (one.since < oldest.since ? one : oldest))
}
