import { type Static, Type } from 'typebox'
import type { Customer } from '../../src/accounts/customers/customers.sql.ts'
import {
  changeCustomer,
  customerNamed,
  findOrCreateCustomer,
  pageOfCustomers,
} from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { always } from '../../src/core/etags.ts'
import { wrongMetadata } from '../../src/core/metadata.ts'
import {
  authorizationNamed,
  deactivate,
  listActive,
  toWireAuthorization,
} from '../../src/payments/authorizations/authorizations.ts'
import type { TransactionFilter } from '../../src/payments/transactions/search.sql.ts'
import { ALL, pageOfTransactions, sumTransactions } from '../../src/payments/transactions/search.ts'
import {
  createDedicated,
  type DedicatedFilter,
  dedicatedOf,
  listDedicated,
  toWireDedicated,
} from '../../src/payments/virtual-accounts/dedicated.ts'
import {
  DedicatedBody,
  dedicatedInputOf,
} from '../../src/payments/virtual-accounts/virtual-accounts.routes.ts'
import { publicCode, publicId } from '../../src/platform/ids.ts'
import { firstPage, type Page } from '../../src/platform/paging.ts'
import { refuse, refuseFields } from '../../src/platform/refusal.ts'
import { railFor } from '../../src/providers/capabilities.ts'
import { TEST_BANK } from '../../src/providers/sandbox/bank.ts'
import { type Asked, checked, metadataOf, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { byNumber } from './numbers.ts'
import { paystackAccount, paystackCustomer, paystackIssuer } from './records.ts'
import { paystackCard } from './transaction-record.ts'

const CREATE = 'POST /dedicated-virtual-accounts'
const ONE = firstPage(1)
const CARDS_MAX = 100
const FORGET = 'DELETE /customers/:id/authorizations/:authorization_code'
const ANY: DedicatedFilter = { virtualAccountId: null, customerId: null, accountNumber: null }

const Name = Type.Optional(Type.String({ format: 'person-name', maxLength: 100 }))
const CustomerBody = Type.Object({
  email: Type.Optional(Type.String({ format: 'email' })),
  first_name: Name,
  last_name: Name,
  phone: Type.Optional(Type.String({ format: 'phone' })),
})

export const customerCalls = [
  call('POST /customer', 'POST /customers', async (asked) => {
    const customer = await createdOrFilled(asked)
    return { message: 'Customer created', data: paystackCustomer(customer) }
  }),
  list(
    'GET /customer',
    'GET /customers',
    'Customers retrieved',
    ({ context, scope }, page) => pageOfCustomers(context, scope, null, page),
    (rows) => rows.map(paystackCustomer),
  ),
  call('GET /customer/:code', 'GET /customers/:id', async ({ context, scope, params }) => {
    const customer = await customerOf(context, scope, params['code'] ?? '')
    const data = { ...paystackCustomer(customer), ...(await moreOf(context, scope, customer)) }
    return { message: 'Customer retrieved', data }
  }),
  call('PUT /customer/:code', 'POST /customers', async ({ context, scope, params, body }) => {
    const before = await customerOf(context, scope, params['code'] ?? '')
    const { first_name, last_name, phone } = namesIn(body)
    const metadata = storedMetadata(body)
    const change = {
      firstName: first_name ?? before.firstName,
      lastName: last_name ?? before.lastName,
      phone: before.phone ?? phone ?? null,
      ...(metadata !== null && { metadata: () => metadata }),
    }
    const code = publicCode('customer', before.customerId)
    const after = await changeCustomer(context, scope, code, change, always)
    return { message: 'Customer updated', data: paystackCustomer(after) }
  }),
  call('POST /customer/deactivate_authorization', FORGET, forgetCard),
  call('POST /customer/authorization/deactivate', FORGET, forgetCard),
]

async function forgetCard({ context, scope, body }: Call) {
  const code = body.needed('authorization_code')
  const { customerId } = await authorizationNamed(context, scope, code)
  await deactivate(context, scope, publicId('customer', customerId), code)
  return { message: 'Authorization has been deactivated', data: undefined }
}

export const accountCalls = [
  call('POST /dedicated_account', CREATE, async (asked) => {
    const { context, scope, body } = asked
    const { firstName, lastName, email, phone } = await customerOf(
      context,
      scope,
      body.needed('customer'),
    )
    const account = await issued(asked, {
      email,
      first_name: body.text('first_name') ?? firstName,
      last_name: body.text('last_name') ?? lastName,
      ...phoneOf(body.text('phone') || phone),
      ...numbersIn(body),
    })
    return { message: 'NUBAN successfully created', data: account }
  }),
  call('POST /dedicated_account/assign', CREATE, async (asked) => {
    const { body } = asked
    await issued(asked, {
      email: body.needed('email'),
      first_name: body.needed('first_name'),
      last_name: body.needed('last_name'),
      ...phoneOf(body.text('phone')),
      ...numbersIn(body),
    })
    return { message: 'Assign dedicated account in progress', data: null }
  }),
  list(
    'GET /dedicated_account',
    'GET /dedicated-virtual-accounts',
    'Managed accounts successfully retrieved',
    async ({ context, scope, query }, page) => {
      const customer = query.text('customer')
      const of = customer === null ? null : await customerOf(context, scope, customer)
      const customerId = of?.customerId ?? null
      const filter = { ...ANY, customerId, accountNumber: query.text('account_number') }
      return listDedicated(context.sql, scope, filter, page)
    },
    (rows, { context, scope }) =>
      rows.map((row) => paystackAccount(context, scope, toWireDedicated(row))),
  ),
  call(
    'GET /dedicated_account/available_providers',
    'GET /dedicated-virtual-accounts/:id',
    async ({ context, scope }) => {
      const { id, name, slug } = paystackIssuer(context, await issuerOf(context, scope))
      const provider = { id, bank_id: id, bank_name: name, provider_slug: slug }
      return { message: 'Dedicated account providers retrieved', data: [provider] }
    },
  ),
  call(
    'GET /dedicated_account/:id',
    'GET /dedicated-virtual-accounts/:id',
    async ({ context, scope, params }) => {
      const account = await accountNamed(context, scope, params['id'] ?? '')
      return { message: 'Customer retrieved', data: paystackAccount(context, scope, account) }
    },
  ),
  call('POST /dedicated_account/split', CREATE, async (asked) => {
    const { context, scope, body } = asked
    if (!body.has('split_code')) wrong('split_code', 'split_code is required: see POST /split.')
    const { customerId, ...customer } = await customerOf(context, scope, body.needed('customer'))
    if ((await dedicatedOf(context, scope, customerId)) === null) refuse('account_not_found')
    const { firstName: first_name, lastName: last_name, email } = customer
    const account = await issued(asked, { email, first_name, last_name })
    return { message: 'Assigned Managed Account Split Group Updated', data: account }
  }),
]

/** By email address, code, number or our own id. */
export async function customerOf(context: Context, scope: Scope, text: string): Promise<Customer> {
  const all = (page: Page) => pageOfCustomers(context, scope, null, page)
  const numbered = await byNumber(text, all, 'customerId')
  return numbered ?? customerNamed(context, scope, text)
}

/** An existing customer gets what it lacks: a payment names it after its email address. */
export async function createdOrFilled({ context, scope, body }: Call): Promise<Customer> {
  body.needed('email')
  const { email = '', ...sent } = namesIn(body)
  const names = namesOf(sent)
  const metadata = storedMetadata(body)
  const input = { email, ...names, metadata, isTold: true }
  const code = publicCode('customer', await findOrCreateCustomer(context, scope, input))
  const found = await customerNamed(context, scope, code)
  const { firstName, lastName, phone } = names
  const isNamed = `${firstName}${lastName}` !== ''
  const change = {
    ...(isNamed && isUnnamed(found) && { firstName, lastName }),
    ...(found.phone === null && phone !== null && { phone }),
    ...(found.metadata === null && metadata !== null && { metadata: () => metadata }),
  }
  const isFull = Object.keys(change).length === 0
  return isFull ? found : changeCustomer(context, scope, code, change, always)
}

/** Without a name, or with the one that `nameOf` makes. */
function isUnnamed({ firstName, lastName, email }: Customer): boolean {
  return ['', email.split('@')[0]].includes(`${firstName} ${lastName}`.trim())
}

function storedMetadata(body: Asked): string | null {
  const sent = metadataOf(body)
  const errors = wrongMetadata(sent?.text ?? null, sent?.value)
  if (errors.length > 0) refuseFields(errors)
  return sent?.text ?? null
}

/** What Paystack tells of one customer only. */
async function moreOf(context: Context, scope: Scope, customer: Customer) {
  const { customerId, createdAt, updatedAt } = customer
  const paid: TransactionFilter = { ...ALL, customerId, status: ['success'] }
  const [account, { meta }, volume, cards] = await Promise.all([
    dedicatedOf(context, scope, customerId),
    pageOfTransactions(context, scope, paid, ONE),
    sumTransactions(context.sql, scope, paid),
    listActive(context.sql, scope, customerId, firstPage(CARDS_MAX)),
  ])
  const shown = account && paystackAccount(context, scope, toWireDedicated(account))
  return {
    total_transactions: meta.total,
    total_transaction_value: volume === 0n ? [] : [{ currency: 'NGN', amount: Number(volume) }],
    authorizations: cards.rows.map((card) => paystackCard(toWireAuthorization(card))),
    dedicated_account: shown,
    dedicated_accounts: shown ? [shown] : [],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

function namesIn(body: Asked) {
  return checked(CustomerBody, {
    email: body.text('email') || undefined,
    first_name: body.text('first_name') || undefined,
    last_name: body.text('last_name') || undefined,
    phone: body.text('phone') || undefined,
  })
}

function namesOf({ first_name = '', last_name = '', phone }: Static<typeof CustomerBody>) {
  return { firstName: first_name, lastName: last_name, phone: phone ?? null }
}

function phoneOf(phone: string | null) {
  return phone ? { phone } : {}
}

function numbersIn(body: Asked) {
  return {
    ...(body.has('bvn') && { bvn: body.needed('bvn') }),
    ...(body.has('nin') && { nin: body.needed('nin') }),
  }
}

async function issued(
  { context, scope, body }: Call,
  customer: Static<typeof DedicatedBody>['customer'],
) {
  if (body.has('subaccount')) {
    wrong(
      'subaccount',
      'subaccount is not supported here. Create a split for it and send split_code.',
    )
  }
  const split = body.has('split_code') && { split_code: body.needed('split_code') }
  const sent = checked(DedicatedBody, { customer, ...split })
  const { account } = await createDedicated(context, scope, dedicatedInputOf(sent))
  return paystackAccount(context, scope, toWireDedicated(account))
}

/** The bank of the newest account. In live mode, only its provider is known before the first. */
async function issuerOf(context: Context, scope: Scope) {
  const { name } = railFor(context.rails, scope, 'permanent_accounts')
  const [newest] = (await listDedicated(context.sql, scope, ANY, ONE)).rows
  if (newest) return newest.bank
  return scope.mode === 'test' ? TEST_BANK : { code: name, name, slug: name }
}

async function accountNamed(context: Context, scope: Scope, text: string) {
  const { sql } = context
  const isNuban = /^[0-9]{10}$/.test(text)
  const named =
    isNuban && (await listDedicated(sql, scope, { ...ANY, accountNumber: text }, ONE)).rows[0]
  const all = (page: Page) => listDedicated(sql, scope, ANY, page)
  const found = named || (await byNumber(text, all, 'virtualAccountId'))
  return toWireDedicated(found ?? refuse('account_not_found'))
}
