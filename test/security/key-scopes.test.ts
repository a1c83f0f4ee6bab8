import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import {
  isPermission,
  KEY_SCOPES,
  type KeyScope,
  mayDo,
  PERSON_ROLES,
  scopeOf,
  scopesOf,
} from '../../src/core/access.ts'
import { forKeys } from '../../src/http/routes.ts'
import { useApi } from '../api.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// A stolen key opens what it was made for and nothing else (each route × each scope:
// test/routes-and-credentials.test.ts). And no role can give away, by a key, what it may not do
// itself.

const context = useContext()
const api = useApi(context)

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

function neededBy(name: string): KeyScope | undefined {
  const route = forKeys.find(({ method, path }) => `${method} ${path}` === name)
  return route && scopeOf(route.facts)
}

test('every scope opens some route', () => {
  const needed = new Set(forKeys.map(({ facts }) => scopeOf(facts)))
  assert.deepEqual([...needed].sort(), KEY_SCOPES.filter((scope) => scope !== 'all').toSorted())
})

test('what moves money out or says where it goes needs a scope for just that', () => {
  const expected: Record<string, KeyScope> = {
    'POST /payouts': 'payouts',
    'POST /subaccounts': 'payouts',
    'PUT /subaccounts/:id': 'payouts',
    'POST /splits': 'payouts',
    'PUT /splits/:id': 'payouts',
    'POST /refunds': 'refunds',
    'GET /transactions/export': 'export',
    'POST /identity/validate': 'identity',
    'PUT /webhooks': 'settings',
    'POST /transactions/initialize': 'payments',
  }
  for (const [route, scope] of Object.entries(expected)) assert.equal(neededBy(route), scope, route)
})

test('to listen to events needs what the list of them needs', () => {
  const [listening, listing] = ['GET /events/stream', 'GET /events'].map(neededBy)
  assert.deepEqual([listening, listing], ['read', 'read'])
})

test('a role gives a key no scope that opens a route which the role may not call itself', () => {
  for (const role of PERSON_ROLES) {
    const given = scopesOf(role)
    for (const { facts, method, path } of forKeys) {
      const scope = scopeOf(facts)!
      if (!given.includes(scope) && !given.includes('all')) continue
      const { needs } = facts
      assert(isPermission(needs) && mayDo(role, needs), `${role}, by a key: ${method} ${path}`)
    }
  }
  assert.deepEqual(scopesOf('owner'), ['all'])
  assert.deepEqual(scopesOf('developer'), ['read', 'payments', 'identity', 'settings'])
})

test('a key with several scopes opens what each of them opens', async () => {
  const scopes: KeyScope[] = ['payments', 'read']
  const { key } = await addKey(context, business, 'secret', { scopes })
  const begin = await api.post('/api/v1/transactions/initialize', { key, body: {} })
  const balance = await api.get('/api/v1/balance', { key })
  const pay = await api.post('/api/v1/payouts', { key, body: {} })
  assert.deepEqual([begin.status, balance.status, pay.status], [400, 200, 403])
})

test('the answer that another key got under an Idempotency-Key is not had without its scope', async () => {
  const headers = { 'idempotency-key': 'one payout' }
  const body = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const paid = await api.post('/api/v1/payouts', { key: keys.payouts, headers, body })
  assert.equal(paid.status, 201)
  const asked = await api.post('/api/v1/payouts', { key: keys.read, headers, body })
  assert.deepEqual([asked.status, asked.body.code], [403, 'insufficient_scope'])
})
