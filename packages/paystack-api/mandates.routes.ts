import { Type } from 'typebox'
import { banks } from '../../src/accounts/banks/banks.ts'
import { findCustomer } from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { equalTo } from '../../src/core/filters.ts'
import type { Authorization } from '../../src/payments/authorizations/authorizations.sql.ts'
import {
  findAuthorization,
  listMandates,
  toWireAuthorization,
} from '../../src/payments/authorizations/authorizations.ts'
import { createMandate } from '../../src/payments/authorizations/mandates.ts'
import { parseShortId, publicCode, shortId } from '../../src/platform/ids.ts'
import { Refusal, refuse } from '../../src/platform/refusal.ts'
import { Asked, checked, filtered, pageOf, wrong } from './asked.ts'
import { type Call, call } from './call.routes.ts'
import { createdOrFilled, customerOf } from './customers.routes.ts'
import { integrationOf, numberOf } from './numbers.ts'

// Paystack's direct debit: mandates, which are authorizations. Ours name the account from the
// start; their page asks the customer for it. `reference` is the code without AUTH_.

const MANDATES = 'POST /customers/:id/mandates'
const STATES = { pending: 'pending', active: 'active', revoked: 'deactivated' } as const
const STATUSES = Object.keys(STATES) as (keyof typeof STATES)[]
const FILTERS = {
  status: equalTo('state', Type.String()),
  customer: equalTo('customerId', Type.String()),
}
const AccountBody = Type.Object({
  number: Type.String({ format: 'account-number' }),
  bank_code: Type.String({ format: 'bank-code' }),
  callback_url: Type.Optional(Type.String({ format: 'return-address' })),
})

export const mandateCalls = [
  call('POST /customer/authorization/initialize', MANDATES, async (asked) => {
    const channel = asked.body.needed('channel')
    if (!/^direct[_-]debit$/.test(channel)) wrong('channel', 'channel must be direct_debit.')
    return initialized(asked, await createdOrFilled(asked))
  }),
  call('POST /customer/:code/initialize-direct-debit', MANDATES, async (asked) => {
    const { context, scope, params } = asked
    return initialized(asked, await customerOf(context, scope, params['code'] ?? ''))
  }),
  call(
    'GET /customer/authorization/verify/:reference',
    'GET /customers/:id/authorizations/:authorization_code',
    async ({ context, scope, params }) => {
      const authorizationId = parseShortId<'authorization'>(params['reference'] ?? '')
      const { businessId, mode } = scope
      const key = authorizationId && { businessId, mode, authorizationId }
      const found = (key && (await findAuthorization(context.sql, key))) ?? null
      if (found?.channel !== 'direct_debit') refuse('authorization_not_found')
      refuseRejected(found)
      const { authorization_code, channel, bank, active } = toWireAuthorization(found)
      const code = publicCode('customer', found.customerId)
      const customer = { code, email: found.email }
      const data = { authorization_code, channel, bank, active, customer }
      return { message: 'Authorization retrieved successfully', data }
    },
  ),
  call(
    'GET /customer/:code/directdebit-mandate-authorizations',
    'GET /customers/:id/authorizations',
    async (asked) => {
      const { context, scope, params } = asked
      const { customerId } = await customerOf(context, scope, params['code'] ?? '')
      return listed(asked, { customer: customerId })
    },
  ),
  call(
    'GET /directdebit/mandate-authorizations',
    'GET /customers/:id/authorizations',
    async (asked) => {
      const status = asked.query.oneOf('status', STATUSES)
      return listed(asked, status === null ? {} : { status: STATES[status] })
    },
  ),
]

async function initialized(asked: Call, { customerId }: Pick<Authorization, 'customerId'>) {
  const { context, scope, body, effectId } = asked
  const account = body.object('account')
  if (account === null) wrong('account', 'account is required: its number and bank_code.')
  const { number, bank_code, callback_url } = checked(AccountBody, {
    number: account.needed('number'),
    bank_code: account.needed('bank_code'),
    callback_url: body.text('callback_url') || undefined,
  })
  const made = await createMandate(context, scope, publicCode('customer', customerId), {
    bankCode: bank_code,
    accountNumber: number,
    returnUrl: callback_url ?? null,
    effectId,
  })
  refuseRejected(made)
  // A mandate that is active at once has no page: the customer is where they would return to.
  const redirect_url = made.approvalUrl ?? callback_url ?? context.baseUrl()
  const reference = shortId(made.authorizationId)
  const data = { redirect_url, access_code: reference, reference }
  return { message: 'Authorization initialized', data }
}

function refuseRejected({ rejectionReason }: Authorization): void {
  if (rejectionReason === null) return
  const message = `This mandate was rejected: ${rejectionReason}.`
  throw new Refusal('authorization_not_found', { message })
}

async function listed(asked: Call, sent: { status?: string; customer?: string }) {
  const { context, scope, query, params } = asked
  const { per_page: perPage, cursor: next, ...rest } = query.fields
  const paging = new Asked({ ...rest, perPage, next })
  const path = `mandates ${params['code'] ?? ''}`
  const page = filtered(pageOf(paging, scope, path), FILTERS, sent, context, scope)
  const { rows, meta } = await listMandates(context.sql, scope, page)
  const data = await Promise.all(rows.map((row) => shown(context, scope, row)))
  const { total } = meta
  const paged = { per_page: meta.perPage, next: meta.next, count: rows.length, total }
  return { message: 'Mandate authorizations retrieved successfully', data, meta: paged }
}

async function shown(context: Context, scope: Scope, row: Authorization) {
  const { authorizationId, customerId, state, createdAt, updatedAt } = row
  const { authorization_code, last4, bank } = toWireAuthorization(row)
  const customer = await findCustomer(context.sql, scope, customerId)
  const id = numberOf(authorizationId)
  return {
    id,
    status: STATUSES.find((status) => STATES[status] === state),
    mandate_id: id,
    authorization_id: id,
    authorization_code,
    integration_id: integrationOf(scope),
    account_number: `XXXXXX${last4 ?? ''}`,
    bank_code: banks.find(({ name }) => name === bank)?.code ?? '',
    bank_name: bank ?? null,
    customer: customer && {
      id: numberOf(customerId),
      customer_code: publicCode('customer', customerId),
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
    },
    authorized_at: (state === 'active' ? updatedAt : createdAt).toISOString(),
  }
}
