import { Type } from 'typebox'
import { record, under } from '../../core/route.ts'
import { Count, Kobo, Nullable, Text, Timestamp, toWire } from '../../core/wire.ts'
import { readRange } from '../../platform/range.ts'
import { rangeQuery, StatisticsAnswer } from '../statistics/statistics.routes.ts'
import { rangeOf } from '../statistics/statistics.ts'
import { COUNTED_MAX } from './home.sql.ts'
import { homeOf } from './home.ts'

const Attention = Type.Object(
  {
    webhooks: Count('Deliveries that failed in the last 7 days.'),
    payouts: Count('Payouts that failed or came back in the last 7 days.'),
    payout_amount: Kobo('Their total, in kobo.', 0),
    refunds: Count('Refunds that failed in the last 7 days.'),
    disputes: Count('Disputes that need a response.'),
    dispute_due_at: Nullable(Timestamp('When the first response is due.')),
    deposits: Count('Transfers whose return the bank refused.'),
    deposit_amount: Kobo('Their total, in kobo.', 0),
    reviews: Count('Payments that wait for a review.'),
  },
  { title: 'Attention', description: `What waits for a person. Counted to ${COUNTED_MAX}.` },
)

const Failing = Type.Object(
  {
    endpoint: Text(
      '`standard`, `dedicated_virtual_account`, or the id of an added one.',
      'standard',
    ),
    url: Text('The URL.', 'https://shop.example/webhooks'),
    failures: Count('How many attempts failed in a row.'),
    failing_since: Nullable(Timestamp('Since the first of them.')),
    disabled_at: Nullable(Timestamp('When it was turned off.')),
    last_status: Nullable(Count('The HTTP status of the last response.', 500)),
    last_error: Nullable(Text('Why there was no response.', 'timeout')),
  },
  { title: 'FailingEndpoint' },
)

const Answer = Type.Object(
  {
    statistics: StatisticsAnswer,
    before: Type.Object(
      {
        from: Timestamp('The start of the range before, of which as much has passed.'),
        volume: Kobo('What was paid then, in kobo.'),
        succeeded: Count('How many payments succeeded.'),
        fees: Kobo('The fees with VAT, in kobo.'),
        refunded: Kobo('What was refunded, in kobo.'),
        success_rate_basis_points: Nullable(Type.Integer({ description: '10000 is all.' })),
      },
      { title: 'RangeBefore' },
    ),
    attention: Attention,
    failing: Type.Array(Failing, { description: 'Webhook URLs at which every delivery fails.' }),
    reasons: Type.Array(
      Type.Object({
        kind: Type.Enum(['card', 'transfer'], { description: 'How the customer tried to pay.' }),
        reason: Text('The reason of the decline, or of the return.', 'insufficient_funds'),
        count: Count('How often.', 3),
      }),
      { description: 'Why attempts to pay failed in the range: the five most frequent.' },
    ),
  },
  { title: 'Home' },
)

/** For the dashboard. */
export const homeRoutes = under('Statistics', [
  record('/home', {
    needs: 'view',
    isForPeople: true,
    load: 'list',
    operationId: 'getHome',
    summary: 'Fetch what the first page of the dashboard says',
    query: rangeQuery,
    answer: Answer,
    refusals: [400],
    message: 'Home found',
    read: ({ by = 'day', ...asked }, context) => rangeOf(by, readRange(asked), context.now()),
    handle: async (context, { scope }, _reply, range) =>
      toWire(await homeOf(context, scope, range)),
  }),
])
