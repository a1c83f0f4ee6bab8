import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import type { KeyScope } from '../../src/core/access.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { CALLS } from './paystack.routes.ts'

// A call of Paystack needs the scope of our route about the same noun.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

const send = (line: string, sent: Sent = {}) => ask(open.app, line, sent)

test('customers need the scopes of customers, and their accounts those of accounts', async () => {
  const keyWith = async (...scopes: KeyScope[]) =>
    (await addKey(context, business, 'secret', { scopes })).key
  const customers = await keyWith('customers:read', 'customers:write')
  const accounts = await keyWith(
    'dedicated_virtual_accounts:read',
    'dedicated_virtual_accounts:write',
  )
  const said = async (line: string, key: string, body?: object) => {
    const answer = await send(line, { key, ...(body && { body }) })
    return answer.body.code === 'insufficient_scope' ? 'refused' : answer.status
  }
  const email = 'of-scopes@example.com'
  const names = { first_name: 'Ada', last_name: 'Example' }

  for (const [key, expected] of [
    [accounts, 'refused'],
    [customers, 200],
  ] as const) {
    assert.equal(await said('POST /customer', key, { email }), expected)
    assert.equal(await said('GET /customer', key), expected)
    assert.equal(await said(`GET /customer/${email}`, key), expected)
    assert.equal(await said(`PUT /customer/${email}`, key, { first_name: 'Ada' }), expected)
  }
  for (const [key, expected] of [
    [customers, 'refused'],
    [accounts, 200],
  ] as const) {
    assert.equal(
      await said('POST /dedicated_account', key, { customer: email, ...names }),
      expected,
    )
    assert.equal(await said('GET /dedicated_account', key), expected)
  }
})

/** Calls whose route of ours is about another noun. */
const OF_ANOTHER_NOUN: { [path: string]: string } = {
  bank: 'accounts',
  decision: 'accounts',
  directdebit: 'customers',
  charge: 'transactions',
  integration: 'settings',
  page: 'payment-links',
  // A recipient is an account number whose holder is known. Nothing is kept.
  transferrecipient: 'accounts',
  transfer: 'payouts',
}
/** The list of recipients is read from the payouts. */
const LISTED = 'GET /transferrecipient'

test('a call of Paystack needs what the route about the same noun needs', () => {
  for (const { path, method, as } of CALLS) {
    if (as === null) continue
    if (`${method} ${path}` === LISTED) {
      assert.equal(as, 'GET /payouts')
      continue
    }
    const [, theirs = ''] = path.split('/')
    const [verb, ours = ''] = as.split(' ')
    const noun =
      OF_ANOTHER_NOUN[theirs] ?? theirs.replace('dedicated_account', 'dedicated-virtual-account')
    const isStatistics = as === 'GET /statistics'
    assert(isStatistics || ours.startsWith(`/${noun}`), `${method} ${path} stands for ${as}`)
    const isReading = verb === 'GET' || as === 'POST /accounts/resolve'
    assert(theirs === 'transferrecipient' || (method === 'GET') === isReading, path)
  }
})
