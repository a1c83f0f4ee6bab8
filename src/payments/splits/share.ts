import assert from 'node:assert/strict'
import { type Kobo, kobo } from '../../platform/money.ts'

// Sharing an amount to the last kobo. Each party first gets its part of the whole amount; then the
// bearers of the fee give it up out of their parts. What a bearer cannot give because its part is
// too small, the business gives, and what that cannot, the subaccounts together. So shares of a
// percentage fit any amount; flat shares fit as long as they and the fee are not more than it.
//
// Where kobo are left over, they go to the largest remainders (the method of Hamilton); of equal
// ones to the subaccount that was made first, to the business last. The order in which subaccounts
// are named changes nothing.

export type BearerType = 'account' | 'subaccount' | 'all' | 'all-proportional'
export type SplitType = 'percentage' | 'flat'

export type Terms = {
  type: SplitType
  bearerType: BearerType
  /** The id of the subaccount that bears the fee, where one does. */
  bearerId: string | null
  /** `id` sorts in order of creation. `share`: basis points (0.01 %), or kobo. */
  shares: { id: string; share: bigint }[]
}

export type Shares = {
  /** The fee with VAT. */
  service: Kobo
  business: Kobo
  /** In the order of the terms. */
  subaccounts: { id: string; amount: Kobo }[]
}

export const WHOLE = 10_000n
export const FLAT_MAX = 1_000_000_000_000n

/** Whether `amount` is enough for flat shares and the fee. A part of a whole always is. */
export function sharesFit({ type, shares }: Terms, amount: Kobo, service: Kobo): boolean {
  if (type === 'percentage') return true
  return shares.map(({ share }) => share).reduce(sum, 0n) + service <= amount
}

/** All of it sums to `amount`, and none is negative. Null where flat shares do not fit. */
export function shareOut(terms: Terms, amount: Kobo, service: Kobo): Shares | null {
  assert(service >= 0n && service <= amount, 'a fee is a part of what was paid')
  const parties = [...terms.shares].sort((one, other) => (one.id < other.id ? -1 : 1))
  const shares = parties.map(({ share }) => share)
  const named = shares.reduce(sum, 0n)
  if (!sharesFit(terms, amount, service)) return null
  assert(terms.type === 'flat' || named <= WHOLE, 'the shares add up to at most 100 %')

  // The business stands last, everywhere.
  const parts =
    terms.type === 'flat'
      ? [...shares, amount - named]
      : apportioned(amount, [...shares, WHOLE - named])
  const left = charged(parts, service, burdens(terms, parties, parts))
  const amounts = new Map(parties.map(({ id }, i) => [id, kobo(left[i]!)]))
  return {
    service,
    business: kobo(left.at(-1)!),
    subaccounts: terms.shares.map(({ id }) => ({ id, amount: amounts.get(id)! })),
  }
}

/** `amount` in whole parts that are to each other as the weights are, or as nearly as can be. */
export function apportioned(amount: bigint, weights: bigint[]): bigint[] {
  const total = weights.reduce(sum, 0n)
  if (total === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (amount * weight) / total)
  let rest = amount - parts.reduce(sum, 0n)
  if (rest === 0n) return parts
  const byRemainder = weights
    .map((weight, place) => ({ place, remainder: (amount * weight) % total }))
    .sort((one, other) => compared(other.remainder, one.remainder) || one.place - other.place)
  for (const { place } of byRemainder) {
    if (rest === 0n) break
    parts[place]! += 1n
    rest -= 1n
  }
  return parts
}

/** How heavily each bears the fee, in the order of `parts`. */
function burdens({ bearerType, bearerId }: Terms, parties: { id: string }[], parts: bigint[]) {
  const business = parties.length
  switch (bearerType) {
    case 'account':
      return parts.map((_, place) => (place === business ? 1n : 0n))
    case 'subaccount':
      return parts.map((_, place) => (parties[place]?.id === bearerId ? 1n : 0n))
    case 'all':
      return parts.map(() => 1n)
    case 'all-proportional':
      return parts
  }
}

function charged(parts: bigint[], service: bigint, weights: bigint[]): bigint[] {
  const left = [...parts]
  const take = (from: bigint[]) => {
    const taken = from.map((asked, place) => (asked < left[place]! ? asked : left[place]!))
    for (const [place, amount] of taken.entries()) left[place]! -= amount
    return taken.reduce(sum, 0n)
  }
  let due = service - take(apportioned(service, weights))
  // Mostly the bearers can give it all.
  if (due === 0n) return left
  due -= take(left.map((_, place) => (place === left.length - 1 ? due : 0n)))
  due -= take(apportioned(due, left))
  assert(due === 0n, 'the parts must cover the fee')
  return left
}

function compared(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function sum(one: bigint, other: bigint): bigint {
  return one + other
}

/**
 * In basis points or kobo, of a share as it is sent: percent with two decimals, or whole kobo. Null
 * where it is neither.
 */
export function shareIn(type: SplitType, share: number): bigint | null {
  const units = type === 'flat' ? share : Math.round(share * 100)
  // Of a text with two decimals, both are the number that is nearest to it.
  const isExact = type === 'flat' || units / 100 === share
  if (!Number.isSafeInteger(units) || !isExact || units < 1) return null
  return BigInt(units) > (type === 'flat' ? FLAT_MAX : WHOLE) ? null : BigInt(units)
}
