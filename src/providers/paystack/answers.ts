import { later, MINUTE } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { readKobo } from '../amounts.ts'
import type { ProviderAnswer } from '../client.ts'
import type { DeclineReason, FailureReason } from '../failures.ts'
import { keyIn, type NotedRefund } from '../noted-refunds.ts'
import type { ReturnOutcome, Silent } from '../outcomes.ts'
import type { CardAuthorization, CardOutcome, CardToken } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, momentOf } from '../values.ts'

// What Paystack's answers mean (sources: docs/rails/paystack.md). Whatever is not in a table is
// `unknown`. Numbers arrive as their own text (json.ts).

/** What became of a call. */
export type Said =
  | { kind: 'done'; data: unknown; meta: Fields }
  /** Paystack refused, with this code. */
  | { kind: 'refused'; code: string }
  | Silent

/** Credentials rejected or rate limited: nothing happened. */
const NOT_SERVED = [401, 403, 429]
const REFUSALS = [400, 404, 422]

/** Older calls have a sentence and no code. */
const CODE_BY_WORDS: [RegExp, string][] = [
  [/^transaction (reference )?not found/i, 'transaction_not_found'],
  [/^duplicate transaction reference/i, 'duplicate_reference'],
  [/^transaction has been fully reversed/i, 'transaction_reversed'],
  [/^insufficient balance to fulfill this refund/i, 'insufficient_balance'],
  [/^cannot refund less than/i, 'refund_too_small'],
  [/^invalid key/i, 'invalid_key'],
  [/^authorization code is invalid/i, 'authorization_unknown'],
  [/^email does not match authorization code/i, 'authorization_unknown'],
  [/^authorization code not found/i, 'authorization_unknown'],
  [/^authorization does not exist/i, 'authorization_unknown'],
]

export function readSaid(answer: ProviderAnswer): Said {
  if (answer.kind === 'not_sent') return { kind: 'unavailable' }
  if (answer.kind === 'lost') return { kind: 'unknown' }
  const { status, json } = answer
  if (NOT_SERVED.includes(status)) return { kind: 'unavailable' }
  const content = fieldsOf(json)
  if ((status === 200 || status === 201) && content.status === true) {
    return { kind: 'done', data: content.data, meta: fieldsOf(content.meta) }
  }
  if (!REFUSALS.includes(status) || content.status !== false) return { kind: 'unknown' }
  const code = codeOf(content)
  if (code === 'invalid_key') return { kind: 'unavailable' }
  return code === null ? { kind: 'unknown' } : { kind: 'refused', code }
}

/** Whether they say in their own words that they do not do it. */
export function isRefusal(answer: ProviderAnswer): boolean {
  if (answer.kind !== 'answered') return false
  return REFUSALS.includes(answer.status) && fieldsOf(answer.json).status === false
}

/** Their sentence; empty if there is none. */
export function messageOf(answer: ProviderAnswer): string {
  return answer.kind === 'answered' ? lineOf(fieldsOf(answer.json).message) : ''
}

/** Also for the log. */
export function codeOf(json: unknown): string | null {
  const { code, message } = fieldsOf(json)
  if (typeof code === 'string' && code !== '') return code
  const words = typeof message === 'string' ? message : ''
  return CODE_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/**
 * The charge that was requested. `amount` is null if it is not known. `isOnce`: nobody is on a
 * page, so a failure is final.
 */
export type Asked = {
  key: string
  amount: Kobo | null
  domain: 'live' | 'test'
  atLeast?: Kobo
  isOnce?: boolean
}

/** For differences between clocks, and payments on their way. */
const PAGE_MARGIN_MS = 10 * MINUTE

export type Charge = {
  outcome: CardOutcome
  id: string | null
  amount: Kobo | null
  /** Paid, and since returned in full. */
  isReversed?: boolean
}

/**
 * The state of a charge. After a failed try, the customer can pay with another card on the same
 * page, under the same reference. So it is declined only when the page has expired.
 */
export function readCharge(said: Said, asked: Asked, now: Date, pageMs: number): Charge {
  if (said.kind === 'refused') {
    const kind = said.code === 'transaction_not_found' ? 'not_found' : 'unknown'
    return { outcome: { kind }, id: null, amount: null }
  }
  if (said.kind !== 'done') return { outcome: said, id: null, amount: null }
  const data = fieldsOf(said.data)
  const amount = readKobo(data.amount)
  const id = readId(data.id)
  const isOurs = data.reference === asked.key && data.domain === asked.domain
  const unknown: Charge = { outcome: { kind: 'unknown' }, id, amount }
  if (!isOurs || data.currency !== 'NGN' || amount === null || id === null) return unknown
  const outcome = outcomeOf(data, asked, amount, id, now, pageMs)
  return { outcome, id, amount, isReversed: data.status === 'reversed' }
}

function outcomeOf(
  data: Fields,
  asked: Asked,
  amount: Kobo,
  id: string,
  now: Date,
  pageMs: number,
): CardOutcome {
  switch (data.status) {
    case 'success': {
      const fee = data.fees === null || data.fees === undefined ? undefined : readKobo(data.fees)
      const isPart = isPartOf(amount, asked)
      // A different amount, or an unreadable fee, needs a person.
      const isAsked = asked.amount === null || asked.amount === amount || isPart
      if (fee === null || !isAsked) break
      const known = authorizationOf(data.authorization) ?? UNKNOWN_CARD
      const authorization = isWithoutCard(data) ? null : known
      const token = authorization?.reusable ? tokenOf(data.authorization) : null
      return {
        kind: 'approved',
        authorization,
        ...(token !== null && { token }),
        ...(isPart && { charged: amount }),
        ...(fee !== undefined && { fee }),
        handle: handleOf(amount, id),
      }
    }
    case 'abandoned':
    case 'failed': {
      const began = momentOf(data.created_at)
      const reason = data.status === 'failed' ? declineReasonOf(data) : null
      const isFinal = reason !== null && asked.isOnce === true
      const mayBePaid = began === null || later(began, pageMs + PAGE_MARGIN_MS) > now
      if (mayBePaid && !isFinal) {
        return { kind: 'pending', ...(reason && { declined: reason }) }
      }
      const authorization = isWithoutCard(data) ? null : authorizationOf(data.authorization)
      return { kind: 'declined', reason: reason ?? 'declined', authorization }
    }
    case 'ongoing':
    case 'pending':
    case 'processing':
    case 'queued':
      return { kind: 'pending' }
  }
  // Also `reversed`: the caller has not booked the charge, so somebody else reversed it.
  return { kind: 'unknown' }
}

/** A debit of less than the amount, as far as the request allows it. */
function isPartOf(amount: Kobo, asked: Asked): boolean {
  if (asked.amount === null || asked.atLeast === undefined) return false
  return amount < asked.amount && amount >= asked.atLeast
}

/** `500000`, or once paid `500000/4099260516`: the amount requested, and Paystack's id. */
export function handleOf(amount: Kobo, id: string | null): string {
  return id === null ? `${amount}` : `${amount}/${id}`
}

export function readHandle(handle: string | undefined): { amount: Kobo | null; id: string | null } {
  const [, amount, id] = /^(\d{1,18})(?:\/(\d{1,20}))?$/.exec(handle ?? '') ?? []
  return { amount: readKobo(amount), id: id ?? null }
}

// Paystack's names of the card networks' codes. Others are `declined`.
const REASONS: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  invalid_pin: 'incorrect_pin',
  pin_tries_exceeded: 'incorrect_pin',
  cvv_verification_failed: 'incorrect_cvv',
  invalid_cvv: 'incorrect_cvv',
  honour_with_identification: 'authentication_failed',
  identification_required: 'authentication_failed',
  identification_cross_check_required: 'authentication_failed',
  expired_card: 'card_expired',
  pickup_lost_card: 'card_stolen',
  pickup_stolen_card: 'card_stolen',
}
/** For answers without a code. */
const REASON_BY_WORDS: [RegExp, DeclineReason][] = [
  [/insufficient funds/i, 'insufficient_funds'],
  [/(incorrect|invalid|wrong) pin/i, 'incorrect_pin'],
  [/(incorrect|invalid|wrong) cvv/i, 'incorrect_cvv'],
  [/(incorrect|invalid|wrong) (otp|token)/i, 'incorrect_otp'],
  [/token not generated/i, 'otp_not_sent'],
  [/authentication|3d ?-?secure/i, 'authentication_failed'],
  [/expired card/i, 'card_expired'],
  [/(lost|stolen) card/i, 'card_stolen'],
]

export function declineReasonOf(data: Fields): DeclineReason {
  const { gateway_response_code: code, gateway_response: words } = data
  if (typeof code === 'string' && Object.hasOwn(REASONS, code)) return REASONS[code]!
  const text = typeof words === 'string' ? words : ''
  return REASON_BY_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'declined'
}

/** For these, the authorization is no card. */
function isWithoutCard({ channel }: Fields): boolean {
  return channel === 'ussd' || channel === 'bank' || channel === 'direct_debit'
}

const UNKNOWN_CARD: CardAuthorization = {
  bin: '',
  last4: '',
  expMonth: '',
  expYear: '',
  brand: '',
  cardType: '',
  bank: '',
  countryCode: '',
  reusable: false,
}

/** Null if no card is known. */
function authorizationOf(said: unknown): CardAuthorization | null {
  const data = fieldsOf(said)
  if (Object.keys(data).length === 0) return null
  const like = (value: unknown, pattern: RegExp) =>
    typeof value === 'string' && pattern.test(value) ? value : ''
  return {
    bin: like(data.bin, /^\d{6}$/),
    last4: like(data.last4, /^\d{4}$/),
    expMonth: like(data.exp_month, /^\d{1,2}$/),
    expYear: like(data.exp_year, /^\d{2}(\d{2})?$/),
    brand: wordsOf(data.brand),
    cardType: wordsOf(data.card_type),
    bank: wordsOf(data.bank),
    countryCode: like(data.country_code, /^[A-Z]{2}$/),
    reusable: data.reusable === true,
  }
}

export const TOKEN = /^AUTH_[A-Za-z0-9]{1,100}$/

/** Null if Paystack does not tell cards apart by it. */
function tokenOf(said: unknown): CardToken | null {
  const { authorization_code: secret, signature } = fieldsOf(said)
  if (typeof secret !== 'string' || typeof signature !== 'string') return null
  return TOKEN.test(secret) && signature !== '' ? { secret, signature } : null
}

/** Shortened; empty if it might contain a card number. */
function wordsOf(said: unknown): string {
  if (typeof said !== 'string' || /\d{7}/.test(said)) return ''
  return said.replace(/\p{C}/gu, '').trim().slice(0, 64).toWellFormed()
}

export function readRefund(said: unknown): NotedRefund | null {
  const { id: saidId, amount: saidAmount, merchant_note, transaction, status } = fieldsOf(said)
  const id = readId(saidId)
  const amount = readKobo(saidAmount)
  // An object in the answer that creates it, a number elsewhere.
  const charge = readId(fieldsOf(transaction).id ?? transaction)
  if (id === null || amount === null || charge === null || typeof status !== 'string') return null
  return { id, amount, charge, key: keyIn(merchant_note), outcome: refundOutcomeOf(id, status) }
}

function refundOutcomeOf(id: string, status: string): ReturnOutcome {
  switch (status) {
    case 'pending':
    case 'processing':
      return { kind: 'accepted', handle: id }
    case 'needs-attention':
      return { kind: 'accepted', handle: id, needsAccount: true }
    case 'processed':
      return { kind: 'returned', sessionId: `refund-${id}`, handle: id }
    case 'failed':
      return { kind: 'refused', reason: 'refused_by_bank', said: status }
  }
  return { kind: 'unknown', handle: id }
}

/** The outcome of a refused refund. After a top-up, one refused for its balance can be repeated. */
export function refundRefusalOf(code: string): ReturnOutcome {
  switch (code) {
    case 'transaction_reversed':
      return { kind: 'refused', reason: 'already_returned', said: code }
    case 'transaction_not_found':
      return { kind: 'refused', reason: 'payment_unknown', said: code }
    case 'refund_too_small':
      return { kind: 'refused', reason: 'amount_too_low', said: code }
    case 'invalid_params':
    case 'missing_params':
      return { kind: 'refused', reason: 'request_rejected', said: code }
    case 'insufficient_balance':
      return { kind: 'unavailable' }
  }
  return { kind: 'unknown' }
}

/** Their ids exceed the precision of a float. */
export function readId(said: unknown): string | null {
  return typeof said === 'string' && /^[1-9]\d{0,19}$/.test(said) ? said : null
}

type TransferState = 'accepted' | 'sent' | 'failed' | 'not_approved' | 'reversed'

/** `otp` waits for a person, at most half an hour, and is then `abandoned`. */
export const TRANSFER_STATES: Record<string, TransferState> = {
  pending: 'accepted',
  received: 'accepted',
  otp: 'accepted',
  success: 'sent',
  failed: 'failed',
  abandoned: 'not_approved',
  blocked: 'not_approved',
  rejected: 'not_approved',
  reversed: 'reversed',
}

/** Their code and sentence of a transfer that they refuse. */
export const TRANSFER_REFUSALS: [RegExp, FailureReason | 'unavailable'][] = [
  [/balance is not enough|insufficient[_ ]balance/i, 'rail_balance_too_low'],
  [/invalid_transfer_recipient|recipient specified is invalid/i, 'account_invalid'],
  // The operator's account at Paystack may not send transfers.
  [/starter business/i, 'unavailable'],
]
export const NO_TRANSFER = /^transfer not found/i
/** Of a name enquiry, and of a recipient. */
export const NO_HOLDER =
  /^(could not resolve account name|unknown bank code|account number is inv)/i
