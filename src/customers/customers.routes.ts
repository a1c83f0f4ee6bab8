import { Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import type { Kobo } from '../lib/money.ts'
import { list, plugin, record } from '../route.ts'
import { Nullable, named, Timestamp, toWire } from '../wire.ts'
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

const getCustomer = (about: AboutCustomer) =>
  record('/customers/:id', {
    operationId: 'getCustomer',
    summary: 'Fetch a customer',
    description:
      'Returns the customer with this id or code, the totals of their payments, and ' +
      'their dedicated virtual account.',
    params: { id: Type.String({ description: 'cus_… or CUS_…' }) },
    answer: Detail,
    message: 'Customer found',
    handle: async (context, { scope, params }) => {
      const customer = await customerNamed(context, scope, params.id)
      const { dedicated, ...totals } = await about(scope, customer.customerId)
      return {
        ...toWireCustomer(customer),
        totals: toWire(totals),
        dedicated_virtual_account: dedicated,
      }
    },
  })

const getCustomers = list('/customers', {
  operationId: 'listCustomers',
  summary: 'List customers',
  description: 'Newest first.',
  query: {
    q: Type.Optional(
      Type.String({
        format: 'one-line',
        minLength: 1,
        maxLength: SOUGHT_MAX,
        description: 'The beginning of an e-mail address or a name; an id or a code.',
      }),
    ),
  },
  item: named('Customer'),
  message: 'Customers found',
  handle: async (context, { scope, query }, page) => {
    const { customers, meta } = await pageOfCustomers(context, scope, query.q ?? null, page)
    return { data: customers.map(toWireCustomer), meta }
  },
})

/** With a secret key. */
export function customerRoutes(context: Context, about: AboutCustomer) {
  return plugin('Customers', [getCustomers, getCustomer(about)])(context)
}

function toWireCustomer({ mode: domain, customerId, ...customer }: Customer) {
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const id = publicCustomerId(customerId)
  return { ...toWire({ ...customer, id, domain, name }), customer_code: customerCode(customerId) }
}
