import { Type } from 'typebox'
import type { Context, Scope } from '../../core/context.ts'
import { list, record, under } from '../../core/route.ts'
import {
  Count,
  Domain,
  Kobo,
  Nullable,
  named,
  PublicId,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import type { Kobo as Amount } from '../../platform/money.ts'
import type { CustomerId } from './customers.sql.ts'
import { customerNamed, pageOfCustomers, toWireCustomer } from './customers.ts'

const SOUGHT_MAX = 254

const fields = {
  id: PublicId('cus'),
  domain: Domain,
  customer_code: Text('The code of the customer.', 'CUS_AZqmA2NQe2e4sK1d8v6cXw'),
  email: Text('The email address.', 'ada@example.com'),
  first_name: Text('The first name.', 'Ada'),
  last_name: Text('The last name.', 'Example'),
  name: Text('The full name.', 'Ada Example'),
  phone: Nullable(Text('The phone number.', '+2348030000000')),
  created_at: Timestamp('When they first paid or got an account.'),
}

export const CustomerRecord = Type.Object(fields, {
  $id: 'Customer',
  description: 'Somebody who pays you, known by email.',
})

const Detail = Type.Object(
  {
    ...fields,
    totals: Type.Object(
      {
        paid: Count('How many payments succeeded.', 3),
        volume: Kobo('What they paid, in kobo, before refunds.', 1_500_000),
        last_paid_at: Nullable(Timestamp('The last payment.')),
      },
      { title: 'CustomerTotals', description: 'The totals of their payments.' },
    ),
    dedicated_virtual_account: Nullable(named('DedicatedVirtualAccount')),
  },
  { title: 'CustomerDetail' },
)

/** What later floors know about a customer. The service passes it in. */
type AboutCustomer = (
  context: Context,
  scope: Scope,
  customerId: CustomerId,
) => Promise<{
  paid: number
  volume: Amount
  lastPaidAt: Date | null
  /** In its wire form. */
  dedicated: object | null
}>

const getCustomer = (about: AboutCustomer) =>
  record('/customers/:id', {
    needs: 'customers:read',
    operationId: 'getCustomer',
    summary: 'Fetch a customer',
    description:
      'Returns the customer with this id or code, the totals of their payments, and ' +
      'their dedicated virtual account.',
    params: { id: PublicId('cus', 'The id or code of the customer.') },
    answer: Detail,
    message: 'Customer found',
    handle: async (context, { scope, params }) => {
      const customer = await customerNamed(context, scope, params.id)
      const { dedicated, ...totals } = await about(context, scope, customer.customerId)
      return {
        ...toWireCustomer(customer),
        totals: toWire(totals),
        dedicated_virtual_account: dedicated,
      }
    },
  })

const getCustomers = list('/customers', {
  needs: 'customers:read',
  operationId: 'listCustomers',
  summary: 'List customers',
  description: 'Newest first.',
  query: {
    q: Type.Optional(
      Type.String({
        format: 'one-line',
        minLength: 1,
        maxLength: SOUGHT_MAX,
        description:
          'The start of an email address or a name; an id or a code. Accents and apostrophes in ' +
          'names do not matter.',
        examples: ['ada'],
      }),
    ),
  },
  item: named('Customer'),
  message: 'Customers found',
  handle: async (context, { scope, query }, page) => {
    const { rows, meta } = await pageOfCustomers(context, scope, query.q ?? null, page)
    return { data: rows.map(toWireCustomer), meta }
  },
})

export const customerRoutes = (about: AboutCustomer) =>
  under('Customers', [getCustomers, getCustomer(about)])
