import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'

import {
  type Kobo,
  kobo,
  percentageRoundedHalfUp,
  percentageRoundedUp,
} from '../../platform/money.ts'

// The fee of a payment is a percentage of the amount plus a flat part above a threshold, up to a
// maximum; then VAT on it. Percentages round up to the kobo, VAT half up. The sender's bank, not
// Cowrie, collects stamp duty. The defaults are usual prices: at the checkout 1.5 % plus ₦100
// (waived below ₦2,500), at most ₦2,000; for a dedicated account 1 %, at most ₦300.

export const VAT_BASIS_POINTS = 750n
/** Rounding shifts the solution of the formula by fewer kobo than this. */
const MARGIN = 8n
const STEPS_MAX = 64n

export type FeePlan = {
  /** Percentage of the amount: 1 is 0.01 %. */
  basisPoints: number
  /** Added if the amount is at least `flatFrom`. */
  flat: Kobo
  flatFrom: Kobo
  /** The maximum fee, before VAT. */
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

/** For deposits to dedicated accounts. */
export function dedicatedPlan(settings: ModeSettings): FeePlan {
  const none = kobo(0)
  const { dedicatedFeeBasisPoints: basisPoints, dedicatedFeeMax: max } = settings
  return { basisPoints, flat: none, flatFrom: none, max }
}

/** As records show them: the sum, and its parts. */
export function toWireFees({ fee, vat }: Pick<Fees, 'fee' | 'vat'>) {
  return {
    fees: Number(fee + vat),
    fees_breakdown: [
      { type: 'service' as const, amount: Number(fee) },
      { type: 'vat' as const, amount: Number(vat) },
    ],
  }
}

/** The three add up to `amount`, and none is negative. */
export function feesOf(plan: FeePlan, amount: Kobo): Fees {
  const share = percentageRoundedUp(amount, BigInt(plan.basisPoints))
  const flat = amount >= plan.flatFrom ? plan.flat : 0n
  const fee = least(kobo(share + flat), plan.max, amount)
  const vat = least(percentageRoundedHalfUp(fee, VAT_BASIS_POINTS), kobo(amount - fee))
  return { fee, vat, net: kobo(amount - fee - vat) }
}

/**
 * If the customer bears the fee: the smallest amount whose net is at least `requested`. The net is
 * not monotone: ₦2,499.99 nets more than ₦2,500.00, and a fee and its VAT can both rise by a kobo.
 * So `walk` solves the formula below `flatFrom`, then above it, and tries each amount from a little
 * below the solution upwards.
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
  // 93 % or more leaves no net: only the maximum fee bounds the amount.
  if (divisor <= 0n) return 10n ** 18n
  return (requested * 100_000_000n + flat * withVat * 10_000n) / divisor
}

function least<Amount extends bigint>(...amounts: Amount[]): Amount {
  return amounts.reduce((low, amount) => (amount < low ? amount : low))
}

function greatest(...amounts: bigint[]): bigint {
  return amounts.reduce((high, amount) => (amount > high ? amount : high))
}
