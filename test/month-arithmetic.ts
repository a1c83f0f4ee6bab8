// Computes fees and shares a second time, from the specification, in plain numbers, sharing no code
// with src/. Amounts are kobo.

export type Plan = { basisPoints: number; flat: number; flatFrom: number; max: number }
export type Terms = {
  code: string
  type: 'percentage' | 'flat'
  bearer: 'account' | 'subaccount' | 'all' | 'all-proportional'
  bearerCode: string | null
  /** Percent or kobo, in the order in which the subaccounts were created. */
  shares: { subaccount_id: string; share: number }[]
}
export type Costs = { fee: number; vat: number }

/**
 * Rounds the share up, adds the flat part from `flatFrom`, caps the fee at `max`. Rounds VAT half
 * up.
 */
export function costsOf({ basisPoints, flat, flatFrom, max }: Plan, amount: number): Costs {
  const share = Math.ceil((amount * basisPoints) / 10_000)
  const fee = Math.min(share + (amount >= flatFrom ? flat : 0), max, amount)
  const vat = Math.min(Math.floor((fee * 75 + 500) / 1_000), amount - fee)
  return { fee, vat }
}

/** What a customer who bears the fee pays: the lowest amount that leaves `wanted` after costs. */
export function amountToLeave(plan: Plan, wanted: number): number {
  for (let amount = wanted; ; amount++) {
    const { fee, vat } = costsOf(plan, amount)
    if (amount - fee - vat >= wanted) return amount
  }
}

/**
 * Parts by subaccount code; the business's own part is under ''. Null if flat shares do not fit.
 */
export function partsOf(terms: Terms, amount: number, costs: number): Map<string, number> | null {
  const { type, bearer, bearerCode, shares } = terms
  const units = shares.map(({ share }) => (type === 'flat' ? share : Math.round(share * 100)))
  const named = units.reduce((sum, unit) => sum + unit, 0)
  if (type === 'flat' && named + costs > amount) return null
  const parts =
    type === 'flat' ? [...units, amount - named] : divided(amount, [...units, 10_000 - named])

  const own = parts.length - 1
  const bears = {
    account: parts.map((_, i) => (i === own ? 1 : 0)),
    subaccount: parts.map((_, i) => (shares[i]?.subaccount_id === bearerCode ? 1 : 0)),
    all: parts.map(() => 1),
    'all-proportional': parts,
  }[bearer]
  let due = costs
  const take = (i: number, wanted: number) => {
    const taken = Math.min(wanted, parts[i]!)
    parts[i]! -= taken
    due -= taken
  }
  for (const [i, burden] of divided(costs, bears).entries()) take(i, burden)
  // The business covers what a bearer lacks; the other parts share what the business lacks.
  take(own, due)
  for (const [i, burden] of divided(due, [...parts]).entries()) take(i, burden)
  const names = [...shares.map(({ subaccount_id }) => subaccount_id), '']
  return new Map(names.map((name, i) => [name, parts[i]!]))
}

/** Divides by largest remainder; ties go to the first. */
function divided(total: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((part) => Number(part / BigInt(sum)))
  const left = exact.map((part, i) => ({ i, left: part % BigInt(sum) }))
  left.sort((one, other) => Number(other.left - one.left) || one.i - other.i)
  const missing = total - parts.reduce((all, part) => all + part, 0)
  for (const { i } of left.slice(0, missing)) parts[i]! += 1
  return parts
}

// The calendar of June and July 2027.

/** Tuesday, 1 June 2027, midnight in Lagos. */
export const MONTH_BEGINS = new Date('2027-05-31T23:00:00Z')
/** A holiday announced while the month runs. */
export const ANNOUNCED_DAY = '2027-06-16'
/** Democracy Day falls on a Saturday, so Monday is the holiday. */
const HOLIDAYS = [ANNOUNCED_DAY, '2027-06-14']
const HOUR_MS = 3_600_000

export function lagosDay(moment: string | Date): string {
  return new Date(new Date(moment).getTime() + HOUR_MS).toISOString().slice(0, 10)
}

export function isWorkingDay(day: string): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay()) && !HOLIDAYS.includes(day)
}

/** The date on which a payment made at this moment becomes spendable. */
export function settlesOn(paidAt: string): string {
  let day = lagosDay(paidAt)
  do day = new Date(new Date(day).getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
  while (!isWorkingDay(day))
  return day
}
