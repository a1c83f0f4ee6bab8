import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Context, Scope } from '../../core/context.ts'

import { sumPayoutDuty } from '../../money-out/payouts/payouts.ts'
import { tallyDeposits } from '../../payments/deposits/deposits.ts'
import { type Tally, tallyDisputes } from '../../payments/disputes/disputes.ts'
import { sumRefundDuty, sumRefunded } from '../../payments/refunds/refunds.ts'
import { tallyCreated, tallyCustomer, tallyPaid } from '../../payments/transactions/transactions.ts'
import { dedicatedOf, toWireDedicated } from '../../payments/virtual-accounts/dedicated.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { type Counting, type Stretch, sumsOfDays } from '../../platform/day-sums.ts'
import type { Database } from '../../platform/db.ts'
import { LAGOS_OFFSET_MS } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import type { Range as AskedRange } from '../../platform/range.ts'
import { refuseFields } from '../../platform/refusal.ts'

// Totals over time, from the counts of other features. Days and hours are those of Lagos.
//
// (1) Payments count when they were paid, attempts when they were made: a payment around midnight
//     may be attempted on one day and paid on the next.
// (2) The success rate is over payments that were created in the range and have ended.
// (3) Stretches without payments have zeros.

const UNIT_MS = { day: DAY, hour: HOUR }
export const MAX = { day: 93, hour: 7 * 24 }
const DEFAULT = { day: 30, hour: 24 }
const WHOLE = 10_000

type Unit = 'hour' | 'day'
export type Range = { from: Date; to: Date; by: Unit }

type Bucket = {
  start: Date
  volume: Kobo
  succeeded: number
  attempted: number
  fees: Kobo
  deposits: Deposits
}
export type Deposits = { count: number; amount: Kobo }
export type Statistics = Range & {
  totals: Omit<Bucket, 'start'> & {
    failed: number
    abandoned: number
    pending: number
    refunded: Kobo
    /** That were opened in the range. */
    disputes: Tally
    /** Of payouts and refunds that were sent. */
    stampDuty: Kobo
    /** Null if no payment has ended. */
    successRateBasisPoints: number | null
  }
  buckets: Bucket[]
}

export async function statisticsOf(
  context: Context,
  scope: Scope,
  range: Range,
): Promise<Statistics> {
  const stretches = stretchesOf(range)
  const [[created, paid, deposits], refunded, disputes, ...duties] = await Promise.all([
    sumsOf(context, scope, range, stretches),
    sumRefunded(context.sql, scope, range),
    tallyDisputes(context.sql, scope, range),
    sumPayoutDuty(context.sql, scope, range),
    sumRefundDuty(context.sql, scope, range),
  ])
  const buckets = stretches.map(({ from }, i): Bucket => {
    const [succeeded, volume, fees] = paid[i]!
    const [count, amount] = deposits[i]!
    return {
      start: from,
      volume: kobo(volume),
      succeeded: Number(succeeded),
      attempted: Number(created[i]![0]),
      fees: kobo(fees),
      deposits: { count: Number(count), amount: kobo(amount) },
    }
  })
  const [attempted, succeeded, failed, abandoned, pending] = ([0, 1, 2, 3, 4] as const).map((at) =>
    created.reduce((sum, one) => sum + Number(one[at]), 0),
  ) as [number, number, number, number, number]
  const amount = (of: (bucket: Bucket) => Kobo) =>
    kobo(buckets.reduce((sum, bucket) => sum + of(bucket), 0n))
  return {
    ...range,
    totals: {
      volume: amount(({ volume }) => volume),
      succeeded: buckets.reduce((sum, bucket) => sum + bucket.succeeded, 0),
      attempted,
      failed,
      abandoned,
      pending,
      fees: amount(({ fees }) => fees),
      refunded,
      disputes,
      stampDuty: kobo(duties[0] + duties[1]),
      deposits: {
        count: buckets.reduce((sum, bucket) => sum + bucket.deposits.count, 0),
        amount: amount((bucket) => bucket.deposits.amount),
      },
      successRateBasisPoints: rateOf(succeeded, succeeded + failed + abandoned),
    },
    buckets,
  }
}

type Made = [attempted: bigint, succeeded: bigint, failed: bigint, abandoned: bigint, open: bigint]
type Paid = [succeeded: bigint, volume: bigint, fees: bigint]
type Deposited = [count: bigint, amount: bigint]

/** Hours are always counted: there are few, and the last ones change. */
async function sumsOf({ sql, now }: Context, scope: Scope, { by }: Range, stretches: Stretch[]) {
  const countings = countingsOf(sql, scope)
  const sums =
    by === 'day'
      ? await sumsOfDays(sql, scope, now(), stretches, countings)
      : await Promise.all(countings.map(({ count }) => count(stretches)))
  return sums as [Made[], Paid[], Deposited[]]
}

/** An ended payment does not change; a reversed one still succeeded. */
function countingsOf(sql: Database, scope: Scope): Counting[] {
  return [
    {
      subject: 'made',
      count: async (stretches) =>
        (await tallyCreated(sql, scope, stretches)).map(
          ({ attempted, succeeded, failed, abandoned, pending }): Made => [
            BigInt(attempted),
            BigInt(succeeded),
            BigInt(failed),
            BigInt(abandoned),
            BigInt(pending),
          ],
        ),
      isOpen: ([, , , , open]) => open !== 0n,
    },
    {
      subject: 'paid',
      count: async (stretches) =>
        (await tallyPaid(sql, scope, stretches)).map(
          ({ succeeded, volume, fees }): Paid => [BigInt(succeeded), volume, fees],
        ),
    },
    {
      subject: 'deposits',
      count: async (stretches) =>
        (await tallyDeposits(sql, scope, stretches)).map(
          ({ count, amount }): Deposited => [BigInt(count), amount],
        ),
    },
  ]
}

/** By default thirty days until the end of today, or 24 hours until the end of this hour. */
export function rangeOf(by: Unit, asked: AskedRange, now: Date): Range {
  const to = asked.to ?? later(startOfUnit(by, now), UNIT_MS[by])
  const from = asked.from ?? later(startOfUnit(by, later(to, -1)), (1 - DEFAULT[by]) * UNIT_MS[by])
  if (from >= to) wrongFrom(`from must be before ${to.toISOString()}, which is to by default.`)
  if (later(from, MAX[by] * UNIT_MS[by]) < to) {
    wrongFrom(`from must be at most ${MAX[by]} ${by}s before to.`)
  }
  return { by, from, to }
}

function wrongFrom(message: string): never {
  return refuseFields([{ field: 'from', code: 'out_of_range', message }])
}

/** The days or hours of a range; the first and last may be partial. */
function stretchesOf({ by, from, to }: Range): Stretch[] {
  const stretches: Stretch[] = []
  for (let start = from; start < to; start = stretches.at(-1)!.to) {
    const end = later(startOfUnit(by, start), UNIT_MS[by])
    stretches.push({ from: start, to: end < to ? end : to })
  }
  return stretches
}

function startOfUnit(by: Unit, moment: Date): Date {
  const ms = moment.getTime() + LAGOS_OFFSET_MS
  return new Date(Math.floor(ms / UNIT_MS[by]) * UNIT_MS[by] - LAGOS_OFFSET_MS)
}

function rateOf(succeeded: number, closed: number): number | null {
  return closed === 0 ? null : Math.floor((succeeded * WHOLE) / closed)
}

// The payments and account numbers of one customer: for the routes of customers, which may not
// import them.

export async function aboutCustomer(context: Context, scope: Scope, customerId: CustomerId) {
  const [tally, account] = await Promise.all([
    tallyCustomer(context.sql, scope, customerId),
    dedicatedOf(context, scope, customerId),
  ])
  return { ...tally, dedicated: account === null ? null : toWireDedicated(account) }
}
