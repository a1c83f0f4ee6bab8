import { unknownOf as charges } from '../checkout/enquiries.ts'
import type { Context } from '../context.ts'
import { returns } from '../deposits/return.ts'
import { unknownOf as verifications } from '../identity/conclude.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { publicId } from '../lib/ids.ts'
import { payouts } from '../payouts/conclude.ts'
import type { Unknown } from '../rails/made-by.ts'
import { refunds } from '../refunds/send.ts'
import { listMakingExamples } from './operation.sql.ts'

// Things of which nobody knows what became of them: a provider was asked, and has said neither yes
// nor no, nor that it has them in hand. Read by their indexes of what is due.

/** What was asked for a moment ago is not told of. */
const SETTLES_MS = 1 * MINUTE
/** Nor what examples (seed.ts) have dated long ago, until jobs have taken up what they left. */
const EXAMPLES_SETTLE_MS = 2 * MINUTE

type Source = {
  what: UnknownThing['what']
  prefix: string
  unknownOf: (context: Context, before: Date) => Promise<Unknown[]>
}
const sources: Source[] = [
  { what: 'payout', prefix: 'pay', unknownOf: payouts.unknownOf },
  { what: 'charge', prefix: 'att', unknownOf: charges },
  { what: 'refund', prefix: 'ref', unknownOf: refunds.unknownOf },
  { what: 'return', prefix: 'dep', unknownOf: returns.unknownOf },
  { what: 'verification', prefix: 'ver', unknownOf: verifications },
]

export const UNKNOWNS = ['payout', 'charge', 'refund', 'return', 'verification'] as const
export type UnknownThing = Unknown & { what: (typeof UNKNOWNS)[number] }

/** The oldest of each rail, with its id as it is shown. */
export async function oldestUnknowns(context: Context): Promise<UnknownThing[]> {
  const byRail = Map.groupBy(await unknowns(context), ({ mode, rail }) => `${mode} ${rail}`)
  return [...byRail.values()].map((all) =>
    all.reduce((oldest, one) => (one.since < oldest.since ? one : oldest)),
  )
}

/** The oldest of each rail and kind. */
export async function unknowns(context: Context): Promise<UnknownThing[]> {
  const now = context.now()
  const before = later(now, -SETTLES_MS)
  const found = await Promise.all(
    sources.map(async ({ what, prefix, unknownOf }) =>
      (await unknownOf(context, before)).map((one) => ({
        ...one,
        what,
        id: publicId(prefix, one.id),
      })),
    ),
  )
  const all = found.flat()
  const ids = all.map(({ businessId }) => businessId)
  const since = later(now, -EXAMPLES_SETTLE_MS)
  const making = all.length === 0 ? [] : await listMakingExamples(context.sql, ids, since)
  return all.filter((one) => one.mode !== 'test' || !making.includes(one.businessId))
}
