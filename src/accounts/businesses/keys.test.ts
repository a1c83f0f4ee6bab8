import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { useApi } from '../../../test/api.ts'
import { asking, type Said } from '../../../test/login-routes.ts'
import {
  disconnect,
  givenBusiness,
  givenLive,
  givenProcess,
  givenTestOnly,
  until,
  useContext,
} from '../../../test/support.ts'
import type { Scope } from '../../core/context.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { authenticate } from './businesses.ts'
import { keyRoutes } from './keys.routes.ts'
import { KEYS_MAX } from './roll.ts'

// Keys as the people of a business see them.

const context = useContext()
const api = useApi(context)
const as = asking(
  context,
  keyRoutes(async () => ['all']),
)

type Shown = {
  key_id: string
  kind: string
  hint: string
  key: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

async function listed(scope: Scope): Promise<Shown[]> {
  const { status, body } = await as(scope)('GET', '/keys')
  assert.equal(status, 200)
  return body.data
}

async function secretOf(scope: Scope): Promise<Shown> {
  const found = (await listed(scope)).find(({ kind }) => kind === 'secret')
  return found ?? assert.fail('there is a secret key')
}

function roll(scope: Scope, keyId: string, overlap_hours: unknown): Promise<Said> {
  return as(scope)('POST', `/keys/${keyId}/roll`, { overlap_hours })
}

function said({ status, body }: Said): [number, string] {
  return [status, body.code]
}

test('a list shows test keys, which a new business has, and identifies live keys only', async () => {
  const business = await givenBusiness(context)
  const { secretKey, publicKey } = business.keys
  const live = { ...business, mode: 'live' } as const
  const liveKeys = Object.values(await givenLive(context, business.businessId))
  const made = await as(live)('POST', '/keys', { kind: 'secret' })

  const { text } = await as(live)('GET', '/keys')
  const ofLive = await listed(live)
  const keys = await listed(business)

  for (const key of [...liveKeys, made.body.data.key]) assert(!text.includes(key.slice(8, -4)))
  assert.deepEqual([ofLive.length, ofLive.every(({ key }) => key === null)], [3, true])
  assert.deepEqual(
    keys.map(({ kind, hint, key }) => [kind, hint, key]),
    [
      ['secret', `sk_test_…${secretKey.slice(-4)}`, secretKey],
      ['public', `pk_test_…${publicKey.slice(-4)}`, publicKey],
    ],
  )
  for (const key of keys) {
    assert.match(key.key_id, /^key_[0-9a-f]{32}$/)
    assert(Math.abs(Date.parse(key.created_at) - context.now().getTime()) < MINUTE)
    assert.deepEqual([key.last_used_at, key.expires_at, key.revoked_at], [null, null, null])
  }
})

test('a new key works at once, and leaves other keys as they are', async () => {
  const business = await givenBusiness(context)
  for (const kind of ['secret', 'public']) {
    const { status, body } = await as(business)('POST', '/keys', { kind })
    assert.equal(status, 201)
    const known = await authenticate(context, body.data.key)
    assert.deepEqual(
      [known?.kind, known?.businessId, known?.mode],
      [kind, business.businessId, 'test'],
    )
    assert.equal(body.data.key_id, publicId('api_key', known!.keyId))
    assert.equal(
      (await listed(business)).find(({ key_id }) => key_id === body.data.key_id)?.key,
      body.data.key,
    )
  }
  assert(await authenticate(context, business.keys.secretKey))
  assert.equal((await listed(business)).length, 4)
})

test('a rolled key and its successor are both valid until the overlap ends', async () => {
  const business = await givenBusiness(context)
  const old = await secretOf(business)

  const { status, body } = await roll(business, old.key_id, 24)

  assert.equal(status, 201)
  const now = (await listed(business)).find(({ key_id }) => key_id === old.key_id)
  const hours = (Date.parse(now!.expires_at!) - context.now().getTime()) / HOUR
  assert(hours > 23.9 && hours <= 24)
  assert.equal(now!.revoked_at, null)
  context.advance(DAY - MINUTE)
  assert(await authenticate(context, business.keys.secretKey))
  context.advance(2 * MINUTE)
  assert.equal(await authenticate(context, business.keys.secretKey), null)
  assert.equal((await authenticate(context, body.data.key))?.kind, 'secret')
})

test('a rolled key in constant use is refused when it expires', async () => {
  const business = await givenBusiness(context)
  const { secretKey: key } = business.keys
  const ask = async () => (await api.get('/api/v1/webhooks', { key })).status
  await roll(business, (await secretOf(business)).key_id, 1)

  const statuses = [await ask()]
  context.advance(HOUR - MINUTE)
  statuses.push(await ask(), await ask())
  context.advance(MINUTE)
  statuses.push(await ask())

  assert.deepEqual(statuses, [200, 200, 200, 401])
})

test('of concurrent rolls of a key one succeeds, whatever the overlaps', async () => {
  const overlaps = fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(overlaps, async (chosen) => {
      const business = await givenBusiness(context)
      const { key_id } = await secretOf(business)

      const answers = await Promise.all(chosen.map((hours) => roll(business, key_id, hours)))

      const won = answers.filter(({ status }) => status === 201)
      assert.equal(won.length, 1)
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        assert.deepEqual(said(lost), [409, 'key_ended'])
      }
      const secrets = (await listed(business)).filter(({ kind }) => kind === 'secret')
      assert.equal(secrets.length, 2, 'the old one and its successor')
      assert(await authenticate(context, won[0]!.body.data.key))
    }),
    { numRuns: 15 },
  )
})

test('a successor can be rolled, and the old key cannot be rolled again', async () => {
  const business = await givenBusiness(context)
  const old = await secretOf(business)
  const { body } = await roll(business, old.key_id, 1)

  assert.deepEqual(said(await roll(business, old.key_id, 0)), [409, 'key_ended'])
  assert.equal((await roll(business, body.data.key_id, 1)).status, 201)
})

for (const [what, end] of [
  ['revoked', (scope: Scope, id: string) => as(scope)('DELETE', `/keys/${id}`)],
  ['rolled without an overlap', (scope: Scope, id: string) => roll(scope, id, 0)],
] as const) {
  test(`a key that was ${what} is refused at once here, and within a second by a process that knew it`, async () => {
    const business = await givenBusiness(context)
    const { secretKey } = business.keys
    const elsewhere = await givenProcess(context)
    for (const process of [context, elsewhere]) assert(await authenticate(process, secretKey))

    const { status } = await end(business, (await secretOf(business)).key_id)

    assert(status < 300)
    assert.equal(await authenticate(context, secretKey), null)
    const refused = async () => (await authenticate(elsewhere, secretKey)) === null
    await until('the other process refuses it', refused)
    await disconnect(elsewhere)
  })
}

test('a process that has cached a rolled key refuses it when it expires', async () => {
  const business = await givenBusiness(context)
  const { secretKey } = business.keys
  const elsewhere = await givenProcess(context)
  const before = await authenticate(elsewhere, secretKey)
  assert.equal(before!.expiresAt, null)

  await roll(business, (await secretOf(business)).key_id, 1)

  const known = async () => (await authenticate(elsewhere, secretKey))!.expiresAt
  const ends = await until('the other process knows when it ends', known)
  elsewhere.advance(ends.getTime() - elsewhere.now().getTime())
  assert.equal(await authenticate(elsewhere, secretKey), null)
  await disconnect(elsewhere)
})

test('a business can revoke every key, and is told when none is left', async () => {
  const business = await givenBusiness(context)
  await as(business)('POST', '/keys', { kind: 'secret' })
  const revoked: string[] = []
  for (const { key_id } of await listed(business)) {
    const { body } = await as(business)('DELETE', `/keys/${key_id}`)
    revoked.push(`${body.data.kind} ${body.data.left} ${/no \w+ key left/.test(body.message)}`)
  }

  assert.deepEqual(revoked.sort(), ['public 0 true', 'secret 0 true', 'secret 1 false'])
  assert.equal((await as(business)('POST', '/keys', { kind: 'secret' })).status, 201)
})

test('of two concurrent revocations of the last two keys, one reports that none is left', async () => {
  for (let round = 0; round < 10; round++) {
    const business = await givenBusiness(context)
    const { body } = await as(business)('POST', '/keys', { kind: 'secret' })
    const secrets = (await listed(business)).filter(({ kind }) => kind === 'secret')
    const both = secrets.map(({ key_id }) => key_id)
    assert(both.length === 2 && both.includes(body.data.key_id))

    const answers = await Promise.all(both.map((id) => as(business)('DELETE', `/keys/${id}`)))

    assert.deepEqual(answers.map(({ body }) => body.data.left).sort(), [0, 1])
  }
})

test('a rolled key counts as valid until it expires', async () => {
  for (const [minutes, left] of [
    [59, 1],
    [60, 0],
  ] as const) {
    const business = await givenBusiness(context)
    const rolled = await roll(business, (await secretOf(business)).key_id, 1)
    context.advance(minutes * MINUTE)
    const { body } = await as(business)('DELETE', `/keys/${rolled.body.data.key_id}`)
    assert.equal(body.data.left, left)
  }
})

test('a rolled key can be revoked early, and a revoked key not again', async () => {
  const business = await givenBusiness(context)
  const { key_id } = await secretOf(business)
  await roll(business, key_id, 24)

  assert.equal((await as(business)('DELETE', `/keys/${key_id}`)).status, 200)
  assert.equal(await authenticate(context, business.keys.secretKey), null)
  assert.deepEqual(said(await as(business)('DELETE', `/keys/${key_id}`)), [409, 'key_ended'])
  assert.deepEqual(said(await roll(business, key_id, 0)), [409, 'key_ended'])
})

test('concurrent requests do not exceed the limit of keys, which does not apply to rolls', async () => {
  const business = await givenBusiness(context)
  const { key_id } = await secretOf(business)
  const ask = () => as(business)('POST', '/keys', { kind: 'public' })

  const answers = await Promise.all(Array.from({ length: KEYS_MAX + 5 }, ask))

  assert.equal(answers.filter(({ status }) => status === 201).length, KEYS_MAX - 2)
  assert.deepEqual(said(await ask()), [409, 'too_many_keys'])
  assert.equal((await roll(business, key_id, 24)).status, 201)
  const ended = await as(business)(
    'DELETE',
    `/keys/${answers.find(({ status }) => status === 201)!.body.data.key_id}`,
  )
  assert.equal(ended.status, 200)
  assert.equal((await ask()).status, 201)
})

test('active keys are listed first, however many have ended', async () => {
  const business = await givenBusiness(context)
  const first = await secretOf(business)
  for (let i = 0; i < 100; i++) {
    const { body } = await as(business)('POST', '/keys', { kind: 'public' })
    await as(business)('DELETE', `/keys/${body.data.key_id}`)
  }

  const keys = await listed(business)

  assert.equal(keys.length, 100)
  assert(keys.slice(0, 2).some(({ key_id }) => key_id === first.key_id))
})

test('live keys can be made once live mode is active', async () => {
  const business = await givenTestOnly(context)
  const live = { businessId: business.businessId, mode: 'live' } as const
  const refused = await as(live)('POST', '/keys', { kind: 'secret' })
  assert.deepEqual(said(refused), [403, 'not_enabled'])
  assert.deepEqual(await listed(live), [])

  await givenLive(context, business.businessId)
  const { body } = await as(live)('POST', '/keys', { kind: 'secret' })

  assert.match(body.data.key, /^sk_live_/)
  assert.equal((await authenticate(context, body.data.key))?.mode, 'live')
  assert((await listed(live)).every(({ hint }) => /^[ps]k_live_…/.test(hint)))
  assert((await listed(business)).every(({ hint }) => /^[ps]k_test_…/.test(hint)))
})

test('a key of another business or mode is unknown', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  await givenLive(context, business.businessId)
  const live = { businessId: business.businessId, mode: 'live' } as const
  const foreign = [
    (await secretOf(other)).key_id,
    (await secretOf(live)).key_id,
    `key_${'0'.repeat(32)}`,
    'key_',
    'x',
    (await secretOf(business)).key_id.slice(4),
    (await secretOf(business)).key_id.toUpperCase(),
    "'; drop table api_key",
  ]
  const answers = new Set<string>()
  for (const id of foreign) {
    const path = `/keys/${encodeURIComponent(id)}`
    for (const answer of [
      await roll(business, encodeURIComponent(id), 0),
      await as(business)('DELETE', path),
    ]) {
      assert.deepEqual(said(answer), [404, 'key_not_found'], id)
      answers.add(answer.text.replace(answer.body.request_id, ''))
    }
  }
  assert.equal(answers.size, 1, 'byte for byte')
  for (const scope of [other, live, business] as Scope[]) {
    assert((await listed(scope)).every(({ expires_at, revoked_at }) => !expires_at && !revoked_at))
  }
})

const WRONG: [name: string, path: string, body: unknown, field: string, code: string][] = [
  ['no kind', '/keys', {}, 'kind', 'required'],
  ['a kind that there is not', '/keys', { kind: 'master' }, 'kind', 'not_allowed'],
  ['kinds', '/keys', { kind: ['secret'] }, 'kind', 'not_allowed'],
  ['no overlap', '/keys/ID/roll', {}, 'overlap_hours', 'required'],
  ['an overlap of 25 hours', '/keys/ID/roll', { overlap_hours: 25 }, 'overlap_hours', 'too_large'],
  ['one below zero', '/keys/ID/roll', { overlap_hours: -1 }, 'overlap_hours', 'too_small'],
  ['half an hour', '/keys/ID/roll', { overlap_hours: 0.5 }, 'overlap_hours', 'invalid_type'],
  ['an overlap in words', '/keys/ID/roll', { overlap_hours: '1' }, 'overlap_hours', 'invalid_type'],
]
for (const [name, path, body, field, code] of WRONG) {
  test(`POST ${path} refuses ${name}, and nothing changes`, async () => {
    const business = await givenBusiness(context)
    const { key_id } = await secretOf(business)
    const before = await listed(business)

    const answer = await as(business)('POST', path.replace('ID', key_id), body)

    assert.deepEqual(said(answer), [400, 'invalid_request'])
    assert.deepEqual(
      answer.body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      [[field, code]],
    )
    assert.deepEqual(await listed(business), before)
  })
}
