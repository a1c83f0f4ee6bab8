import type { Context } from '../../core/context.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { ask } from '../../providers/ask.ts'
import { providersOf } from '../../providers/capabilities.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { BalancesOutcome } from '../../providers/rails.ts'
import {
  claimBalance,
  listBalances,
  type RailBalance,
  setBalance,
  setBalanceFailed,
} from './rails.sql.ts'

// The balance at each provider, read once a minute by a job and stored. So no page waits for a
// provider; if one is slow, its last balance is shown with its time.

const EVERY_MS = 1 * MINUTE
/** If the last request is younger, another process has made it. */
const CLAIMED_MS = EVERY_MS - 5 * SECOND
const MODES: Mode[] = ['test', 'live']

/** A job. Returns 0, so that it does not run again immediately. */
export async function readBalances(context: Context): Promise<number> {
  const all = MODES.flatMap((mode) =>
    providersOf(context.rails, mode).flatMap(({ bank, card }) => {
      const rail = bank?.balances ? bank : card
      const balances = rail?.balances
      return rail && balances ? [{ mode, rail: rail.name, balances: () => balances() }] : []
    }),
  )
  const ended = await Promise.allSettled(all.map((one) => readBalance(context, one)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return 0
}

type Source = { mode: Mode; rail: string; balances: () => Promise<BalancesOutcome> }

async function readBalance(context: Context, { mode, rail, balances }: Source): Promise<void> {
  const { sql, now } = context
  const askedAt = now()
  if (!(await claimBalance(sql, { mode, rail }, askedAt, later(askedAt, -CLAIMED_MS)))) return
  const outcome = await ask(balances())
  if (outcome.kind !== 'known') return setBalanceFailed(sql, { mode, rail }, now())
  const available = outcome.balances.reduce((sum, one) => kobo(sum + one.available), kobo(0))
  await setBalance(sql, { mode, rail }, available, now())
}

export async function balancesOf({ sql }: Pick<Context, 'sql'>): Promise<RailBalance[]> {
  return listBalances(sql)
}
