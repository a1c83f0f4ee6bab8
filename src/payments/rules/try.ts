import type { Context, Scope } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Kind } from './rules.sql.ts'
import { type SentTerms, termsOf } from './rules.ts'
import { type Tried, tryTerms } from './try.sql.ts'
import { CARDS_WINDOW_MS, PAYMENTS_WINDOW_MS } from './weigh.ts'

// Tries a rule on what has happened, before it is switched on. Changes nothing.

const TRIED_MS = 30 * DAY
const PAYMENTS_MAX = 100_000
export const REFERENCES_MAX = 20

/** `since`: the first payment that it looked at. */
export async function tryRule(
  context: Context,
  scope: Scope,
  kind: Kind,
  sent: SentTerms,
): Promise<Tried & { since: Date }> {
  const terms = await termsOf(context, scope, kind, sent)
  const windows = { cardsMs: CARDS_WINDOW_MS, paymentsMs: PAYMENTS_WINDOW_MS }
  const since = later(context.now(), -TRIED_MS)
  const limits = { since, max: PAYMENTS_MAX, referencesMax: REFERENCES_MAX }
  const tried = await tryTerms(context.sql, scope, terms, windows, limits)
  return { ...tried, since: tried.of < PAYMENTS_MAX ? since : (tried.since ?? since) }
}
