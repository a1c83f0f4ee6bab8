import assert from 'node:assert/strict'

// Money is a whole number of kobo (100 to the naira), as a bigint: it cannot be a fraction, be
// added to a number, or get into JSON by accident.

declare const unit: unique symbol
export type Kobo = bigint & { readonly [unit]: 'kobo' }

const KOBO_PER_NAIRA = 100n

/** Throws for a number that is not a safe integer. */
export function kobo(amount: bigint | number): Kobo {
  if (typeof amount === 'number') assert(Number.isSafeInteger(amount), 'kobo must be whole')
  return BigInt(amount) as Kobo
}

export function naira(amount: bigint | number): Kobo {
  return kobo(kobo(amount) * KOBO_PER_NAIRA)
}

/** The only field of the API in naira, an identity record's `amount`, is made here. */
export function toWholeNaira(amount: Kobo): number {
  assert(amount % KOBO_PER_NAIRA === 0n, 'the amount must be whole naira')
  return Number(amount / KOBO_PER_NAIRA)
}

/** `₦1,250.00`, `-₦0.50`. */
export function formatNaira(amount: Kobo): string {
  const size = amount < 0n ? -amount : amount
  const whole = (size / KOBO_PER_NAIRA).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = (size % KOBO_PER_NAIRA).toString().padStart(2, '0')
  return `${amount < 0n ? '-' : ''}₦${whole}.${rest}`
}

/** `amount` × `basisPoints` / 10,000, rounded up to the kobo. A basis point is 0.01 %. */
export function percentageRoundedUp(amount: Kobo, basisPoints: bigint): Kobo {
  return kobo((amount * basisPoints + 9_999n) / 10_000n)
}

/** The same, rounded half up. */
export function percentageRoundedHalfUp(amount: Kobo, basisPoints: bigint): Kobo {
  return kobo((amount * basisPoints + 5_000n) / 10_000n)
}
