import { providerCall } from '../../core/calls.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { type HoldName, heldSince, hold, postHold, voidHold } from '../../core/ledger/ledger.ts'
import { bookReturnDuty } from '../../core/stamp-duty.ts'
import { handleColumn } from '../../providers/handles.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { ReturnEnquiry } from '../../providers/outcomes.ts'
import type { Deposit } from './deposits.sql.ts'
import { depositEvent } from './deposits.ts'

// Sends unmatched money back to the account that it came from, under the id of the deposit. The
// first call to the bank holds the amount. The bank's answer posts or voids the hold.

/** A deposit with the columns of its return. */
export type Returning = Deposit & {
  returnAskedAt: Date | null
  returnAcceptedAt: Date | null
  returnHandle: string | null
}

export const returnHandle = handleColumn('deposit', 'return_handle', 'depositId')

export const returns = providerCall<Returning, ReturnEnquiry>({
  what: 'return',
  idKind: 'deposit',
  table: 'deposit',
  id: 'depositId',
  columns: {
    due: 'nextReturnAt',
    asked: 'returnAskedAt',
    accepted: 'returnAcceptedAt',
    handle: 'returnHandle',
  },
  isOpen: (sql) => sql`state in ('unmatched', 'returning')`,
  isUnknown: (sql) => sql`state = 'returning'`,
  whenAsked: (sql) => sql`coalesce(return_asked_at, created_at)`,
  lastAsked: ({ state, returnAskedAt, createdAt }) =>
    state === 'unmatched' ? null : (returnAskedAt ?? createdAt),
  handles: returnHandle,
  needs: [{ what: 'returns' }],
  unheard: 'ask again',
  since: ({ sql }, deposit) => heldSince(sql, holdOf(deposit)),

  reach({ rails }, deposit) {
    const bank = railThatMade(rails, 'returns', deposit)
    if (bank === null) return null
    const { depositId: key, businessId: onBehalfOf, amount } = deposit
    return {
      ask: (firstAskedAt) =>
        bank.returnCredit({ key, onBehalfOf, credit: deposit, amount, firstAskedAt }),
      enquire: (known) => bank.enquireReturn({ key, onBehalfOf, ...known }),
    }
  },

  reserve: {
    isDue: ({ state }) => state === 'unmatched',
    to: { state: 'returning' },
    async inSameCommit(sql, deposit, now) {
      await hold(sql, now, {
        ...holdOf(deposit),
        debit: 'unmatched',
        credit: 'bank_clearing',
        amount: deposit.amount,
        occurredAt: now,
      })
      await emit(sql, [depositEvent('deposit.returning', deposit, now)])
    },
  },

  fee: ({ mode, depositId: causeId }) => ({
    mode,
    causeId,
    reason: 'rail_return_fee',
    clearing: 'bank_clearing',
  }),

  ends: {
    async returned({ context, sql, now, end }, deposit, { sessionId }) {
      const ended = await end({ state: 'returned', returnSessionId: sessionId, updatedAt: now })
      if (ended === null) return null
      await postHold(sql, now, holdOf(deposit))
      await bookReturnDuty(context, sql, { ...deposit, causeId: deposit.depositId })
      await emit(sql, [depositEvent('deposit.returned', ended, now)])
      return ended
    },

    // It stays in the unmatched account, listed, for a person to decide.
    async refused({ sql, now, end }, deposit) {
      const ended = await end({ state: 'return_refused', updatedAt: now })
      if (ended === null) return null
      await voidHold(sql, now, holdOf(deposit))
      await emit(sql, [depositEvent('deposit.return_refused', ended, now)])
      return ended
    },
  },

  ended({ pubSub }, { businessId, mode }) {
    pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  },
})

export const { runDue: returnDue, enquireAbout: enquireAboutReturn } = returns

function holdOf({ businessId, mode, depositId: causeId }: Deposit): HoldName {
  return { businessId, mode, causeId, reason: 'unmatched_return' }
}
