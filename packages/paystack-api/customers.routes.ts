import { type Static, Type } from 'typebox'
import type { Customer } from '../../src/accounts/customers/customers.sql.ts'
import {
  customerNamed,
  findCustomerId,
  findOrCreateCustomer,
  pageOfCustomers,
  rename,
} from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
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
import { publicCode } from '../../src/platform/ids.ts'
import { firstPage, type Page } from '../../src/platform/paging.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { railFor } from '../../src/providers/capabilities.ts'
import { type Asked, checked, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { byNumber } from './numbers.ts'
import { bankNumber, paystackAccount, paystackCustomer } from './records.ts'

const CREATE = 'POST /dedicated-virtual-accounts'
const ONE = firstPage(1)
const ANY: DedicatedFilter = { virtualAccountId: null, customerId: null, accountNumber: null }

const Name = Type.Optional(Type.String({ format: 'person-name', maxLength: 100 }))
const CustomerBody = Type.Object({
  email: Type.Optional(Type.String({ format: 'email' })),
  first_name: Name,
  last_name: Name,
  phone: Type.Optional(Type.String({ format: 'phone' })),
})

export const customerCalls = [
  call('POST /customer', CREATE, async ({ context, scope, body }) => {
    body.needed('email')
    const { email = '', ...names } = namesIn(body)
    const input = { email, ...namesOf(names), isTold: true }
    const id = await findOrCreateCustomer(context, scope, input)
    const customer = await customerNamed(context, scope, publicCode('customer', id))
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
    const account = await dedicatedOf(context, scope, customer.customerId)
    const shown = account && paystackAccount(context, toWireDedicated(account))
    const data = { ...paystackCustomer(customer), dedicated_account: shown }
    return { message: 'Customer retrieved', data }
  }),
  call('PUT /customer/:code', CREATE, async ({ context, scope, params, body }) => {
    const before = await customerOf(context, scope, params['code'] ?? '')
    const { firstName, lastName, phone } = before
    const { email: _, ...names } = namesIn(body)
    const known = { first_name: firstName, last_name: lastName, ...phoneOf(phone) }
    const wanted = namesOf({ ...known, ...names })
    await rename(context, scope, before.customerId, wanted)
    const after = await customerNamed(context, scope, publicCode('customer', before.customerId))
    return { message: 'Customer updated', data: paystackCustomer(after) }
  }),
]

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
    (rows, { context }) => rows.map((row) => paystackAccount(context, toWireDedicated(row))),
  ),
  call(
    'GET /dedicated_account/available_providers',
    'GET /dedicated-virtual-accounts/:id',
    async ({ context, scope }) => {
      const { name } = railFor(context.rails, scope, 'permanent_accounts')
      const id = bankNumber(context, name)
      const provider = { id, bank_id: id, bank_name: name, provider_slug: name }
      return { message: 'Dedicated account providers retrieved', data: [provider] }
    },
  ),
  call(
    'GET /dedicated_account/:id',
    'GET /dedicated-virtual-accounts/:id',
    async ({ context, scope, params }) => {
      const account = await accountNamed(context, scope, params['id'] ?? '')
      return { message: 'Customer retrieved', data: paystackAccount(context, account) }
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
  if (numbered !== null) return numbered
  if (!text.includes('@')) return customerNamed(context, scope, text)
  if (text.includes('\0')) refuse('customer_not_found')
  const id = (await findCustomerId(context, scope, text)) ?? refuse('customer_not_found')
  return customerNamed(context, scope, publicCode('customer', id))
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
  return paystackAccount(context, toWireDedicated(account))
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
