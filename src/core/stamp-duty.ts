import type { Config } from '../platform/config.ts'
import type { Sql } from '../platform/db.ts'
import { type Kobo, kobo } from '../platform/money.ts'
import type { Mode } from '../providers/outcomes.ts'
import { HOUSE, type Scope } from './context.ts'
import type { AccountName } from './ledger/chart.ts'
import { listEntries, openAccount, openAccounts, post } from './ledger/ledger.ts'

// Stamp duty: since January 2026, the sender of a transfer of ₦10,000 or more owes ₦50 (Nigeria Tax
// Act 2025). We owe it for payouts, refunds and returns. There is no VAT on it. Either the service
// collects it, for the operator to pay over, or the provider deducts it from our balance itself. In
// both cases the sender bears it once.

const AMOUNT = kobo(5_000)
const FROM_AMOUNT = kobo(1_000_000)

/** Of one transfer. */
export type Duty = {
  duty: Kobo
  /** The provider deducts it from our balance. */
  dutyByProvider: boolean
}

type Knows = { config: Pick<Config, 'stampDuty'>; now: () => Date }

/** Null: no transfer of now owes it. */
export function stampDuty({ config, now }: Knows): { amount: Kobo; fromAmount: Kobo } | null {
  const { from } = config.stampDuty
  return from === null || now() < from ? null : { amount: AMOUNT, fromAmount: FROM_AMOUNT }
}

/** `rail`: the provider that sends the transfer. */
export function dutyOn(context: Knows, amount: Kobo, rail: string): Duty {
  const isOwed = stampDuty(context) !== null && amount >= FROM_AMOUNT
  return {
    duty: isOwed ? AMOUNT : kobo(0),
    dutyByProvider: isOwed && context.config.stampDuty.byProviders.includes(rail),
  }
}

/** The largest amount that can be sent from a balance together with its duty. */
export function mostWithDuty(context: Knows, balance: Kobo, rail: string): Kobo {
  const { duty } = dutyOn(context, balance, rail)
  const left = kobo(balance - duty)
  return dutyOn(context, left, rail).duty === duty ? left : kobo(FROM_AMOUNT - 1n)
}

/** Where it goes. Opens the account for a business that is older than it. */
export async function dutyAccount(
  sql: Sql,
  now: Date,
  scope: Scope,
  { dutyByProvider }: Duty,
): Promise<AccountName> {
  if (dutyByProvider) return 'bank_clearing'
  await openAccount(sql, now, scope, 'stamp_duty')
  return 'stamp_duty'
}

/**
 * Books the duty on a return that the bank has made, in the commit that records it. The house bears
 * it, because the money was the payer's. `causeId`: of the deposit or the dispute. No-op if none is
 * owed, or if the provider deducts it, and so reports it as a fee.
 */
export async function bookReturnDuty(
  context: Knows,
  sql: Sql,
  { mode, causeId, amount, rail }: { mode: Mode; causeId: string; amount: Kobo; rail: string },
): Promise<void> {
  const { duty, dutyByProvider } = dutyOn(context, amount, rail)
  if (duty === 0n || dutyByProvider) return
  // A version that booked it before the return may have ended in between.
  const written = await listEntries(sql, HOUSE, mode, causeId)
  if (written.some(({ reason }) => reason === 'rail_return_duty')) return
  const now = context.now()
  const house = { businessId: HOUSE, mode }
  await openAccounts(sql, now, house)
  const of = { ...house, causeId, reason: 'rail_return_duty' as const, occurredAt: now }
  await post(sql, now, [{ ...of, debit: 'rail_fees', credit: 'stamp_duty', amount: duty }])
}
