import { type Static, type TObject, Type } from 'typebox'
import { refuseFields } from '../lib/refusal.ts'
import { plugin, record } from '../route.ts'
import { addDays, isDay, startOf } from '../settlements/calendar.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
import {
  DAYS_MAX,
  HOURS_MAX,
  lengthOf,
  type Range,
  rangeUntil,
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

const query = {
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
}

/** With a secret key. */
export const statisticsRoutes = plugin('Statistics', [
  record('/statistics', {
    operationId: 'getStatistics',
    summary: 'Fetch statistics',
    description: 'Totals of your payments, by day or by hour in Lagos time.',
    query,
    answer: Answer,
    refusals: [400],
    message: 'Statistics made',
    read: (asked, context) => rangeOf(asked, context.now()),
    handle: async (context, { scope }, _reply, range) =>
      toWire(await statisticsOf(context, scope, range)),
  }),
])

type Query = Static<TObject<typeof query>>

function rangeOf({ by = 'day', from, to }: Query, now: Date): Range {
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
function momentIn(field: 'from' | 'to', text: string, edge: 'start' | 'end'): Date {
  const ms = Date.parse(text)
  if (!(ms >= YEAR_FIRST && ms < YEAR_LAST) || !/^\d{4}-\d{2}-\d{2}/.test(text)) {
    const message = `${field} must be a day such as 2026-11-21, or a moment in it.`
    return refuseFields([{ field, code: 'invalid_format', message }])
  }
  if (!isDay(text)) return new Date(ms)
  return startOf(edge === 'start' ? text : addDays(text, 1))
}
