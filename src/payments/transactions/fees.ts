import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'

import {
  type Kobo,
  kobo,
  percentageRoundedHalfUp,
  percentageRoundedUp,
} from '../../platform/money.ts'

// What a payment costs the business: a share of the amount, a flat part from some amount on, at
// most so much; and VAT on that. Percentages round up to the kobo, VAT half up. Stamp duty is none
// of ours: the sender's bank takes it. The defaults are those of the field: for a checkout 1.5 %
// and ₦100, the ₦100 waived below ₦2,500, at most ₦2,000; for a dedicated account 1 %, at most
// ₦300.

export const VAT_BASIS_POINTS = 750n
/** Rounding moves the solution of the formula by less than this many kobo. */
const MARGIN = 8n
const STEPS_MAX = 64n

export type FeePlan = {
  /** Of the amount; one is 0.01 %. */
  basisPoints: number
  /** Added from the amount `flatFrom` on. */
  flat: Kobo
  flatFrom: Kobo
  /** At most so much, whatever the amount. */
  max: Kobo
}
export type Fees = { fee: Kobo; vat: Kobo; net: Kobo }

export function checkoutPlan(settings: ModeSettings): FeePlan {
  return {
    basisPoints: settings.checkoutFeeBasisPoints,
    flat: settings.checkoutFeeFlat,
    flatFrom: settings.checkoutFeeFlatFrom,
    max: settings.checkoutFeeMax,
  }
}

/** For deposits to a dedicated account. */
export function dedicatedPlan(settings: ModeSettings): FeePlan {
  const none = kobo(0)
  const { dedicatedFeeBasisPoints: basisPoints, dedicatedFeeMax: max } = settings
  return { basisPoints, flat: none, flatFrom: none, max }
}

/** Fee, VAT and what is left; the three sum to `amount`, and none is negative. */
export function feesOf(plan: FeePlan, amount: Kobo): Fees {
  const share = percentageRoundedUp(amount, BigInt(plan.basisPoints))
  const flat = amount >= plan.flatFrom ? plan.flat : 0n
  const fee = least(kobo(share + flat), plan.max, amount)
  const vat = least(percentageRoundedHalfUp(fee, VAT_BASIS_POINTS), kobo(amount - fee))
  return { fee, vat, net: kobo(amount - fee - vat) }
}

/**
 * When the customer bears the fee: the smallest amount whose net is at least `requested`. The net
 * is not monotone (₦2,499.99 nets more than ₦2,500.00, and a fee and its VAT may rise by a kobo
 * together), so the formula is turned round for each stretch of the plan, without the flat part
 * and with it, entered a little below where it points, and walked upwards.
 */
export function amountToNet(plan: FeePlan, requested: Kobo): Kobo {
  const { flat: flatPart, flatFrom, max } = plan
  const capped = requested + max + percentageRoundedHalfUp(max, VAT_BASIS_POINTS)
  const walk = (flat: bigint, from: bigint, to: bigint): Kobo | null => {
    const start = greatest(least(solve(plan, requested, flat), capped) - MARGIN, requested, from)
    for (let amount = start; amount <= to && amount < start + STEPS_MAX; amount++) {
      if (feesOf(plan, kobo(amount)).net >= requested) return kobo(amount)
    }
    return null
  }
  return walk(0n, 0n, flatFrom - 1n) ?? walk(flatPart, flatFrom, capped) ?? kobo(capped)
}

/** net = amount − (amount × share + flat) × (1 + VAT), solved for the amount. */
function solve(plan: FeePlan, requested: bigint, flat: bigint): bigint {
  const withVat = 10_000n + VAT_BASIS_POINTS
  const divisor = 100_000_000n - BigInt(plan.basisPoints) * withVat
  // A share of 93 % and more leaves nothing; then only the highest fee helps.
  if (divisor <= 0n) return 10n ** 18n
  return (requested * 100_000_000n + flat * withVat * 10_000n) / divisor
}

function least<Amount extends bigint>(...amounts: Amount[]): Amount {
  return amounts.reduce((low, amount) => (amount < low ? amount : low))
}

function greatest(...amounts: bigint[]): bigint {
  return amounts.reduce((high, amount) => (amount > high ? amount : high))
}
