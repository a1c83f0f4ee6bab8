import type { Context, Scope } from '../context.ts'
import { sumLinesByDay } from '../ledger/ledger.ts'
import { DAY, HOUR } from '../lib/clock.ts'
import { type Kobo, kobo } from '../lib/money.ts'

// The balance of a wallet over time: what each of the last days in Lagos ended with. It is what is
// available now less what came later, as in the statement.

export const HISTORY_DAYS = 30
const LAGOS_OFFSET_MS = 1 * HOUR

export type DayEnd = { start: Date; balance: Kobo }

/** The oldest first. Of today, the balance now. */
export async function historyOf(
  { sql, now }: Context,
  scope: Scope,
  account: 'available' | 'pending',
): Promise<DayEnd[]> {
  const today = Math.floor((now().getTime() + LAGOS_OFFSET_MS) / DAY)
  const starts = Array.from(
    { length: HISTORY_DAYS },
    (_, i) => new Date((today + 1 + i - HISTORY_DAYS) * DAY - LAGOS_OFFSET_MS),
  )
  const { available, sums } = await sumLinesByDay(sql, scope, account, starts)
  let balance = available
  const ends = starts.toReversed().map((start, back): DayEnd => {
    const end = { start, balance }
    balance = kobo(balance - (sums.get(starts.length - back) ?? 0n))
    return end
  })
  return ends.reverse()
}
