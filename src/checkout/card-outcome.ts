import type { Context } from '../context.ts'
import { post } from '../ledger/ledger.ts'
import type { Sql } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../lib/optimistic.ts'
import { refuse } from '../lib/refusal.ts'
import type { CardAuthorization, CardOutcome } from '../rails/rails.ts'
import { type Settlement, settle, settlementOf } from '../transactions/settle.ts'
import {
  type Change,
  changeFrom,
  findTransaction,
  isOpen,
  recordOf,
  type Transaction,
  topicOf,
} from '../transactions/transactions.ts'
import { emit, eventBody } from '../webhooks/webhooks.ts'
import { moveAttempt } from './card.sql.ts'
import { ATTEMPTS_MAX, type CardAttempt, DECLINE_TEXT, nextEnquiryOf } from './card-attempt.ts'

const OPEN = ['charging', 'unknown', 'pin', 'otp', 'redirect', 'superseded'] as const

/**
 * Writes down what the rail answered, and what follows from it, in one database transaction. Told
 * twice, or by two at once, the first stays. From a fresh reading again when somebody was faster.
 */
export async function record(
  context: Context,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<void> {
  const { businessId, mode, transactionId: id } = attempt
  await fromFreshReading(async () => {
    const found = await findTransaction(context.sql, { businessId, mode, id })
    const transaction = found ?? refuse('transaction_not_found')
    const settlement = await settlementBy(context, transaction, attempt, outcome)
    await context.sql.begin((sql) =>
      follow(context, sql, transaction, attempt, outcome, settlement),
    )
  })
  context.hub.publish(topicOf(id))
  context.hub.publish('events')
}

/** Null where the outcome pays nothing. */
async function settlementBy(
  context: Context,
  transaction: Transaction,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<Settlement | null> {
  const takes = transaction.status === 'pending' || transaction.status === 'ongoing'
  if (outcome.kind !== 'approved' || !takes) return null
  return settlementOf(context, transaction, {
    channel: 'card',
    amount: attempt.amount,
    authorizationDetails: wire(outcome.authorization),
    gatewayResponse: 'Successful',
    note: 'Successfully paid with card',
    paidAt: context.now(),
    clearing: 'card_clearing',
  })
}

async function follow(
  context: Context,
  sql: Sql,
  transaction: Transaction,
  attempt: CardAttempt,
  outcome: CardOutcome,
  settlement: Settlement | null,
): Promise<void> {
  const now = context.now()
  const move = (to: Partial<CardAttempt>) =>
    moveAttempt(sql, attempt, OPEN, {
      redirectUrl: null,
      nextEnquiryAt: null,
      updatedAt: now,
      ...('authorization' in outcome && { authorizationDetails: wire(outcome.authorization) }),
      ...to,
    })

  switch (outcome.kind) {
    case 'approved':
      return approve(sql, now, attempt, settlement, move)
    case 'declined': {
      const ended = { state: 'declined', declineReason: outcome.reason } as const
      if (attempt.state === 'superseded') return void (await move(ended))
      if (await move(ended)) await decline(sql, now, transaction, outcome.reason)
      return
    }
    case 'pin_required':
      return wait(now, attempt, move, { state: 'pin' })
    case 'otp_required':
      return wait(now, attempt, move, { state: 'otp' })
    case 'otp_incorrect': {
      await wait(now, attempt, move, { state: 'otp' })
      const message = 'That code is not right. Look again and retype it.'
      await tell(sql, now, transaction, { message, note: { type: 'auth', message } })
      return
    }
    case 'redirect_required':
      return wait(now, attempt, move, { state: 'redirect', redirectUrl: outcome.url })
    case 'unknown':
      return wait(now, attempt, move, { state: 'unknown' })
    // The rail has never heard of it, or is down: nothing happened, and it does not count.
    case 'not_found':
    case 'unavailable': {
      if (!(await move({ state: 'unavailable' }))) return
      const message = 'The card network could not be reached. Nothing was charged.'
      const attempts = Math.max(0, transaction.attempts - 1)
      await tell(sql, now, transaction, { attempts, message, note: { type: 'error', message } })
      return
    }
  }
}

type Move = (to: Partial<CardAttempt>) => Promise<CardAttempt | null>

/** A superseded attempt stays so, whatever it waits for, and goes on being asked about. */
async function wait(
  now: Date,
  attempt: CardAttempt,
  move: Move,
  to: { state: 'pin' | 'otp' | 'redirect' | 'unknown'; redirectUrl?: string },
): Promise<void> {
  const next = attempt.state === 'superseded' ? { state: 'superseded' as const } : to
  await move({ ...next, nextEnquiryAt: nextEnquiryOf(attempt, next.state, now) })
}

/** Pays the transaction, or is surplus: booked as unmatched, and given back by a chore. */
async function approve(
  sql: Sql,
  now: Date,
  attempt: CardAttempt,
  settlement: Settlement | null,
  move: Move,
): Promise<void> {
  if (settlement !== null) {
    if (!(await move({ state: 'approved' }))) return
    if (!(await settle(sql, now, settlement))) throw new ChangedMeanwhile()
    return
  }
  if (!(await move({ state: 'surplus', nextEnquiryAt: now }))) return
  const { businessId, mode, attemptId, amount } = attempt
  await post(sql, now, [
    {
      businessId,
      mode,
      causeId: attemptId,
      reason: 'unmatched_payment',
      debit: 'card_clearing',
      credit: 'unmatched',
      amount,
      occurredAt: now,
    },
  ])
}

/** The customer reads one text for every decline; the reason is for the business's log. */
async function decline(
  sql: Sql,
  now: Date,
  transaction: Transaction,
  reason: string,
): Promise<void> {
  const last = transaction.attempts >= ATTEMPTS_MAX
  const message = last ? 'This payment failed: the card was declined too often.' : DECLINE_TEXT
  const after = await tell(sql, now, transaction, {
    errors: transaction.errors + 1,
    message,
    gatewayResponse: 'Declined',
    note: { type: 'error', message: `Card declined: ${reason.replaceAll('_', ' ')}` },
    ...(last && { status: 'failed' as const }),
  })
  if (after?.status !== 'failed') return
  const { businessId, mode } = after
  await emit(sql, [
    {
      businessId,
      mode,
      id: newId(now),
      type: 'transaction.failed',
      route: 'standard',
      payload: eventBody('transaction.failed', recordOf(after), now),
      at: now,
    },
  ])
}

/** Nothing to tell once it is closed. */
async function tell(sql: Sql, now: Date, transaction: Transaction, change: Change) {
  if (!isOpen(transaction, now)) return null
  const after = await changeFrom(sql, now, transaction, change)
  if (!after) throw new ChangedMeanwhile()
  return after
}

/** What may be kept of a card, as the wire spells it. */
function wire(authorization: CardAuthorization): string {
  const { bin, last4, expMonth, expYear, brand, cardType, bank, countryCode } = authorization
  return JSON.stringify({
    bin,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    brand,
    card_type: cardType,
    bank,
    country_code: countryCode,
    reusable: authorization.reusable,
  })
}
