import { createHash } from 'node:crypto'
import { later, MINUTE } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { readDecimalNaira } from '../amounts.ts'
import type { ProviderAnswer } from '../client.ts'
import type { DeclineReason } from '../failures.ts'
import { keyIn, type NotedRefund } from '../noted-refunds.ts'
import type { ReturnOutcome, Silent } from '../outcomes.ts'
import type { CardAuthorization, CardOutcome, CardToken } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, rowOf, textOf } from '../values.ts'

// What Flutterwave's answers mean (sources: docs/rails/flutterwave.md). Whatever is not in a table
// is `unknown`. Numbers arrive as their own text (json.ts); amounts are naira with decimals.

/** What became of a call. */
export type Said =
  | { kind: 'done'; data: unknown; meta: Fields }
  /** Flutterwave refused. `code`: ours for a sentence of theirs, null if it is in no table. */
  | { kind: 'refused'; code: string | null; said: string }
  | Silent

/** Credentials rejected, feature not activated, or rate limited: nothing happened. */
const NOT_SERVED = [401, 403, 429]
const REFUSALS = [400, 404, 409, 422]

/** Refusals have a sentence and no code. */
const CODE_BY_WORDS: [RegExp, string][] = [
  [/^no transaction was found|^transaction not found/i, 'transaction_not_found'],
  [/duplicate|(tx_ref|reference).*(used|exists)/i, 'duplicate_reference'],
  [/insufficient (funds|balance)|balance is (insufficient|not enough)/i, 'insufficient_balance'],
  [/^(invalid (secret|authorization) key|no authorization)/i, 'invalid_key'],
  [/merchant is not enabled|not enabled for/i, 'not_enabled'],
  [/^(wrong token or email passed|invalid token supplied)/i, 'authorization_unknown'],
]

export function readSaid(answer: ProviderAnswer): Said {
  if (answer.kind === 'not_sent') return { kind: 'unavailable' }
  if (answer.kind === 'lost') return { kind: 'unknown' }
  const { status, json } = answer
  if (NOT_SERVED.includes(status)) return { kind: 'unavailable' }
  const content = fieldsOf(json)
  if ((status === 200 || status === 201) && content.status === 'success') {
    return { kind: 'done', data: content.data, meta: fieldsOf(content.meta) }
  }
  if (!REFUSALS.includes(status) || content.status !== 'error') return { kind: 'unknown' }
  const code = codeOf(content)
  if (code === 'invalid_key' || code === 'not_enabled') return { kind: 'unavailable' }
  return { kind: 'refused', code, said: lineOf(content.message, 120) }
}

/** Also for the log. */
export function codeOf(json: unknown): string | null {
  const words = textOf(fieldsOf(json).message)
  return CODE_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Their ids; they may exceed the precision of a float. */
export function readId(said: unknown): string | null {
  return typeof said === 'string' && /^[1-9]\d{0,19}$/.test(said) ? said : null
}

/** A fee, which may have fractions of a kobo: rounded up. */
export function readFee(said: unknown): Kobo | null {
  const exact = readDecimalNaira(said)
  if (exact !== null) return exact
  const [, whole, rest = ''] = /^(\d{1,15}\.\d\d)(\d{1,16})$/.exec(textOf(said)) ?? []
  const known = readDecimalNaira(whole)
  return known === null ? null : kobo(known + (/[1-9]/.test(rest) ? 1n : 0n))
}

/** A balance, rounded down to whole kobo. */
export function readBalance(said: unknown): Kobo | null {
  return readDecimalNaira(textOf(said).replace(/^(\d{1,15}\.\d\d)\d{1,16}$/, '$1'))
}

/** The charge that was requested. `amount` is null if it is not known. */
export type Asked = { key: string; amount: Kobo | null }

export type Charge = { outcome: CardOutcome; id: string | null; amount: Kobo | null }

/** For differences between clocks, and payments on their way. */
const PAGE_MARGIN_MS = 10 * MINUTE

export function isPageOver(openedAt: Date, pageMs: number, now: Date): boolean {
  return later(openedAt, pageMs + PAGE_MARGIN_MS) <= now
}

/** The state of one attempt. After a failed one, the customer may try again on the same page. */
export function readCharge(said: unknown, asked: Asked): Charge {
  const data = fieldsOf(said)
  const id = readId(data.id)
  const amount = readDecimalNaira(data.amount)
  const unknown: Charge = { outcome: { kind: 'unknown' }, id, amount }
  if (data.tx_ref !== asked.key || data.currency !== 'NGN') return unknown
  if (amount === null || id === null) return unknown
  switch (data.status) {
    case 'successful': {
      const charged = readDecimalNaira(data.charged_amount)
      const fee = feeOf(data, amount)
      // A different amount needs a person.
      if (asked.amount !== null && asked.amount !== amount) return unknown
      if (charged === null || charged < amount) return unknown
      const authorization = data.card === undefined ? null : authorizationOf(data.card)
      const token = tokenOf(data.card)
      const handle = handleOf({ amount, id })
      const paid = { kind: 'approved', authorization, handle, ...(token && { token }) } as const
      return { outcome: { ...paid, ...(fee !== null && { fee }) }, id, amount }
    }
    case 'failed': {
      const reason = declineReasonOf(data.processor_response)
      const card = data.card === undefined ? null : authorizationOf(data.card)
      return { outcome: { kind: 'declined', reason, authorization: card }, id, amount }
    }
    case 'pending':
      return { outcome: { kind: 'pending' }, id, amount }
  }
  return unknown
}

/** What they do not settle: their fee, and stamp duty if they take it. */
export function feeOf(data: Fields, amount: Kobo): Kobo | null {
  const settled = readBalance(data.amount_settled)
  if (settled !== null && settled <= amount) return kobo(amount - settled)
  return readFee(data.app_fee)
}

/**
 * `500000@1790000000` of a page, `500000~1790000000` of a charge that is one attempt, and
 * `500000/4975363` once it is paid.
 */
export type Handle = { amount: Kobo; openedAt?: Date; isOnce?: true; id?: string }

export function handleOf({ amount, openedAt, isOnce, id }: Handle): string {
  if (id !== undefined) return `${amount}/${id}`
  return `${amount}${isOnce ? '~' : '@'}${Math.floor((openedAt?.getTime() ?? 0) / 1_000)}`
}

export function readHandle(handle: string | undefined): Handle | null {
  const [, amount, sign, seconds, id] =
    /^(\d{1,17})(?:([@~])(\d{1,11})|\/(\d{1,20}))$/.exec(handle ?? '') ?? []
  if (amount === undefined) return null
  return {
    amount: kobo(BigInt(amount)),
    ...(sign === '~' && { isOnce: true as const }),
    ...(seconds !== undefined && { openedAt: new Date(Number(seconds) * 1_000) }),
    ...(id !== undefined && { id }),
  }
}

const REASON_BY_WORDS: [RegExp, DeclineReason][] = [
  [/insufficient funds/i, 'insufficient_funds'],
  [/(incorrect|invalid|wrong) pin/i, 'incorrect_pin'],
  [/(incorrect|invalid|wrong) cvv/i, 'incorrect_cvv'],
  [/(incorrect|invalid|wrong) (otp|token)/i, 'incorrect_otp'],
  [/token not generated/i, 'otp_not_sent'],
  [/authentication|3d ?-?secure/i, 'authentication_failed'],
]

export function declineReasonOf(said: unknown): DeclineReason {
  return REASON_BY_WORDS.find(([pattern]) => pattern.test(textOf(said)))?.[1] ?? 'declined'
}

function authorizationOf(said: unknown): CardAuthorization {
  const card = fieldsOf(said)
  const like = (value: unknown, pattern: RegExp) => pattern.exec(textOf(value))?.[0] ?? ''
  const [, expMonth = '', expYear = ''] =
    /^(\d{1,2})\/(\d{2}|\d{4})$/.exec(textOf(card.expiry)) ?? []
  return {
    bin: like(card.first_6digits, /^\d{6}$/),
    last4: like(card.last_4digits, /^\d{4}$/),
    expMonth,
    expYear,
    brand: wordsOf(card.type).toLowerCase(),
    cardType: '',
    bank: wordsOf(card.issuer),
    // `NIGERIA NG`.
    countryCode: like(card.country, /[A-Z]{2}$/),
    reusable: tokenOf(card) !== null,
  }
}

export const TOKEN = /^flw-[A-Za-z0-9-]{1,200}$/

/** They have no name for a card that its tokens share. */
function tokenOf(said: unknown): CardToken | null {
  const { token, first_6digits, last_4digits, expiry } = fieldsOf(said)
  const card = [first_6digits, last_4digits, expiry].map(textOf).join('/')
  const isTold = /^\d{6}\/\d{4}\/\d{1,2}\/\d{2,4}$/.test(card)
  if (!isTold || typeof token !== 'string' || !TOKEN.test(token)) return null
  return { secret: token, signature: createHash('sha256').update(card).digest('hex') }
}

/** Shortened; empty if it might contain a card number. */
function wordsOf(said: unknown): string {
  return /\d{7}/.test(textOf(said)) ? '' : lineOf(said, 64)
}

/** Their calls spell these fields in two ways. */
export function readRefund(said: unknown): NotedRefund | null {
  const data = fieldsOf(said)
  const id = readId(data.id)
  const amount = readDecimalNaira(data.amount_refunded ?? data.AmountRefunded)
  const charge = readId(data.tx_id ?? data.transaction_id ?? data.TransactionId)
  const status = textOf(data.status)
  if (id === null || amount === null || charge === null || status === '') return null
  const key = keyIn(data.comments ?? data.comment)
  // Of the transfer that pays it, if they say so.
  const disbursed = textOf(fieldsOf(data.meta).disburse_status).toLowerCase()
  return { id, amount, charge, key, outcome: refundOutcomeOf(id, status, disbursed) }
}

/** `completed` alone means that it has begun; the others name how it was paid. */
const REFUND_STATES: Record<string, 'accepted' | 'returned' | 'failed'> = {
  new: 'accepted',
  pending: 'accepted',
  processing: 'accepted',
  'pending-momo': 'accepted',
  completed: 'accepted',
  'completed-bank-transfer': 'returned',
  'completed-momo': 'returned',
  'completed-mpgs': 'returned',
  'completed-offline': 'returned',
  'completed-preauth': 'returned',
  failed: 'failed',
}

function refundOutcomeOf(id: string, status: string, disbursed: string): ReturnOutcome {
  const state = rowOf(REFUND_STATES, status)
  if (state === 'failed' || (state === 'accepted' && disbursed === 'failed')) {
    return { kind: 'refused', reason: 'refused_by_bank', said: status }
  }
  const isPaid = status === 'completed' && /^success(ful)?$/.test(disbursed)
  if (isPaid || state === 'returned') {
    return { kind: 'returned', sessionId: `refund-${id}`, handle: id }
  }
  return { kind: state === undefined ? 'unknown' : 'accepted', handle: id }
}
