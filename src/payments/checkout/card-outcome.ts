import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { post } from '../../core/ledger/ledger.ts'
import { bookRailFee } from '../../core/ledger/rail-fees.ts'
import { toWire } from '../../core/wire.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { publicCode } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { CardAuthorization, CardOutcome } from '../../providers/rails.ts'
import { type Consent, endRevoked, keepCard } from '../authorizations/authorizations.ts'
import { tokenDigest } from '../rules/weigh.ts'
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
import { telephoneOf } from './dial.ts'

// Records outcomes of charges, by any method. Approvals are batched: one database function settles
// the payments and ends the attempts, in one round trip. All other outcomes are rare, and have a
// database transaction each.

/** States that an outcome can end. The function `card_approve` lists them too. */
const CURRENT = ['charging', 'unknown', 'pin', 'otp', 'redirect'] as const
const OPEN = [...CURRENT, 'superseded'] as const
/** The next batch is sent while one is at the database. */
const IN_FLIGHT_MAX = 2
/** How long a debit that never arrived can be requested again. Then its payment is abandoned. */
const DEBIT_AGAIN_MS = 1 * HOUR

/** Records an outcome and its consequences in one database transaction. The first outcome stays. */
export async function record(
  context: Context,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<void> {
  const { businessId, mode, rail, method: channel, transactionId: id } = attempt
  await keepHandle(context, attempt, outcome)
  await bookFee(context, attempt, outcome)
  const code = await authorizationCodeOf(context, attempt, outcome)
  await fromFreshReading(async () => {
    const found = await findByKey(context, { businessId, mode, id })
    const transaction = found ?? refuse('transaction_not_found')
    const settlement = await settlementBy(context, transaction, attempt, outcome, code)
    if (settlement === null) {
      const hasFailed = await context.sql.begin((sql) =>
        follow(context, sql, transaction, attempt, outcome),
      )
      if (hasFailed) context.meter?.payment('failed', { mode, channel, rail })
      return
    }
    const { attemptId } = attempt
    const end = await approve(context, {
      attemptId,
      settlement,
      card: newCard(context, attempt, outcome),
    })
    if (end === 'changed') throw new ChangedMeanwhile()
    if (end === 'approved') context.meter?.payment('success', { mode, channel, rail })
  })
  if (outcome.kind === 'declined' && outcome.reason === 'authorization_unknown') {
    const { authorizationId } = attempt
    if (authorizationId !== null) await endRevoked(context, { businessId, mode, authorizationId })
  }
  context.pubSub.publish(topicOf(id))
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  noteOutcome(context, attempt.attemptId, outcome)
}

/** Recorded first: after a crash, the job enquires about the charge by this handle. */
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

/**
 * The code of the kept card that paid: the one that was charged, or the one that is kept now,
 * because the customer agreed and the provider gave a token.
 */
async function authorizationCodeOf(
  context: Context,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<string | null> {
  if (outcome.kind !== 'approved') return null
  if (attempt.authorizationId !== null) return publicCode('authorization', attempt.authorizationId)
  const { consent, businessId, mode, rail, transactionId: id } = attempt
  const { token, authorization } = outcome
  if (consent === null || token === undefined || authorization === null) return null
  const scope = { businessId, mode }
  const { customerId, email } =
    (await findByKey(context, { ...scope, id })) ?? refuse('transaction_not_found')
  const details = detailsOf(authorization, null)
  const agreed = JSON.parse(consent) as Consent
  return keepCard(context, {
    ...{ ...scope, customerId, email, rail, details },
    given: token,
    consent: agreed,
  })
}

type End = 'approved' | 'known' | 'changed'

/** Of two attempts of one payment the first pays. The other is retried from a fresh read. */
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

/** Null if the outcome does not pay the transaction. */
async function settlementBy(
  context: Context,
  transaction: Transaction,
  attempt: CardAttempt,
  outcome: CardOutcome,
  code: string | null,
): Promise<Settlement | null> {
  const { method: channel, amount } = attempt
  const takes = transaction.status === 'pending' || transaction.status === 'ongoing'
  if (outcome.kind !== 'approved' || !takes) return null
  return settlementOf(context, transaction, {
    channel,
    amount: outcome.charged ?? amount,
    authorizationDetails:
      channel === 'card' && outcome.authorization
        ? detailsOf(outcome.authorization, code)
        : JSON.stringify(code === null ? {} : { authorization_code: code }),
    gatewayResponse: 'Successful',
    paidAt: context.now(),
    clearing: 'card_clearing',
    card: newCard(context, attempt, outcome),
  })
}

/** The digest of a card that was not known before. Null for a business without rules. */
function newCard({ keys }: Context, attempt: CardAttempt, outcome: CardOutcome): string | null {
  const { card, customerId, rail } = attempt
  if (card !== null || customerId === null || outcome.kind !== 'approved') return null
  return outcome.token ? tokenDigest(keys, attempt, rail, outcome.token.signature) : null
}

/** Returns whether the payment has failed for good. */
export async function follow(
  context: Context,
  sql: Sql,
  transaction: Transaction,
  attempt: CardAttempt,
  outcome: CardOutcome,
): Promise<boolean> {
  const now = context.now()
  const isSuperseded = attempt.state === 'superseded'
  // A final outcome ends the attempt in any open state. Other outcomes belong to the step that was
  // read, and the customer may have continued since.
  const asRead = OPEN.filter((state) => state === attempt.state)
  const authorization =
    attempt.method === 'card' && 'authorization' in outcome && outcome.authorization
  const card = authorization && { authorizationDetails: detailsOf(authorization, null) }
  const move: Move = (to, from) =>
    moveAttempt(sql, attempt, from, {
      redirectUrl: null,
      nextEnquiryAt: null,
      updatedAt: now,
      ...card,
      ...to,
    })
  /** A superseded attempt stays superseded, and the job keeps enquiring about it. */
  const wait = (to: Waiting) => {
    const next = isSuperseded ? { state: 'superseded' as const } : to
    return move({ ...next, nextEnquiryAt: nextEnquiryOf(attempt, next.state, now) }, asRead)
  }

  switch (outcome.kind) {
    case 'approved':
      await keepApart(sql, now, { ...attempt, amount: outcome.charged ?? attempt.amount }, move)
      return false
    case 'declined': {
      const ended = { state: 'declined', declineReason: outcome.reason } as const
      const tried = { ...attempt, ...card }
      if (await move(ended, CURRENT)) return decline(sql, now, transaction, tried, outcome.reason)
      // A declined attempt that was superseded does not count for the payment.
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
    case 'dial': {
      const redirectUrl = telephoneOf(outcome.code)
      await wait(redirectUrl === null ? { state: 'unknown' } : { state: 'redirect', redirectUrl })
      return false
    }
    case 'pending': {
      const { redirectUrl } = attempt
      if (redirectUrl !== null) {
        await wait({ state: 'redirect', redirectUrl })
        return false
      }
      // A kept card is at its bank, and there is no page.
      if (attempt.authorizationId !== null) {
        await wait({ state: 'unknown' })
        return false
      }
      // The customer never got the URL of that page, so the attempt must not block another one.
      const nextEnquiryAt = nextEnquiryOf(attempt, 'superseded', now)
      await move({ state: 'superseded', nextEnquiryAt }, asRead)
      return false
    }
    case 'unknown':
      await wait({ state: 'unknown' })
      return false
    // The rail never received it, or is down: nothing happened, and the attempt does not count.
    case 'not_found':
    case 'unavailable': {
      if (!(await move({ state: 'unavailable' }, asRead)) || isSuperseded) return false
      const message = happening(attempt.method === 'card' ? 'network_down' : 'bank_down')
      const attempts = Math.max(0, transaction.attempts - 1)
      const change = { attempts, message, happened: message }
      const isDebit = attempt.method === 'bank' && attempt.authorizationId !== null
      const expiresAt = later(now, DEBIT_AGAIN_MS)
      await tell(sql, now, transaction, { ...change, ...(isDebit && { expiresAt }) })
      return false
    }
  }
}

type Waiting = { state: 'pin' | 'otp' | 'redirect' | 'unknown'; redirectUrl?: string }
type Move = (to: Partial<CardAttempt>, from: readonly AttemptState[]) => Promise<CardAttempt | null>

/** The payment is closed: books the charge as unmatched, and a job reverses it. */
async function keepApart(sql: Sql, now: Date, attempt: CardAttempt, move: Move): Promise<void> {
  const { businessId, mode, attemptId: causeId, amount } = attempt
  if (!(await move({ state: 'surplus', amount, nextEnquiryAt: now }, OPEN))) return
  const cause = { businessId, mode, causeId, reason: 'unmatched_payment' } as const
  const moved = { debit: 'card_clearing', credit: 'unmatched', amount, occurredAt: now } as const
  await post(sql, now, [{ ...cause, ...moved }])
}

const DECLINED = {
  card: { message: 'declined', last: 'declined_too_often', happened: 'card_declined' },
  other: {
    message: 'charge_failed',
    last: 'charge_failed_too_often',
    happened: 'charge_declined',
  },
} as const

/**
 * The customer reads the reason if `codeOf` may tell it. A kept card that is declined without its
 * customer fails its payment at once: nobody is there to try another.
 */
async function decline(
  sql: Sql,
  now: Date,
  transaction: Transaction,
  { method, authorizationId, authorizationDetails, consent }: CardAttempt,
  reason: string,
): Promise<boolean> {
  const isTooOften = transaction.attempts >= ATTEMPTS_MAX
  const last = isTooOften || (authorizationId !== null && consent === null)
  const words = DECLINED[method === 'card' ? 'card' : 'other']
  const after = await tell(sql, now, transaction, {
    errors: transaction.errors + 1,
    message: isTooOften ? happening(words.last) : happening(words.message, reason),
    gatewayResponse: 'Declined',
    authorizationDetails,
    happened: happening(words.happened, reason),
    ...(last && { status: 'failed' as const }),
  })
  if (after?.status !== 'failed') return false
  await emit(sql, [closingEvent('transaction.failed', after, now)])
  return true
}

/** Null, and no change, if the payment is closed. */
async function tell(sql: Sql, now: Date, transaction: Transaction, change: Change) {
  if (!isOpen(transaction, now)) return null
  const after = await changeFrom(sql, now, transaction, change)
  if (!after) throw new ChangedMeanwhile()
  return after
}

/** What may be stored of a card, as the API shows it. */
function detailsOf(authorization: CardAuthorization, code: string | null): string {
  const { bin, last4, expMonth, expYear, brand, cardType, bank, countryCode } = authorization
  const { reusable } = authorization
  const kept = { bin, last4, expMonth, expYear, brand, cardType, bank, countryCode, reusable }
  return JSON.stringify({ ...(code !== null && { authorization_code: code }), ...toWire(kept) })
}
