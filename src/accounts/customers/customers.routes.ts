import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { change } from '../../core/change.ts'
import type { Context, Scope } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { metadataChange, readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Count,
  Created,
  Domain,
  Kobo,
  Nullable,
  named,
  PublicId,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { newId, publicId } from '../../platform/ids.ts'
import type { Kobo as Amount } from '../../platform/money.ts'
import type { Customer, CustomerId } from './customers.sql.ts'
import {
  changeCustomer,
  customerNamed,
  findOrCreateCustomer,
  pageOfCustomers,
  toWireCustomer,
} from './customers.ts'

const SOUGHT_MAX = 254

const NamePart = (description: string) =>
  Type.String({ format: 'person-name', maxLength: 100, description })

/** A customer in a request. */
export const customerFields = {
  first_name: NamePart('The first name.'),
  last_name: NamePart('The last name.'),
  email: Type.String({
    format: 'email',
    description: 'Identifies the customer, in any letter case.',
  }),
  phone: Type.Optional(Type.String({ format: 'phone', description: 'The phone number.' })),
}

const CustomerBody = Type.Object(
  {
    ...customerFields,
    metadata: SentMetadata,
  },
  { examples: [{ first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }] },
)

const fields = {
  id: PublicId('customer'),
  domain: Domain,
  customer_code: Text('The code of the customer.', 'CUS_AZqmA2NQe2e4sK1d8v6cXw'),
  email: Text('The email address.', 'ada@example.com'),
  first_name: Text('The first name.', 'Ada'),
  last_name: Text('The last name.', 'Example'),
  name: Text('The full name.', 'Ada Example'),
  phone: Nullable(Text('The phone number.', '+2348030000000')),
  metadata: ShownMetadata,
  created_at: Timestamp('When they first paid or were created.'),
  updated_at: Timestamp('When it last changed.'),
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
    params: { id: PublicId('customer', 'The id or code of the customer.') },
    answer: Detail,
    message: 'Customer found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) => {
      const customer = await customerNamed(context, scope, params.id)
      return detailOf(context, about, customer, reply)
    },
  })

const CustomerChangeBody = Type.Object(
  {
    first_name: Type.Optional(customerFields.first_name),
    last_name: Type.Optional(customerFields.last_name),
    phone: customerFields.phone,
    metadata: SentMetadata,
  },
  { examples: [{ first_name: 'Ada', phone: null, metadata: { plan: 'gold' } }] },
)

const updateCustomer = (about: AboutCustomer) =>
  change('/customers/:id', {
    needs: 'customers:write',
    operationId: 'updateCustomer',
    summary: 'Update a customer',
    description:
      'The email address stays: it identifies the customer. Payments keep the name with which ' +
      'they were initialized, and a dedicated virtual account keeps the name that its bank has.',
    params: { id: PublicId('customer', 'The id or code of the customer.') },
    body: CustomerChangeBody,
    clears: ['phone', 'metadata'],
    answer: Detail,
    message: 'Customer changed',
    refusals: [404],
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody } = request
      const { first_name: first, last_name: last, phone } = body
      const wanted = {
        ...(first !== undefined && { firstName: oneLine(first) }),
        ...(last !== undefined && { lastName: oneLine(last) }),
        ...(phone !== undefined && { phone }),
        metadata: metadataChange(body, rawBody),
      }
      const customer = await changeCustomer(context, scope, params.id, wanted, onlyIf(request))
      return detailOf(context, about, customer, reply)
    },
  })

async function detailOf(
  context: Context,
  about: AboutCustomer,
  customer: Customer,
  reply: FastifyReply,
) {
  setTag(reply, customer)
  const { dedicated, ...totals } = await about(context, customer, customer.customerId)
  return {
    ...toWireCustomer(customer),
    totals: toWire(totals),
    dedicated_virtual_account: dedicated,
  }
}

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

const createCustomer = action('POST /customers', {
  needs: 'customers:write',
  load: 'initialize',
  operationId: 'createCustomer',
  summary: 'Create a customer',
  description:
    'Finds or creates the customer with this email. A customer who exists, because they paid ' +
    'before or were created, is returned unchanged.',
  body: CustomerBody,
  answer: Created('Customer', CustomerRecord),
  status: 'found or created',
  hasTag: true,
  handle: async (context, { scope, body, rawBody, effectId }, reply) => {
    const id = effectId ?? newId(context.now())
    const metadata = readMetadata(body, rawBody)
    const made = { metadata, customerId: id as CustomerId, isTold: true }
    const input = { ...customerIn(body), ...made }
    const customerId = await findOrCreateCustomer(context, scope, input)
    const customer = await customerNamed(context, scope, publicId('customer', customerId))
    setTag(reply, customer)
    const created = customerId === id
    const message = created ? 'Customer created' : 'This customer exists'
    return withMessage(message, { ...toWireCustomer(customer), created })
  },
})

export const customerRoutes = (about: AboutCustomer) =>
  under('Customers', [createCustomer, getCustomers, getCustomer(about), ...updateCustomer(about)])

/** The fields of a body. */
export function customerIn(body: Static<typeof CustomerBody>) {
  return {
    firstName: oneLine(body.first_name),
    lastName: oneLine(body.last_name),
    email: body.email,
    phone: body.phone ?? null,
  }
}

/** With one space between words. */
function oneLine(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}
