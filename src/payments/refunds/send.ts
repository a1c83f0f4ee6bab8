import assert from 'node:assert/strict'
import { findBank } from '../../accounts/banks/banks.ts'
import type { Known } from '../../core/call-spec.ts'
import { providerCall } from '../../core/calls.ts'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { type HoldName, postHold } from '../../core/ledger/ledger.ts'
import { railsOfTransfers } from '../../core/recovery/recovery.ts'
import type { Sql } from '../../platform/db.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { returnOf } from '../../providers/by-transfer.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Mode, ReturnEnquiry } from '../../providers/outcomes.ts'
import { chargeHandle, findPaidBy, findPayingAttempt } from '../checkout/checkout.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import { lockTransaction, reverse } from '../transactions/reverse.ts'
import { isCharged, type TransactionKey } from '../transactions/transactions.rows.ts'
import { topicOf } from '../transactions/transactions.ts'
import { type Refund, release, setAllDue, setNeedsAccount, sumProcessed } from './refunds.sql.ts'
import { eventOf, keyOf, refundHandle } from './refunds.ts'

// Sends a refund back the way the money came, or to another account. One database transaction ends
// the hold, updates the payment and writes the event.

export const refunds = providerCall<Refund, ReturnEnquiry>({
  what: 'refund',
  idKind: 'refund',
  table: 'refund',
  id: 'refundId',
  otherKey: 'railKey',
  columns: {
    due: 'nextAskAt',
    asked: 'askedAt',
    askedToo: 'keyedAt',
    accepted: 'acceptedAt',
    handle: 'handle',
  },
  isOpen: (sql) => sql`status = 'pending'`,
  // A refund without a key of its own is asked for when it is made. One with such a key may have
  // been asked for before a restore, so it is enquired about first.
  whenAsked: (sql) => sql`case when rail_key is null then coalesce(asked_at, created_at)
    else asked_at end`,
  lastAsked: ({ askedAt, railKey, createdAt }) => askedAt ?? (railKey === null ? createdAt : null),
  handles: refundHandle,
  needs: [
    {
      what: 'charges',
      rows: (sql) => sql`${wasCharged(sql)} and destination_enquiry is null`,
    },
    {
      what: 'returns',
      rows: (sql) => sql`not ${wasCharged(sql)} and destination_enquiry is null`,
    },
    { what: 'payouts', rows: (sql) => sql`destination_enquiry is not null` },
  ],
  unheard: 'ask again',

  async reach(context, refund) {
    if (refund.destinationEnquiry !== null) return byTransfer(context, refund)
    const { businessId: onBehalfOf, amount } = refund
    const key = keyOf(refund)
    if (isCharged(refund.channel)) {
      const rail = railThatMade(context.rails, 'charges', refund)
      if (rail === null) return null
      const attempt = await findPayingAttempt(context.sql, paymentOf(refund))
      assert(attempt, 'a charged payment has the attempt that paid it')
      const charge = attempt.attemptId
      const ofCharge = chargeHandle.handBack(context, attempt, attempt.handle)
      const note = noting(context, refund)
      return {
        ask: async () => note(await rail.refund({ key, onBehalfOf, charge, amount, ...ofCharge })),
        enquire: async (known) =>
          note(await rail.enquireRefund({ key, onBehalfOf, charge, ...known })),
      }
    }
    const rail = railThatMade(context.rails, 'returns', refund)
    if (rail === null) return null
    const credit = await findPayingDeposit(context.sql, paymentOf(refund))
    assert(credit, 'a payment by transfer has the deposit that paid it')
    const note = noting(context, refund)
    return {
      ask: async (firstAskedAt) =>
        note(await rail.returnCredit({ key, onBehalfOf, credit, amount, firstAskedAt })),
      enquire: async (known) => note(await rail.enquireReturn({ key, onBehalfOf, ...known })),
    }
  },

  // To another account, it was sent by the provider that found the account then.
  async mayHaveAsked(context, { mode, rail, railKey, destinationEnquiry }, lostFrom) {
    const isByTransfer = railKey !== null && destinationEnquiry !== null
    return isByTransfer ? railsOfTransfers(context, mode, rail, lostFrom) : [rail]
  },

  fee: ({ mode, refundId: causeId, channel, destinationEnquiry, ...taken }) => {
    const isByCharge = isCharged(channel) && destinationEnquiry === null
    const clearing = isByCharge ? 'card_clearing' : 'bank_clearing'
    const dutyTaken = taken.dutyByProvider ? taken.duty : kobo(0)
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

/** As `isCharged`. */
function wasCharged(sql: Sql) {
  return sql`(channel in ('card', 'ussd', 'bank', 'opay'))`
}

/** To another account than the one that paid. */
function byTransfer({ rails }: Context, refund: Refund) {
  const { businessId: onBehalfOf, amount, transactionReference } = refund
  const key = keyOf(refund)
  const { destinationBankCode: code, destinationAccountNumber: accountNumber } = refund
  const { destinationAccountName: accountName, destinationEnquiry: enquiry } = refund
  const rail = railThatMade(rails, 'payouts', refund)
  if (rail === null) return null
  assert(code && accountNumber && accountName && enquiry, 'a destination is all of its parts')
  const bank = { code, nipCode: findBank(code)?.nipCode ?? null }
  const narration = `Refund of ${transactionReference}`
  const to = { enquiry, bank, accountNumber, accountName, amount, narration }
  return {
    async ask(): Promise<ReturnEnquiry> {
      const said = await rail.transfer({ key, onBehalfOf, ...to })
      // Only an enquiry can report that it came back.
      return said.kind === 'reversed' ? { kind: 'unknown' } : returnOf(said)
    },
    enquire: async (known: Known) =>
      returnOf(await rail.enquireTransfer({ key, onBehalfOf, ...known })),
  }
}

/** Records whether the rail waits for an account of the customer. */
function noting({ sql, now }: Context, refund: Refund) {
  return async (said: ReturnEnquiry): Promise<ReturnEnquiry> => {
    const needsAccount = said.kind === 'accepted' && said.needsAccount === true
    if (needsAccount === (refund.needsAccountSince !== null)) return said
    if (needsAccount || said.kind === 'accepted') {
      await setNeedsAccount(sql, refund, needsAccount ? now() : null)
    }
    return said
  }
}

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
