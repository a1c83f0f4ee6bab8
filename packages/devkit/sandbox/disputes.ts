import type { Context, Scope } from '../../../src/core/context.ts'
import { findPayingAttempt } from '../../../src/payments/checkout/checkout.ts'
import { findPayingDeposit } from '../../../src/payments/deposits/deposits.ts'
import type { Dispute } from '../../../src/payments/disputes/disputes.ts'
import { receiveDispute } from '../../../src/payments/disputes/receive.ts'
import { findByReference } from '../../../src/payments/transactions/transactions.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import { refuse } from '../../../src/platform/refusal.ts'
import type { RailDispute } from '../../../src/providers/outcomes.ts'

// Opens a dispute at the sandbox, which tells the service of it as a provider does.

export async function disputePayment(
  context: Context,
  scope: Scope,
  reference: string,
  { amount, outcome }: { amount: Kobo | null; outcome: 'won' | 'lost' },
  effectId: string | null,
): Promise<Dispute> {
  const payment = await findByReference(context, scope, reference)
  const left = payment.amount - payment.refunded
  if (amount === null && left <= 0n) refuse('dispute_too_large')
  const dispute = {
    id: effectId ?? newId(context.now()),
    ...(await paidBy(context, { ...scope, id: payment.id })),
    amount: amount ?? kobo(left),
    outcome,
    openedAt: context.now(),
  }
  if (dispute.amount > payment.amount) refuse('dispute_too_large')
  await context.rails.test.disputes?.openFor?.(dispute)
  const told = { ...dispute, dueAt: null, reason: 'A dispute of the sandbox' }
  const news = { ...told, status: 'needs_response' } as const
  const received = await receiveDispute(context, 'test', 'sandbox', news)
  return received?.dispute ?? refuse('dispute_too_large')
}

async function paidBy(
  { sql }: Context,
  key: Parameters<typeof findPayingAttempt>[1],
): Promise<Pick<RailDispute, 'of' | 'category'>> {
  const attempt = await findPayingAttempt(sql, key)
  if (attempt) return { of: { charge: attempt.attemptId }, category: 'chargeback' }
  const deposit = await findPayingDeposit(sql, key)
  if (deposit === null) return refuse('not_disputable')
  return { of: { sessionId: deposit.sessionId }, category: 'fraud_report' }
}
