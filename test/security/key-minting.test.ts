import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addKey, authenticate, listKeys } from '../../src/accounts/businesses/businesses.ts'
import { removeMember } from '../../src/accounts/logins/members.ts'
import { scopesOf } from '../../src/core/access.ts'
import type { Database } from '../../src/platform/db.ts'
import { publicId } from '../../src/platform/ids.ts'
import { type Answer, useApi } from '../api.ts'
import { type Browser, givenPerson, signedInAs } from '../logins.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  until,
  useContext,
} from '../support.ts'

// Nobody becomes more than they are by a key: a developer, who may not pay out, makes no key that
// can; and what somebody made who leaves the team is known, and ends with them.

const context = useContext()
const api = useApi(context)

/** What a developer may not do, so no key of theirs can. */
const BEYOND = [
  ['payouts:write'],
  ['splits:write'],
  ['balance:read', 'refunds:write'],
  ['transactions:export'],
  ['settlements:export'],
  ['all'],
  ['all', 'balance:read'],
]
const PAYOUT = { amount: 100, bank_code: '058', account_number: '0000000018' }

let business: GivenBusiness
let owner: Browser
let developer: Browser

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  owner = await signedInAs(api, await givenPerson(context, business), business.businessId)
  developer = await givenDeveloper()
})

async function givenDeveloper(): Promise<Browser> {
  const person = await givenPerson(context, business, 'developer')
  return signedInAs(api, person, business.businessId)
}

function said({ status, body }: Answer): [number, string] {
  return [status, body.code]
}

/** Of the key that the service made with the business: it may do everything. */
async function idOfFirst(): Promise<string> {
  const keys = await listKeys(context.sql, business)
  return publicId(
    'api_key',
    keys.find(({ madeByEmail, kind }) => !madeByEmail && kind === 'secret')!.keyId,
  )
}

async function madeBy(browser: Browser, more: object = {}) {
  const { status, body, text } = await browser.post('/keys', { kind: 'secret', ...more })
  assert.equal(status, 201, text)
  return body.data as { key: string; key_id: string }
}

async function shown(keyId: string) {
  const { body } = await owner.get('/keys')
  return body.data.find((key: { key_id: string }) => key.key_id === keyId)
}

async function isGood(key: string): Promise<boolean> {
  return (await authenticate(context, key)) !== null
}

test('a developer makes no key that pays out, gives back, exports or does everything', async () => {
  for (const scopes of BEYOND) {
    const answer = await developer.post('/keys', { kind: 'secret', scopes })
    assert.deepEqual(said(answer), [403, 'role_forbids'], String(scopes))
  }
  const { key, key_id } = await madeBy(developer)
  const { scopes, made_by } = await shown(key_id)
  assert.deepEqual(scopes, scopesOf('developer'))
  assert.equal(made_by, developer.person.email)
  const paid = await api.post('/api/v1/payouts', { key, body: PAYOUT })
  assert.deepEqual(said(paid), [403, 'insufficient_scope'])
})

test('a developer sees a test key that they could make, and none that may do more', async () => {
  const own = await madeBy(developer)
  const first = await idOfFirst()
  const read = async (browser: Browser, keyId: string) => {
    const { body } = await browser.get('/keys')
    return body.data.find(({ key_id }: { key_id: string }) => key_id === keyId).key
  }

  assert.deepEqual(
    [await read(developer, own.key_id), await read(developer, first)],
    [own.key, null],
  )
  assert.deepEqual(
    [await read(owner, own.key_id), await read(owner, first)],
    [own.key, business.keys.secretKey],
  )
})

test('an owner makes a key that does everything', async () => {
  const { key, key_id } = await madeBy(owner)
  assert.deepEqual((await shown(key_id)).scopes, ['all'])
  assert.equal((await api.post('/api/v1/payouts', { key, body: PAYOUT })).status, 201)
})

test('a developer rolls no key, changes no scope and no allow-list to come to more', async () => {
  const first = await idOfFirst()
  const own = await madeBy(developer)
  const tries = [
    await developer.post(`/keys/${first}/roll`, { overlap_hours: 24 }),
    await developer.put(`/keys/${first}`, { allowed_ips: [] }),
    await developer.put(`/keys/${first}`, { scopes: ['balance:read'] }),
    await developer.put(`/keys/${own.key_id}`, { scopes: ['balance:read', 'payouts:write'] }),
  ]
  for (const answer of tries) assert.deepEqual(said(answer), [403, 'role_forbids'])
  assert.deepEqual((await shown(first)).scopes, ['all'])
  assert.equal((await shown(first)).expires_at, null)

  const narrowed = await developer.put(`/keys/${own.key_id}`, { scopes: ['balance:read'] })
  assert.deepEqual(narrowed.body.data.scopes, ['balance:read'])
  const rolled = await developer.post(`/keys/${own.key_id}/roll`, { overlap_hours: 0 })
  assert.deepEqual((await shown(rolled.body.data.key_id)).scopes, ['balance:read'])
  const revoked = await developer.delete(`/keys/${rolled.body.data.key_id}`)
  assert.equal(revoked.status, 200)
})

test('a public key has no scopes, and starts payments as before', async () => {
  for (const more of [{ scopes: ['balance:read'] }, { allowed_ips: ['192.0.2.1'] }]) {
    const answer = await owner.post('/keys', { kind: 'public', ...more })
    assert.deepEqual(said(answer), [400, 'invalid_request'])
  }
  const { body } = await developer.post('/keys', { kind: 'public' })
  const { scopes, allowed_ips, made_by } = await shown(body.data.key_id)
  assert.deepEqual([scopes, allowed_ips, made_by], [[], [], developer.person.email])
  const changed = await owner.put(`/keys/${body.data.key_id}`, { scopes: ['balance:read'] })
  assert.deepEqual(said(changed), [400, 'invalid_request'])
  const query = `key=${body.data.key}&amount=500000&email=ada@example.com`
  const started = await api.get(`/api/v1/transactions/initialize-public?${query}`)
  assert.equal(started.status, 303)
})

test('scopes are refused that there are not, none, or too many', async () => {
  for (const scopes of [[], ['master'], 'all', Array(50).fill('balance:read'), ['read'], [null]]) {
    const answer = await owner.post('/keys', { kind: 'secret', scopes })
    assert.deepEqual(said(answer), [400, 'invalid_request'], JSON.stringify(scopes))
  }
})

test('who leaves the team is shown with the keys they made, in both modes, and takes them along', async () => {
  const leaver = await givenDeveloper()
  const { loginId } = leaver.person
  const first = await madeBy(leaver)
  const second = await madeBy(leaver, { scopes: ['balance:read'] })
  const { key: kept } = await madeBy(owner)
  await leaver.delete(`/keys/${second.key_id}`)
  await givenLive(context, business.businessId)
  const live = await givenKeyOfLive(leaver)

  // The business is live now: changes of its team need the second step.
  const removed = await owner.delete(`/members/${loginId}?revoke_keys=true`)
  assert.deepEqual(said(removed), [403, 'second_factor_needed'])
  const listed = await owner.get(`/members/${loginId}/keys`)
  assert.deepEqual(
    listed.body.data.map(({ key_id, domain }: { key_id: string; domain: string }) => [
      key_id,
      domain,
    ]),
    [
      [live.key_id, 'live'],
      [first.key_id, 'test'],
    ],
  )
  const revoked = await removeMember(context, business.businessId, loginId)
  assert.equal(revoked, 2)
  assert.deepEqual(
    [await isGood(first.key), await isGood(live.key), await isGood(kept)],
    [false, false, true],
  )
  assert.deepEqual((await owner.get(`/members/${loginId}/keys`)).body.data, [])
})

test('whoever is removed takes their keys along, unless the request says that they stay', async () => {
  const own = await givenBusiness(context, 'Another Store')
  const person = await givenPerson(context, own)
  const browser = await signedInAs(api, person, own.businessId)
  const leave = async (query: string) => {
    const leaver = await signedInAs(
      api,
      await givenPerson(context, own, 'developer'),
      own.businessId,
    )
    const { body } = await leaver.post('/keys', { kind: 'secret' })
    const removed = await browser.delete(`/members/${leaver.person.loginId}${query}`)
    return [removed.body.data.keys_revoked, await isGood(body.data.key)]
  }

  assert.deepEqual(await leave(''), [1, false])
  assert.deepEqual(await leave('?revoke_keys=true'), [1, false])
  assert.deepEqual(await leave('?revoke_keys=false'), [0, true])
})

test('a key that stays when its maker leaves still says whose it is', async () => {
  const leaver = await givenDeveloper()
  const { key, key_id } = await madeBy(leaver)
  const { loginId } = leaver.person
  await removeMember(context, business.businessId, loginId, { revokesKeys: false })
  assert(await isGood(key))
  assert.equal((await shown(key_id)).made_by, leaver.person.email)
})

for (const [what, end] of [
  ['is taken out of the team', (sql: Database) => sql`delete from membership`],
  ['becomes support', (sql: Database) => sql`update membership set role = 'support'`],
] as const) {
  test(`who ${what} at the moment of making a key leaves none behind`, async () => {
    const leaver = await givenDeveloper()
    const { loginId, email } = leaver.person
    const [making] = await asOwner(context, (owners) =>
      owners.begin(async (sql) => {
        await sql`${end(sql as unknown as Database)} where login_id = ${loginId}`
        const making = leaver.post('/keys', { kind: 'secret' })
        await until('it waits for the team', async () => {
          const [row] = await sql`
            select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `
          return row!['count'] === 1
        })
        return [making]
      }),
    )
    assert.deepEqual(said(await making!), [403, 'role_forbids'])
    const keys = await listKeys(context.sql, business)
    assert(!keys.some(({ madeByEmail }) => madeByEmail === email))
  })
}

async function givenKeyOfLive(browser: Browser) {
  const { loginId: madeBy, email: madeByEmail } = browser.person
  const live = { businessId: business.businessId, mode: 'live' } as const
  const person = { madeBy, madeByEmail, grantable: async () => ['all' as const] }
  const { keyId, key } = await addKey(context, live, 'secret', {}, person)
  return { key, key_id: publicId('api_key', keyId) }
}
