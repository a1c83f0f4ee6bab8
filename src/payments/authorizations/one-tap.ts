import type { CheckoutLanguage } from '../../accounts/businesses/businesses.sql.ts'
import { foldEmail } from '../../accounts/customers/customers.ts'
import { giveTriesBack, type Limit, takeTries } from '../../accounts/logins/tries.ts'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { dayOf } from '../../platform/lagos.ts'
import { networkOf } from '../../platform/networks.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import { offersKeptCards, payByToken } from '../checkout/checkout.ts'
import type { Plan } from '../plans/plans.sql.ts'
import { findPlan } from '../plans/plans.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import { findByKey, isOpen } from '../transactions/transactions.ts'
import type { Authorization } from './authorizations.sql.ts'
import {
  authorizationNamed,
  deactivate,
  lastMonthOf,
  listOfCustomer,
  tokenOf,
} from './authorizations.ts'
import { tokenRailOf } from './charge.ts'
import {
  claimGuess,
  findCode,
  insertOrRenewCode,
  type KeptCardCode,
  setProven,
} from './one-tap.sql.ts'

// A customer pays at the checkout with a card that this business keeps of them, after they have
// proven by a code that they read the email of the payment.
//
//   (none) ──> sent           [sendCode; one-tap-mail.ts sends the email, if there is a card]
//   sent ──> sent             [sendCode again: the earlier code and proof end]
//   sent ──> proven           [enterCode, once]
//
// Invariants:
// (1) Before the proof, page and answers are the same for a customer with a card and for one
//     without. So is the work for them: whether there is a card is looked up by the job that mails.
// (2) The right code gives a proof to the browser that entered it. Who only has the address of the
//     checkout neither sees nor charges a card.
// (3) Neither code nor proof is stored: both follow from an id and a key of the service.
// (4) A payment has GUESSES_MAX guesses, whatever number of codes. Further limits count by network
//     and by email of a business, in the mechanism of sign-in.

export const GUESSES_MAX = 5
/** Emails for a payment. */
export const SENDS_MAX = 4
const CODE_LIFE_MS = 10 * MINUTE
/** How long a card can be charged after the code was entered. */
const PROOF_LIFE_MS = 15 * MINUTE
const RESEND_AFTER_MS = 1 * MINUTE
const CARDS_MAX = 5
const CODES = 1_000_000

const SENDS_TO: Limit = { triesMax: 6, windowMs: 1 * HOUR, isGrowing: false }
const SENDS_FROM: Limit = { triesMax: 30, windowMs: 1 * HOUR, isGrowing: false }
const GUESSES_AT: Limit = { triesMax: 20, windowMs: 1 * DAY, isGrowing: false }
const GUESSES_FROM: Limit = { triesMax: 20, windowMs: 15 * MINUTE, isGrowing: true }
const TOO_MANY = 'Too many codes. Wait for `Retry-After` seconds, or pay another way.'
const EXPIRED = 'This code has expired, or was used. Ask for another one.'
const LOCKED = 'Too many wrong codes. Pay another way.'
const USED_UP = 'No further code is sent for this payment. Pay another way.'

/** Emails a code to the customer, if the business keeps a card of theirs. */
export async function sendCode(
  context: Context,
  key: TransactionKey,
  { address, language }: { address: string; language: CheckoutLanguage },
): Promise<KeptCardCode> {
  const transaction = await offered(context, key)
  const to = `kept card code to ${whose(transaction)}`
  const from = `kept card code from ${networkOf(address)}`
  const counts = [
    { subject: from, limit: SENDS_FROM },
    { subject: to, limit: SENDS_TO },
  ]
  await takeTries(context, counts, TOO_MANY)
  const now = context.now()
  const row: KeptCardCode = {
    ...{ businessId: key.businessId, mode: key.mode, transactionId: key.id },
    ...{ codeId: newId<'kept_card_code'>(now), sends: 1, guesses: 0, language },
    ...{ sentAt: now, expiresAt: later(now, CODE_LIFE_MS), provenUntil: null },
    ...{ nextMailAt: now, mailAttempts: 0, createdAt: now },
  }
  const sentBefore = later(now, -RESEND_AFTER_MS)
  const allowed = { sendsMax: SENDS_MAX, guessesMax: GUESSES_MAX, sentBefore }
  const sent = await insertOrRenewCode(context.sql, row, allowed)
  if (sent !== null) return sent
  for (const { subject } of counts) await giveTriesBack(context, subject, 1)
  throw refusalOfSend(await findCode(context.sql, key), now)
}

function refusalOfSend(code: KeptCardCode | null, now: Date): Refusal {
  if (code && code.guesses >= GUESSES_MAX) return new Refusal('otp_locked', { message: LOCKED })
  if (code && code.sends >= SENDS_MAX) return new Refusal('resends_used_up', { message: USED_UP })
  const waitMs = code ? later(code.sentAt, RESEND_AFTER_MS).getTime() - now.getTime() : 0
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND))
  return new Refusal('otp_too_soon', { retryAfterSeconds })
}

type Proven = { proof: string; provenUntil: Date; cards: Authorization[] }

/** Returns the cards, and what proves it from now on. */
export async function enterCode(
  context: Context,
  key: TransactionKey,
  otp: string,
  address: string,
): Promise<Proven> {
  const transaction = await offered(context, key)
  const counts = [
    { subject: `kept card guess from ${networkOf(address)}`, limit: GUESSES_FROM },
    { subject: `kept card guess at ${whose(transaction)}`, limit: GUESSES_AT },
  ]
  await takeTries(context, counts, TOO_MANY)
  const now = context.now()
  const code = await claimGuess(context.sql, key, { now, guessesMax: GUESSES_MAX })
  if (code === null) throw refusalOfGuess(await findCode(context.sql, key))
  if (!equalSecrets(codeOf(context, code), otp)) {
    if (code.guesses >= GUESSES_MAX) throw new Refusal('otp_locked', { message: LOCKED })
    throw new Refusal('invalid_otp', { attemptsLeft: GUESSES_MAX - code.guesses })
  }
  const provenUntil = later(now, PROOF_LIFE_MS)
  if (!(await setProven(context.sql, code, provenUntil))) throw refusalOfGuess(code)
  for (const { subject } of counts) await giveTriesBack(context, subject, 1)
  const cards = await cardsOf(context, transaction)
  return { proof: proofOf(context, code), provenUntil, cards }
}

function refusalOfGuess(code: KeptCardCode | null): Refusal {
  const isLocked = code !== null && code.guesses >= GUESSES_MAX && code.provenUntil === null
  if (isLocked) return new Refusal('otp_locked', { message: LOCKED })
  return new Refusal('otp_expired', { message: EXPIRED })
}

type Chosen = { proof: string; authorizationCode: string }

type Agreeing = (
  card: Authorization,
  paid: Pick<Transaction, 'amount'> & { plan: Plan | null },
) => string

/** Charges the card as `charge-authorization` does. `words`: of the button, and beside it. */
export async function payByKept(
  context: Context,
  key: TransactionKey,
  chosen: Chosen,
  { address, words }: { address: string; words: Agreeing },
): Promise<void> {
  const { card, transaction } = await chosenCard(context, key, chosen)
  const { amount, planId } = transaction
  const plan = planId && (await findPlan(context.sql, { ...transaction, planId }))
  const rail = tokenRailOf(context, card) ?? refuse('rail_unavailable')
  const agreed = { words: words(card, { amount, plan }), at: context.now().toISOString(), address }
  const token = tokenOf(context, card)
  await payByToken(context, key, rail, { ...card, method: 'card', token, agreed })
}

/** Returns the cards that are left. */
export async function removeKept(
  context: Context,
  key: TransactionKey,
  chosen: Chosen,
): Promise<Authorization[]> {
  const { customerId } = (await chosenCard(context, key, chosen)).card
  const customer = publicId('customer', customerId)
  await deactivate(context, key, customer, chosen.authorizationCode)
  return cardsOf(context, await offered(context, key))
}

async function chosenCard(
  context: Context,
  key: TransactionKey,
  { proof, authorizationCode }: Chosen,
): Promise<{ card: Authorization; transaction: Transaction }> {
  const transaction = await offered(context, key)
  const code = await findCode(context.sql, key)
  const isProven =
    code !== null &&
    equalSecrets(proofOf(context, code), proof) &&
    code.provenUntil !== null &&
    code.provenUntil > context.now()
  if (!isProven) throw new Refusal('otp_expired', { message: EXPIRED })
  const card = await authorizationNamed(context, key, authorizationCode)
  return isTheirs(card, transaction) ? { card, transaction } : refuse('authorization_not_found')
}

/** An open payment that offers kept cards. */
async function offered(context: Context, key: TransactionKey): Promise<Transaction> {
  const transaction = (await findByKey(context, key)) ?? refuse('transaction_not_found')
  if (transaction.status === 'success') refuse('already_paid')
  if (!isOpen(transaction, context.now())) refuse('already_closed')
  return offersKeptCards(context, transaction) ? transaction : refuse('channel_not_allowed')
}

type Payer = Pick<Transaction, 'businessId' | 'mode' | 'customerId' | 'email'>

/** Those that can pay now, newest first. */
export async function cardsOf(context: Context, payer: Payer): Promise<Authorization[]> {
  const all = await listOfCustomer(context.sql, payer, payer.customerId)
  const month = dayOf(context.now()).slice(0, 7)
  return all
    .filter((card) => card.state === 'active' && isTheirs(card, payer))
    .filter((card) => lastMonthOf(card) >= month && tokenRailOf(context, card) !== null)
    .reverse()
    .slice(0, CARDS_MAX)
}

/** The code goes to the email under which the card was kept. */
function isTheirs({ channel, customerId, email }: Authorization, payer: Payer): boolean {
  const isSame = foldEmail(email) === foldEmail(payer.email)
  return channel === 'card' && customerId === payer.customerId && isSame
}

function whose({ businessId, mode, email }: Payer): string {
  return `${businessId} ${mode} ${foldEmail(email)}`
}

/** Six digits. */
export function codeOf({ keys }: Pick<Context, 'keys'>, { codeId }: Pick<KeptCardCode, 'codeId'>) {
  const digits = keys.fingerprint(`kept card code ${codeId}`).readUInt32BE(0) % CODES
  return String(digits).padStart(6, '0')
}

function proofOf({ keys }: Pick<Context, 'keys'>, { codeId }: KeptCardCode): string {
  return keys.fingerprint(`kept card proof ${codeId}`).toString('base64url')
}
