import { later, SECOND } from '../../platform/clock.ts'
import { formatNaira, kobo } from '../../platform/money.ts'
import type { DeclineReason } from '../../providers/failures.ts'
import { codeOfSentence, historyInCodes } from './history-sentences.ts'
import type { Channel, Happening } from './transactions.rows.ts'

// Steps of a payment are stored as codes with data, such as `card_declined:incorrect_pin`, and
// become sentences when they are read. The history lists them with the seconds since the payment
// was created: `opened@3,card_tried@15,paid:card@21`. It stays text: JSON objects would take three
// times the bytes, in a row that each step writes again.

/** Shown on the checkout, which translates them. */
export const CUSTOMER_MESSAGES = {
  declined: 'Your bank declined this card. Try again or use another way to pay.',
  declined_funds:
    'There is not enough money for this payment. Add money, or use another card or another way ' +
    'to pay.',
  declined_expired:
    'Your bank says that this card has expired. Use another card or another way to pay.',
  declined_pin: 'The card PIN was wrong. Try again or use another way to pay.',
  declined_unconfirmed:
    'The payment was not confirmed at your bank. Try again or use another way to pay.',
  not_accepted: 'This payment was not accepted. Try another way to pay.',
  declined_too_often: 'This payment failed because the card was declined too many times.',
  code_wrong: 'Wrong code. Check it and try again.',
  network_down: 'The card network could not be reached. Nothing was charged.',
  charge_failed: 'Your bank did not complete this payment. Try again or use another way to pay.',
  charge_failed_too_often: 'This payment failed because it was declined too many times.',
  bank_down: 'Your bank could not be reached. Nothing was charged.',
  transfer_late: 'A transfer of {amount} arrived too late. It is being returned.',
  transfer_wrong:
    'A transfer of {amount} arrived, but this payment needs exactly {exact}. It is being ' +
    'returned.',
} as const

/** The data of a code fill the placeholders of its text, in order. */
const TEXTS = {
  ...CUSTOMER_MESSAGES,
  opened: 'Opened the checkout',
  card_tried: 'Attempted to pay with card',
  card_declined: 'Card declined: {reason}',
  tried: 'Attempted to pay {channel}',
  charge_declined: 'Declined: {reason}',
  account_requested: 'Requested an account number for a transfer',
  cancelled: 'The customer cancelled',
  cancelled_by_business: 'The business cancelled',
  expired: 'The customer did not pay in time.',
  displaced: 'The server of the business initialized another payment with this reference.',
  paid: 'Successfully paid {channel}',
  paid_unsplit:
    'Successfully paid {channel}. The split was not applied: its shares do not fit what was paid.',
  refunded: 'Refunded in full',
  /** A sentence from before migration 0046 that has no code. */
  note: '{text}',
} as const

const CHANNELS: Record<Channel, string> = {
  card: 'with card',
  bank_transfer: 'by bank transfer',
  ussd: 'by USSD',
  bank: 'from a bank account',
  opay: 'with OPay',
  dedicated_virtual_account: 'by transfer to a dedicated account',
}

export type HappeningCode = keyof typeof TEXTS
type LineType = 'action' | 'auth' | 'error' | 'success'
/** A step as the API shows it, and its code. */
type Line = { code: HappeningCode; type: LineType; message: string; time: number }

const ERRORS: readonly HappeningCode[] = [
  'card_declined',
  'charge_declined',
  'network_down',
  'bank_down',
  'transfer_late',
  'transfer_wrong',
]
const CANCELLED: readonly HappeningCode[] = ['cancelled', 'cancelled_by_business']
const LENGTH_MAX = 2_048

export function happening(code: HappeningCode, ...data: (string | bigint)[]): Happening {
  return [code, ...data].join(':') as Happening
}

/** Of a decline that says why, the code of what the customer may know. */
export function codeOf(happened: Happening): HappeningCode {
  const [code, reason = ''] = inCodes(happened).split(':') as [HappeningCode, string?]
  return (code === 'declined' || code === 'charge_failed') && Object.hasOwn(TOLD, reason)
    ? TOLD[reason as keyof typeof TOLD]
    : code
}

/**
 * The reasons of a decline that a customer reads. The others stay unsaid, because they would tell a
 * thief whether a number, a CVV or a stolen card is good.
 */
const TOLD = {
  insufficient_funds: 'declined_funds',
  card_expired: 'declined_expired',
  incorrect_pin: 'declined_pin',
  incorrect_otp: 'declined_unconfirmed',
  otp_not_sent: 'declined_unconfirmed',
  authentication_failed: 'declined_unconfirmed',
  cancelled: 'declined_unconfirmed',
  timed_out: 'declined_unconfirmed',
  rule_matched: 'not_accepted',
} as const satisfies Partial<Record<DeclineReason, keyof typeof CUSTOMER_MESSAGES>>

/** Converts a sentence from before migration 0046; returns a code as it is. */
export function inCodes(happened: Happening): Happening {
  const [code = ''] = happened.split(':', 1)
  return code in TEXTS ? happened : (codeOfSentence(happened) as Happening)
}

/** `text`: the sentence of this code in another language. */
export function sentenceOf(happened: Happening, text: string = TEXTS[codeOf(happened)]): string {
  const data = dataOf(happened)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '')
}

/** The values of the placeholders, by name, formatted for people. */
export function dataOf(happened: Happening): Record<string, string> {
  const data = inCodes(happened).split(':').slice(1)
  const names = TEXTS[codeOf(happened)].match(/(?<=\{)\w+(?=\})/g) ?? []
  return Object.fromEntries(names.map((name, i) => [name, inWords(name, data[i] ?? '')]))
}

function inWords(name: string, datum: string): string {
  switch (name) {
    case 'amount':
    case 'exact':
      return formatNaira(kobo(BigInt(datum)))
    case 'channel':
      return CHANNELS[datum as Channel]
    case 'reason':
      return datum.replaceAll('_', ' ')
    default:
      return decodeURIComponent(datum)
  }
}

/** The history with one more step. */
export function historyWith(
  { history, createdAt }: { history: string; createdAt: Date },
  now: Date,
  happened: Happening,
): string {
  // Limits what repeated requests can add. The end of a payment is always recorded.
  const code = codeOf(happened)
  if (history.length > LENGTH_MAX && !isEnd(code) && !CANCELLED.includes(code)) return history
  const seconds = Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / 1_000))
  const line = `${happened}@${seconds}`
  return history === '' ? line : `${history},${line}`
}

export function linesOf(history: string): Line[] {
  if (history === '') return []
  return historyInCodes(history)
    .split(',')
    .map((line) => {
      const [happened, seconds] = line.split('@') as [Happening, string]
      const code = codeOf(happened)
      return { code, type: typeOf(code), message: sentenceOf(happened), time: Number(seconds) }
    })
}

/** The reason of the last declined attempt. */
export function lastDeclineIn(history: string): DeclineReason | null {
  const declines = historyInCodes(history).matchAll(/(?:card|charge)_declined:(\w+)@/g)
  return ([...declines].at(-1)?.[1] ?? null) as DeclineReason | null
}

/** When an abandoned payment was closed: cancelled, displaced, or when it expired. */
export function abandonedAt({
  history,
  createdAt,
  expiresAt,
}: {
  history: string
  createdAt: Date
  expiresAt: Date
}): Date {
  const isClosed = (code: HappeningCode) => CANCELLED.includes(code) || code === 'displaced'
  const closed = linesOf(history).find(({ code }) => isClosed(code))
  const at = closed ? later(createdAt, closed.time * SECOND) : expiresAt
  // One that had expired can still be displaced.
  return at < expiresAt ? at : expiresAt
}

function typeOf(code: HappeningCode): LineType {
  if (isEnd(code)) return 'success'
  if (code === 'code_wrong') return 'auth'
  return ERRORS.includes(code) ? 'error' : 'action'
}

function isEnd(code: HappeningCode): boolean {
  return code === 'paid' || code === 'paid_unsplit'
}
