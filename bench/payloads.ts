import { PLACE, PLACE_OF_THOUSAND } from './numbers.ts'

// The requests that are measured, as HTTP/1.1 text with a place for the number.

export type PayloadOptions = { host: string; secretKey: string }

/** The reference of the transaction with this number. */
export const REFERENCE = `bench-${PLACE}`

/** A new transaction of one of a thousand customers, who are known after a moment. */
export function initialize(options: PayloadOptions): string {
  return initializeFor(`ada.${PLACE_OF_THOUSAND}@example.com`, options)
}

/** A new transaction of a new customer: two rows. */
export function initializeForNew(options: PayloadOptions): string {
  return initializeFor(EMAIL, options)
}

/** As an e-mail stands in the rows that INSERT writes. */
export const EMAIL = `new.${PLACE}@example.com`

function initializeFor(email: string, { host, secretKey }: PayloadOptions): string {
  const body = JSON.stringify({
    amount: 500_000,
    email,
    name: 'Ada Example',
    reference: REFERENCE,
  })
  return [
    'POST /api/v1/transactions/initialize HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${secretKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

export function verify({ host, secretKey }: PayloadOptions): string {
  return [
    `GET /api/v1/transactions/verify/${REFERENCE} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${secretKey}`,
    '',
    '',
  ].join('\r\n')
}
