import type { Context, Scope } from '../../core/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { cancelIf } from '../transactions/expire.ts'
import { happening } from '../transactions/history.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findByKey, paymentNamed } from '../transactions/transactions.ts'
import type { AttemptState } from './card-attempt.ts'
import { findOpenAttempt } from './card-begin.ts'

// A business cancels a payment that nobody has paid. Whatever changes the payment meanwhile comes
// first, and the decision is made again: a transfer, or a card attempt that begins.

/** The card may be charged, or is being charged. */
const AT_THE_RAIL: readonly AttemptState[] = ['charging', 'redirect', 'unknown']

/** By id or reference. Returns the payment, also if it was abandoned before. */
export async function cancelPayment(
  context: Context,
  { businessId, mode }: Scope,
  name: string,
): Promise<Transaction> {
  const { id } = await paymentNamed(context, { businessId, mode }, name)
  const key = { businessId, mode, id }
  await cancelIf(context, key, happening('cancelled_by_business'), (before) =>
    isToEnd(context, before),
  )
  return (await findByKey(context, key)) ?? refuse('transaction_not_found')
}

/** `before` was read before the attempt is: an attempt that begins later changes the payment. */
async function isToEnd(context: Context, before: Transaction): Promise<boolean> {
  switch (before.status) {
    case 'abandoned':
      return false
    case 'failed':
      return refuse('already_closed')
    case 'success':
    case 'reversed':
      return refuse('already_paid')
    case 'pending':
    case 'ongoing': {
      const attempt = await findOpenAttempt(context, before)
      if (attempt !== null && AT_THE_RAIL.includes(attempt.state)) refuse('charge_in_progress')
      return true
    }
  }
}
