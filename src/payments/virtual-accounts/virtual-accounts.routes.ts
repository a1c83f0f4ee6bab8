import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { customerFields, customerIn } from '../../accounts/customers/customers.routes.ts'
import { findCustomerId } from '../../accounts/customers/customers.ts'
import { change } from '../../core/change.ts'
import type { Context, Scope } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { metadataChange, readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  BankOfAccount,
  Created,
  Currency,
  Domain,
  Nullable,
  named,
  PublicId,
  SentCurrency,
  SplitCode,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { firstPage } from '../../platform/paging.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import {
  changeDedicated,
  createDedicated,
  type DedicatedInput,
  toWireDedicated,
} from './dedicated.ts'
import type { DedicatedAccount, Issued } from './virtual-accounts.rows.ts'
import { type DedicatedFilter, listDedicated } from './virtual-accounts.sql.ts'

const EXAMPLE = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }

export const DedicatedBody = Type.Object(
  {
    customer: Type.Object(
      {
        ...customerFields,
        bvn: Type.Optional(
          Type.String({
            format: 'eleven-digits',
            description:
              'For a Tier 3 account. You can add it later: create the account again. Live mode ' +
              'needs `bvn` or `nin`. Stored encrypted.',
          }),
        ),
        nin: Type.Optional(
          Type.String({
            format: 'eleven-digits',
            description: 'In place of the BVN, or beside it. Stored encrypted.',
          }),
        ),
      },
      { description: 'The customer. Created if unknown.' },
    ),
    currency: SentCurrency,
    split_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The split by which deposits are shared.',
        examples: ['SPL_AZqmA2NQe2e4sK1d8v6cXw'],
      }),
    ),
    metadata: SentMetadata,
  },
  { examples: [{ customer: EXAMPLE }] },
)

const DedicatedChangeBody = Type.Object(
  { split_code: DedicatedBody.properties.split_code, metadata: SentMetadata },
  { examples: [{ split_code: null, metadata: { plan: 'gold' } }] },
)

export const DedicatedRecord = Type.Object(
  {
    id: PublicId('virtual_account'),
    domain: Domain,
    account_number: Text('Ten digits. Permanent.', '2670625029'),
    account_name: Text('BUSINESS NAME/CUSTOMER NAME.', 'DEMO STORE/ADA EXAMPLE'),
    bank: BankOfAccount,
    currency: Currency,
    tier: Type.Enum([1, 3], { description: '3 with a BVN, else 1.' }),
    limits: Nullable(
      Type.Object(
        {
          daily: Type.Integer({
            description: 'Kobo that it accepts a day.',
            examples: [5_000_000],
          }),
          balance: Type.Integer({ description: 'Kobo that it holds.', examples: [30_000_000] }),
        },
        { title: 'TierLimits', description: 'Of the central bank. Tier 3 has none.' },
      ),
    ),
    active: Type.Literal(true, { description: 'Always true: accounts are permanent.' }),
    assigned_at: Timestamp('When the number was issued.'),
    split_code: Nullable(SplitCode('The split by which deposits are shared.')),
    metadata: ShownMetadata,
    customer: Type.Object(
      {
        id: PublicId('customer', 'The id of the customer.'),
        customer_code: Text('The code of the customer.', 'CUS_AZqmA2NQe2e4sK1d8v6cXw'),
        first_name: Text('The first name.', 'Ada'),
        last_name: Text('The last name.', 'Example'),
        name: Text('The full name.', 'Ada Example'),
        email: Text('The email address.', 'ada@example.com'),
        phone: Nullable(Text('The phone number.', '+2348030000000')),
        bvn: Nullable(Text('Masked.', '*******2222')),
        nin: Nullable(Text('Masked.', '*******3333')),
      },
      { title: 'AccountHolder', description: 'Whose account it is.' },
    ),
    created_at: Timestamp('When you requested it.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'DedicatedVirtualAccount', description: 'A permanent account number of a customer.' },
)

const filters = {
  customer: Type.Optional(
    PublicId(
      'customer',
      'Accounts of this customer: an id (cus_…), code (CUS_…) or email address.',
    ),
  ),
  account_number: Type.Optional(
    Type.String({ format: 'account-number', description: 'The account with this number.' }),
  ),
}

const CREATED = 'Dedicated virtual account created'
const FOUND = 'This customer already has this dedicated virtual account'

const NAMED = { id: PublicId('virtual_account', 'The id or account number.') }

/** With a secret key. */
export const virtualAccountRoutes = under('Dedicated virtual accounts', [
  action('POST /dedicated-virtual-accounts', {
    needs: 'dedicated_virtual_accounts:write',
    load: 'initialize',
    operationId: 'createDedicatedVirtualAccount',
    summary: 'Create a dedicated virtual account',
    description:
      'Gives a customer a permanent account number. Each deposit sends ' +
      '`transaction.success` and `transfer.received`. A customer is identified by email, ' +
      'in any letter case: the same customer gets the same account again and keeps the ' +
      'names of the first call.',
    body: DedicatedBody,
    answer: Created('DedicatedVirtualAccount', DedicatedRecord),
    refusals: [504],
    hasTag: true,
    handle: async (context, { scope, body, rawBody }, reply) => {
      const input = dedicatedInputOf(body, readMetadata(body, rawBody))
      const { account, isNew } = await createDedicated(context, scope, input)
      const data = { ...one(account, reply), created: isNew }
      return withMessage(isNew ? CREATED : FOUND, data)
    },
  }),
  record('/dedicated-virtual-accounts/:id', {
    needs: 'dedicated_virtual_accounts:read',
    params: NAMED,
    operationId: 'getDedicatedVirtualAccount',
    summary: 'Fetch a dedicated virtual account',
    description: 'Returns the account with this id or account number.',
    answer: named('DedicatedVirtualAccount'),
    message: 'Dedicated virtual account found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) =>
      one(await dedicatedNamed(context, scope, params.id), reply),
  }),
  ...change('/dedicated-virtual-accounts/:id', {
    needs: 'dedicated_virtual_accounts:write',
    params: NAMED,
    operationId: 'updateDedicatedVirtualAccount',
    summary: 'Update a dedicated virtual account',
    description: 'Applies to deposits that arrive from now on.',
    body: DedicatedChangeBody,
    clears: ['split_code', 'metadata'],
    answer: named('DedicatedVirtualAccount'),
    refusals: [404, 422],
    message: 'Dedicated virtual account changed',
    handle: async (context, request, reply) => {
      const { scope, params, body, rawBody } = request
      const { split_code: split } = body
      const wanted = {
        ...(split !== undefined && { split }),
        metadata: metadataChange(body, rawBody),
      }
      const account = await dedicatedNamed(context, scope, params.id)
      return one(await changeDedicated(context, account, wanted, onlyIf(request)), reply)
    },
  }),
  list('/dedicated-virtual-accounts', {
    needs: 'dedicated_virtual_accounts:read',
    operationId: 'listDedicatedVirtualAccounts',
    summary: 'List dedicated virtual accounts',
    description: 'Newest first.',
    query: filters,
    item: named('DedicatedVirtualAccount'),
    message: 'Dedicated virtual accounts found',
    read: ({ customer }) => (customer === undefined ? null : readCustomer(customer)),
    handle: async (context, { scope, query }, page, customer) => {
      const filter = await filterOf(context, scope, customer, query.account_number)
      const { rows, meta } = await listDedicated(context.sql, scope, filter, page)
      return { data: rows.map(toWireDedicated), meta }
    },
  }),
])

const ONE = firstPage(1)
const ANY: DedicatedFilter = { virtualAccountId: null, customerId: null, accountNumber: null }
/** An id that no row has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export function dedicatedInputOf(
  { customer, split_code }: Static<typeof DedicatedBody>,
  metadata: string | null = null,
): DedicatedInput {
  return {
    ...customerIn(customer),
    bvn: customer.bvn ?? null,
    nin: customer.nin ?? null,
    splitCode: split_code ?? null,
    metadata,
  }
}

async function dedicatedNamed(context: Context, scope: Scope, text: string) {
  const { rows } = await listDedicated(context.sql, scope, namedBy(text), ONE)
  return rows[0] ?? refuse('account_not_found')
}

function one(account: Issued<DedicatedAccount>, reply: FastifyReply) {
  setTag(reply, account)
  return toWireDedicated(account)
}

function namedBy(text: string): DedicatedFilter {
  if (/^[0-9]{10}$/.test(text)) return { ...ANY, accountNumber: text }
  return {
    ...ANY,
    virtualAccountId: parsePublicId('virtual_account', text) ?? refuse('account_not_found'),
  }
}

type ChosenCustomer = { id: string } | { email: string } | null

function readCustomer(text: string): ChosenCustomer {
  const id = parsePublicId('customer', text)
  if (id !== null) return { id }
  if (text.includes('@')) return { email: text }
  const message = 'customer must be an id (cus_…), a code (CUS_…) or an email address.'
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
  // PostgreSQL does not store U+0000, so no customer has such an address.
  const known = customer.email.includes('\0')
    ? null
    : await findCustomerId(context, scope, customer.email)
  return { ...filter, customerId: known ?? NOBODY }
}
