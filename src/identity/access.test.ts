import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { type Answer, useApi } from '../../test/api.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../test/support.ts'
import { authenticate, rollKey } from '../accounts/businesses/businesses.ts'
import { DAY, MINUTE } from '../platform/clock.ts'
import { publicId } from '../platform/ids.ts'
import { idOf } from './identity.routes.ts'

const context = useContext()
const api = useApi(context)

const RIGHT = '123456'
const WRONG = '654321'

let business: GivenBusiness
let number: string
beforeEach(async () => {
  business = await givenBusiness(context)
  number = `22${randomInt(10 ** 8, 10 ** 9)}`
})

/** What comes before, and the request that returns details. */
const ways = {
  validated: async (id: string) => () => guess(id),
  validated_again: async (id: string) => {
    await guess(id)
    return () => guess(id)
  },
  replayed: async (id: string) => {
    const kept = { 'idempotency-key': randomUUID() }
    await guess(id, kept)
    return () => guess(id, kept)
  },
}

test('each response with details is recorded with key, request and address', async () => {
  const id = await begun()
  const first = business.keys.secretKey
  const { keyId } = (await authenticate(context, first))!
  const { key: second } = await rollKey(context, business, keyId, 1)
  const kept = { 'idempotency-key': randomUUID() }

  await guess(id, { ...kept, 'x-request-id': 'the-first' }, RIGHT, '192.0.2.1')
  context.advance(MINUTE)
  await guess(id, { ...kept, 'x-request-id': 'the-second' }, RIGHT, '192.0.2.2')
  context.advance(MINUTE)
  const by = { authorization: `Bearer ${second}`, 'x-request-id': 'the-third' }
  await guess(id, by, RIGHT, '2001:db8::3')

  const { body } = await api.get(`/api/v1/identity/${id}`, { key: first })
  const noted = (body.data.accesses as Access[]).map(({ created_at, ...access }) => access)
  const secondId = (await authenticate(context, second))!.keyId
  assert.notEqual(secondId, keyId)
  assert.deepEqual(noted, [
    expectedAccess('validated_again', secondId, 'the-third', '2001:db8::3'),
    expectedAccess('replayed', keyId, 'the-second', '192.0.2.2'),
    expectedAccess('validated', keyId, 'the-first', '192.0.2.1'),
  ])
  const times = (body.data.accesses as Access[]).map(({ created_at }) => created_at)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.equal(new Set(times).size, 3)
})

for (const [how, prepare] of Object.entries(ways)) {
  test(`details do not leave where it cannot be noted that they were ${how}`, async () => {
    const id = await begun()
    const ask = await prepare(id)
    const before = await stateOf(id)
    const eventsBefore = await countEvents()
    const { log } = context
    const faults: object[] = []
    context.log = { ...log, error: (fields) => void faults.push(fields) }
    await asOwner(context, (sql) => sql`alter table identity_access rename to mislaid`)

    const answer = await ask().finally(async () => {
      await asOwner(context, (sql) => sql`alter table mislaid rename to identity_access`)
      context.log = log
    })

    assert.equal(answer.status, 500)
    assert(!answer.text.includes(number) && !answer.text.includes('providerResponse'))
    assert.equal(faults.length, 1)
    assert.equal(await stateOf(id), before)
    assert.equal(await countEvents(), eventsBefore)
    assert.equal((await ask()).body.data.identityNumber, number, 'and afterwards they do')
    assert.equal((await waysNoted(id))[0], how)
  })

  test(`that details were ${how} is written before they leave`, async () => {
    const id = await begun()
    const ask = await prepare(id)
    const before = (await waysNoted(id)).length
    let asked: Promise<Answer> | null = null
    let left = false

    await asOwner(context, (owner) =>
      owner.begin(async (sql) => {
        await sql`lock table identity_access in exclusive mode`
        asked = ask().finally(() => {
          left = true
        })
        await until('it waits to be noted', async () => {
          const waiting = await owner`
            select from pg_locks
            where not granted and relation = 'identity_access'::regclass
          `
          return waiting.length > 0
        })
        assert(!left, 'nothing has left yet')
      }),
    )

    const answer = (await asked!) as Answer
    assert.equal(answer.body.data.identityNumber, number)
    assert.equal((await waysNoted(id)).length, before + 1)
  })
}

test('a recorded access can be neither changed nor deleted', async () => {
  await guess(await begun())
  const changes = [
    `update identity_access set ip_address = '192.0.2.9'`,
    'delete from identity_access',
    'truncate identity_access',
  ]
  for (const change of changes) {
    await assert.rejects(context.sql.unsafe(change), { code: '42501' }, change)
    await asOwner(context, (sql) =>
      assert.rejects(sql.unsafe(change), /append-only/, `the owner too: ${change}`),
    )
  }
})

test('responses without details are not recorded', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const begin = { 'idempotency-key': randomUUID() }
  const id = await begun(begin)
  await begun(begin)
  const wrong = { 'idempotency-key': randomUUID() }
  for (const headers of [wrong, wrong, {}]) await guess(id, headers, WRONG)
  await guess(id, {}, '12345')
  const mistaken = { verification_id: id, type: 'NIN', otp: RIGHT }
  await post('/identity/validate', mistaken)
  await post('/identity/validate', { ...mistaken, type: 'BVN' }, {}, other.keys.secretKey)
  context.advance(MINUTE)
  await post('/identity/resend', { verification_id: id })
  const { secretKey: key } = business.keys
  for (const path of ['/identity', `/identity/${id}`, '/sandbox/messages', '/balance']) {
    assert.equal((await api.get(`/api/v1${path}`, { key })).status, 200)
  }
  assert.deepEqual(await waysNoted(id), [])

  const right = { 'idempotency-key': randomUUID() }
  await guess(id, right)
  assert.deepEqual(await waysNoted(id), ['validated'])

  assert.equal((await post('/identity/validate', mistaken, right)).body.code, KEY_REUSED)
  for (let i = 0; i < 5; i++) await guess(id, {}, WRONG)
  assert.equal((await guess(id)).body.code, 'otp_locked')
  await post('/identity/resend', { verification_id: id })
  assert.deepEqual(await waysNoted(id), ['validated'])

  context.advance(DAY)
  await guess(id, right)
  await guess(id)
  assert.deepEqual(await waysNoted(id), ['validated'], 'nor what is over')
  const rows = await context.sql`
    select from identity_access
    where business_id in (${business.businessId}, ${other.businessId}) and mode = 'test'
  `
  assert.equal(rows.length, 1)
})

const KEY_REUSED = 'idempotency_key_reused'
type Access = { how: string; created_at: string }

function expectedAccess(how: string, keyId: string, request_id: string, ip_address: string) {
  return { how, key_id: publicId('api_key', keyId), request_id, ip_address }
}

/** Without the checks of `api`, because faults are expected. */
async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  key: string = business.keys.secretKey,
  remoteAddress = '127.0.0.1',
): Promise<Answer> {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload: body,
    headers: { authorization: `Bearer ${key}`, ...headers },
    remoteAddress,
  })
  const { statusCode: status, payload: text } = response
  return { status, headers: response.headers, text, body: JSON.parse(text) }
}

async function begun(headers = {}): Promise<string> {
  const { body, text } = await post('/bvn/verify', { type: 'BVN', number }, headers)
  assert(body.verification_id, text)
  return body.verification_id
}

function guess(
  verification_id: string,
  headers: Record<string, string> = {},
  otp = RIGHT,
  remoteAddress?: string,
): Promise<Answer> {
  const body = { verification_id, type: 'BVN', otp }
  return post('/bvn/validate', body, headers, undefined, remoteAddress)
}

/** Newest first. */
async function waysNoted(id: string): Promise<string[]> {
  const { body } = await api.get(`/api/v1/identity/${id}`, { key: business.keys.secretKey })
  return (body.data.accesses as Access[]).map(({ how }) => how)
}

async function stateOf(id: string): Promise<string> {
  const [row] = await context.sql<[{ state: string }]>`
    select state from identity_verification
    where business_id = ${business.businessId} and mode = 'test' and verification_id = ${idOf(id)}
  `
  return row.state
}

async function countEvents(): Promise<number> {
  const rows = await context.sql`select from event where business_id = ${business.businessId}`
  return rows.length
}
