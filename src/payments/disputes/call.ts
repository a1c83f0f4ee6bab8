import assert from 'node:assert/strict'
import type { Known } from '../../core/call-spec.ts'
import { providerCall } from '../../core/calls.ts'
import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { type HoldName, postHold, voidHold } from '../../core/ledger/ledger.ts'
import { bookReturnDuty } from '../../core/stamp-duty.ts'
import type { DisputeAnswer } from '../../providers/dispute-rail.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { ReturnEnquiry } from '../../providers/outcomes.ts'
import type { AnswerEnquiry } from '../../providers/rails.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import { findPayment } from '../transactions/transactions.ts'
import type { Dispute } from './disputes.sql.ts'
import { callHandle, disputeEvent, evidenceOf, publish } from './disputes.ts'
import { filesOf } from './files.ts'

// What a dispute asks of a provider, under its own id: to take an answer, or to send the money of
// a lost one back to the payer. It asks one of them, as its `call` says.

type Ended = ReturnEnquiry | AnswerEnquiry

export const disputeCalls = providerCall<Dispute, Ended>({
  what: 'dispute',
  idKind: 'dispute',
  table: 'dispute',
  id: 'disputeId',
  columns: {
    due: 'nextCallAt',
    asked: 'callAskedAt',
    accepted: 'callAcceptedAt',
    handle: 'callHandle',
  },
  isOpen: (sql) => sql`call_state = 'open'`,
  handles: callHandle,
  needs: [
    { what: 'returns', rows: (sql) => sql`call = 'return'` },
    { what: 'disputes', rows: (sql) => sql`call <> 'return'` },
  ],
  unheard: 'ask again',
  since: async (_, { updatedAt }) => updatedAt,

  reach: (context, dispute) =>
    dispute.call === 'return' ? returning(context, dispute) : answering(context, dispute),

  fee: ({ mode, disputeId: causeId, clearing }) => ({
    mode,
    causeId,
    reason: 'rail_return_fee',
    clearing,
  }),

  ends: {
    async returned({ context, sql, now, end }, dispute, { sessionId }) {
      const ended = await end({ callState: 'done', sessionId, updatedAt: now })
      if (ended === null) return null
      await postHold(sql, now, holdOf(dispute))
      await bookReturnDuty(context, sql, { ...dispute, causeId: dispute.disputeId })
      await emit(sql, [disputeEvent('updated', ended, now)])
      return ended
    },

    async answered({ now, end }) {
      return end({ callState: 'done', updatedAt: now })
    },

    // The money of a return stays where it is, for a person to decide. A dispute whose answer came
    // too late ends as its provider says.
    async refused({ sql, now, end }, dispute) {
      const ended = await end({ callState: 'refused', updatedAt: now })
      if (ended === null) return null
      if (dispute.call === 'return') await voidHold(sql, now, holdOf(dispute))
      await emit(sql, [disputeEvent('updated', ended, now)])
      return ended
    },
  },

  ended: publish,
})

export const { runDue: callDue, enquireAbout: enquireAboutDispute } = disputeCalls

async function returning({ rails, sql }: Context, dispute: Dispute) {
  const bank = railThatMade(rails, 'returns', dispute)
  if (bank === null) return null
  const { disputeId: key, businessId, mode, transactionId: id, amount } = dispute
  const credit = await findPayingDeposit(sql, { businessId, mode, id })
  assert(credit, 'a payment by transfer has the deposit that paid it')
  const onBehalfOf = businessId
  return {
    ask: (firstAskedAt: Date) =>
      bank.returnCredit({ key, onBehalfOf, credit, amount, firstAskedAt }),
    enquire: (known: Known) => bank.enquireReturn({ key, onBehalfOf, ...known }),
  }
}

async function answering(context: Context, dispute: Dispute) {
  const rail = railThatMade(context.rails, 'disputes', dispute)
  if (rail === null) return null
  const { disputeId: key, businessId, transactionId: id, caseNumber, amount } = dispute
  const payment = await findPayment(context, dispute, id)
  assert(payment, 'a disputed payment must exist')
  const { email } = payment
  const about = { key, onBehalfOf: businessId, dispute: caseNumber }
  return {
    ask: async () => {
      const answer = await answerOf(context, dispute)
      return rail.answerDispute({ ...about, amount, answer, email })
    },
    enquire: (known: Known) => rail.enquireAnswer({ ...about, ...known }),
  }
}

async function answerOf(context: Context, dispute: Dispute): Promise<DisputeAnswer> {
  if (dispute.call === 'accept') return { kind: 'accept' }
  const text = evidenceOf(context, dispute) ?? ''
  return { kind: 'contest', text, files: await filesOf(context, dispute) }
}

function holdOf({ businessId, mode, disputeId: causeId }: Dispute): HoldName {
  return { businessId, mode, causeId, reason: 'dispute_return' }
}
