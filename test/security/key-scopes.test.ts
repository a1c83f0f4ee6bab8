import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addKey, KEY_SCOPES, type KeyScope } from '../../src/businesses/businesses.ts'
import {
  mayDo,
  type Permission,
  ROUTES,
  type Role,
  scopeOf,
  scopesOf,
} from '../../src/logins/permissions.ts'
import { type Answer, useApi } from '../api.ts'
import { beginningOf, contentsOf } from '../calls.ts'
import { SECRET_KEY } from '../routes.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// A stolen key opens what it was made for and nothing else: every route of the secret key × every
// scope. And no role can give away, by a key, what it may not do itself.

const context = useContext()
const api = useApi(context)

const ROLES: Role[] = ['owner', 'developer', 'finance', 'support']
const PREFIX = '/api/v1'

let business: GivenBusiness
let keys: Record<KeyScope, string>

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const made = KEY_SCOPES.map(async (scope) => [
    scope,
    (await addKey(context, business, 'secret', { scopes: [scope] })).key,
  ])
  keys = Object.fromEntries(await Promise.all(made))
})

/** As the table of permissions spells it: `GET /payouts/:id`. */
function neededBy(route: string): KeyScope | undefined {
  const [method = '', path = ''] = route.split(' ')
  return scopeOf(method, path.replace(PREFIX, '').replaceAll(/\{(\w+)\}/g, ':$1'))
}

async function ask(route: string, key: string): Promise<Answer> {
  const [method, path] = route.split(' ') as ['GET', string]
  const { body, isStream } = SECRET_KEY[route]!
  const asked = api.send({
    method,
    url: path.replaceAll(/\{\w+\}/g, 'of-nothing'),
    headers: { authorization: `Bearer ${key}` },
    ...(method !== 'GET' && { payload: body ?? {} }),
  })
  return isStream ? beginningOf(asked) : asked
}

test('every route of a secret key needs one scope, and every scope opens some', () => {
  const needed = new Set(Object.keys(SECRET_KEY).map((route) => neededBy(route)))
  assert.deepEqual([...needed].sort(), KEY_SCOPES.filter((scope) => scope !== 'all').toSorted())
})

test('a route refuses every key without its scope, says which it needs, and writes nothing', async () => {
  const before = await contentsOf(context)
  for (const route of Object.keys(SECRET_KEY)) {
    const needed = neededBy(route)
    for (const scope of KEY_SCOPES.filter((one) => one !== needed && one !== 'all')) {
      const { status, headers, body } = await ask(route, keys[scope])
      assert.deepEqual([status, body.code], [403, 'insufficient_scope'], `${scope}: ${route}`)
      assert(body.message.includes(`the scope ${needed},`), body.message)
      const challenge = `Bearer error="insufficient_scope", scope="${needed}"`
      assert.equal(headers['www-authenticate'], challenge)
    }
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('a route opens to a key with its scope, and to one with all', async () => {
  for (const route of Object.keys(SECRET_KEY)) {
    for (const scope of [neededBy(route)!, 'all' as const]) {
      const { status, body } = await ask(route, keys[scope])
      const opened = status !== 401 && status !== 403 && status < 500
      assert(opened, `${scope}, ${route}: ${status} ${body?.code}`)
    }
  }
})

test('what moves money out or says where it goes needs a scope for just that', () => {
  const expected: Record<string, KeyScope> = {
    'POST /api/v1/payouts': 'payouts',
    'POST /api/v1/subaccounts': 'payouts',
    'PUT /api/v1/subaccounts/{subaccount_code}': 'payouts',
    'POST /api/v1/splits': 'payouts',
    'PUT /api/v1/splits/{split_code}': 'payouts',
    'POST /api/v1/refunds': 'refunds',
    'GET /api/v1/transactions/export': 'export',
    'POST /api/v1/identity/validate': 'identity',
    'PUT /api/v1/webhooks': 'settings',
    'POST /api/v1/transactions/initialize': 'payments',
  }
  for (const [route, scope] of Object.entries(expected)) assert.equal(neededBy(route), scope, route)
})

test('to listen to events needs what the list of them needs', () => {
  const [listening, listing] = ['GET /api/v1/events/stream', 'GET /api/v1/events'].map(neededBy)
  assert.deepEqual([listening, listing], ['read', 'read'])
})

test('a role gives a key no scope that opens a route which the role may not call itself', () => {
  for (const role of ROLES) {
    const given = scopesOf(role)
    for (const [route, { can }] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = route.split(' ')
      const needed = scopeOf(method, path)
      if (needed === undefined || !(given.includes(needed) || given.includes('all'))) continue
      assert(mayDo(role, can as Permission), `${role}, by a key: ${route}`)
    }
  }
  assert.deepEqual(scopesOf('owner'), ['all'])
  assert.deepEqual(scopesOf('developer'), ['read', 'payments', 'identity', 'settings'])
})

test('a key with several scopes opens what each of them opens', async () => {
  const scopes: KeyScope[] = ['payments', 'read']
  const { key } = await addKey(context, business, 'secret', { scopes })
  assert.notEqual((await ask('POST /api/v1/transactions/initialize', key)).status, 403)
  assert.equal((await ask('GET /api/v1/balance', key)).status, 200)
  assert.equal((await ask('POST /api/v1/payouts', key)).status, 403)
})

test('the answer that another key got under an Idempotency-Key is not had without its scope', async () => {
  const headers = { 'idempotency-key': 'one payout' }
  const body = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const paid = await api.post('/api/v1/payouts', { key: keys.payouts, headers, body })
  assert.equal(paid.status, 201)
  const asked = await api.post('/api/v1/payouts', { key: keys.read, headers, body })
  assert.deepEqual([asked.status, asked.body.code], [403, 'insufficient_scope'])
})
