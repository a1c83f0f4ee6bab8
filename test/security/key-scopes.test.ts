import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  addKey,
  authenticate,
  listKeys,
  rollKey,
} from '../../src/accounts/businesses/businesses.ts'
import { changeKey } from '../../src/accounts/businesses/roll.ts'
import {
  isRead,
  KEY_SCOPES,
  type KeyScope,
  mayDo,
  PERSON_ROLES,
  permissionOf,
  SCOPES,
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
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

async function keyOf(...scopes: KeyScope[]): Promise<string> {
  return (await addKey(context, business, 'secret', { scopes })).key
}

function neededBy(name: string): KeyScope | undefined {
  const route = forKeys.find(({ method, path }) => `${method} ${path}` === name)
  return route && scopeOf(route.facts)
}

test('every scope opens some route', () => {
  const needed = new Set(forKeys.map(({ facts }) => scopeOf(facts)))
  assert.deepEqual([...needed].sort(), KEY_SCOPES.filter((scope) => scope !== 'all').toSorted())
})

/** Paths whose first word is not the noun of their scopes. */
const NOUNS: Record<string, string> = {
  subaccounts: 'splits',
  'account-changes': 'splits',
  statistics: 'transactions',
  accounts: 'banks',
  bvn: 'identity',
  'payout-batches': 'payouts',
  'refund-links': 'refunds',
  plans: 'subscriptions',
  rules: 'settings',
}

/** For charges of a customer who is not there, so these need a scope of its own. */
const CHARGES = ['/transactions/charge-authorization', '/customers/:id/mandates']
/** It can refund. */
const REVIEW = '/transactions/:id/review'

test('the noun of a scope is that of the path, and only reading is open to a scope to read', () => {
  for (const { facts, method, path } of forKeys) {
    const [noun, verb] = scopeOf(facts)!.split(':')
    const first = path.split('/')[1]!
    const own = CHARGES.includes(path) ? 'authorizations' : NOUNS[first]
    if (path === REVIEW) {
      assert.equal(scopeOf(facts), 'refunds:write')
      continue
    }
    assert.equal(noun, own ?? first.replaceAll('-', '_'), `${method} ${path}`)
    assert(verb === 'write' || isRead(method, facts), `${method} ${path}`)
  }
})

test('what moves money out or says where it goes needs a scope for just that', () => {
  const expected: Record<string, KeyScope> = {
    'POST /payouts': 'payouts:write',
    'POST /subaccounts': 'splits:write',
    'PUT /subaccounts/:id': 'splits:write',
    'POST /splits': 'splits:write',
    'PUT /splits/:id': 'splits:write',
    'POST /refunds': 'refunds:write',
    'POST /refund-links': 'refunds:write',
    'GET /transactions/export': 'transactions:export',
    'POST /identity/validate': 'identity:write',
    'GET /identity/:id': 'identity:read',
    'PUT /webhooks': 'webhooks:write',
    'POST /transactions/initialize': 'transactions:write',
    'POST /transactions/charge-authorization': 'authorizations:write',
    'POST /customers/:id/mandates': 'authorizations:write',
    'POST /subscriptions': 'subscriptions:write',
    'POST /plans': 'subscriptions:write',
  }
  for (const [route, scope] of Object.entries(expected)) assert.equal(neededBy(route), scope, route)
})

test('to listen to events needs what the list of them needs', () => {
  const [listening, listing] = ['GET /events/stream', 'GET /events'].map(neededBy)
  assert.deepEqual([listening, listing], ['events:read', 'events:read'])
})

test('a role gives a key no scope that opens a route which the role may not call itself', () => {
  for (const role of PERSON_ROLES) {
    const given = scopesOf(role)
    for (const { facts, method, path } of forKeys) {
      const scope = scopeOf(facts)!
      if (!given.includes(scope) && !given.includes('all')) continue
      assert(mayDo(role, permissionOf(facts)!), `${role}, by a key: ${method} ${path}`)
    }
  }
  assert.deepEqual(scopesOf('owner'), ['all'])
  const beyond = KEY_SCOPES.filter((scope) => !scopesOf('developer').includes(scope))
  assert.deepEqual(beyond, [
    'transactions:export',
    'refunds:write',
    'disputes:write',
    'splits:write',
    'balance:export',
    'payouts:write',
    'payouts:export',
    'settlements:export',
    'all',
  ])
  assert.deepEqual([scopesOf('finance'), scopesOf('support')], [[], []])
})

test('a key with several scopes opens what each of them opens', async () => {
  const key = await keyOf('transactions:write', 'balance:read')
  const begin = await api.post('/api/v1/transactions/initialize', { key, body: {} })
  const balance = await api.get('/api/v1/balance', { key })
  const pay = await api.post('/api/v1/payouts', { key, body: {} })
  assert.deepEqual([begin.status, balance.status, pay.status], [400, 200, 403])
})

test('the answer that another key got under an Idempotency-Key is not had without its scope', async () => {
  const headers = { 'idempotency-key': 'one payout' }
  const body = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const paid = await api.post('/api/v1/payouts', {
    key: await keyOf('payouts:write'),
    headers,
    body,
  })
  assert.equal(paid.status, 201)
  const asked = await api.post('/api/v1/payouts', {
    key: await keyOf('payouts:read'),
    headers,
    body,
  })
  assert.deepEqual([asked.status, asked.body.code], [403, 'insufficient_scope'])
})

// What the words of the version before opened, by the permissions that a person needs for it.
const FORMER: Record<string, string[]> = {
  read: ['view'],
  export: ['export'],
  payments: ['collect', 'sandbox'],
  refunds: ['refund'],
  payouts: ['payout', 'share'],
  identity: ['identity'],
  settings: ['settings', 'webhooks'],
}

/** Not opened by a former word. */
const LATER: KeyScope[] = [
  'authorizations:write',
  'balance:export',
  'disputes:read',
  'disputes:write',
  'identity:read',
  'payouts:export',
  'subscriptions:read',
  'subscriptions:write',
]

for (const [word, permissions] of Object.entries(FORMER)) {
  test(`a key that had ${word} opens what it opened, but reads no identities`, async () => {
    const { key, keyId } = await addKey(context, business, 'secret', { scopes: ['all'] })
    await context.sql`update api_key set scopes = ${[word]} where key_id = ${keyId}`

    const kept = (await listKeys(context.sql, business)).find((one) => one.keyId === keyId)!
    const found = await authenticate(context, key)

    const expected = KEY_SCOPES.filter(
      (scope) =>
        scope !== 'all' && !LATER.includes(scope) && permissions.includes(SCOPES[scope].needs),
    )
    assert.deepEqual(kept.scopes.toSorted(), expected.toSorted())
    assert.deepEqual(found!.scopes, kept.scopes)
  })
}

test('a former word and its scope are one, and what is changed or rolled has new words only', async () => {
  const { keyId } = await addKey(context, business, 'secret', { scopes: ['all'] })
  const stored = ['refunds', 'refunds:write', 'payouts']
  await context.sql`update api_key set scopes = ${stored} where key_id = ${keyId}`

  const changed = await changeKey(context, business, keyId, { allowedIps: [] }, null)
  const rolled = await rollKey(context, business, keyId, 0)

  const own = ['refunds:write', 'splits:write', 'payouts:write']
  assert.deepEqual(changed.scopes, own)
  const rows = await context.sql<{ scopes: string[] }[]>`
    select scopes from api_key where key_id = any(${[keyId, rolled.keyId]}::uuid[])
  `
  assert.deepEqual(
    rows.map(({ scopes }) => scopes),
    [own, own],
  )
})

test('a list as a file needs the scope of exports, where there is one', async () => {
  const asFile = { accept: 'text/csv' }
  const read = async (path: string, key: string, headers = {}) =>
    (await api.get(`/api/v1${path}`, { key, headers })).status

  const reader = await keyOf('transactions:read', 'customers:read')
  const both = await keyOf('transactions:read', 'transactions:export')

  assert.deepEqual(
    [await read('/transactions', reader), await read('/transactions', reader, asFile)],
    [200, 403],
  )
  assert.equal(await read('/transactions', both, asFile), 200)
  assert.equal(await read('/customers', reader, asFile), 200)
})
