import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { DAY, SECOND } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import type { BankCredit, Notification, RailRequest } from '../outcomes.ts'
import { lineOf, memberOf, textOf } from '../values.ts'

import type { SandboxOptions } from './memory.ts'

// Notifications of credits from the sandbox's bank: JSON, signed like our webhooks with HMAC-SHA512
// over `<timestamp>.<body>` in hexadecimal, at most 300 seconds old. A repeated one has the same
// session id, and is one credit.
//
//   {"event": "credit", "data": {"session_id", "account_number", "amount" (kobo), "sender_name",
//    "sender_bank_code", "sender_account_number", "narration", "occurred_at", "fee"? (kobo)}}
//
// The money of a credit has arrived, so unusual texts in it are cleaned, not refused.

const TOLERANCE_MS = 300 * SECOND
const SIGNATURE = /^[0-9a-f]{128}$/i
const SESSION_ID_MAX = 64
const ACCOUNT_NUMBER_MAX = 20
const TEXT_MAX = 200
/** A time further ahead than this is not believed. */
const AHEAD_MAX_MS = 1 * DAY
const FIRST_YEAR = Date.UTC(2000, 0, 1)
/** ₦100 billion. A larger amount is a mistake, and sums of many would overflow. */
const AMOUNT_MAX = 10_000_000_000_000

export function notificationReader({
  notificationSecrets = [],
  now,
}: SandboxOptions): (request: RailRequest) => Notification {
  // Made once: making the key for each request costs several times more.
  const keys = notificationSecrets.map((secret) => createSecretKey(Buffer.from(secret)))
  return ({ headers, body }) => {
    const timestamp = textOf(headers['x-service-timestamp'])
    if (!keys.some((key) => isSigned(key, timestamp, headers['x-service-signature'], body))) {
      return { kind: 'forged' }
    }
    const ageMs = now().getTime() - Number(timestamp) * SECOND
    if (!(Math.abs(ageMs) <= TOLERANCE_MS)) return { kind: 'stale' }
    const credit = creditIn(body, now())
    if (credit === null) return { kind: 'unreadable' }
    return { kind: 'credit', credit, ...feeIn(body, credit) }
  }
}

function isSigned(key: KeyObject, timestamp: string, signature: unknown, body: Buffer): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false
  const right = createHmac('sha512', key).update(`${timestamp}.`).update(body).digest()
  return equalSecrets(right, Buffer.from(signature, 'hex'))
}

/** Null if amount, account or session id is unreadable. */
function creditIn(body: Buffer, now: Date): BankCredit | null {
  const notification = parsed(body)
  const data = memberOf(notification, 'data')
  if (memberOf(notification, 'event') !== 'credit') return null
  const [amount, sessionId] = [memberOf(data, 'amount'), memberOf(data, 'session_id')]
  const accountNumber = lineOf(memberOf(data, 'account_number'), ACCOUNT_NUMBER_MAX)
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null
  if (amount <= 0 || amount > AMOUNT_MAX) return null
  if (typeof sessionId !== 'string' || !isSessionId(sessionId)) return null
  if (accountNumber === '') return null
  const text = (name: string) => lineOf(memberOf(data, name), TEXT_MAX)
  return {
    sessionId,
    accountNumber,
    amount: kobo(amount),
    senderName: text('sender_name'),
    senderBankCode: text('sender_bank_code'),
    senderAccountNumber: text('sender_account_number'),
    narration: text('narration'),
    occurredAt: momentOf(textOf(memberOf(data, 'occurred_at')), now),
  }
}

/** An impossible fee is ignored. */
function feeIn(body: Buffer, { amount }: BankCredit): { fee?: Kobo } {
  const fee = memberOf(memberOf(parsed(body), 'data'), 'fee')
  const isFee = typeof fee === 'number' && Number.isSafeInteger(fee) && fee > 0 && fee < amount
  return isFee ? { fee: kobo(fee) } : {}
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Never cleaned or cut: that could turn two ids into one. */
function isSessionId(text: string): boolean {
  return text.length >= 1 && text.length <= SESSION_ID_MAX && /^[\x20-\x7e]+$/.test(text)
}

/** An impossible time becomes now. */
function momentOf(text: string, now: Date): Date {
  const ms = Date.parse(text)
  return ms >= FIRST_YEAR && ms <= now.getTime() + AHEAD_MAX_MS ? new Date(ms) : now
}
