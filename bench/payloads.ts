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

const ACCOUNT_PLACE = 'ACCOUNT_NR'
const TIMESTAMP_PLACE = 'TIME_STAMP'
const SIGNATURE_PLACE = 'S'.repeat(128)

/** A bank tells of a credit, each time another, of ₦5,000.00 to ₦5,009.99, and signs it. */
export function deposit({ host, railSecret, accountNumbers, seed }: DepositOptions): Payload {
  const key = createSecretKey(Buffer.from(railSecret))
  const chosen = numbersOf({ kind: 'random', first: 0, end: accountNumbers.length, seed })
  const body = creditBody()
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
  // All of it is ASCII: places in the text are places in the bytes.
  const [accountAt, timestampAt] = [text.indexOf(ACCOUNT_PLACE), text.indexOf(TIMESTAMP_PLACE)]
  const [signatureAt, bodyAt] = [text.indexOf(SIGNATURE_PLACE), text.length - body.length]
  const complete = (request: Buffer) => {
    const timestamp = String(Math.trunc(Date.now() / 1_000))
    request.write(accountNumbers[chosen()]!, accountAt, 'latin1')
    request.write(timestamp, timestampAt, 'latin1')
    const signature = createHmac('sha512', key)
      .update(`${timestamp}.`)
      .update(request.subarray(bodyAt))
      .digest('hex')
    request.write(signature, signatureAt, 'latin1')
  }
  return { text, expected: '"Credited"', complete }
}

function creditBody(): string {
  const data = JSON.stringify({
    session_id: SESSION_ID,
    account_number: ACCOUNT_PLACE,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '058',
    sender_account_number: '0123456789',
    narration: 'For shoes',
    occurred_at: new Date().toISOString(),
  })
  return `{"event":"credit","data":{"amount":500${PLACE_OF_THOUSAND},${data.slice(1)}}`
}
