import { createHmac, createSecretKey } from 'node:crypto'
import { numbersOf, PLACE, PLACE_OF_THOUSAND } from './numbers.ts'

// The requests that are measured, as HTTP/1.1 text with a place for the number.

export type Payload = {
  text: string
  /** Stands in every right answer; null where that is the number. */
  expected: string | null
  /** Writes what depends on more than the number, when that is written. */
  complete: (request: Buffer) => void
}

export type PayloadOptions = { host: string; secretKey: string }
export type DepositOptions = {
  host: string
  railSecret: string
  /** Each deposit goes to one of them by chance. */
  accountNumbers: string[]
  seed: number
}

export type InitiateOptions = {
  host: string
  /** Each verification is begun with one of them by chance. All are equally long. */
  secretKeys: string[]
  seed: number
}

/** The reference of the transaction with this number. */
export const REFERENCE = `bench-${PLACE}`
/** The session id of the deposit with this number: thirty digits, as NIP has it. */
export const SESSION_ID = `999999261121120000000${PLACE}`

/** A new transaction of one of a thousand customers, who are known after a moment. */
export function initialize(options: PayloadOptions): Payload {
  return initializeFor(`ada.${PLACE_OF_THOUSAND}@example.com`, options)
}

/** A new transaction of a new customer: two rows. */
export function initializeForNew(options: PayloadOptions): Payload {
  return initializeFor(EMAIL, options)
}

/** As an e-mail stands in the rows that INSERT writes. */
export const EMAIL = `new.${PLACE}@example.com`

function initializeFor(email: string, { host, secretKey }: PayloadOptions): Payload {
  const body = JSON.stringify({
    amount: 500_000,
    email,
    name: 'Ada Example',
    reference: REFERENCE,
  })
  const text = [
    'POST /api/v1/transactions/initialize HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${secretKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  return { text, expected: null, complete: () => {} }
}

export function verify({ host, secretKey }: PayloadOptions): Payload {
  const text = [
    `GET /api/v1/transactions/verify/${REFERENCE} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${secretKey}`,
    '',
    '',
  ].join('\r\n')
  return { text, expected: null, complete: () => {} }
}

export type PostOptions = {
  host: string
  path: string
  /** With places for the number. */
  body: string
  expected: string
}

/** To any server. */
export function anyPost({ host, path, body, expected }: PostOptions): Payload {
  const text = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  return { text, expected, complete: () => {} }
}

/** The newest transactions. */
export function list(options: PayloadOptions): Payload {
  return read('/api/v1/transactions?perPage=20', options)
}

/** Those that nobody has paid. */
export function listAbandoned(options: PayloadOptions): Payload {
  return read('/api/v1/transactions?perPage=20&status=abandoned', options)
}

export type CustomerOptions = PayloadOptions & { customer: string }

export function listOfCustomer({ customer, ...options }: CustomerOptions): Payload {
  return read(`/api/v1/transactions?perPage=20&customer=${customer}`, options)
}

/** Of the last thirty days. */
export function statistics(options: PayloadOptions): Payload {
  return read('/api/v1/statistics', options)
}

/** The number only tells one request from the next. */
function read(path: string, { host, secretKey }: PayloadOptions): Payload {
  const text = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${secretKey}`,
    `X-Request-Id: ${REFERENCE}`,
    '',
    '',
  ].join('\r\n')
  return { text, expected: '"status":"success"', complete: () => {} }
}

const KEY_PLACE = 'K'
/** A BVN that was never asked for. In the tables is its keyed hash: there it comes in no order. */
const BVN = `22${PLACE}`

/** A verification is begun: a fee is held, a code leaves, the fee is taken. */
export function initiate({ host, secretKeys, seed }: InitiateOptions): Payload {
  const place = KEY_PLACE.repeat(secretKeys[0]!.length)
  const chosen = numbersOf({ kind: 'random', first: 0, end: secretKeys.length, seed })
  const body = JSON.stringify({ type: 'BVN', number: BVN })
  const text = [
    'POST /api/v1/bvn/verify HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${place}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  const keyAt = text.indexOf(place)
  const complete = (request: Buffer) => {
    request.write(secretKeys[chosen()]!, keyAt, 'latin1')
  }
  return { text, expected: '"status":"Pending"', complete }
}

/** The session id of the transfer to the account with this number. */
export const PAYMENT_SESSION = '99999926112212000000'
/** Stands in the reference of a payment before its account number. */
export const PAID = 'paid-'
/** And before the number of one that is made and paid in one flow. */
export const FLOW = 'flow-'

export type PaymentOptions = {
  host: string
  railSecret: string
  /** What the account numbers begin with; the number follows. */
  digit: string
}

const ACCOUNT_PLACE = 'ACCOUNT_NR'
const TIMESTAMP_PLACE = 'TIME_STAMP'
const SIGNATURE_PLACE = 'S'.repeat(128)

/** A bank tells of a credit, each time another, of ₦5,000.00 to ₦5,009.99, and signs it. */
export function deposit({ host, railSecret, accountNumbers, seed }: DepositOptions): Payload {
  const chosen = numbersOf({ kind: 'random', first: 0, end: accountNumbers.length, seed })
  const { text, sign } = notification(host, railSecret, creditBody(ACCOUNT_PLACE, SESSION_ID))
  // All of it is ASCII: places in the text are places in the bytes.
  const accountAt = text.indexOf(ACCOUNT_PLACE)
  const complete = (request: Buffer) => {
    request.write(accountNumbers[chosen()]!, accountAt, 'latin1')
    sign(request)
  }
  return { text, expected: CREDITED, complete }
}

/** As many kobo as `payers.ts` asks for come to the account of the payment with this number. */
export function payment({ host, railSecret, digit }: PaymentOptions): Payload {
  const accountNumber = `${digit}${PLACE}`
  const body = creditBody(accountNumber, `${PAYMENT_SESSION}${accountNumber}`)
  const { text, sign } = notification(host, railSecret, body)
  return { text, expected: CREDITED, complete: sign }
}

const CREDITED = '"Credited"'

function notification(host: string, railSecret: string, body: string) {
  const key = createSecretKey(Buffer.from(railSecret))
  const text = [
    'POST /api/v1/rails/sandbox/notifications HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Service-Timestamp: ${TIMESTAMP_PLACE}`,
    `X-Service-Signature: ${SIGNATURE_PLACE}`,
    '',
    body,
  ].join('\r\n')
  const [timestampAt, signatureAt] = [text.indexOf(TIMESTAMP_PLACE), text.indexOf(SIGNATURE_PLACE)]
  const bodyAt = text.length - body.length
  const sign = (request: Buffer) => {
    const timestamp = String(Math.trunc(Date.now() / 1_000))
    request.write(timestamp, timestampAt, 'latin1')
    const signature = createHmac('sha512', key)
      .update(`${timestamp}.`)
      .update(request.subarray(bodyAt))
      .digest('hex')
    request.write(signature, signatureAt, 'latin1')
  }
  return { text, sign }
}

/** JSON with the last three digits of the number as a place in it. */
export function creditBody(accountNumber: string, sessionId: string): string {
  const data = JSON.stringify({
    session_id: sessionId,
    account_number: accountNumber,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '058',
    sender_account_number: '0123456789',
    narration: 'For shoes',
    occurred_at: new Date().toISOString(),
  })
  return `{"event":"credit","data":{"amount":500${PLACE_OF_THOUSAND},${data.slice(1)}}`
}
