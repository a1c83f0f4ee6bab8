import type { Context } from '../../core/context.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { type Settlement, type SettlementSum, sumItems } from './settlements.sql.ts'

// How a settlement adds up: what was paid less fees and shares of others, with refunds and
// disputes.

export type SettlementTotals = Record<
  'paid' | 'fees' | 'shared' | 'refunds' | 'disputes' | 'amount',
  Kobo
> & { payments: number }

export async function totalsOf(
  { sql }: Pick<Context, 'sql'>,
  settlement: Settlement,
): Promise<SettlementTotals> {
  const sums = await sumItems(sql, settlement)
  const of = (...kinds: SettlementSum['kind'][]) => sums.filter(({ kind }) => kinds.includes(kind))
  const amount = (some: SettlementSum[]) => kobo(some.reduce((sum, one) => sum + one.amount, 0n))
  const [payments] = of('payment')
  return {
    payments: payments?.items ?? 0,
    paid: payments?.paid ?? kobo(0),
    fees: payments?.fees ?? kobo(0),
    shared: payments?.shared ?? kobo(0),
    refunds: amount(of('refund', 'refund_returned')),
    disputes: amount(of('dispute')),
    amount: settlement.amount,
  }
}
