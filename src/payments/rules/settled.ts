import type { Context } from '../../core/context.ts'
import { isCharged, type Transaction } from '../transactions/transactions.rows.ts'
import { type Facts, reasonsIn, rulesOf, weigh, withReasons } from './weigh.ts'

// Weighs a payment that is being paid: the money is here, so nothing is refused any more. Of a
// charge, only what its provider says with the outcome is new: the country, and the card of a page.

/** `card`: the digest of a card that was not known when the attempt began. */
type Paid = Pick<Facts, 'channel' | 'amount' | 'card' | 'country'>

export async function weighPaid(
  context: Context,
  before: Transaction,
  paid: Paid,
): Promise<Pick<Transaction, 'reasons' | 'review'>> {
  const rules = await rulesOf(context, before)
  if (rules.length === 0 && before.reasons === null) return { reasons: null, review: null }
  const isCharge = isCharged(paid.channel)
  const asked = isCharge ? rules.filter(({ kind }) => kind.includes('card')) : rules
  const { id: transactionId, customerId, email, ipAddress: address, attempts } = before
  const facts = { ...paid, transactionId, customerId, email, address }
  const number = isCharge ? attempts : null
  const found = await weigh(context.sql, context.now(), before, asked, facts, number)
  const reasons = withReasons(before, found.reasons)
  const all = reasonsIn(reasons)
  const isAllowed = all.some(({ action, attempt }) => action === 'allow' && attempt === number)
  const isAsked = found.verdict === 'refuse' || all.some(({ action }) => action === 'review')
  return { reasons, review: isAsked && !isAllowed ? 'pending' : null }
}

/** Of the card that was charged, as its provider says; null if it does not. */
export function countryIn(authorizationDetails: string | null): string | null {
  if (authorizationDetails === null) return null
  const { country_code: country } = JSON.parse(authorizationDetails) as { country_code?: string }
  return country || null
}
