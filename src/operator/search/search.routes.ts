import { Type } from 'typebox'
import { roleIn } from '../../accounts/logins/sessions.ts'
import { severalOf, valuesIn, wantsSome } from '../../core/filters.ts'
import { record, under } from '../../core/route.ts'
import { Kobo, Nullable, Text, Timestamp } from '../../core/wire.ts'
import { cardIn } from '../../payments/checkout/checkout.ts'
import { isoOf } from '../../platform/clock.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { SEARCHED_KINDS, type SearchedKind } from './kinds.ts'
import { type Result, search } from './search.ts'
import { TEXT_MAX } from './sought.ts'

// For people only: what the search of the dashboard asks while they type.

const RESULTS_MAX = 200

const SearchResult = Type.Object(
  {
    kind: Type.Enum([...SEARCHED_KINDS], { description: 'What it is.' }),
    id: Text('The id of the record.', 'txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f'),
    title: Text('Its reference or name.', 'order-1001'),
    detail: Nullable(Text('Whose it is, or more about it.', 'Ada Example')),
    card: Nullable(Text('The card that paid it.', 'Visa •••• 4081')),
    amount: Nullable(Kobo('Its amount, in kobo.')),
    status: Nullable(Text('Its status; of a payment, its stage.', 'succeeded')),
    created_at: Timestamp('When it was created.'),
  },
  { title: 'SearchResult' },
)

export const searchRoutes = under('Search', [
  record('/search', {
    needs: 'view',
    isForPeople: true,
    load: 'list',
    operationId: 'search',
    summary: 'Find records',
    description:
      'By reference, id, email address, name without accents, last four digits of a card, ' +
      'amount in naira, account number or session id. The newest few of each kind that the ' +
      'person may read.',
    query: {
      q: Type.Optional(
        Type.String({
          format: 'one-line',
          maxLength: TEXT_MAX,
          description: 'What to look for. Without it, the newest of `kind`.',
          examples: ['4081'],
        }),
      ),
      kind: Type.Optional(severalOf(SEARCHED_KINDS, 'Only records of this kind.')),
    },
    answer: Type.Object({
      results: Type.Array(SearchResult, {
        maxItems: RESULTS_MAX,
        description: 'Kind by kind, newest first.',
      }),
    }),
    message: 'Search results',
    refusals: [400],
    read: ({ kind }) => (kind === undefined ? null : kindsIn(kind)),
    handle: async (context, { scope, query, login }, _reply, kinds) => {
      const role =
        (await roleIn(context, scope.businessId, login!.loginId)) ?? refuse('role_forbids')
      const results = await search(context, scope, { text: query.q ?? '', kinds, role })
      return { results: results.map(toWireResult) }
    },
  }),
])

function kindsIn(text: string): SearchedKind[] {
  const message = `kind ${wantsSome(SEARCHED_KINDS)}.`
  return (
    valuesIn(text, SEARCHED_KINDS) ??
    refuseFields([{ field: 'kind', code: 'not_allowed', message }])
  )
}

function toWireResult({
  kind,
  publicId: id,
  title,
  detail,
  card,
  amount,
  status,
  createdAt,
}: Result) {
  const known = card ? cardIn(card) : null
  return {
    kind,
    id,
    title,
    detail: detail === '' ? null : detail,
    card: known && `${known.brand} •••• ${known.last4}`,
    amount: amount === null ? null : Number(amount),
    status,
    created_at: isoOf(createdAt),
  }
}
