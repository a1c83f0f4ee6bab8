import { type Static, type TObject, Type } from 'typebox'
import { refuseFields } from '../lib/refusal.ts'
import { plugin, record } from '../route.ts'
import { addDays, isDay, startOf } from '../settlements/calendar.ts'
import { Count, Kobo, Nullable, Text, Timestamp, toWire } from '../wire.ts'
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

const Deposits = Type.Object(
  {
    count: Count('How many bank transfers arrived.', 12),
    amount: Kobo('The total of these transfers, in kobo.'),
  },
  {
    title: 'DepositStatistics',
    description: 'Bank transfers that arrived, by when the bank told of them.',
  },
)
const sums = {
  volume: Kobo('What was paid, by time of payment and before refunds, in kobo.'),
  succeeded: Count('How many payments succeeded, by time of payment.', 12),
  attempted: Count('How many payments started.', 15),
  fees: Kobo('The fees with VAT, in kobo.', 18_813),
  deposits: Deposits,
}

const Answer = Type.Object(
  {
    from: Timestamp('The start of the range.'),
    to: Timestamp('The end of the range, exclusive.'),
    by: Type.Enum(['hour', 'day'], { description: 'The size of a bucket.' }),
    totals: Type.Object(
      {
        ...sums,
        failed: Count('How many started payments failed.'),
        abandoned: Count('How many started payments were abandoned.'),
        pending: Count('How many started payments are still open.'),
        refunded: Kobo('What was refunded, by time of refund, in kobo.', 0),
        success_rate_basis_points: Nullable(
          Type.Integer({
            description:
              'How many of the ended payments succeeded; 10000 is all. Counts payments that ' +
              'started in the range. Null: none ended.',
            examples: [9_200],
          }),
        ),
      },
      { title: 'StatisticsTotals', description: 'The whole range.' },
    ),
    buckets: Type.Array(
      Type.Object(
        { start: Timestamp('The start of this day or hour in Lagos.'), ...sums },
        { title: 'StatisticsBucket' },
      ),
      { description: 'One for each day or hour, oldest first, without gaps.' },
    ),
  },
  { title: 'Statistics' },
)

const query = {
  from: Type.Optional(
    Text(
      'A day or a time. Default: 30 days before `to`, or 24 hours with `by=hour`.',
      '2026-11-01',
    ),
  ),
  to: Type.Optional(Text('A day, inclusive, or a time. Now by default.', '2026-11-21')),
  by: Type.Optional(
    Type.Enum(['hour', 'day'], {
      description: `Day by default. At most ${DAYS_MAX} days or ${HOURS_MAX} hours.`,
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
    message: 'Statistics found',
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
    const message = `${field} must be a day such as 2026-11-21, or a time.`
    return refuseFields([{ field, code: 'invalid_format', message }])
  }
  if (!isDay(text)) return new Date(ms)
  return startOf(edge === 'start' ? text : addDays(text, 1))
}
