import { Type } from 'typebox'
import { record, under } from '../../core/route.ts'
import { Count, DayOrTime, Kobo, Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { readRange } from '../../platform/range.ts'
import { MAX, rangeOf, statisticsOf } from './statistics.ts'

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

export const StatisticsAnswer = Type.Object(
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
        disputes: Type.Object(
          {
            opened: Count('How many were opened.', 2),
            amount: Kobo('What they dispute, in kobo.', 1_000_000),
            won: Count('How many of these you won.'),
            lost: Count('How many you lost.'),
            accepted: Count('How many you gave up, or did not answer.'),
          },
          { title: 'DisputeStatistics', description: 'Disputes that were opened in the range.' },
        ),
        stamp_duty: Kobo('Paid on payouts and refunds, by the time they were sent, in kobo.', 0),
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
        {
          start: Timestamp('The start of this day or hour in Lagos; of the first, `from`.'),
          ...sums,
        },
        { title: 'StatisticsBucket' },
      ),
      {
        description:
          'One for each day or hour in Lagos, oldest first, without gaps. The first and the last ' +
          'count what lies in the range only.',
      },
    ),
  },
  { title: 'Statistics' },
)

export const rangeQuery = {
  from: Type.Optional(
    DayOrTime(
      'A day in Lagos, or a time. By default the range has 30 days, or 24 hours with `by=hour`.',
    ),
  ),
  to: Type.Optional(
    DayOrTime(
      'A day in Lagos, inclusive, or a time, exclusive. By default the end of the current day or ' +
        'hour.',
    ),
  ),
  by: Type.Optional(
    Type.Enum(['hour', 'day'], {
      description: `Day by default. At most ${MAX.day} days or ${MAX.hour} hours.`,
    }),
  ),
}

/** Needs a secret key. */
export const statisticsRoutes = under('Statistics', [
  record('/statistics', {
    needs: 'transactions:read',
    load: 'list',
    isBeta: true,
    operationId: 'getStatistics',
    summary: 'Fetch statistics',
    description: 'Totals of your payments, by day or by hour in Lagos time.',
    query: rangeQuery,
    answer: StatisticsAnswer,
    refusals: [400],
    message: 'Statistics found',
    read: ({ by = 'day', ...asked }, context) => rangeOf(by, readRange(asked), context.now()),
    handle: async (context, { scope }, _reply, range) =>
      toWire(await statisticsOf(context, scope, range)),
  }),
])
