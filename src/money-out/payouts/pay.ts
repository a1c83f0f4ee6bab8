import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { findBank } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import { hold, InsufficientBalance } from '../../core/ledger/ledger.ts'
import { dutyAccount, dutyOn } from '../../core/stamp-duty.ts'
import {
  type Beneficiary,
  enquireBeneficiary,
  foundOrRefused,
} from '../../payments/beneficiaries/beneficiaries.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, shortId, uuidOf } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { send } from './conclude.ts'
import {
  findByReference,
  findPayout,
  insertPayout,
  isKeyTaken,
  type Payout,
  type PayoutId,
} from './payouts.sql.ts'
import { eventOf, paidFrom } from './payouts.ts'

// A business pays out of its wallet. A name enquiry comes first: until it is answered, nothing is
// written. One database transaction then inserts the row and holds the amount; the transfer is
// requested after COMMIT.

/** Longer than the bank may take to answer. */
const LEASE_MS = 1 * MINUTE

export type PayInput = {
  amount: Kobo
  bankCode: string
  accountNumber: string
  reference: string | null
  reason: string | null
  /** JSON, stored byte for byte. */
  metadata?: string | null
  /** The id of the payout on each try with one Idempotency-Key. */
  effectId: string | null
  /** The Idempotency-Key, as a name that does not change when it is sent again. */
  requestName?: string | null
  /** Runs in the transaction that reserves the payout. If it throws, nothing is reserved. */
  within?: (sql: Sql) => Promise<void>
}

export type Order = Pick<
  Payout,
  'amount' | 'bankCode' | 'accountNumber' | 'reason' | 'subaccountId'
> & {
  payoutId: PayoutId
  reference: string
  railKey?: string | null
  metadata?: string | null
}

/**
 * Returns the payout after the first request to the bank; `pending` if that had no outcome. A
 * repeated reference returns its payout if amount and account are the same, and is refused if not.
 */
export async function pay(context: Context, scope: Scope, input: PayInput): Promise<Payout> {
  const bank = findBank(input.bankCode) ?? refuse('unknown_bank')
  const payoutId = (input.effectId ?? newId(context.now())) as PayoutId
  const order: Order = {
    payoutId,
    reference: input.reference ?? shortId(payoutId),
    amount: input.amount,
    bankCode: bank.code,
    accountNumber: input.accountNumber,
    reason: input.reason,
    metadata: input.metadata ?? null,
    subaccountId: null,
  }
  const earlier = await findEarlier(context, scope, order)
  if (earlier) return earlier

  const beneficiary = foundOrRefused(await enquireBeneficiary(context, scope, bank, order))
  const railKey = await railKeyOf(context, scope, input)
  const payout = payoutOf(context, scope, { ...order, railKey }, beneficiary)
  if (await reserve(context, payout, input.within)) {
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return send(context, payout)
  }
  const twin = await findEarlier(context, scope, order)
  assert(twin, 'the conflicting row must exist')
  return twin
}

/**
 * A key derived from the request alone, so that the rail recognizes a repeat after a restore has
 * lost the row. A reference names one payout forever. An expired Idempotency-Key can name another
 * payout: that one uses its id (null), like a request with neither.
 */
async function railKeyOf(
  { sql }: Context,
  { businessId, mode }: Scope,
  { reference, requestName = null }: PayInput,
): Promise<string | null> {
  if (reference === null && requestName === null) return null
  const name = reference === null ? `request\n${requestName}` : `reference\n${reference}`
  const hash = createHash('sha256').update(`payout\n${businessId}\n${mode}\n${name}`)
  const bytes = hash.digest().subarray(0, 16)
  // UUID version 8: custom data.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const railKey = uuidOf(bytes)
  const isTaken = reference === null && (await isKeyTaken(sql, { businessId, mode }, railKey))
  return isTaken ? null : railKey
}

/** The payout that an earlier try of this request made, or one with the same reference. */
async function findEarlier({ sql }: Context, scope: Scope, order: Order): Promise<Payout | null> {
  const { payoutId, reference } = order
  const own = await findPayout(sql, { ...scope, payoutId })
  if (own) return own
  const twin = await findByReference(sql, scope, reference)
  if (twin === null) return null
  const same =
    twin.subaccountId === null &&
    twin.amount === order.amount &&
    twin.bankCode === order.bankCode &&
    twin.accountNumber === order.accountNumber
  if (same) return twin
  const message =
    'This reference is already used by a payout with another amount or account. Send a new ' +
    'reference, or fetch that payout: GET /payouts?reference=….'
  throw new Refusal('duplicate_reference', { message })
}

export function payoutOf(
  context: Context,
  { businessId, mode }: Scope,
  order: Order,
  { accountName, enquiry, rail }: Pick<Beneficiary, 'accountName' | 'enquiry' | 'rail'>,
): Payout {
  const now = context.now()
  return {
    ...dutyOn(context, order.amount, rail),
    businessId,
    mode,
    railKey: null,
    metadata: null,
    ...order,
    keyedAt: null,
    state: 'pending',
    rail,
    accountName,
    enquiry,
    failure: null,
    sessionId: null,
    handle: null,
    askedAt: null,
    acceptedAt: null,
    // If this process dies before it requests the transfer, a job does.
    nextAt: later(now, LEASE_MS),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    reversedAt: null,
  }
}

/** False, and nothing is written, if the id or the reference is taken. */
async function reserve(
  context: Context,
  payout: Payout,
  within: PayInput['within'],
): Promise<boolean> {
  try {
    return await context.sql.begin(async (sql) => {
      await within?.(sql)
      return holdPayout(sql, payout)
    })
  } catch (error) {
    if (error instanceof InsufficientBalance) refuse('insufficient_balance')
    throw error
  }
}

/** As `reserve`, in the caller's database transaction. */
export async function holdPayout(sql: Sql, payout: Payout): Promise<boolean> {
  if (!(await insertPayout(sql, payout))) return false
  await hold(sql, payout.createdAt, ...(await entriesOf(sql, payout)))
  await emit(sql, [eventOf(payout, payout.createdAt)])
  return true
}

async function entriesOf(sql: Sql, payout: Payout): Promise<Entry[]> {
  const { businessId, mode, payoutId: causeId, amount, duty, createdAt: occurredAt } = payout
  const entry = { businessId, mode, causeId, debit: paidFrom(payout), occurredAt }
  const sent: Entry = { ...entry, reason: 'payout', credit: 'bank_clearing', amount }
  if (duty === 0n) return [sent]
  const credit = await dutyAccount(sql, occurredAt, payout, payout)
  return [sent, { ...entry, reason: 'payout_duty', credit, amount: duty }]
}
