import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { concludeDue } from '../src/identity/conclude.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { type Answer, givenPayment, useApi } from './api.ts'
import { contentsOf, startPublicly } from './calls.ts'
import { cardNamed } from './payments.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Idempotency-Key as a caller sees it.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/transactions/initialize'
const BODY = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const post = (key: string, body: object = BODY, path = PATH) =>
  api.post(path, {
    key: business.keys.secretKey,
    headers: { 'idempotency-key': key },
    body,
  })

test('a request that is sent twenty times at once has one effect and one answer', async () => {
  const sent = await Promise.all(
    Array.from({ length: 20 }, () =>
      until('it is no longer running', async () => {
        const answer = await post('order-1')
        if (answer.status !== 409) return answer
        assert.equal(answer.body.code, 'idempotency_key_in_use')
        assert.equal(answer.headers['retry-after'], '1')
        return null
      }),
    ),
  )

  assert(sent.every(({ status }) => status === 200))
  assert.equal(new Set(sent.map(({ text }) => text)).size, 1, 'the same bytes')
  const replayed = sent.map(({ headers }) => headers['idempotent-replayed']).sort()
  assert.deepEqual(replayed, [...Array(19).fill('true'), undefined])
  assert.equal((await listPayments()).length, 1)
  assert.equal(new Set(sent.map(({ headers }) => headers['x-request-id'])).size, 20)
})

test('a refusal that recorded something is replayed with its first request id', async () => {
  const { body: begun } = await post(
    'begin-1',
    { type: 'BVN', number: '22298765432' },
    '/api/v1/identity/verify',
  )
  const guess = { verification_id: begun.verification_id, type: 'BVN', otp: '000000' }
  const validate = (key: string) => post(key, guess, '/api/v1/identity/validate')

  const first = await validate('guess-1')
  const second = await validate('guess-1')
  const other = await validate('guess-2')

  assert.deepEqual([first.status, first.body.code], [422, 'invalid_otp'])
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(second.text, first.text)
  assert.equal(other.body.attempts_left, first.body.attempts_left - 1, 'a replay is no guess')
})

test('the same key with another body or path is refused, and does nothing', async () => {
  const first = await post('order-1')
  const before = await contentsOf(context)

  const others: Answer[] = [
    await post('order-1', { ...BODY, amount: 500_001 }),
    await post('order-1', { name: BODY.name, email: BODY.email, amount: BODY.amount }),
    await post('order-1', { amount: 0 }, '/api/v1/sandbox/wallet'),
  ]

  for (const { status, body } of others) {
    assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'])
  }
  assert.deepEqual(await contentsOf(context), before)
  assert.equal((await post('order-1')).text, first.text, 'the first answer stays')
})

test('the same key with the same body at another path is refused, and does nothing', async () => {
  const [one, other] = [await givenPayment(api, business), await givenPayment(api, business)]
  const expire = ({ reference }: { reference: string }) =>
    post('expire-1', {}, `/api/v1/sandbox/transactions/${reference}/expire`)
  assert.equal((await expire(one)).status, 200)
  const before = await contentsOf(context)

  const { status, body } = await expire(other)

  assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'])
  assert.deepEqual(await contentsOf(context), before)
})

test('the same key of another business is another key', async () => {
  const first = await post('order-1')
  business = await givenBusiness(context, 'Other Store')

  const second = await post('order-1', { ...BODY, amount: 100 })

  assert.equal(second.status, 200)
  assert.equal(second.headers['idempotent-replayed'], undefined)
  assert.notEqual(second.body.data.reference, first.body.data.reference)
})

test('what fails validation or authentication does not burn the key', async () => {
  const url = 'ftp://shop.example'
  const wrong: [call: Promise<Answer>, status: number][] = [
    [post('order-1', { ...BODY, amount: 99 }), 400],
    [post('order-1', { ...BODY, callback_url: url }), 400],
    [post('order-1', { ...BODY, metadata: { text: 'x'.repeat(9_000) } }), 400],
    [api.post(PATH, { headers: { 'idempotency-key': 'order-1' }, body: BODY }), 401],
    [
      api.post(PATH, {
        key: business.keys.publicKey,
        headers: { 'idempotency-key': 'order-1' },
        body: BODY,
      }),
      403,
    ],
  ]
  for (const [call, status] of wrong) assert.equal((await call).status, status)

  const mended = await post('order-1')

  assert.equal(mended.status, 200)
  assert.equal(mended.headers['idempotent-replayed'], undefined)
})

for (const [limits, status] of [
  ['stopped', 403],
  ['paused', 429],
] as const) {
  test(`a card that was refused with ${status} can be sent again with its key`, async () => {
    const { secretKey: key } = business.keys
    const limit = (to: string) =>
      api.put('/api/v1/sandbox/card-limits', { key, body: { limits: to } })
    const { access_code } = await givenPayment(api, business)
    const headers = { 'idempotency-key': 'card-1' }
    const body = cardNamed('success')
    const pay = () => api.post(`/checkout/${access_code}/card`, { headers, body })
    await limit(limits)
    assert.equal((await pay()).status, status)
    await limit('on')

    const again = await pay()

    assert.equal(again.status, 200)
    assert.equal(again.headers['idempotent-replayed'], undefined)
  })
}

test('a key is 1 to 255 printable ASCII characters', async () => {
  for (const key of ['', 'k'.repeat(256), 'a\tb', 'é', '\u007f']) {
    const { status, body } = await post(key)
    assert.deepEqual([status, body.code], [400, 'invalid_request'], JSON.stringify(key))
    assert.equal(body.errors[0].field, 'Idempotency-Key')
  }
  for (const key of ['a', 'k'.repeat(255), '~ !"#$%&\'()*+,-./']) {
    assert.equal((await post(key)).status, 200, key)
  }
})

test('a request that died half-way is finished by the next, and has one effect', async () => {
  // The claim and the payment of a process that died before it could answer.
  const headers = { 'idempotency-key': 'order-1' }
  await post('order-1')
  const [made] = await listPayments()
  await context.sql`
    update idempotency_key
    set status = null, body = null, content_type = null, lease_until = ${context.now()}
    where business_id = ${business.businessId} and mode = 'test'
  `
  context.advance(1_000)

  const again = await api.post(PATH, { key: business.keys.secretKey, headers, body: BODY })

  assert.equal(again.status, 200)
  assert.equal(again.headers['idempotent-replayed'], undefined, 'it was executed again')
  assert.equal(again.body.data.reference, made?.reference)
  assert.equal((await listPayments()).length, 1)
})

test('one that still runs is not run a second time', async () => {
  const now = context.now()
  await post('order-1')
  await context.sql`
    update idempotency_key
    set status = null, body = null, content_type = null, effect_id = ${newId(now)},
      lease_until = ${new Date(now.getTime() + 30_000)}
    where business_id = ${business.businessId} and mode = 'test'
  `

  const { status, body, headers } = await post('order-1')

  assert.deepEqual([status, body.code], [409, 'idempotency_key_in_use'])
  assert.equal(headers['retry-after'], '1')
  assert.equal((await listPayments()).length, 1)
})

test('what a page or a customer sends under a key does not stand in the way of the server', async () => {
  const { access_code } = await givenPayment(api, business)
  const headers = { 'idempotency-key': 'order-7' }
  const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }
  await startPublicly(api, fields, { method: 'POST', headers })
  await api.post(`/checkout/${access_code}/cancel`, { headers })

  const { status, body, headers: answered } = await post('order-7')

  assert.deepEqual([status, answered['idempotent-replayed']], [200, undefined], body?.code)
  const again = await startPublicly(api, fields, { method: 'POST', headers })
  assert.equal(again.status, 303)
})

test('a key whose request was not answered in time keeps its effect: the next try makes no second', async () => {
  const { identity } = context.rails.test
  const { sendCode } = identity
  identity.sendCode = async () => ({ kind: 'unknown' })
  const begin = () => post('begin-1', { type: 'BVN', number: '22298765433' }, '/api/v1/bvn/verify')
  const first = await begin()
  assert.equal(first.status, 504)
  identity.sendCode = sendCode

  await begin()

  const rows = await context.sql`
    select verification_id from identity_verification where business_id = ${business.businessId}
  `
  assert.equal(rows.length, 1)
})

test('a GET takes no key', async () => {
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await api.get('/api/v1/transactions', {
      key: business.keys.secretKey,
      headers: { 'idempotency-key': 'list' },
    })
    assert.deepEqual([status, headers['idempotent-replayed']], [200, undefined])
  }
})

test('a form that is sent twice with one key leads to one checkout', async () => {
  const fields = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }
  const headers = { 'idempotency-key': 'form-1' }
  const options = { method: 'POST', headers, from: '203.0.113.9' } as const

  const first = await startPublicly(api, fields, options)
  const second = await startPublicly(api, fields, options)

  assert.deepEqual([first.status, second.status], [303, 303])
  assert.equal(second.headers['location'], first.headers['location'])
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal((await listPayments()).length, 1)
})

test('a checkout call takes a key too', async () => {
  const { access_code } = await givenPayment(api, business)
  const path = `/checkout/${access_code}/cancel`
  const headers = { 'idempotency-key': 'cancel-1' }

  const first = await api.post(path, { headers })
  const second = await api.post(path, { headers })

  assert.equal(first.status, 200, first.text)
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

function listPayments() {
  return context.sql<{ reference: string }[]>`
    select reference from transaction
    where business_id = ${business.businessId} and mode = 'test'
    limit 100
  `
}

test('what is kept of an answer that holds a secret does not show it', async () => {
  const business = await givenBusiness(context)
  const roll = () =>
    api.post('/api/v1/webhooks/roll-secret', {
      key: business.keys.secretKey,
      headers: { 'idempotency-key': 'roll-1' },
      body: { which: 'standard', overlap_hours: 0 },
    })

  const first = await roll()

  const { secret } = first.body.data as { secret: string }
  assert.match(secret, /^whsec_/)
  const [kept] = await context.sql`
    select key, body from idempotency_key where business_id = ${business.businessId}
  `
  assert(!String(kept?.['key']).includes('roll-1'), 'nor does it show what the business called it')
  assert(!String(kept?.['body']).includes(secret.slice('whsec_'.length)))
  assert.equal((await roll()).text, first.text)
})

test('what cannot be done yet, and says when to ask again, can be asked again with its key', async () => {
  const late = { type: 'BVN', number: '00000000504' }
  const { body: begun } = await post('begin-1', late, '/api/v1/identity/verify')
  const guess = { verification_id: begun.verification_id, type: 'BVN', otp: '123456' }
  const validate = () => post('validate-1', guess, '/api/v1/identity/validate')

  const early = await validate()
  assert.deepEqual([early.status, early.body.code], [409, 'otp_pending'])
  assert.match(String(early.headers['retry-after']), /^[1-9]$/)
  context.advance(1 * MINUTE)
  await untilDone(context, concludeDue)

  assert.equal((await validate()).status, 200)
})

test('after a top-up, the same key makes what the balance did not cover', async () => {
  const { secretKey: key } = business.keys
  await api.post('/api/v1/sandbox/wallet', { key, body: { amount: 0 } })
  const begin = () => post('begin-1', { type: 'BVN', number: '22298765432' }, '/api/v1/bvn/verify')
  const first = await begin()
  assert.deepEqual([first.status, first.body.code], [402, 'insufficient_balance'])
  await api.post('/api/v1/sandbox/wallet', { key, body: { amount: 5_000 } })

  const again = await begin()
  const replayed = await begin()

  assert.equal(again.status, 200)
  assert.equal(again.headers['idempotent-replayed'], undefined)
  assert.equal(replayed.text, again.text)
})

test('a refused second try does not let the third make what the first may have made', async () => {
  const { secretKey: key } = business.keys
  await post('begin-1', { type: 'BVN', number: '22298765432' }, '/api/v1/bvn/verify')
  // The first try died before its answer was kept, and its row is not to be seen yet.
  const { sql } = context
  const [claim] = await sql<{ effectId: string }[]>`
    update idempotency_key
    set status = null, body = null, content_type = null, lease_until = ${context.now()}
    where business_id = ${business.businessId} and mode = 'test'
    returning effect_id
  `
  await sql`
    update identity_verification set effect_id = null where business_id = ${business.businessId}
  `
  await api.post('/api/v1/sandbox/wallet', { key, body: { amount: 0 } })
  context.advance(1_000)

  const second = await post('begin-1', { type: 'BVN', number: '22298765432' }, '/api/v1/bvn/verify')

  assert.equal(second.status, 402)
  const kept = await sql<{ effectId: string }[]>`
    select effect_id from idempotency_key where business_id = ${business.businessId}
  `
  assert.deepEqual(kept, [claim])
})
