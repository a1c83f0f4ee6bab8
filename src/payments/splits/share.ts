import assert from 'node:assert/strict'
import { type Kobo, kobo } from '../../platform/money.ts'

// Shares an amount to the last kobo. Each party first gets its part of the whole amount. Then the
// bearers pay the fee out of their parts. If the part of a bearer is too small, the business pays
// the rest, and then the subaccounts together. So percentages fit any amount, and flat shares fit
// if they and the fee do not exceed it.
//
// Left-over kobo go to the largest remainders (the method of Hamilton). Of equal remainders, the
// oldest subaccount comes first and the business last. The order of the subaccounts in a request
// makes no difference.

export type BearerType = 'account' | 'subaccount' | 'all' | 'all-proportional'
export type SplitType = 'percentage' | 'flat'

export type Terms = {
  type: SplitType
  bearerType: BearerType
  /** The subaccount that pays the fee, with `bearerType` subaccount. */
  bearerId: string | null
  /** `id` sorts by creation. `share`: basis points (0.01 %), or kobo. */
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

/** Whether `amount` covers flat shares and the fee. Percentages always fit. */
export function sharesFit({ type, shares }: Terms, amount: Kobo, service: Kobo): boolean {
  if (type === 'percentage') return true
  return shares.map(({ share }) => share).reduce(sum, 0n) + service <= amount
}

/** The shares sum to `amount`, and none is negative. Null if flat shares do not fit. */
export function shareOut(terms: Terms, amount: Kobo, service: Kobo): Shares | null {
  assert(service >= 0n && service <= amount, 'a fee is a part of what was paid')
  const parties = [...terms.shares].sort((one, other) => (one.id < other.id ? -1 : 1))
  const shares = parties.map(({ share }) => share)
  const named = shares.reduce(sum, 0n)
  if (!sharesFit(terms, amount, service)) return null
  assert(terms.type === 'flat' || named <= WHOLE, 'the shares add up to at most 100 %')

  // The business is last in all lists.
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

/** Divides `amount` into whole parts, as close to the proportion of the weights as possible. */
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

/** The weight of the fee for each party, in the order of `parts`. */
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
  // Usually the bearers can pay all of it.
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
 * The share in basis points or kobo, from percent with two decimals or whole kobo. Null if it is
 * neither.
 */
export function shareIn(type: SplitType, share: number): bigint | null {
  const units = type === 'flat' ? share : Math.round(share * 100)
  // Parsed from a string with two decimals, both are the number nearest to it.
  const isExact = type === 'flat' || units / 100 === share
  if (!Number.isSafeInteger(units) || !isExact || units < 1) return null
  return BigInt(units) > (type === 'flat' ? FLAT_MAX : WHOLE) ? null : BigInt(units)
}
