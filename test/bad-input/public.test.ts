import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { revokeKey } from '../../src/accounts/businesses/businesses.ts'
import { useApi } from '../api.ts'
import { refusesLong } from '../bad-bodies.ts'
import { contentsOf, startPublicly } from '../calls.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// initialize-public: what a link or a form may carry, and who may be behind it.

const context = useContext()
stopNow(context)
const api = useApi(context)

let business: GivenBusiness
let good: { key: string; amount: string; email: string }
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  good = { key: business.keys.publicKey, amount: '500000', email: 'ada@example.com' }
})

const METHODS = ['GET', 'POST'] as const
const AMOUNTS = ['', '99', '0', '-1', '+100', ' 100', '100 ', '0x64', '1e2', '100.0', '1,000']
const MORE_AMOUNTS = [
  '１００',
  '١٠٠',
  'NaN',
  '100;',
  '1000000000001',
  '9'.repeat(16),
  '9'.repeat(900),
]

test('an amount of a form is digits, from 100 to 10^12', async () => {
  const before = await contentsOf(context)
  for (const method of METHODS) {
    for (const amount of [...AMOUNTS, ...MORE_AMOUNTS]) {
      const { status, body } = await startPublicly(api, { ...good, amount }, { method })
      assert.equal(status, 400, amount)
      const named = body.errors.map(({ field }: { field: string }) => field)
      assert.deepEqual(named, ['amount'], amount)
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('a body of JSON that cannot be read is refused, as everywhere', async () => {
  const before = await contentsOf(context)
  const [mark, cut] = [`\ufeff${JSON.stringify(good)}`, JSON.stringify(good).slice(0, -1)]
  const twice = `{"amount": 100, ${JSON.stringify(good).slice(1)}`
  const proto = `{"__proto__": {}, ${JSON.stringify(good).slice(1)}`
  const send = (payload: string | Buffer) =>
    startPublicly(api, String(payload), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
  for (const raw of ['', 'amount=1', mark, cut, twice, proto, '['.repeat(50_000)]) {
    const { status, body } = await send(raw)
    assert.deepEqual([status, body.code], [400, 'invalid_json'], raw.slice(0, 60))
  }
  for (const raw of ['null', '[]', '"x"', '1', '{}']) {
    const { status, body } = await send(raw)
    assert.deepEqual([status, body.code], [401, 'missing_key'], raw)
  }
  await refusesLong(send)
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('a field that is sent twice, or as a list, is refused', async () => {
  for (const method of METHODS) {
    const text = String(new URLSearchParams(good))
    for (const more of ['amount=100', 'email=eve@example.com', 'name=a&name=b']) {
      const { status, body } = await startPublicly(api, `${text}&${more}`, { method })
      assert.deepEqual([status, body.code], [400, 'invalid_request'], more)
    }
    const twoKeys = await startPublicly(api, `${text}&key=${good.key}`, { method })
    assert([400, 401].includes(twoKeys.status), twoKeys.text)
    const asList = text.replace('amount=', 'amount[]=')
    const { status, body } = await startPublicly(api, asList, { method })
    assert.deepEqual([status, body.errors[0].field], [400, 'amount'])
  }
})

test('an e-mail with a line break is refused, encoded or not', async () => {
  for (const method of METHODS) {
    for (const email of [
      'ada@example.com\r\nBcc: all@example.com',
      'ada@example.com%0d%0a',
      'a@b',
    ]) {
      const { status, body } = await startPublicly(api, { ...good, email }, { method })
      assert.deepEqual([status, body.errors[0].field], [400, 'email'])
    }
  }
})

test('what PostgreSQL or two readers cannot agree on is refused in any field', async () => {
  const text = String(new URLSearchParams(good))
  const before = await contentsOf(context)
  for (const method of METHODS) {
    for (const more of [
      'name=%00',
      'reference=%00',
      'callback_url=https://a.example/%00',
      'metadata[a]=%00',
      'metadata[%00]=1',
      'metadata[__proto__]=1',
      '__proto__=1',
      'metadata[a]=1&metadata[a]=2',
    ]) {
      const { status, body } = await startPublicly(api, `${text}&${more}`, { method })
      assert.deepEqual([status, body.code], [400, 'invalid_request'], `${method} ${more}`)
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('percent signs that mean nothing are no fault', async () => {
  const text = String(new URLSearchParams(good))
  for (const method of METHODS) {
    for (const more of ['name=%', 'name=%zz', 'name=%ff', '%=1', '&&&=', 'x=%u0041']) {
      const { status } = await startPublicly(api, `${text}&${more}`, { method })
      assert([303, 400].includes(status), more)
    }
  }
})

test('a form names several channels with a comma, in brackets or by sending them again', async () => {
  const text = String(new URLSearchParams(good))
  for (const method of METHODS) {
    for (const [i, channels] of [
      'channels=card&channels=bank_transfer',
      'channels[]=card&channels[]=bank_transfer',
      'channels=card,bank_transfer',
    ].entries()) {
      const reference = `channels-${method}-${i}`
      const fields = `${text}&reference=${reference}&${channels}&metadata[a][]=x`
      const { status } = await startPublicly(api, fields, { method })
      assert.equal(status, 303, channels)
      const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, {
        key: business.keys.secretKey,
      })
      assert.deepEqual(body.data.metadata, { a: ['x'] })
    }
  }
})

test('metadata of a form comes back as texts', async () => {
  const fields = {
    ...good,
    reference: 'with-metadata',
    'metadata[order]': '42',
    'metadata[é]': '😀',
  }
  assert.equal((await startPublicly(api, fields, { method: 'POST' })).status, 303)
  const { body } = await api.get('/api/v1/transactions/verify/with-metadata', {
    key: business.keys.secretKey,
  })
  assert.deepEqual(body.data.metadata, { order: '42', é: '😀' })
})

test('a form of more than 16 KB and a link of more than 2 KB are too large', async () => {
  const long = { ...good, name: 'a'.repeat(16 * 1024) }
  const form = await startPublicly(api, long, { method: 'POST' })
  assert.deepEqual([form.status, form.body.code], [413, 'body_too_large'])
  const link = await startPublicly(api, long)
  assert.deepEqual([link.status, link.body.code], [414, 'uri_too_long'])
})

test('a body of another type is not a form', async () => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type }
    const { status, body } = await startPublicly(api, good, { method: 'POST', headers })
    assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
  }
})

test('a browser that only looks ahead creates nothing', async () => {
  const before = await contentsOf(context)
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ]) {
    const { status } = await startPublicly(api, good, { headers })
    assert.equal(status, 204, JSON.stringify(headers))
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('errors are a page that names the field, and cannot be made to say anything else', async () => {
  const hostile = '"><script>alert(1)</script>'
  for (const method of METHODS) {
    for (const fields of [
      { ...good, amount: hostile },
      { ...good, email: hostile, callback_url: `javascript:${hostile}` },
      { ...good, [hostile]: 'a', amount: '1' },
      { ...good, key: hostile },
      { ...good, key: business.keys.secretKey.slice(0, 20) },
    ]) {
      const { status, headers, text } = await startPublicly(api, fields, {
        method,
        headers: { accept: 'text/html' },
      })
      assert(status >= 400 && status < 500, String(status))
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert(headers['x-request-id'])
      assert(!text.includes('<script>alert'), text)
    }
  }
})

test('a page is the answer to every refusal, also to what no field is to blame for', async () => {
  const text = String(new URLSearchParams(good))
  const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const answers = [
    await startPublicly(api, `${text}&amount=100`, { headers: asPage }),
    await startPublicly(api, `${text}&name=${'a'.repeat(17_000)}`, {
      method: 'POST',
      headers: asPage,
    }),
    await startPublicly(api, text, {
      method: 'POST',
      headers: { ...asPage, 'content-type': 'text/plain' },
    }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 413, 415],
  )
  for (const { headers } of answers) assert.match(String(headers['content-type']), /^text\/html/)
})

test('a flood from one address is stopped, and says how long to wait', async () => {
  const url = `/api/v1/transactions/initialize-public?${new URLSearchParams(good)}`
  const send = (accept: string, remoteAddress = '192.0.2.1') =>
    api.send({ method: 'GET', url, remoteAddress, headers: { accept } })

  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await send('application/json')).status)

  assert.deepEqual(statuses, [...Array(30).fill(303), 429])
  for (const accept of ['application/json', 'text/html']) {
    const { status, headers } = await send(accept)
    assert.equal(status, 429)
    assert.match(String(headers['retry-after']), /^[12]$/)
    assert.match(String(headers['ratelimit-policy']), /^"address";q=30;w=60$/)
    assert.match(String(headers['ratelimit']), /^"address";r=0;t=(59|60)$/)
  }
  assert.equal((await send('application/json', '192.0.2.2')).status, 303, 'others are not stopped')
})

test('a forged X-Forwarded-For makes no other address', async () => {
  const url = `/api/v1/transactions/initialize-public?${new URLSearchParams(good)}`
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) {
    const headers = { accept: 'application/json', 'x-forwarded-for': `203.0.113.${i}` }
    statuses.push(
      (await api.send({ method: 'GET', url, remoteAddress: '192.0.2.9', headers })).status,
    )
  }
  assert.equal(statuses.at(-1), 429)
})

test('a key that is revoked starts nothing any more', async () => {
  const former = await givenBusiness(context, 'Former Store')
  const [key] = await context.sql<{ keyId: Parameters<typeof revokeKey>[2] }[]>`
    select key_id from api_key
    where business_id = ${former.businessId} and mode = 'test' and kind = 'public'
  `
  const fields = { ...good, key: former.keys.publicKey }
  assert.equal((await startPublicly(api, fields)).status, 303)

  await revokeKey(context, former, key!.keyId)

  assert.equal((await startPublicly(api, fields)).status, 401)
})
