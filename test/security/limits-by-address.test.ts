import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { TRIES_MAX } from '../../src/accounts/logins/sign-in.ts'
import type { Peers, Sharing } from '../../src/platform/pub-sub.ts'
import { type Api, openApi } from '../api.ts'
import { givenPerson, signedInAs } from '../logins.ts'
import { givenBusiness, useContext } from '../support.ts'

// Limits by address count an IPv6 /64 as one: otherwise each of its 2^64 addresses has a limit of
// its own. Every rate limit tells other processes what it let through, so they are all found there.

const NEIGHBOURS = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::']
const STRANGER = '2001:db8:1:3::1'
const IPV4 = '192.0.2.1'

const DASHBOARD = { 'cowrie-dashboard': '1' }
const WRONG = { email: 'ada@example.com', password: 'not her password at all' }

/** A call that each limit counts by address; null for those that count a credential. */
const LIMITS: Record<string, InjectOptions | null> = {
  key: null,
  resolve: null,
  identity: null,
  session: null,
  // By card, business, and the address at a business: card-testing.test.ts.
  'cards card': null,
  'cards crowd': null,
  'cards declines': null,
  'cards pause': null,
  'cards refusal': null,
  'cards stopped': null,
  'cards strict': null,
  checkout: { method: 'GET', url: '/checkout/no-such-code/status' },
  'address /api/v1': { method: 'GET', url: '/api/v1/transactions/initialize-public' },
  'address ': { method: 'POST', url: '/pay/no-such-link' },
  'signing in': { method: 'GET', url: '/dashboard/api/session', headers: DASHBOARD },
}

const context = useContext()
const limits = new Map<string, Sharing<unknown>>()
let api: Api
before(async () => {
  await context.opened
  const share: Peers['share'] = (name, sharing) => {
    if (name.startsWith('limit ')) limits.set(name.slice(6), sharing as Sharing<unknown>)
  }
  context.peers = { share }
  api = await openApi(context)
})

test('every rate limit is listed here, and says what it counts by', () => {
  assert.deepEqual([...limits.keys()].sort(), Object.keys(LIMITS).sort())
})

for (const [name, call] of Object.entries(LIMITS)) {
  if (call === null) continue
  test(`the limit "${name}" counts all addresses of an IPv6 /64 as one`, async () => {
    countedBy(name)
    for (const remoteAddress of [...NEIGHBOURS, STRANGER, IPV4, `::ffff:${IPV4}`]) {
      await api.send({ ...call, remoteAddress })
    }

    assert.deepEqual(countedBy(name), {
      '2001:db8:1:2::/64': 3,
      '2001:db8:1:3::/64': 1,
      [IPV4]: 2,
    })
  })
}

test('what is costly is counted by the key, or by the person over all their sessions', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const browsers = [
    await signedInAs(api, person, business.businessId),
    await signedInAs(api, person, business.businessId),
  ]
  const account = { bank_code: '058', account_number: '0123456789' }
  for (const name of ['resolve', 'session']) countedBy(name)

  for (const browser of browsers) await browser.post('/accounts/resolve', account)
  const byPerson = countedBy('resolve')
  const bySession = Object.values(countedBy('session'))
  const key = business.keys.secretKey
  await api.post('/api/v1/accounts/resolve', { key, body: account })
  const byKey = Object.entries(countedBy('resolve'))

  assert.deepEqual([byPerson, bySession], [{ [person.loginId]: 2 }, [1, 1]])
  assert.deepEqual([byKey.length, byKey[0]?.[1]], [1, 1])
  assert.notEqual(byKey[0]?.[0], person.loginId)
})

test('wrong passwords from one IPv6 /64 are counted together, whoever they are tried on', async () => {
  const signIn = (remoteAddress: string, email: string) =>
    api.send({
      ...{ method: 'POST', url: '/dashboard/api/session', headers: DASHBOARD, remoteAddress },
      payload: { ...WRONG, email },
    })
  for (let i = 0; i < TRIES_MAX; i++) {
    assert.equal((await signIn(`2001:db8:9:9::${i}`, `${i}@example.com`)).status, 401)
    context.advance(70_000)
  }

  assert.equal((await signIn('2001:db8:9:9:a::1', 'b@example.com')).body.code, 'too_many_tries')
  assert.equal((await signIn('2001:db8:9:8::1', 'b@example.com')).status, 401)
})

/** What a limit has counted since it was last asked. */
function countedBy(name: string): Record<string, number> {
  const updates = limits.get(name)?.updates() as { taken: [string, number][] } | null | undefined
  return Object.fromEntries(updates?.taken ?? [])
}
