import assert from 'node:assert/strict'
import { providerCall } from '../../core/calls.ts'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { type HoldName, postHold } from '../../core/ledger/ledger.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Mode, ReturnEnquiry } from '../../providers/outcomes.ts'
import { chargeHandle, findPaidBy, findPayingAttempt } from '../checkout/checkout.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import { lockTransaction, reverse } from '../transactions/reverse.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import { topicOf } from '../transactions/transactions.ts'
import { type Refund, release, setAllDue, sumProcessed } from './refunds.sql.ts'
import { eventOf, refundHandle } from './refunds.ts'

// Sends a refund back the way the money came. One database transaction ends the hold, updates the
// payment and writes the event.

export const refunds = providerCall<Refund, ReturnEnquiry>({
  what: 'refund',
  idKind: 'refund',
  table: 'refund',
  id: 'refundId',
  columns: { due: 'nextAskAt', asked: 'askedAt', accepted: 'acceptedAt', handle: 'handle' },
  isOpen: (sql) => sql`status = 'pending'`,
  whenAsked: (sql) => sql`coalesce(asked_at, created_at)`,
  lastAsked: ({ askedAt, createdAt }) => askedAt ?? createdAt,
  handles: refundHandle,
  needs: [
    { what: 'charges', rows: (sql) => sql`channel = 'card'` },
    { what: 'returns', rows: (sql) => sql`channel <> 'card'` },
  ],
  unheard: 'ask again',

  async reach(context, refund) {
    const { refundId: key, businessId: onBehalfOf, amount } = refund
    if (refund.channel === 'card') {
      const rail = railThatMade(context.rails, 'charges', refund)
      if (rail === null) return null
      const attempt = await findPayingAttempt(context.sql, paymentOf(refund))
      assert(attempt, 'a payment by card has the attempt that paid it')
      const charge = attempt.attemptId
      const ofCharge = chargeHandle.handBack(context, attempt, attempt.handle)
      return {
        ask: () => rail.refund({ key, onBehalfOf, charge, amount, ...ofCharge }),
        enquire: (known) => rail.enquireRefund({ key, onBehalfOf, charge, ...known }),
      }
    }
    const rail = railThatMade(context.rails, 'returns', refund)
    if (rail === null) return null
    const credit = await findPayingDeposit(context.sql, paymentOf(refund))
    assert(credit, 'a payment by transfer has the deposit that paid it')
    return {
      ask: (firstAskedAt) => rail.returnCredit({ key, onBehalfOf, credit, amount, firstAskedAt }),
      enquire: (known) => rail.enquireReturn({ key, onBehalfOf, ...known }),
    }
  },

  fee: ({ mode, refundId: causeId, channel, duty, dutyByProvider }) => {
    const clearing = channel === 'card' ? 'card_clearing' : 'bank_clearing'
    const dutyTaken = dutyByProvider ? duty : kobo(0)
    return { mode, causeId, reason: 'rail_fee', clearing, dutyTaken }
  },

  ends: {
    async returned({ sql, now, end }, refund, { sessionId }) {
      // Locks the payment before the accounts, in the order of all transactions, and before it
      // reads the sum: of two refunds that end at once, the second sees both.
      const payment = await lockTransaction(sql, paymentOf(refund))
      const ended = await end({ status: 'processed', sessionId, processedAt: now, updatedAt: now })
      if (ended === null) return null
      if ((await sumProcessed(sql, ended)) === payment.amount) await reverse(sql, now, payment)
      await emit(sql, [eventOf(ended, now)])
      await postHold(sql, now, ...holdsOf(ended))
      return ended
    },

    async refused({ sql, now }, refund, { reason: failure }) {
      if (!(await release(sql, refund, failure, now))) return null
      const ended: Refund = { ...refund, status: 'failed', failure, updatedAt: now }
      await emit(sql, [eventOf(ended, now)])
      return ended
    },
  },

  ended({ pubSub }, { businessId, mode, transactionId }) {
    pubSub.publish(topicOf(transactionId))
    pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  },
})

export const { runDue: sendDue, enquireAbout: enquireAboutRefund } = refunds

/** Enquires about all refunds of a charge, because the provider sent a notification. */
export async function enquireAboutRefundsOf(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  charge: string,
): Promise<void> {
  const payment = isUuid(charge) ? await findPaidBy(sql, { mode, rail }, charge) : null
  if (payment !== null) await setAllDue(sql, payment, now())
}

function paymentOf({ businessId, mode, transactionId: id }: Refund): TransactionKey {
  return { businessId, mode, id }
}

function holdsOf(refund: Refund): HoldName[] {
  const { businessId, mode, refundId: causeId, amount, fromPending, duty } = refund
  const name = { businessId, mode, causeId }
  return [
    ...(fromPending < amount ? [{ ...name, reason: 'refund' as const }] : []),
    ...(fromPending > 0n ? [{ ...name, reason: 'refund_pending' as const }] : []),
    ...(duty > 0n ? [{ ...name, reason: 'refund_duty' as const }] : []),
  ]
}
