import { type Static, type TObject, Type } from 'typebox'
import { findCustomerNamed } from '../../accounts/customers/customers.ts'
import { NAME_OF_CUSTOMER, namesCustomer } from '../../accounts/customers/filters.ts'
import type { Context, Scope } from '../../core/context.ts'
import { JsonText } from '../../core/envelope.ts'
import { severalOf, valuesIn, wantsSome } from '../../core/filters.ts'
import { file, list, record } from '../../core/route.ts'
import { sendCsv } from '../../core/streaming.ts'
import {
  Channel,
  Count,
  KOBO_MAX,
  Nullable,
  named,
  PAYMENT_STATUSES,
  PublicId,
  QueryInteger,
  rangeQuery,
} from '../../core/wire.ts'
import type { FieldCode, FieldError } from '../../platform/first-field.ts'
import { dayOf } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { COUNTED_MAX } from '../../platform/paging.ts'
import { readRange } from '../../platform/range.ts'
import { checkAll } from '../../platform/validation.ts'
import { findLinkNamed, namesLink } from '../links/links.ts'
import { countExported, exported } from './export.ts'
import type { TransactionFilter } from './search.sql.ts'
import { pageOfTransactions, soughtBy, stagesOf } from './search.ts'
import { SOUGHT_STAGES, type SoughtStage } from './stages.sql.ts'
import { recordOf } from './transactions.ts'

const SOUGHT_MAX = 254

const filterQuery = {
  q: Type.Optional(
    Type.String({
      format: 'one-line',
      minLength: 1,
      maxLength: SOUGHT_MAX,
      description:
        'The start of a reference, an email address, an id, the last four digits of a card, the ' +
        'amount of a payment in naira, or the session id of a transfer.',
      examples: ['order-10'],
    }),
  ),
  status: Type.Optional(severalOf(PAYMENT_STATUSES, 'Transactions with this status.')),
  stage: Type.Optional(
    severalOf(
      SOUGHT_STAGES,
      'Transactions in this stage, or that were ever disputed, whatever their stage.',
    ),
  ),
  channel: Type.Optional({ ...Channel, description: 'Transactions paid this way.' }),
  review: Type.Optional(
    Type.Enum(['pending', 'approved', 'refunded'], {
      description: 'Transactions whose review by a person is in this state.',
    }),
  ),
  customer: Type.Optional(
    PublicId('customer', 'Transactions of this customer: an id, a code or an email address.'),
  ),
  email: Type.Optional(
    Type.String({
      format: 'email',
      description: 'Transactions of the customer with this email address, in any letter case.',
    }),
  ),
  payment_link: Type.Optional(
    PublicId('payment_link', 'Transactions of this payment link: its id or slug.'),
  ),
  reference: Type.Optional(
    Type.String({ format: 'reference', description: 'The transaction with this reference.' }),
  ),
  displaced: Type.Optional(
    Type.Literal('true', {
      description: 'true: only transactions whose reference was reused for another transaction.',
    }),
  ),
  amount_min: Type.Optional(
    QueryInteger({ minimum: 0, maximum: KOBO_MAX }, 'At least this amount, in kobo.', 100_000),
  ),
  amount_max: Type.Optional(
    QueryInteger({ minimum: 0, maximum: KOBO_MAX }, 'At most this amount, in kobo.', 900_000),
  ),
  ...rangeQuery,
  dated_by: Type.Optional(
    Type.Enum(['created', 'paid'], {
      description:
        'What `from` and `to` are about: when transactions were created, by default, or when ' +
        'they were paid, as in the statistics. With `paid`, only transactions that were paid.',
    }),
  ),
}

type FilterQuery = Static<TObject<typeof filterQuery>>

export const listPayments = list('/transactions', {
  needs: 'transactions:read',
  operationId: 'listTransactions',
  summary: 'List transactions',
  description: 'Newest first. Combine filters to narrow the list.',
  query: filterQuery,
  item: named('Transaction'),
  message: 'Transactions found',
  read: filterOf,
  handle: async (context, { scope, query }, page, filter) => {
    const wanted = await wantedIn(context, scope, query, filter)
    const { transactions, meta } = await pageOfTransactions(context, scope, wanted, page)
    return { data: new JsonText(`[${transactions.map(recordOf).join(',')}]`), meta }
  },
})

export const exportPayments = file('/transactions/export', {
  needs: 'transactions:export',
  isAudited: true,
  operationId: 'exportTransactions',
  summary: 'Export transactions as CSV',
  description:
    'Takes the same filters as the list. The header `X-Total-Count` is the number of ' +
    'rows below the header row.',
  query: filterQuery,
  type: 'text/csv',
  says: 'One row for each payment, newest first.',
  refusals: [400],
  read: filterOf,
  handle: async (context, request, reply, filter) => {
    const { scope, query } = request
    const wanted = await wantedIn(context, scope, query, filter)
    const count = await countExported(context, scope, wanted)
    reply.header('x-total-count', String(count))
    return sendCsv(
      request,
      reply,
      `transactions-${dayOf(context.now())}.csv`,
      exported(context, scope, wanted),
    )
  },
})

const counted = (description: string) => Nullable(Count(description, 12))

const NOT_COUNTED = {
  all: null,
  ...(Object.fromEntries(SOUGHT_STAGES.map((stage) => [stage, null])) as Record<SoughtStage, null>),
}

export const countPayments = record('/transactions/counts', {
  needs: 'transactions:read',
  load: 'list',
  operationId: 'countTransactions',
  summary: 'Count transactions by stage',
  description:
    'Takes the filters of the list; `stage` makes no difference. Counting stops at ' +
    `${COUNTED_MAX}: such a count may be more. A count is null if the filters take too long to ` +
    'count: narrow them, for example by date.',
  query: filterQuery,
  answer: Type.Object(
    {
      all: counted('All of them.'),
      ...(Object.fromEntries(
        SOUGHT_STAGES.map((stage) => [stage, counted(`In the stage \`${stage}\`.`)]),
      ) as Record<SoughtStage, ReturnType<typeof counted>>),
    },
    { title: 'TransactionCounts' },
  ),
  message: 'Transactions counted',
  read: filterOf,
  handle: async (context, { scope, query }, _reply, filter) => {
    const wanted = await wantedIn(context, scope, query, filter)
    return (await stagesOf(context, scope, { ...wanted, stage: null })) ?? NOT_COUNTED
  },
})

/** `filter`, and what the query names otherwise than by its id. */
async function wantedIn(
  context: Context,
  scope: Scope,
  { q, customer, email, payment_link }: FilterQuery,
  filter: TransactionFilter,
): Promise<TransactionFilter> {
  const sought = q === undefined ? null : await soughtBy(context, scope, q)
  const people = await Promise.all(
    [customer, email]
      .filter((name) => name !== undefined)
      .map((name) => findCustomerNamed(context, scope, name)),
  )
  const link = payment_link === undefined ? null : await findLinkNamed(context, scope, payment_link)
  const [customerId = null] = people.map((one) => one?.customerId ?? null)
  const isNobody = people.some((one) => one === null || one.customerId !== customerId)
  const isNothing = isNobody || (payment_link !== undefined && link === null)
  const paymentLinkId = link?.paymentLinkId ?? null
  return { ...filter, customerId, paymentLinkId, sought: isNothing ? { kind: 'nobody' } : sought }
}

/** The filter of a query, without what it takes a look-up to know. */
function filterOf(query: FilterQuery): TransactionFilter {
  const errors: FieldError[] = []
  /** Null if the field is missing or wrong; adds an error if it is wrong. */
  const read = <Value>(
    field: keyof FilterQuery,
    reads: (text: string) => Value | null,
    wants: string,
    code: FieldCode = 'invalid_format',
  ): Value | null => {
    const text = query[field]
    const value = text === undefined ? null : reads(text)
    if (text !== undefined && value === null) {
      errors.push({ field, code, message: `${field} must be ${wants}.` })
    }
    return value
  }
  const oneOf = (values: readonly string[]) => wantsSome(values).slice('must be '.length)
  const kobos = `whole kobo from 0 to ${KOBO_MAX}`
  read('customer', (text) => namesCustomer(text) || null, NAME_OF_CUSTOMER)
  read('payment_link', (text) => namesLink(text) || null, 'an id (lnk_…) or a slug')
  const filter: TransactionFilter = {
    status: read(
      'status',
      (text) => valuesIn(text, PAYMENT_STATUSES),
      oneOf(PAYMENT_STATUSES),
      'not_allowed',
    ),
    stage: read(
      'stage',
      (text) => valuesIn(text, SOUGHT_STAGES),
      oneOf(SOUGHT_STAGES),
      'not_allowed',
    ),
    channel: query.channel ?? null,
    review: query.review ?? null,
    customerId: null,
    paymentLinkId: null,
    reference: query.reference ?? null,
    displaced: query.displaced === undefined ? null : true,
    amountMin: read('amount_min', amountIn, kobos, 'invalid'),
    amountMax: read('amount_max', amountIn, kobos, 'invalid'),
    from: null,
    to: null,
    datedBy: query.dated_by === 'paid' ? 'paid' : null,
    sought: null,
  }
  const { amountMin, amountMax } = filter
  if (amountMin !== null && amountMax !== null && amountMin > amountMax) {
    const message = 'amount_max must not be less than amount_min.'
    errors.push({ field: 'amount_max', code: 'out_of_range', message })
  }
  const [range] = checkAll(errors, () => readRange(query))
  return { ...filter, ...range }
}

function amountIn(text: string): Kobo | null {
  const isWhole = /^[0-9]{1,13}$/.test(text)
  return isWhole && Number(text) <= KOBO_MAX ? kobo(Number(text)) : null
}
