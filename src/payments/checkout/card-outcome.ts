import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { post } from '../../core/ledger/ledger.ts'
import { bookRailFee } from '../../core/ledger/rail-fees.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import type { Sql } from '../../platform/db.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { CardAuthorization, CardOutcome } from '../../providers/rails.ts'
import { closingEvent } from '../transactions/expire.ts'
import { happening } from '../transactions/history.ts'
import { settlementOf } from '../transactions/settle.ts'
import type { Settlement, Transaction } from '../transactions/transactions.rows.ts'
import {
  type Change,
  changeFrom,
  findByKey,
  isOpen,
  topicOf,
} from '../transactions/transactions.ts'
import { type Approval, approveMany, moveAttempt, setHandle } from './card.sql.ts'
import {
  ATTEMPTS_MAX,
  type AttemptState,
  type CardAttempt,
  chargeHandle,
  nextEnquiryOf,
} from './card-attempt.ts'
import { noteOutcome } from './card-testing.ts'

// What pays is batched: one function of the database settles the payments and ends the attempts,
// in one trip. All the rest is rare, and has a database transaction each.

/** The states in which the rail's word counts; `card_approve` names them too. */
const CURRENT = ['charging', 'unknown', 'pin', 'otp', 'redirect'] as const
const OPEN = [...CURRENT, 'superseded'] as const
/** While one batch is at the database the next one is sent. */
const IN_FLIGHT_MAX = 2

/**
 * Writes down what the rail answered, and what follows from it, in one database transaction. Told
 * twice, or by two at once, the first stays. From a fresh reading again when somebody was faster.
 */
export async function record(
  context: Context,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<void> {
  const { businessId, mode, rail, transactionId: id } = attempt
  await keepHandle(context, attempt, outcome)
  await bookFee(context, attempt, outcome)
  await fromFreshReading(async () => {
    const found = await findByKey(context, { businessId, mode, id })
    const transaction = found ?? refuse('transaction_not_found')
    const settlement = await settlementBy(context, transaction, attempt, outcome)
    if (settlement === null) {
      const hasFailed = await context.sql.begin((sql) =>
        follow(context, sql, transaction, attempt, outcome),
      )
      if (hasFailed) context.meter?.payment('failed', { mode, channel: 'card', rail })
      return
    }
    const end = await approve(context, { attemptId: attempt.attemptId, settlement })
    if (end === 'changed') throw new ChangedMeanwhile()
    if (end === 'approved') context.meter?.payment('success', { mode, channel: 'card', rail })
  })
  context.pubSub.publish(topicOf(id))
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  noteOutcome(context, attempt.attemptId, outcome)
}

/** Before what follows from the outcome: should this process die, the rail is asked by its name. */
async function keepHandle(context: Context, attempt: CardAttempt, outcome: CardOutcome) {
  if (!('handle' in outcome) || outcome.handle === undefined) return
  const handle = chargeHandle.keep(context, attempt, attempt.handle, outcome)
  await setHandle(context.sql, attempt, handle)
}

async function bookFee(context: Context, attempt: CardAttempt, outcome: CardOutcome) {
  if (outcome.kind !== 'approved') return
  const { mode, attemptId: causeId } = attempt
  const fee = { mode, causeId, reason: 'rail_fee', clearing: 'card_clearing' } as const
  await bookRailFee(context, fee, outcome)
}

type End = 'approved' | 'known' | 'changed'

/** Of two attempts of one payment the first pays; the other finds out from a fresh reading. */
const approve = batchedFor(
  (context: Context, approvals: Approval[]) =>
    firstOfEach(
      approvals,
      ({ settlement }) => settlement.transaction.id,
      'changed' as End,
      async (each) => {
        const ended = await approveMany(context.hot, context.now(), each)
        const [approved, known] = [new Set(ended.approved), new Set(ended.known)]
        return each.map(({ attemptId }): End => {
          if (approved.has(attemptId)) return 'approved'
          return known.has(attemptId) ? 'known' : 'changed'
        })
      },
    ),
  { inFlightMax: IN_FLIGHT_MAX },
)

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
    paidAt: context.now(),
    clearing: 'card_clearing',
  })
}

/** Answers whether the payment has failed for good. */
async function follow(
  context: Context,
  sql: Sql,
  transaction: Transaction,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<boolean> {
  const now = context.now()
  const isSuperseded = attempt.state === 'superseded'
  // What ends an attempt ends it wherever it stands. Anything else answers the step that was read,
  // and the customer may have gone on since.
  const asRead = OPEN.filter((state) => state === attempt.state)
  const move: Move = (to, from) =>
    moveAttempt(sql, attempt, from, {
      redirectUrl: null,
      nextEnquiryAt: null,
      updatedAt: now,
      ...('authorization' in outcome &&
        outcome.authorization && { authorizationDetails: wire(outcome.authorization) }),
      ...to,
    })
  /** A superseded attempt stays so, whatever it waits for, and goes on being asked about. */
  const wait = (to: Waiting) => {
    const next = isSuperseded ? { state: 'superseded' as const } : to
    return move({ ...next, nextEnquiryAt: nextEnquiryOf(attempt, next.state, now) }, asRead)
  }

  switch (outcome.kind) {
    case 'approved':
      await keepApart(sql, now, attempt, move)
      return false
    case 'declined': {
      const ended = { state: 'declined', declineReason: outcome.reason } as const
      // Of one that was given up, before it was read or since, the payment hears nothing.
      if (await move(ended, CURRENT)) return decline(sql, now, transaction, outcome.reason)
      await move(ended, ['superseded'])
      return false
    }
    case 'pin_required':
      await wait({ state: 'pin' })
      return false
    case 'otp_required':
      await wait({ state: 'otp' })
      return false
    case 'otp_incorrect': {
      if (!(await wait({ state: 'otp' })) || isSuperseded) return false
      const message = happening('code_wrong')
      await tell(sql, now, transaction, { message, happened: message })
      return false
    }
    case 'redirect_required':
      await wait({ state: 'redirect', redirectUrl: outcome.url })
      return false
    case 'pending': {
      const { redirectUrl } = attempt
      if (redirectUrl !== null) {
        await wait({ state: 'redirect', redirectUrl })
        return false
      }
      // Nobody was ever given the address of that page: it holds up no other try.
      const nextEnquiryAt = nextEnquiryOf(attempt, 'superseded', now)
      await move({ state: 'superseded', nextEnquiryAt }, asRead)
      return false
    }
    case 'unknown':
      await wait({ state: 'unknown' })
      return false
    // The rail has never heard of it, or is down: nothing happened, and it does not count.
    case 'not_found':
    case 'unavailable': {
      if (!(await move({ state: 'unavailable' }, asRead)) || isSuperseded) return false
      const message = happening('network_down')
      const attempts = Math.max(0, transaction.attempts - 1)
      await tell(sql, now, transaction, { attempts, message, happened: message })
      return false
    }
  }
}

type Waiting = { state: 'pin' | 'otp' | 'redirect' | 'unknown'; redirectUrl?: string }
type Move = (to: Partial<CardAttempt>, from: readonly AttemptState[]) => Promise<CardAttempt | null>

/** Surplus, because the payment is closed: booked as unmatched, and given back by a job. */
async function keepApart(sql: Sql, now: Date, attempt: CardAttempt, move: Move): Promise<void> {
  if (!(await move({ state: 'surplus', nextEnquiryAt: now }, OPEN))) return
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
): Promise<boolean> {
  const last = transaction.attempts >= ATTEMPTS_MAX
  const after = await tell(sql, now, transaction, {
    errors: transaction.errors + 1,
    message: happening(last ? 'declined_too_often' : 'declined'),
    gatewayResponse: 'Declined',
    happened: happening('card_declined', reason),
    ...(last && { status: 'failed' as const }),
  })
  if (after?.status !== 'failed') return false
  await emit(sql, [closingEvent('transaction.failed', after, now)])
  return true
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
