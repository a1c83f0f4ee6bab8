import type { Context, Scope } from '../../core/context.ts'
import { sumLinesByDay } from '../../core/ledger/ledger.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'

// The balance of a wallet at the end of each of the last days in Lagos: the current balance less
// all later changes, as in the statement.

export const HISTORY_DAYS = 30

export type DayEnd = { start: Date; balance: Kobo }

/** Oldest first. For today, the current balance. */
export async function historyOf(
  { sql, now }: Context,
  scope: Scope,
  account: 'available' | 'pending',
): Promise<DayEnd[]> {
  const today = dayOf(now())
  const starts = Array.from({ length: HISTORY_DAYS }, (_, i) =>
    startOf(addDays(today, 1 + i - HISTORY_DAYS)),
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
