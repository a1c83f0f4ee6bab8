import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { railKeyOf } from '../../core/rail-key.ts'
import { lostInRestore } from '../../core/recovery/recovery.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import { later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { copyOf, overwrite } from '../../platform/secret-digits.ts'
import { isDirect, railFor } from '../../providers/capabilities.ts'
import { askKeeping } from '../../providers/handles.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Card, CardOutcome, Method, TokenRail } from '../../providers/rails.ts'
import type { Authorization } from '../authorizations/authorizations.sql.ts'
import type { Consent } from '../authorizations/authorizations.ts'
import { happening } from '../transactions/history.ts'
import { reserveUse } from '../transactions/link-uses.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import {
  accessCodeOf,
  type Change,
  changedBy,
  changeFrom,
  channelsOf,
  findByKey,
  isOpen,
  topicOf,
} from '../transactions/transactions.ts'
import {
  type Beginning,
  beginMany,
  findManyOpen,
  insertAttempt,
  listAttemptsOf,
  moveAttempt,
} from './card.sql.ts'
import {
  ATTEMPTS_MAX,
  type AttemptId,
  type AttemptState,
  CALL_LEASE_MS,
  type CardAttempt,
  namesOf,
} from './card-attempt.ts'
import { record } from './card-outcome.ts'
import { admitCard } from './card-testing.ts'
import { codeIn } from './dial.ts'
import { enquire, enquiryOf } from './enquiries.ts'

// One attempt to pay by a charge: by card, by a USSD code, or on the page of a provider. A card,
// its PIN and its OTP are in memory for one call to the rail.
//
//   (none) ──> charging                                              [payByCard]
//   charging, unknown ──> pin | otp | redirect | approved | declined | unavailable | unknown
//                                                                    [record]
//   pin, otp ──> charging                                            [sendPin, sendOtp]
//   charging ──> redirect            [payOnTheirPage, payByUssd: the customer pays at the provider]
//   any open state ──> as the rail says                   [enquireAfterReturn, enquireDue]
//   pin, otp, redirect ──> superseded                                [another attempt]
//   approved when the payment is closed: surplus ──> returned | return_refused   [enquiries.ts]
//
// Invariants:
// (1) At most one attempt of a transaction is open: a unique index.
// (2) The attempt is stored before the rail is called under its id. After a crash a job enquires
//     about it, and nothing is charged twice.
// (3) An approved charge either settles the transaction or is booked as unmatched and reversed.
// (4) At most five attempts; the fifth decline fails the transaction. An attempt that never reached
//     the rail does not count.

/** The customer at the checkout. */
export type Payer = {
  /** The IP address. Missing in tests that a business runs by itself. */
  address?: string
  /** Added to the URL that the page of the bank returns to: the language. */
  returnQuery?: string
  /** Whether they ticked the box to keep the card, and the words of the page. */
  saving?: { isTicked: boolean; words: (of: ModeSettings) => Record<'offer' | 'required', string> }
}

/** Refuses while an attempt is at the rail. Supersedes one that waits for the customer. */
export async function payByCard(
  context: Context,
  key: TransactionKey,
  card: Card,
  payer: Payer = {},
): Promise<void> {
  const { address, returnQuery = '' } = payer
  const rail = railFor(context.rails, key, 'card')
  const begun = () => begin(context, key, rail.name, 'card', consentOf(context, payer))
  const { attempt, transaction } = await (address === undefined
    ? begun()
    : admitCard(context, key, card, address, begun))
  // A copy, because the rail may read it after the call timed out here.
  const digits = { number: copyOf(card.number), cvv: copyOf(card.cvv) }
  const charging = rail.charge({
    ...namesOf(context, attempt),
    amount: attempt.amount,
    email: transaction.email,
    card: { ...card, ...digits },
    returnUrl: returnUrlOf(context, key, returnQuery),
  })
  const forget = () => overwrite(digits.number, digits.cvv)
  charging.then(forget, forget)
  await conclude(context, attempt, await askKeeping(context, charging))
}

/** Opens the provider's page. An open page with a known URL is used again. */
export async function payOnTheirPage(
  context: Context,
  key: TransactionKey,
  method: Method,
  payer: Payer = {},
): Promise<void> {
  const { open } = await findWithOpen(context, key)
  const isSame = open?.method === method && open.state === 'redirect'
  const isAgreed = open?.consent !== null || payer.saving?.isTicked !== true
  const isPage = isSame && open.redirectUrl !== null && codeIn(open.redirectUrl) === null
  if (isPage && isAgreed) return
  const { returnQuery = '' } = payer
  const rail = railFor(context.rails, key, `hosted_${method}`)
  const consented = method === 'card' ? consentOf(context, payer) : nothing
  const { attempt, transaction } = await begin(context, key, rail.name, method, consented)
  const { amount } = attempt
  const returnUrl = returnUrlOf(context, key, returnQuery)
  const { email } = transaction
  const opening = rail.openPage({ ...namesOf(context, attempt), method, amount, email, returnUrl })
  await conclude(context, attempt, await askKeeping(context, opening))
}

type Kept = Pick<Authorization, 'authorizationId' | 'email'> & {
  /** `bank`: a mandate. */
  method: 'card' | 'bank'
  token: string
  atLeast?: Kobo
  /** Of a customer who pays with it at the checkout. */
  agreed?: Consent
}

/**
 * Charges a kept card or a mandate. `token`: of its provider. The key of the
 * attempt follows from the payment's reference, so that the provider recognizes a request that is
 * repeated after a restore has lost the payment. Then it is queried first.
 */
export async function payByToken(
  context: Context,
  key: TransactionKey,
  rail: TokenRail,
  { authorizationId, email, method, token, atLeast, agreed }: Kept,
): Promise<void> {
  const choose = async (before: Transaction) => {
    const attemptId = await repeatableId(context, before)
    const consent = agreed ? JSON.stringify(agreed) : null
    return { attemptId, authorizationId, atLeast: atLeast ?? null, consent }
  }
  const { attempt } = await begin(context, key, rail.name, method, choose)
  const lost = await lostInRestore(context, attempt.createdAt)
  const known = lost && (await askKeeping(context, rail.enquire(enquiryOf(context, attempt))))
  if (known && known.kind !== 'not_found') return conclude(context, attempt, known)
  const { amount } = attempt
  const returnUrl = returnUrlOf(context, key, '')
  const named = { ...namesOf(context, attempt), ...(atLeast !== undefined && { atLeast }) }
  const charging = rail.chargeToken({ ...named, token, amount, email, returnUrl })
  await conclude(context, attempt, await askKeeping(context, charging))
}

/** The same for a payment that is made again with its reference. */
async function repeatableId(context: Context, before: Transaction): Promise<AttemptId> {
  const earlier = before.status === 'pending' ? [] : await listAttemptsOf(context.sql, before)
  const reference = `${before.reference}\n${earlier.length}`
  return (await railKeyOf('charge', before, { reference }, async () => false)) as AttemptId
}

/** What the customer agreed to, if the business asks for it. */
function consentOf(context: Context, { saving, address = '' }: Payer) {
  return async (before: Transaction): Promise<Choice> => {
    const { saveCard } = before
    const isAsked = saveCard === 'required' || saveCard === 'offer'
    if (!isAsked || !saving || (saveCard === 'offer' && !saving.isTicked)) return {}
    const words = saving.words(await settingsOf(context, before))[saveCard]
    const at = context.now().toISOString()
    const consent: Consent = { words, at, address: address || null }
    return { consent: JSON.stringify(consent) }
  }
}

type Choice = Partial<Pick<CardAttempt, 'attemptId' | 'consent' | 'authorizationId' | 'atLeast'>>
const nothing = (): Choice => ({})

/** Requests a code to dial. Each request is an attempt: the customer may choose another bank. */
export async function payByUssd(context: Context, key: TransactionKey, bank: string) {
  const rail = railFor(context.rails, key, 'ussd')
  if (!rail.ussdBanks.some(({ code }) => code === bank)) {
    const message = `bank must be one of ${rail.ussdBanks.map(({ code }) => code).join(', ')}.`
    return refuseFields([{ field: 'bank', code: 'invalid', message }])
  }
  const { attempt, transaction } = await begin(context, key, rail.name, 'ussd')
  const { amount } = attempt
  const { email } = transaction
  const asked = rail.requestCode({ ...namesOf(context, attempt), bank, amount, email })
  await conclude(context, attempt, await askKeeping(context, asked))
}

/** Where the page of the bank or the provider sends the customer back to. */
function returnUrlOf(context: Context, key: TransactionKey, query: string): string {
  const page = `${context.baseUrl()}/checkout/${accessCodeOf(context.keys, key)}`
  return `${page}/card/return${query}`
}

export async function sendPin(context: Context, key: TransactionKey, pin: string): Promise<void> {
  const { attempt, rail } = await resume(context, key, ['pin'])
  const asked = rail.submitPin({ ...namesOf(context, attempt), pin })
  await conclude(context, attempt, await askKeeping(context, asked))
}

export async function sendOtp(context: Context, key: TransactionKey, otp: string): Promise<void> {
  const { attempt, rail } = await resume(context, key, ['otp'])
  const asked = rail.submitOtp({ ...namesOf(context, attempt), otp })
  await conclude(context, attempt, await askKeeping(context, asked))
}

/** The customer returned from the bank's page. The rail says what happened there, not the page. */
export async function enquireAfterReturn(context: Context, key: TransactionKey): Promise<void> {
  const attempt = await findOpenAttempt(context, key)
  if (attempt?.state === 'redirect') await enquire(context, attempt)
}

export const findOpenAttempt = batchedFor(({ hot }: Context, keys: TransactionKey[]) =>
  findManyOpen(hot, keys),
)

async function findWithOpen(context: Context, key: TransactionKey) {
  const [payment, open] = await Promise.all([
    findByKey(context, key),
    findOpenAttempt(context, key),
  ])
  return { payment: payment ?? refuse('transaction_not_found'), open }
}

async function begin(
  context: Context,
  key: TransactionKey,
  rail: string,
  method: Method,
  choose: (before: Transaction) => Choice | Promise<Choice> = nothing,
) {
  const begun = await fromFreshReading(async () => {
    const read = (await findByKey(context, key)) ?? refuse('transaction_not_found')
    const now = context.now()
    refuseUnpayable(read, now, method)
    const before = await reserveUse(context, read)
    // After the read of the payment, as card_begin requires.
    const open = await findOpenAttempt(context, key)
    if (open && (open.state === 'charging' || open.state === 'unknown')) {
      refuse('already_in_progress')
    }
    const chosen = choose(before)
    const attempt = {
      ...newAttempt(now, before, rail, method),
      ...(chosen instanceof Promise ? await chosen : chosen),
    }
    if (open) await context.sql.begin((sql) => supersede(sql, now, before, open, attempt))
    else await beginAlone(context, now, before, attempt)
    return { attempt, transaction: before }
  })
  context.pubSub.publish(topicOf(key.id))
  return begun
}

async function beginAlone(
  context: Context,
  now: Date,
  before: Transaction,
  attempt: CardAttempt,
): Promise<void> {
  const changed = changedBy(before, now, begunFrom(before, attempt.method))
  if (!(await beginBatched(context, { attempt, changed }))) throw new ChangedMeanwhile()
}

/** False for each whose payment has changed since it was read. */
const beginBatched = batchedFor((context: Context, beginnings: Beginning[]) =>
  firstOfEach(
    beginnings,
    ({ changed }) => changed.id,
    false,
    async (each) => {
      const begun = new Set(await beginMany(context.hot, each))
      return each.map(({ attempt }) => begun.has(attempt.attemptId))
    },
  ),
)

/** Replaces the attempt that waits for the customer. */
async function supersede(
  sql: Sql,
  now: Date,
  before: Transaction,
  open: CardAttempt,
  attempt: CardAttempt,
): Promise<void> {
  const given = {
    state: 'superseded',
    redirectUrl: null,
    nextEnquiryAt: later(now, CALL_LEASE_MS),
    updatedAt: now,
  } as const
  if (!(await moveAttempt(sql, open, [open.state], given))) throw new ChangedMeanwhile()
  if (!(await insertAttempt(sql, attempt))) throw new ChangedMeanwhile()
  if (!(await changeFrom(sql, now, before, begunFrom(before, attempt.method))))
    throw new ChangedMeanwhile()
}

function begunFrom({ attempts }: Transaction, method: Method): Change {
  return {
    status: 'ongoing',
    attempts: attempts + 1,
    message: '',
    happened: method === 'card' ? happening('card_tried') : happening('tried', method),
  }
}

function refuseUnpayable(transaction: Transaction, now: Date, method: Method): void {
  if (transaction.status === 'success') refuse('already_paid')
  if (!isOpen(transaction, now)) refuse('already_closed')
  if (!channelsOf(transaction).includes(method)) refuse('channel_not_allowed')
  if (transaction.attempts >= ATTEMPTS_MAX) refuse('already_closed')
}

function newAttempt(
  now: Date,
  { businessId, mode, id, amount }: Transaction,
  rail: string,
  method: Method,
): CardAttempt {
  return {
    businessId,
    mode,
    attemptId: newId(now),
    transactionId: id,
    rail,
    method,
    amount,
    atLeast: null,
    state: 'charging',
    declineReason: null,
    redirectUrl: null,
    authorizationDetails: null,
    consent: null,
    authorizationId: null,
    handle: null,
    returnHandle: null,
    returnAskedAt: null,
    returnAcceptedAt: null,
    returnSessionId: null,
    nextEnquiryAt: later(now, CALL_LEASE_MS),
    createdAt: now,
    updatedAt: now,
  }
}

/** Of two requests with the PIN at once, one is refused. */
async function resume(context: Context, key: TransactionKey, from: AttemptState[]) {
  const { payment, open } = await findWithOpen(context, key)
  if (open === null) return refuse('step_not_expected')
  const now = context.now()
  // A charge for a closed payment would have to be reversed.
  if (!isOpen(payment, now)) refuse('already_closed')
  const rail = railThatMade(context.rails, 'charges', open) ?? refuse('rail_unavailable')
  if (!isDirect(rail)) refuse('step_not_expected')
  const charging = {
    state: 'charging',
    nextEnquiryAt: later(now, CALL_LEASE_MS),
    updatedAt: now,
  } as const
  const moved = await moveAttempt(context.sql, open, from, charging)
  return { attempt: moved ?? refuse('step_not_expected'), rail }
}

/** Records the outcome before it refuses. */
async function conclude(context: Context, attempt: CardAttempt, outcome: CardOutcome) {
  await record(context, attempt, outcome)
  if (outcome.kind === 'unavailable') refuse('rail_unavailable')
  if (outcome.kind === 'unknown') refuse('rail_timeout')
}
