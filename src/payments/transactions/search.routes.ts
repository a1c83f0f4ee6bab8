import { type Static, type TObject, Type } from 'typebox'
import type { Context, Scope } from '../../core/context.ts'
import { severalOf, valuesIn, wantsSome } from '../../core/filters.ts'
import { file, JsonText, list } from '../../core/route.ts'
import { sendCsv } from '../../core/streaming.ts'
import {
  Channel,
  KOBO_MAX,
  named,
  PAYMENT_STATUSES,
  PublicId,
  QueryInteger,
  rangeQuery,
} from '../../core/wire.ts'
import type { FieldCode, FieldError } from '../../platform/first-field.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { dayOf } from '../../platform/lagos.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { readRange } from '../../platform/range.ts'
import { checkAll } from '../../platform/validation.ts'
import { countExported, exported } from './export.ts'
import type { TransactionFilter } from './search.sql.ts'
import { pageOfTransactions, soughtBy } from './search.ts'
import { recordOf } from './transactions.ts'

const SOUGHT_MAX = 254

const filterQuery = {
  q: Type.Optional(
    Type.String({
      format: 'one-line',
      minLength: 1,
      maxLength: SOUGHT_MAX,
      description: 'The start of a reference, an email address, or an id.',
      examples: ['order-10'],
    }),
  ),
  status: Type.Optional(severalOf(PAYMENT_STATUSES, 'Transactions with this status.')),
  channel: Type.Optional({ ...Channel, description: 'Transactions paid this way.' }),
  customer: Type.Optional(PublicId('customer', 'Transactions of this customer.')),
  payment_link: Type.Optional(PublicId('payment_link', 'Transactions of this payment link.')),
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
    const wanted = { ...filter, sought: await soughtIn(context, scope, query) }
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
    const wanted = { ...filter, sought: await soughtIn(context, scope, query) }
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

function soughtIn(context: Context, scope: Scope, { q }: FilterQuery) {
  return q === undefined ? null : soughtBy(context, scope, q)
}

/** The filter of a query, without `q`. */
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
  const statuses = wantsSome(PAYMENT_STATUSES).slice('must be '.length)
  const kobos = `whole kobo from 0 to ${KOBO_MAX}`
  const aLink = 'the id of a payment link, such as lnk_0190…'
  const filter: TransactionFilter = {
    status: read('status', (text) => valuesIn(text, PAYMENT_STATUSES), statuses, 'not_allowed'),
    channel: query.channel ?? null,
    customerId: read(
      'customer',
      (text) => parsePublicId('customer', text),
      'the id of a customer, such as cus_0190…',
    ),
    paymentLinkId: read('payment_link', (text) => parsePublicId('payment_link', text), aLink),
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
