import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { railKeyOf } from '../../core/rail-key.ts'
import { lostInRestore } from '../../core/recovery/recovery.ts'
import { later } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { copyOf, overwrite } from '../../platform/secret-digits.ts'
import { isDirect, railFor } from '../../providers/capabilities.ts'
import { askKeeping } from '../../providers/handles.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Card, CardOutcome, Method, TokenRail } from '../../providers/rails.ts'
import type { Authorization } from '../authorizations/authorizations.sql.ts'
import type { Consent } from '../authorizations/authorizations.ts'
import type { Plan } from '../plans/plans.sql.ts'
import { findPlan } from '../plans/plans.ts'
import { countryIn } from '../rules/settled.ts'
import { cardDigest, tokenDigest } from '../rules/weigh.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import { accessCodeOf, findByKey, isOpen } from '../transactions/transactions.ts'
import { listAttemptsOf, moveAttempt } from './card.sql.ts'
import {
  type AttemptId,
  type AttemptState,
  CALL_LEASE_MS,
  type CardAttempt,
  namesOf,
} from './card-attempt.ts'
import { begin, type Choice, findOpenAttempt, RULE_MATCHED } from './card-begin.ts'
import { record } from './card-outcome.ts'
import { admitCard, noteOutcome } from './card-testing.ts'
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
  saving?: { isTicked: boolean; words: SavingWords }
}

export type SavingWords = (
  of: ModeSettings,
  paid: Pick<Transaction, 'amount'> & { plan: Plan | null },
) => Record<'offer' | 'required', string>

/** Refuses while an attempt is at the rail. Supersedes one that waits for the customer. */
export async function payByCard(
  context: Context,
  key: TransactionKey,
  card: Card,
  payer: Payer = {},
): Promise<void> {
  const { address, returnQuery = '' } = payer
  const rail = railFor(context.rails, key, 'card')
  const known = { ...addressOf(payer), card: () => cardDigest(context.keys, key, card.number) }
  const asked = { rail: rail.name, method: 'card' } as const
  const begun = () => begin(context, key, asked, known, consentOf(context, payer))
  const { attempt, transaction, isRefused } = await (address === undefined
    ? begun()
    : admitCard(context, key, card, address, begun))
  if (isRefused) return noteOutcome(context, attempt.attemptId, RULE_MATCHED)
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
  const consented = method === 'card' ? consentOf(context, payer) : undefined
  const asked = { rail: rail.name, method }
  const begun = await begin(context, key, asked, addressOf(payer), consented)
  if (begun.isRefused) return
  const { attempt, transaction } = begun
  const { amount } = attempt
  const returnUrl = returnUrlOf(context, key, returnQuery)
  const { email } = transaction
  const opening = rail.openPage({ ...namesOf(context, attempt), method, amount, email, returnUrl })
  await conclude(context, attempt, await askKeeping(context, opening))
}

type Kept = Pick<Authorization, 'authorizationId' | 'email' | 'signature' | 'details'> & {
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
  { authorizationId, email, method, token, atLeast, agreed, signature, details }: Kept,
): Promise<void> {
  const choose = async (before: Transaction) => {
    const attemptId = await repeatableId(context, before)
    const consent = agreed ? JSON.stringify(agreed) : null
    return { attemptId, authorizationId, atLeast: atLeast ?? null, consent }
  }
  const facts = {
    ...addressOf({ address: agreed?.address ?? undefined }),
    card: () => tokenDigest(context.keys, key, rail.name, signature),
    country: countryIn(details),
  }
  const asked = { rail: rail.name, method }
  const { attempt, isRefused } = await begin(context, key, asked, facts, choose)
  if (isRefused) return
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
  // The server's payment can take over the reference of one with the public key.
  const by = before.madeWith === 'secret' ? '' : `\n${before.madeWith}`
  const reference = `${before.reference}${by}\n${earlier.length}`
  return (await railKeyOf('charge', before, { reference }, async () => false)) as AttemptId
}

/** What the customer agreed to, if the business asks for it. */
function consentOf(context: Context, { saving, address = '' }: Payer) {
  return async (before: Transaction): Promise<Choice> => {
    const { saveCard } = before
    const isAsked = saveCard === 'required' || saveCard === 'offer'
    if (!isAsked || !saving || (saveCard === 'offer' && !saving.isTicked)) return {}
    const { amount, planId } = before
    const plan = planId && (await findPlan(context.sql, { ...before, planId }))
    const words = saving.words(await settingsOf(context, before), { amount, plan })[saveCard]
    const at = context.now().toISOString()
    const consent: Consent = { words, at, address: address || null }
    return { consent: JSON.stringify(consent) }
  }
}

/** Requests a code to dial. Each request is an attempt: the customer may choose another bank. */
export async function payByUssd(
  context: Context,
  key: TransactionKey,
  bank: string,
  payer: Payer = {},
): Promise<void> {
  const rail = railFor(context.rails, key, 'ussd')
  if (!rail.ussdBanks.some(({ code }) => code === bank)) {
    const message = `bank must be one of ${rail.ussdBanks.map(({ code }) => code).join(', ')}.`
    return refuseFields([{ field: 'bank', code: 'invalid', message }])
  }
  const asked = { rail: rail.name, method: 'ussd' } as const
  const { attempt, transaction, isRefused } = await begin(context, key, asked, addressOf(payer))
  if (isRefused) return
  const { amount } = attempt
  const { email } = transaction
  const code = rail.requestCode({ ...namesOf(context, attempt), bank, amount, email })
  await conclude(context, attempt, await askKeeping(context, code))
}

function addressOf({ address }: { address?: string | undefined }) {
  return address === undefined ? {} : { address }
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

async function findWithOpen(context: Context, key: TransactionKey) {
  const [payment, open] = await Promise.all([
    findByKey(context, key),
    findOpenAttempt(context, key),
  ])
  return { payment: payment ?? refuse('transaction_not_found'), open }
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
