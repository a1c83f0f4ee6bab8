import { createHmac } from 'node:crypto'
import type { Context } from '../src/core/context.ts'
import { listQuarantine } from '../src/payments/deposits/quarantine.ts'
import { listWaiting } from '../src/payments/deposits/suspend.ts'
import { SECOND } from '../src/platform/clock.ts'
import { type GivenBusiness, RAIL_SECRET } from './support.ts'

// The sandbox bank's notifications, byte for byte, and the rows they create.

let sessions = 0

/** The bank's notification of a credit of 5,000 kobo, with its own session id. */
export function creditBody(accountNumber: string, now: Date, change: object = {}): string {
  sessions += 1
  const data = {
    session_id: `session-${sessions}`,
    account_number: accountNumber,
    amount: 5_000,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '001',
    sender_account_number: '1234567890',
    narration: '',
    occurred_at: now.toISOString(),
    ...change,
  }
  return JSON.stringify({ event: 'credit', data })
}

/** The same with one member as raw JSON, even if JavaScript cannot represent it. */
export function creditBodyWith(
  accountNumber: string,
  now: Date,
  [name, text]: [name: string, text: string],
): string {
  const place = 'the place of the text'
  return creditBody(accountNumber, now, { [name]: place }).replace(`"${place}"`, () => text)
}

export function signed(body: string | Buffer, timestamp: number | string, secret = RAIL_SECRET) {
  const hmac = createHmac('sha512', secret).update(`${timestamp}.`).update(body)
  return { 'x-service-timestamp': String(timestamp), 'x-service-signature': hmac.digest('hex') }
}

export function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / SECOND)
}

export const NOTHING = { deposits: 0, quarantined: 0, waiting: 0 }

/** Rows created by `run`: deposits of this business, the others of all businesses. */
export async function leftBy(
  context: Context,
  business: GivenBusiness,
  run: () => Promise<void>,
): Promise<typeof NOTHING> {
  const earlier = await standing(context, business)
  await run()
  const later = await standing(context, business)
  return {
    deposits: later.deposits - earlier.deposits,
    quarantined: later.quarantined - earlier.quarantined,
    waiting: later.waiting - earlier.waiting,
  }
}

async function standing(context: Context, { businessId }: GivenBusiness): Promise<typeof NOTHING> {
  const [row] = await context.sql<[{ deposits: number }]>`
    select count(*)::int as deposits from deposit where business_id = ${businessId}
  `
  const quarantined = (await listQuarantine(context, 'test')).length
  const waiting = (await listWaiting(context, 'test')).length
  return { deposits: row.deposits, quarantined, waiting }
}
