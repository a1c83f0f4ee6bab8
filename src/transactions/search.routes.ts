import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import { customerIdIn } from '../customers/customers.ts'
import { sendCsv } from '../lasting.ts'
import { HOUR, later } from '../lib/clock.ts'
import { parsePublicId } from '../lib/ids.ts'
import { type Kobo, kobo } from '../lib/money.ts'
import { readPage } from '../lib/paging.ts'
import { type FieldError, refuseFields } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { answers, KOBO_MAX, named, pageQuery, SuccessList, wrongIn } from '../wire.ts'
import { countExported, exported } from './export.ts'
import { pageOfTransactions, soughtBy, type TransactionFilter } from './search.ts'
import { recordOf } from './transactions.ts'

// The lists of payments: by pages, and as a file.

const SOUGHT_MAX = 254
const LAGOS_OFFSET_MS = 1 * HOUR

const filterQuery = {
  q: Type.Optional(
    Type.String({
      format: 'one-line',
      minLength: 1,
      maxLength: SOUGHT_MAX,
      description: 'The beginning of a reference, the e-mail address of a customer, or an id.',
    }),
  ),
  status: Type.Optional(
    Type.Enum(['pending', 'ongoing', 'success', 'failed', 'abandoned', 'reversed']),
  ),
  channel: Type.Optional(Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'])),
  customer: Type.Optional(Type.String({ description: 'The id of a customer, cus_…' })),
  payment_link: Type.Optional(
    Type.String({ description: 'The id of a payment link, plk_…: what was begun by it.' }),
  ),
  reference: Type.Optional(Type.String({ format: 'reference' })),
  displaced: Type.Optional(
    Type.Literal('true', {
      description: 'Only payments whose reference names a payment of your server by now.',
    }),
  ),
  amount_min: Type.Optional(Type.String({ description: 'Kobo, inclusive.' })),
  amount_max: Type.Optional(Type.String({ description: 'Kobo, inclusive.' })),
  from: Type.Optional(Type.String({ description: 'ISO 8601, inclusive.' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601, inclusive.' })),
}

const FilterQuery = Type.Object(filterQuery)
const ListQuery = Type.Object({ ...pageQuery, ...filterQuery })
type FilterQuery = Static<typeof FilterQuery>

const tags = ['Transactions']

/** With a secret key. */
export function searchRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/transactions',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List payments, newest first',
          querystring: ListQuery,
          response: answers(SuccessList(named('Transaction')), [400]),
        },
      },
      async ({ scope, query, validationError }, reply) => {
        const [page, filter] = checkAll(
          wrongIn(validationError),
          () => readPage(query),
          () => filterOf(query),
        )
        const wanted = { ...filter, sought: await soughtIn(context, scope, query) }
        const { transactions, meta } = await pageOfTransactions(context, scope, wanted, page)
        const head = '{"status":"success","message":"Transactions found","data":['
        const records = transactions.map(recordOf).join(',')
        const body = `${head}${records}],"meta":${JSON.stringify(meta)}}`
        return reply.type('application/json; charset=utf-8').send(body as never)
      },
    )

    app.get(
      '/transactions/export',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'Download payments, as CSV',
          description:
            'Filters as for the list. x-total-count says how many lines follow the head.',
          querystring: FilterQuery,
          response: {
            ...answers(Type.String(), [400]),
            200: {
              description: 'One line for each payment, newest first.',
              content: { 'text/csv': { schema: Type.String() } },
            },
          },
        },
      },
      async (request, reply) => {
        const { scope, query, validationError } = request
        const [filter] = checkAll(wrongIn(validationError), () => filterOf(query))
        const wanted = { ...filter, sought: await soughtIn(context, scope, query) }
        const count = await countExported(context, scope, wanted)
        const day = later(context.now(), LAGOS_OFFSET_MS).toISOString().slice(0, 10)
        reply.header('x-total-count', String(count))
        const lines = exported(context, scope, wanted)
        return sendCsv(request, reply, `transactions-${day}.csv`, lines) as never
      },
    )
    done()
  }
}

function soughtIn(context: Context, scope: Scope, { q }: FilterQuery) {
  return q === undefined ? null : soughtBy(context, scope, q)
}

/** What a query narrows by, all but the text that is sought. */
function filterOf(query: FilterQuery): TransactionFilter {
  const errors: FieldError[] = []
  const wrong = (field: string, code: string, message: string) =>
    errors.push({ field, code, message: `${field} ${message}` })
  const moment = (field: 'from' | 'to') => {
    const text = query[field]
    if (text === undefined) return null
    const found = momentIn(text)
    if (found === null)
      wrong(field, 'invalid_format', 'must be a time such as 2026-01-31T00:00:00Z.')
    return found
  }
  const amount = (field: 'amount_min' | 'amount_max') => {
    const text = query[field]
    if (text === undefined) return null
    const found = amountIn(text)
    if (found === null) wrong(field, 'invalid', `must be whole kobo from 0 to ${KOBO_MAX}.`)
    return found
  }
  // Said twice, it is a list: the schema has found that wrong already.
  const customer = typeof query.customer === 'string' ? query.customer : undefined
  const customerId = customer === undefined ? null : customerIdIn(customer)
  if (customer !== undefined && customerId === null) {
    wrong('customer', 'invalid_format', 'must be the id of a customer, such as cus_0190….')
  }
  const link = typeof query.payment_link === 'string' ? query.payment_link : undefined
  const paymentLinkId = link === undefined ? null : parsePublicId<'payment_link'>('plk', link)
  if (link !== undefined && paymentLinkId === null) {
    wrong('payment_link', 'invalid_format', 'must be the id of a payment link, such as plk_0190….')
  }
  const [amountMin, amountMax] = [amount('amount_min'), amount('amount_max')]
  if (amountMin !== null && amountMax !== null && amountMin > amountMax) {
    wrong('amount_max', 'out_of_range', 'must not be less than amount_min.')
  }
  const filter: TransactionFilter = {
    status: query.status ?? null,
    channel: query.channel ?? null,
    customerId,
    paymentLinkId,
    reference: query.reference ?? null,
    displaced: query.displaced === undefined ? null : true,
    amountMin,
    amountMax,
    from: moment('from'),
    to: moment('to'),
    sought: null,
  }
  if (errors.length > 0) refuseFields(errors)
  return filter
}

/** PostgreSQL knows no year 0, and an offset may lead out of year 9999. */
function momentIn(text: string): Date | null {
  const ms = Date.parse(text)
  const isKnown = ms >= Date.UTC(1000, 0, 1) && ms < Date.UTC(10_000, 0, 1)
  return isKnown && /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(ms) : null
}

function amountIn(text: string): Kobo | null {
  const isWhole = /^[0-9]{1,13}$/.test(text)
  return isWhole && Number(text) <= KOBO_MAX ? kobo(Number(text)) : null
}
