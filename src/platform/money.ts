import assert from 'node:assert/strict'

// Money is a whole number of kobo (100 to the naira), held as a bigint. A bigint cannot be a
// fraction, cannot be added to a number, and cannot be put into JSON by accident.

declare const unit: unique symbol
export type Kobo = bigint & { readonly [unit]: 'kobo' }

const KOBO_PER_NAIRA = 100n

/** Refuses a number that is not a safe whole one. */
export function kobo(amount: bigint | number): Kobo {
  if (typeof amount === 'number') assert(Number.isSafeInteger(amount), 'kobo must be whole')
  return BigInt(amount) as Kobo
}

export function naira(amount: bigint | number): Kobo {
  return kobo(kobo(amount) * KOBO_PER_NAIRA)
}

/** The one field of the contract in naira, an identity record's `amount`, is made here. */
export function toWholeNaira(amount: Kobo): number {
  assert(amount % KOBO_PER_NAIRA === 0n, 'the amount must be whole naira')
  return Number(amount / KOBO_PER_NAIRA)
}

/** For people: `₦1,250.00`, `-₦0.50`. */
export function formatNaira(amount: Kobo): string {
  const size = amount < 0n ? -amount : amount
  const whole = (size / KOBO_PER_NAIRA).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = (size % KOBO_PER_NAIRA).toString().padStart(2, '0')
  return `${amount < 0n ? '-' : ''}₦${whole}.${rest}`
}

/** `amount` × `basisPoints` / 10,000, rounded up to the kobo. One basis point is 0.01 %. */
export function percentageRoundedUp(amount: Kobo, basisPoints: bigint): Kobo {
  return kobo((amount * basisPoints + 9_999n) / 10_000n)
}

/** As above, rounded half up. */
export function percentageRoundedHalfUp(amount: Kobo, basisPoints: bigint): Kobo {
  return kobo((amount * basisPoints + 5_000n) / 10_000n)
}
