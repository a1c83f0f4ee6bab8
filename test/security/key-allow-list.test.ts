import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addKey, listKeys, rollKey, writeUses } from '../../src/accounts/businesses/businesses.ts'
import { changeKey } from '../../src/accounts/businesses/roll.ts'
import type { KeyScope } from '../../src/core/access.ts'
import { type Api, openApi, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import {
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenProcess,
  until,
  useContext,
} from '../support.ts'

// A key that was stolen opens nothing from the address of the thief.

const context = useContext()
const api = useApi(context)

async function givenKey(allowedIps: string[], of?: GivenBusiness) {
  const business = of ?? (await givenBusiness(context))
  return { business, ...(await addKey(context, business, 'secret', { allowedIps })) }
}

async function from(remoteAddress: string, key: string, by: Api = api, headers = {}) {
  const authorization = `Bearer ${key}`
  const url = '/api/v1/balance'
  const options = {
    method: 'GET',
    url,
    remoteAddress,
    headers: { authorization, ...headers },
  } as const
  const { status, body } = await by.send(options)
  return status === 200 ? 'opened' : `${status} ${body.code}`
}

const REFUSED = '403 ip_not_allowed'
const CASES: [list: string[], opened: string[], refused: string[]][] = [
  [
    ['203.0.113.7/32'],
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['203.0.113.8', '::ffff:203.0.113.8', '2001:db8::1'],
  ],
  [['198.51.100.0/24'], ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  [
    ['2001:db8:1::/48', '203.0.113.0/31'],
    ['2001:db8:1::1', '2001:db8:1:ffff::', '203.0.113.1'],
    ['2001:db8:2::1', '203.0.113.2', '::1'],
  ],
  [[], ['203.0.113.8', '2001:db8::1'], []],
]
for (const [list, opened, refused] of CASES) {
  test(`a key for ${list.join(' and ') || 'everywhere'} opens from there alone`, async () => {
    const { key } = await givenKey(list)
    // Twice: from the database, then from memory.
    for (const address of [...opened, ...opened]) {
      assert.equal(await from(address, key), 'opened', address)
    }
    for (const address of refused) assert.equal(await from(address, key), REFUSED, address)
  })
}

test('a key that is unknown is unknown from everywhere, and another key has its own list', async () => {
  const { business, key } = await givenKey(['203.0.113.7/32'])
  assert.equal(await from('192.0.2.1', `${key.slice(0, -1)}!`), '401 invalid_key')
  assert.equal(await from('192.0.2.1', business.keys.secretKey), 'opened')
})

test('behind a proxy that is trusted, the address counts that the proxy tells; else its own', async () => {
  const { key } = await givenKey(['203.0.113.7/32'])
  const config = { ...context.config, trustProxy: ['10.0.0.1'] }
  const behind = await openApi({ ...context, config })
  const told = { 'x-forwarded-for': '203.0.113.7' }
  assert.equal(await from('10.0.0.1', key, behind, told), 'opened')
  assert.equal(await from('10.0.0.1', key, behind, { 'x-forwarded-for': '192.0.2.1' }), REFUSED)
  const forged = { 'x-forwarded-for': '203.0.113.7, 192.0.2.1' }
  assert.equal(await from('10.0.0.1', key, behind, forged), REFUSED)
  assert.equal(await from('10.0.0.2', key, behind, told), REFUSED, 'a stranger is believed nothing')
  assert.equal(await from('192.0.2.1', key, api, told), REFUSED, 'without a proxy nobody is')
  await behind.app.close()
})

test('a change of list or scopes holds within a second in a process that knew the key', async () => {
  const { business, key, keyId } = await givenKey([])
  const elsewhere = await givenProcess(context)
  const there = await openApi(elsewhere)
  for (const one of [api, there]) assert.equal(await from('192.0.2.1', key, one), 'opened')

  await changeKey(context, business, keyId, { allowedIps: ['203.0.113.7/32'] }, null)
  assert.equal(await from('192.0.2.1', key), REFUSED)
  const holds = (said: string) => async () => (await from('192.0.2.1', key, there)) === said
  await until('the other process refuses the address', holds(REFUSED))

  await changeKey(context, business, keyId, { allowedIps: [], scopes: ['payouts:write'] }, null)
  const narrowed = holds('403 insufficient_scope')
  await until('the other process refuses the scope', narrowed)
  await there.app.close()
  await disconnect(elsewhere)
})

test('a key that is rolled opens what it opened before, from where it did, and nothing else', async () => {
  const { business, keyId } = await givenKey(['203.0.113.7/32'])
  const scopes: KeyScope[] = ['balance:read', 'payouts:write']
  await changeKey(context, business, keyId, { scopes }, null)

  const rolled = await rollKey(context, business, keyId, 0)

  assert.equal(await from('192.0.2.1', rolled.key), REFUSED)
  assert.equal(await from('203.0.113.7', rolled.key), 'opened')
  const kept = (await listKeys(context.sql, business)).find((one) => one.keyId === rolled.keyId)!
  assert.deepEqual([kept.scopes, kept.allowedIps], [scopes, ['203.0.113.7/32']])
})

test('a thief who is refused neither uses the key up nor hides when its owner last used it', async () => {
  const { business, key, keyId } = await givenKey(['203.0.113.7/32'])
  const limits = { ...context.config.limits, perSecond: 0.001, burst: 2 }
  const limited = await openApi({ ...context, config: { ...context.config, limits } })
  assert.equal(await from('203.0.113.7', key, limited), 'opened')
  for (let i = 0; i < 10; i++) assert.equal(await from('192.0.2.1', key, limited), REFUSED)
  assert.equal(await from('203.0.113.7', key, limited), 'opened')
  await limited.app.close()

  await writeUses(context)
  const keys = await listKeys(context.sql, business)
  const { lastUsedFrom } = keys.find((one) => one.keyId === keyId)!
  assert.equal(lastUsedFrom, '203.0.113.7')
})

test('a public key works from wherever a customer is', async () => {
  const { business } = await givenKey(['203.0.113.7/32'])
  const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }
  assert.equal((await startPublicly(api, fields)).status, 303)
})
