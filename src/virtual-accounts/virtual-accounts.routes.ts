import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../context.ts'
import { customerIdIn, findCustomerId } from '../customers/customers.ts'
import { parsePublicId } from '../lib/ids.ts'
import { metaOf } from '../lib/paging.ts'
import { refuse, refuseFields } from '../lib/refusal.ts'
import { action, list, plugin, record, withMessage } from '../route.ts'
import { BankOfAccount, Nullable, named, Timestamp } from '../wire.ts'
import { createDedicated, type DedicatedInput, toWireDedicated } from './dedicated.ts'
import { countDedicated, type DedicatedFilter, listDedicated } from './virtual-accounts.sql.ts'

const EXAMPLE = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }

const NamePart = Type.String({ format: 'person-name', maxLength: 100 })

const CreateBody = Type.Object(
  {
    customer: Type.Object({
      first_name: NamePart,
      last_name: NamePart,
      email: Type.String({ format: 'email', description: 'One customer, one account for each.' }),
      phone: Type.Optional(Type.String({ format: 'phone' })),
      bvn: Type.Optional(
        Type.String({
          format: 'eleven-digits',
          description: 'For a Tier 3 account; also later, by creating again. Kept sealed.',
        }),
      ),
    }),
    split_code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { examples: [{ customer: EXAMPLE }] },
)

export const DedicatedRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    account_number: Type.String({ description: 'Ten digits, this customer’s for ever.' }),
    account_name: Type.String({ description: 'BUSINESS NAME/CUSTOMER NAME' }),
    bank: BankOfAccount,
    currency: Type.Literal('NGN'),
    tier: Type.Enum([1, 3], { description: '3 with a BVN.' }),
    active: Type.Literal(true),
    assigned_at: Timestamp('When it got its number.'),
    split_code: Nullable(Type.String()),
    customer: Type.Object({
      id: Type.String(),
      customer_code: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      name: Type.String(),
      email: Type.String(),
      phone: Nullable(Type.String()),
      bvn: Nullable(Type.String({ description: 'Masked: *******1234.' })),
    }),
    created_at: Timestamp('When it was asked for.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'DedicatedVirtualAccount' },
)

const filters = {
  customer: Type.Optional(
    Type.String({ description: 'The id (cus_…), code (CUS_…) or e-mail of a customer.' }),
  ),
  account_number: Type.Optional(Type.String({ format: 'account-number' })),
}

const CREATED = 'Dedicated virtual account created'
const FOUND = 'This customer has a dedicated virtual account already: this one'

/** With a secret key. */
export const virtualAccountRoutes = plugin('Dedicated virtual accounts', [
  action('POST /dedicated-virtual-accounts', {
    operationId: 'createDedicatedVirtualAccount',
    summary: 'Create a dedicated virtual account',
    description:
      'Gives a customer a permanent account number. Each deposit sends ' +
      '`transaction.success` and `transfer.received`. A customer is identified by email, ' +
      'in any letter case: the same customer gets the same account again and keeps the ' +
      'names of the first call.',
    body: CreateBody,
    answer: named('DedicatedVirtualAccount'),
    refusals: [504],
    handle: async (context, { scope, body }) => {
      const { account, isNew } = await createDedicated(context, scope, inputOf(body))
      return withMessage(isNew ? CREATED : FOUND, toWireDedicated(account))
    },
  }),
  record('/dedicated-virtual-accounts/:id', {
    operationId: 'getDedicatedVirtualAccount',
    summary: 'Fetch a dedicated virtual account',
    description: 'Returns the account with this id or account number.',
    answer: named('DedicatedVirtualAccount'),
    message: 'Dedicated virtual account found',
    handle: async (context, { scope, params }) => {
      const [found] = await listDedicated(context.sql, scope, namedBy(params.id), ONE)
      return toWireDedicated(found ?? refuse('account_not_found'))
    },
  }),
  list('/dedicated-virtual-accounts', {
    operationId: 'listDedicatedVirtualAccounts',
    summary: 'List dedicated virtual accounts',
    description: 'Newest first.',
    query: filters,
    item: named('DedicatedVirtualAccount'),
    message: 'Dedicated virtual accounts found',
    read: ({ customer }) => (customer === undefined ? null : readCustomer(customer)),
    handle: async (context, { scope, query }, page, customer) => {
      const filter = await filterOf(context, scope, customer, query.account_number)
      const [rows, total] = await Promise.all([
        listDedicated(context.sql, scope, filter, page),
        countDedicated(context.sql, scope, filter),
      ])
      const ids = rows.map(({ virtualAccountId }) => virtualAccountId)
      const data = rows.slice(0, page.perPage).map(toWireDedicated)
      return { data, meta: metaOf(page, total, ids) }
    },
  }),
])

const ONE = { page: 1, perPage: 1, below: null, offset: 0 }
const ANY: DedicatedFilter = { virtualAccountId: null, customerId: null, accountNumber: null }
/** What no row has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function inputOf({ customer, split_code }: Static<typeof CreateBody>): DedicatedInput {
  return {
    firstName: oneLine(customer.first_name),
    lastName: oneLine(customer.last_name),
    email: customer.email,
    phone: customer.phone ?? null,
    bvn: customer.bvn ?? null,
    splitCode: split_code ?? null,
  }
}

function oneLine(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

function namedBy(text: string): DedicatedFilter {
  if (/^[0-9]{10}$/.test(text)) return { ...ANY, accountNumber: text }
  return { ...ANY, virtualAccountId: parsePublicId('dva', text) ?? refuse('account_not_found') }
}

type ChosenCustomer = { id: string } | { email: string } | null

function readCustomer(text: string): ChosenCustomer {
  const id = customerIdIn(text)
  if (id !== null) return { id }
  if (text.includes('@')) return { email: text }
  const message = 'customer must be an id (cus_…), a code (CUS_…) or an e-mail address.'
  return refuseFields([{ field: 'customer', code: 'invalid_format', message }])
}

async function filterOf(
  context: Context,
  scope: Scope,
  customer: ChosenCustomer,
  accountNumber: string | undefined,
): Promise<DedicatedFilter> {
  const filter = { ...ANY, accountNumber: accountNumber ?? null }
  if (customer === null) return filter
  if ('id' in customer) return { ...filter, customerId: customer.id }
  // No text of PostgreSQL holds U+0000, so nobody has such an address.
  const known = customer.email.includes('\0')
    ? null
    : await findCustomerId(context, scope, customer.email)
  return { ...filter, customerId: known ?? NOBODY }
}
