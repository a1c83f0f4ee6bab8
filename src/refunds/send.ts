import assert from 'node:assert/strict'
import { chargeHandle, findPaidBy, findPayingAttempt } from '../checkout/checkout.ts'
import type { Context } from '../context.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import { type HoldName, postHold } from '../ledger/ledger.ts'
import { bookRailFee } from '../ledger/rail-fees.ts'
import { HOUR, later, MINUTE, SECOND } from '../lib/clock.ts'
import { isUuid, newId, publicId } from '../lib/ids.ts'
import { RAIL_DEADLINE_MS } from '../rails/ask.ts'
import { askKeeping } from '../rails/handles.ts'
import { railThatMade, type Unknown, type Waiting } from '../rails/made-by.ts'
import type { Mode, ReturnEnquiry, ReturnOutcome } from '../rails/rails.ts'
import { lockTransaction, reverse } from '../transactions/reverse.ts'
import { type TransactionKey, topicOf } from '../transactions/transactions.ts'
import { EVENTS_TOPIC, emit, eventBody, type NewEvent } from '../webhooks/webhooks.ts'
import {
  claimDue,
  countDue,
  countWaiting,
  listUnknown,
  moveAsked,
  postpone,
  release,
  setAllDue,
  setDue,
  setProcessed,
  sumProcessed,
} from './refunds.sql.ts'
import { type Refund, refundHandle, toWireRefund } from './refunds.ts'

// Asks the rail to send a refund back, holding no lock, and records its answer: what becomes of the
// hold, of the payment, and the event are one database transaction. What nobody has heard the end
// of is a row that is due: the rail is asked what became of it until that is known. Where it has
// never heard of it, it is asked for it again under the same key.

/** A call that nobody waits for any more has come to its end by then. */
export const ANSWERED_WITHIN_MS = RAIL_DEADLINE_MS + 5 * SECOND
const ASK_AGAIN_FIRST_MS = 30 * SECOND
const ASK_AGAIN_MS = 5 * MINUTE
/** Of one that is old and that the rail says it is still doing. */
const IN_HAND_PAUSE_MS = 1 * HOUR
const LEASE_MS = 1 * MINUTE
const BATCH_MAX = 20
/** From then on a person should know of it. */
const LATE_MS = 1 * HOUR

/** One that is new is asked for. Where it has ended meanwhile, that end stands. */
export async function send(context: Context, refund: Refund): Promise<void> {
  const way = await wayOf(context, refund)
  if (way !== null)
    await record(context, refund, await askKeeping(context, way.ask(refund.createdAt)))
}

/** One that the rail may have is first enquired about. */
async function resume(context: Context, refund: Refund): Promise<void> {
  const way = await wayOf(context, refund)
  if (way === null) return
  const outcome = await askKeeping(context, way.enquire())
  const isUnheard = outcome.kind === 'not_found' && refund.acceptedAt === null
  if (!isUnheard) return record(context, refund, outcome)
  const now = context.now()
  const firstAskedAt = (await moveAsked(context.sql, refund, now)) ? now : null
  return record(context, refund, await askKeeping(context, way.ask(firstAskedAt)))
}

async function record(context: Context, refund: Refund, outcome: ReturnEnquiry): Promise<void> {
  switch (outcome.kind) {
    case 'returned':
      await bookFee(context, refund, outcome)
      return processed(context, refund, outcome.sessionId)
    case 'refused':
      return failed(context, refund, outcome.reason)
    case 'accepted':
    case 'not_found':
    case 'unavailable':
    case 'unknown':
      return wait(context, refund, outcome)
  }
}

function bookFee(context: Context, refund: Refund, outcome: ReturnEnquiry): Promise<void> {
  const { mode, refundId: causeId, channel } = refund
  const clearing = channel === 'card' ? 'card_clearing' : 'bank_clearing'
  return bookRailFee(context, { mode, causeId, reason: 'rail_fee', clearing }, outcome)
}

async function wait(context: Context, refund: Refund, outcome: ReturnEnquiry): Promise<void> {
  const now = context.now()
  const ageMs = now.getTime() - refund.createdAt.getTime()
  const isLate = ageMs > LATE_MS
  // What is being done may take days; what is not known should not.
  const isInHand = outcome.kind === 'accepted'
  if (isLate && !isInHand) warn(context, refund)
  const pauseMs = ageMs < ASK_AGAIN_FIRST_MS ? ASK_AGAIN_FIRST_MS : ASK_AGAIN_MS
  await postpone(context.sql, refund, now, {
    acceptedAt: refund.acceptedAt ?? (isInHand ? now : null),
    handle: refundHandle.keep(context, refund, refund.handle, outcome),
    nextAskAt: later(now, isLate && isInHand ? IN_HAND_PAUSE_MS : pauseMs),
  })
}

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function sendDue(context: Context): Promise<number> {
  const now = context.now()
  const until = later(now, LEASE_MS)
  const due = await claimDue(context.sql, context.rails, { now, until, max: BATCH_MAX })
  // Side by side: a rail that is silent holds up nobody else.
  const ended = await Promise.allSettled(due.map((refund) => resume(context, refund)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return due.length
}

/** There is news of what a rail calls by this key: it is asked about now. */
export async function enquireAboutRefund(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  key: string,
): Promise<void> {
  if (isUuid(key)) await setDue(sql, { mode, rail }, key, now())
}

/** There is news of the refunds of the charge with this key: all are asked about now. */
export async function enquireAboutRefundsOf(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  charge: string,
): Promise<void> {
  const payment = isUuid(charge) ? await findPaidBy(sql, { mode, rail }, charge) : null
  if (payment !== null) await setAllDue(sql, payment, now())
}

function warn({ log }: Context, { businessId, mode, refundId }: Refund): void {
  const fields = { businessId, mode, refund: publicId('ref', refundId) }
  log.warn(fields, 'the outcome of a refund has been unknown for more than an hour')
}

type Way = {
  /** `firstAskedAt`: as in bank-rail.ts. */
  ask(firstAskedAt: Date | null): Promise<ReturnOutcome>
  enquire(): Promise<ReturnEnquiry>
}

/** Null where the rail that the money came by is not configured any more: the refund waits. */
async function wayOf(context: Context, refund: Refund): Promise<Way | null> {
  const { refundId: key, businessId: onBehalfOf, amount } = refund
  const kept = refundHandle.handBack(context, refund, refund.handle)
  const known = { key, onBehalfOf, ...kept, askedAt: refund.askedAt ?? refund.createdAt }
  switch (refund.channel) {
    case 'card': {
      const rail = railThatMade(context.rails, 'charges', refund)
      if (rail === null) return null
      const attempt = await findPayingAttempt(context.sql, paymentOf(refund))
      assert(attempt, 'a payment by card has the attempt that paid it')
      const charge = attempt.attemptId
      const ofCharge = chargeHandle.handBack(context, attempt, attempt.handle)
      return {
        ask: () => rail.refund({ key, onBehalfOf, charge, amount, ...ofCharge }),
        enquire: () => rail.enquireRefund({ ...known, charge }),
      }
    }
    case 'bank_transfer':
    case 'dedicated_virtual_account': {
      const rail = railThatMade(context.rails, 'returns', refund)
      if (rail === null) return null
      const credit = await findPayingDeposit(context.sql, paymentOf(refund))
      assert(credit, 'a payment by transfer has the deposit that paid it')
      return {
        ask: (firstAskedAt) => rail.returnCredit({ key, onBehalfOf, credit, amount, firstAskedAt }),
        enquire: () => rail.enquireReturn(known),
      }
    }
  }
}

async function processed(context: Context, refund: Refund, sessionId: string): Promise<void> {
  const now = context.now()
  const ended: Refund = { ...refund, status: 'processed', sessionId, processedAt: now }
  await context.sql.begin(async (sql) => {
    // The payment before the accounts, in the order in which all take them; and before it is looked
    // at what is back, so that of two that end now the second sees both.
    const payment = await lockTransaction(sql, paymentOf(refund))
    if (!(await setProcessed(sql, refund, sessionId, now))) return
    if ((await sumProcessed(sql, refund)) === payment.amount) await reverse(sql, now, payment)
    await emit(sql, [eventOf('refund.processed', ended, now)])
    for (const hold of holdsOf(refund)) await postHold(sql, now, hold)
  })
  publish(context, refund)
}

async function failed(context: Context, refund: Refund, failure: string): Promise<void> {
  const now = context.now()
  const ended: Refund = { ...refund, status: 'failed', failure }
  await context.sql.begin(async (sql) => {
    if (!(await release(sql, refund, failure, now))) return
    await emit(sql, [eventOf('refund.failed', ended, now)])
  })
  publish(context, refund)
}

function paymentOf({ businessId, mode, transactionId: id }: Refund): TransactionKey {
  return { businessId, mode, id }
}

/** In the order of the accounts from which they were taken. */
function holdsOf({ businessId, mode, refundId: causeId, amount, fromPending }: Refund): HoldName[] {
  const name = { businessId, mode, causeId }
  return [
    ...(fromPending < amount ? [{ ...name, reason: 'refund' as const }] : []),
    ...(fromPending > 0n ? [{ ...name, reason: 'refund_pending' as const }] : []),
  ]
}

function eventOf(type: 'refund.processed' | 'refund.failed', refund: Refund, now: Date): NewEvent {
  const { businessId, mode } = refund
  return {
    businessId,
    mode,
    id: newId(now),
    type,
    route: 'standard',
    payload: eventBody(type, JSON.stringify(toWireRefund(refund)), now),
    at: now,
  }
}

function publish({ pubSub }: Context, { businessId, mode, transactionId }: Refund): void {
  pubSub.publish(topicOf(transactionId))
  pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDue(sql, now(), max)
}

/** Of each rail the oldest of which nobody knows what became of it. */
export async function unknownOf({ sql }: Context, before: Date): Promise<Unknown[]> {
  return listUnknown(sql, before)
}

/** What waits for a rail that is not configured any more. */
export async function waitingOf(
  { sql, rails }: Context,
  what: 'returns' | 'charges',
  max: number,
): Promise<Waiting[]> {
  return countWaiting(sql, rails, what, max)
}
