import { PLACE } from './numbers.ts'

// The requests that are measured, as HTTP/1.1 text with a place for the number.

export type PayloadOptions = { host: string; secretKey: string }

/** The reference of the transaction with this number. */
export const REFERENCE = `bench-${PLACE}`
export const EMAIL = `ada.${PLACE}@example.com`

/** Every request is a new transaction of a new customer: nothing is found, all is made. */
export function initialize({ host, secretKey }: PayloadOptions): string {
  const body = JSON.stringify({
    amount: 500_000,
    email: EMAIL,
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
