import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { isRetryable, Refusal } from '../../platform/refusal.ts'
import { ask } from '../../providers/ask.ts'
import { offeredBy } from '../../providers/capabilities.ts'
import { everyProvider } from '../../providers/made-by.ts'
import type { Mode, RailDispute } from '../../providers/outcomes.ts'
import { findPaidBy } from '../checkout/checkout.ts'
import { findDeposit } from '../deposits/deposits.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import { findPayment } from '../transactions/transactions.ts'
import { closeDispute } from './close.ts'
import { type Dispute, findDispute, moveDispute, oldestOpen } from './disputes.sql.ts'
import { isOpen } from './disputes.ts'
import { openDispute } from './open.ts'

// What a provider tells of its disputes: in a notification, or in the list that a job reads. The
// same dispute may be told of often, late and out of order. Its state only moves forward: news of
// an earlier state changes nothing.

/** Longer than a provider is down, or a notification is late. */
const LISTED_MS = 7 * DAY
const PAGES_MAX = 50

type Told = { dispute: Dispute; isNews: boolean }

/** Opens or moves the dispute. Null: it is about no payment of ours. */
export async function receiveDispute(
  context: Context,
  mode: Mode,
  rail: string,
  told: RailDispute,
): Promise<Told | null> {
  const fields = { mode, rail, dispute: told.id }
  const payment = await paymentOf(context, mode, rail, told)
  if (payment === null) {
    context.log.error(fields, 'a provider tells of a dispute of no payment of ours')
    return null
  }
  try {
    const { id: caseNumber, category, reason, amount, fee = kobo(0), dueAt } = told
    const opening = { caseNumber, category, reason, amount, fee, dueAt }
    const opened = await openDispute(context, payment, { ...opening, source: 'provider' })
    const { dispute, isNew } = opened
    const after = await moved(context, dispute, told)
    return { dispute: after, isNews: isNew || after.status !== dispute.status }
  } catch (error) {
    // Such as more than was paid. A person compares it with the provider.
    if (!(error instanceof Refusal) || isRetryable(error)) throw error
    context.log.error({ ...fields, code: error.code }, 'a dispute of a provider cannot be opened')
    return null
  }
}

async function paymentOf(
  { sql }: Context,
  mode: Mode,
  rail: string,
  { of }: RailDispute,
): Promise<TransactionKey | null> {
  if ('sessionId' in of) {
    const deposit = await findDeposit(sql, { mode, rail, sessionId: of.sessionId })
    if (!deposit?.transactionId || deposit.state !== 'matched') return null
    return { businessId: deposit.businessId, mode, id: deposit.transactionId }
  }
  return isUuid(of.charge) ? findPaidBy(sql, { mode, rail }, of.charge) : null
}

async function moved(context: Context, dispute: Dispute, told: RailDispute): Promise<Dispute> {
  const now = context.now()
  const status = told.status === 'reversed' ? await howReversed(context, dispute) : told.status
  switch (status) {
    case 'needs_response':
      return dispute
    case 'under_review': {
      // Answered at the provider, such as in its own dashboard.
      const to = { status, answeredAt: now, remindAt: null, updatedAt: now } as const
      return (await moveDispute(context.sql, dispute, ['needs_response'], to)) ?? dispute
    }
    case 'won':
    case 'lost':
    case 'accepted': {
      const closed = await closeDispute(context, dispute, { status, by: 'provider' })
      if (closed !== null) return closed
      // The same news may have closed it since it was read.
      const current = (await findDispute(context.sql, dispute)) ?? dispute
      if ((current.status === 'won') !== (status === 'won')) {
        const fields = { ...namesOf(dispute), status: current.status, told: status }
        context.log.error(fields, 'a provider decides a closed dispute otherwise')
      }
      return current
    }
  }
}

/** Where our refunds gave back the whole charge as well, an operator asks the provider. */
async function howReversed(context: Context, dispute: Dispute): Promise<'lost' | 'under_review'> {
  const payment = await findPayment(context, dispute, dispute.transactionId)
  assert(payment, 'a disputed payment must exist')
  if (payment.refunded < payment.amount) return 'lost'
  if (isOpen(dispute)) {
    context.log.error(namesOf(dispute), 'a provider decided a dispute of a refunded payment')
  }
  return 'under_review'
}

function namesOf({ mode, rail, caseNumber }: Dispute) {
  return { mode, rail, dispute: caseNumber }
}

/** A job: reads what each provider lists. Returns how many disputes were opened or moved. */
export async function pollDisputes(context: Context): Promise<number> {
  let count = 0
  for (const mode of ['test', 'live'] as const) {
    for (const provider of everyProvider(context.rails, mode)) {
      const rail = offeredBy(provider, 'disputes')
      if (rail === null) continue
      const now = context.now()
      const recent = later(now, -LISTED_MS)
      const oldest = await oldestOpen(context.sql, mode, rail.name)
      const from = oldest !== null && later(oldest, -DAY) < recent ? later(oldest, -DAY) : recent
      let page: string | undefined
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const to = later(now, 1)
        const said = await ask(rail.listDisputes({ from, to, ...(page && { page }) }))
        if (said.kind !== 'fetched') break
        for (const told of said.disputes) {
          if ((await receiveDispute(context, mode, rail.name, told))?.isNews) count += 1
        }
        page = said.next
        if (page === undefined) break
      }
    }
  }
  return count
}
