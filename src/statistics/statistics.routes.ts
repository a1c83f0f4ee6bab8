import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { addDays, isDay, startOf } from '../settlements/calendar.ts'
import { answers, Nullable, Success, Timestamp, wrongIn } from '../wire.ts'
import {
  type Bucket,
  DAYS_MAX,
  HOURS_MAX,
  lengthOf,
  type Range,
  rangeUntil,
  type Statistics,
  statisticsOf,
  wholeRange,
} from './statistics.ts'

// A day such as 2026-11-21 means all of it in Lagos, at either end.

const YEAR_FIRST = Date.UTC(1970, 0, 2)
const YEAR_LAST = Date.UTC(9998, 11, 31)

const Kobo = (description: string) => Type.Integer({ description: `Kobo ${description}` })
const Count = (description: string) => Type.Integer({ description })
const Deposits = Type.Object({
  count: Count('Bank transfers that arrived, whatever they paid.'),
  amount: Kobo('that they brought.'),
})
const sums = {
  volume: Kobo('that was paid, by the moment of payment; refunds are not taken off.'),
  succeeded: Count('Payments that succeeded, by the moment of payment.'),
  attempted: Count('Payments that were begun.'),
  fees: Kobo('of fees with VAT, of what was paid.'),
  deposits: Deposits,
}

const Answer = Type.Object({
  from: Timestamp('The first moment of the range.'),
  to: Timestamp('Its end, which is not in it.'),
  by: Type.Enum(['hour', 'day']),
  totals: Type.Object({
    ...sums,
    failed: Count('Of those that were begun.'),
    abandoned: Count('Of those that were begun.'),
    pending: Count('Of those that were begun: still open.'),
    refunded: Kobo('that has gone back, by the moment at which it had.'),
    success_rate_basis_points: Nullable(
      Type.Integer({
        description:
          'Of those that were begun in the range and are closed; 10000 is all. Null: none is.',
      }),
    ),
  }),
  buckets: Type.Array(Type.Object({ start: Timestamp('Of this day or hour in Lagos.'), ...sums }), {
    description: 'The oldest first, without a gap.',
  }),
})

const Query = Type.Object({
  from: Type.Optional(
    Type.String({ description: 'A day or a moment. By default 30 days before the end, or 24 h.' }),
  ),
  to: Type.Optional(
    Type.String({ description: 'A day, which is in it, or a moment. By default now.' }),
  ),
  by: Type.Optional(
    Type.Enum(['hour', 'day'], {
      description: `day by default. At most ${DAYS_MAX} days, or ${HOURS_MAX} hours.`,
    }),
  ),
})

/** With a secret key. */
export function statisticsRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/statistics',
      {
        attachValidation: true,
        schema: {
          tags: ['Statistics'],
          summary: 'Sums and counts of payments, by day or hour in Lagos',
          querystring: Query,
          response: answers(Success(Answer), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [range] = checkAll(wrongIn(validationError), () => rangeOf(query, context.now()))
        const data = shown(await statisticsOf(context, scope, range))
        return { status: 'success' as const, message: 'Statistics made', data }
      },
    )
    done()
  }
}

function rangeOf({ by: unit, from, to }: Static<typeof Query>, now: Date): Range {
  const by = unit === 'hour' ? 'hour' : 'day'
  const first = from === undefined ? null : momentIn('from', from, 'start')
  const last = to === undefined ? now : momentIn('to', to, 'end')
  const range = first === null ? rangeUntil(by, last) : wholeRange(by, first, last)
  if (first !== null && first >= last) {
    refuseFields([{ field: 'to', code: 'out_of_range', message: 'to must be later than from.' }])
  }
  const max = by === 'day' ? DAYS_MAX : HOURS_MAX
  if (lengthOf(range) > max) {
    const message = `from must be at most ${max} ${by}s before to.`
    refuseFields([{ field: 'from', code: 'out_of_range', message }])
  }
  return range
}

/** Of a day its first moment, or the first one after it. */
function momentIn(field: 'from' | 'to', text: unknown, edge: 'start' | 'end'): Date {
  // Said twice, it is a list: the schema has found that wrong already.
  const known = typeof text === 'string' ? text : ''
  const ms = Date.parse(known)
  if (!(ms >= YEAR_FIRST && ms < YEAR_LAST) || !/^\d{4}-\d{2}-\d{2}/.test(known)) {
    const message = `${field} must be a day such as 2026-11-21, or a moment in it.`
    return refuseFields([{ field, code: 'invalid_format', message }])
  }
  if (!isDay(known)) return new Date(ms)
  return startOf(edge === 'start' ? known : addDays(known, 1))
}

function shown({ from, to, by, totals, buckets }: Statistics) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    by,
    totals: {
      ...sumsOf(totals),
      failed: totals.failed,
      abandoned: totals.abandoned,
      pending: totals.pending,
      refunded: Number(totals.refunded),
      success_rate_basis_points: totals.successRateBasisPoints,
    },
    buckets: buckets.map(({ start, ...bucket }) => ({
      start: start.toISOString(),
      ...sumsOf(bucket),
    })),
  }
}

function sumsOf({ volume, succeeded, attempted, fees, deposits }: Omit<Bucket, 'start'>) {
  return {
    volume: Number(volume),
    succeeded,
    attempted,
    fees: Number(fees),
    deposits: { count: deposits.count, amount: Number(deposits.amount) },
  }
}
