import { type TSchema, Type } from 'typebox'
import { Count, Nullable, QueryInteger, Success, Text } from './wire.ts'

// The wire of every list: the parameters of a page, and the envelope.

/** The query parameters of a list without cursors. */
const byNumber = {
  page: Type.Optional(
    QueryInteger(
      { minimum: 1, default: 1 },
      'The page number. To read many pages, use `cursor`.',
      1,
    ),
  ),
  perPage: Type.Optional(
    QueryInteger({ minimum: 1, maximum: 100, default: 50 }, 'How many records a page has.', 50),
  ),
}

/** The query parameters of every other list. */
const byCursor = {
  ...byNumber,
  cursor: Type.Optional(
    Text(
      '`meta.next` of the previous page, with the same filters and without `page`.',
      'a0RwM3hRN1Z5Q2cgMDE5YWI2YTA',
    ),
  ),
}

export const pageQuery = { byNumber, byCursor }

const ListMeta = Type.Object(
  {
    total: Count('How many records match. Counting stops at 10000.'),
    total_capped: Type.Boolean({
      description: 'Whether counting stopped at 10000, so that more records can match.',
      examples: [false],
    }),
    page: Count('The number of this page.'),
    perPage: Count('The size of a page.', 50),
    pageCount: Count(
      'How many pages `total` fills. If `total_capped` is true, there can be more. To read ' +
        'many pages, use `next`: pages by number become slower.',
    ),
    next: Nullable(
      Text(
        'Send it as `cursor`, with the same filters, to get the next page. Null on the last page.',
        'a0RwM3hRN1Z5Q2cgMDE5YWI2YTA',
      ),
    ),
    archived_until: Type.Optional(
      Type.String({
        description:
          'Only in `GET /balance/ledger`, once old months have left the database: changes until ' +
          'then are archived, and not in the list. ISO 8601, UTC.',
        // No other list has it, so it is in no example.
        'x-published': { format: 'timestamp', examples: [] },
      }),
    ),
  },
  { title: 'ListMeta', description: 'The position of this page in the list.' },
)

export const SuccessList = <T extends TSchema>(item: T) =>
  Type.Object({
    ...Success(Type.Array(item, { description: 'The records of this page.' })).properties,
    meta: ListMeta,
  })
