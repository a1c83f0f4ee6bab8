import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import type { Kobo } from '../lib/money.ts'
import { readPage } from '../lib/paging.ts'
import { checkAll } from '../lib/validation.ts'
import {
  answers,
  Nullable,
  named,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import {
  type Customer,
  type CustomerId,
  customerCode,
  customerNamed,
  pageOfCustomers,
  publicCustomerId,
} from './customers.ts'

const SOUGHT_MAX = 254

const fields = {
  id: Type.String({ description: 'cus_…' }),
  domain: Type.Enum(['test', 'live']),
  customer_code: Type.String({ description: 'CUS_…' }),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  phone: Nullable(Type.String()),
  created_at: Timestamp('When they were first seen.'),
}

export const CustomerRecord = Type.Object(fields, { $id: 'Customer' })

const Detail = Type.Object({
  ...fields,
  totals: Type.Object({
    paid: Type.Integer({ description: 'How many payments succeeded.' }),
    volume: Type.Integer({ description: 'Kobo that they paid; refunds are not taken off.' }),
    last_paid_at: Nullable(Timestamp('Of the last payment.')),
  }),
  dedicated_virtual_account: Nullable(named('DedicatedVirtualAccount')),
})

/** What features above this one know of a customer. The service hands it in. */
export type AboutCustomer = (
  scope: Scope,
  customerId: CustomerId,
) => Promise<{
  paid: number
  volume: Kobo
  lastPaidAt: Date | null
  /** As the wire shows it. */
  dedicated: object | null
}>

const tags = ['Customers']

/** With a secret key. */
export function customerRoutes(
  context: Context,
  about: AboutCustomer,
): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/customers',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List customers, newest first',
          querystring: Type.Object({
            ...pageQuery,
            q: Type.Optional(
              Type.String({
                format: 'one-line',
                minLength: 1,
                maxLength: SOUGHT_MAX,
                description: 'The beginning of an e-mail address or a name; an id or a code.',
              }),
            ),
          }),
          response: answers(SuccessList(named('Customer')), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { customers, meta } = await pageOfCustomers(context, scope, query.q ?? null, page)
        const data = customers.map(shown)
        return { status: 'success' as const, message: 'Customers found', data, meta }
      },
    )

    app.get(
      '/customers/:id',
      {
        schema: {
          tags,
          summary: 'Look at a customer',
          params: Type.Object({ id: Type.String({ description: 'cus_… or CUS_…' }) }),
          response: answers(Success(Detail), [404]),
        },
      },
      async ({ scope, params }) => {
        const customer = await customerNamed(context, scope, params.id)
        const known = await about(scope, customer.customerId)
        const totals = {
          paid: known.paid,
          volume: Number(known.volume),
          last_paid_at: known.lastPaidAt?.toISOString() ?? null,
        }
        const data = { ...shown(customer), totals, dedicated_virtual_account: known.dedicated }
        return { status: 'success' as const, message: 'Customer found', data }
      },
    )
    done()
  }
}

function shown({ mode, customerId, email, firstName, lastName, phone, createdAt }: Customer) {
  return {
    id: publicCustomerId(customerId),
    domain: mode,
    customer_code: customerCode(customerId),
    email,
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`.trim(),
    phone,
    created_at: createdAt.toISOString(),
  }
}
