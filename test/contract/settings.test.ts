import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { settingsOf } from '../../src/accounts/businesses/businesses.ts'
import { type Answer, givenPayment, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { jpeg, losslessWebp, lossyWebp, png } from '../logos.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// What a business may set of its checkout, and what follows from each.

const context = useContext()
const api = useApi(context)

type By = Pick<GivenBusiness, 'keys'>

let business: GivenBusiness
let live: By
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
  live = { keys: await givenLive(context, business.businessId) }
})

const show = (by: By = business) => api.get('/api/v1/settings/checkout', { key: by.keys.secretKey })
const put = (body: object, by: By = business) =>
  api.put('/api/v1/settings/checkout', { key: by.keys.secretKey, body })
const putLogo = (bytes: Buffer, by: By = business) => put({ logo: bytes.toString('base64') }, by)

const NOTHING_SET = {
  domain: 'test',
  allowed_origins: [],
  language: null,
  logo: null,
  channel_order: null,
  accent: null,
  theme: null,
  default_callback_url: null,
  expiry_seconds: 86_400,
  accept_overpayment: false,
  require_signed_requests: false,
  request_log: true,
}

function fieldsOf({ body }: Answer): string[] {
  return (body.errors ?? []).map(({ field }: { field: string }) => field)
}

/** The logo of a page, by its address. */
async function logoAt(url: string) {
  const { statusCode, headers, rawPayload } = await api.app.inject(new URL(url).pathname)
  return { status: statusCode, headers, bytes: rawPayload }
}

test('a business begins with nothing set, in each mode of its own', async () => {
  assert.deepEqual((await show()).body.data, NOTHING_SET)
  await put({ language: 'yo', allowed_origins: ['https://shop.example'] })
  assert.deepEqual((await show(live)).body.data, { ...NOTHING_SET, domain: 'live' })
})

test('what is sent changes, and what is not sent stays', async () => {
  const all = {
    allowed_origins: ['https://shop.example', 'https://[2001:db8::1]:8443'],
    language: 'pcm',
    channel_order: ['bank_transfer', 'card'],
    accent: '#7a1f5c',
    theme: 'dark',
    default_callback_url: 'https://shop.example/paid?from=us',
    expiry_seconds: 900,
    accept_overpayment: true,
    require_signed_requests: true,
    request_log: false,
  }
  assert.deepEqual((await put(all)).body.data, { ...NOTHING_SET, ...all })
  assert.deepEqual((await put({})).body.data, { ...NOTHING_SET, ...all })
  const changed = { language: null, default_callback_url: null, allowed_origins: [] }
  assert.deepEqual((await put(changed)).body.data, { ...NOTHING_SET, ...all, ...changed })
  assert.deepEqual((await show()).body.data, { ...NOTHING_SET, ...all, ...changed })
})

test('each setting is what payments then follow', async () => {
  await put({ expiry_seconds: 604_800, default_callback_url: 'https://shop.example/paid' })
  const { reference } = await givenPayment(api, business)
  const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, {
    key: business.keys.secretKey,
  })
  const { created_at, expires_at, callback_url } = body.data
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 604_800_000)
  assert.equal(callback_url, 'https://shop.example/paid')

  await put({ require_signed_requests: true, accept_overpayment: true })
  const unsigned = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
  })
  assert.deepEqual([unsigned.status, unsigned.body.code], [401, 'invalid_signature'])
  assert.equal((await settingsOf(context, business)).acceptOverpayment, true)
})

test('a payment that names no channels has those of the business first', async () => {
  await put({ channel_order: ['ussd', 'bank_transfer'] })
  const own = await givenPayment(api, business)
  const named = await givenPayment(api, business, { channels: ['card', 'ussd'] })
  const channelsOf = async (accessCode: string) =>
    (await api.get(`/checkout/${accessCode}/status`)).body.data.channels

  assert.deepEqual(await channelsOf(own.access_code), [
    ...['ussd', 'bank_transfer', 'card', 'bank', 'opay'],
  ])
  assert.deepEqual(await channelsOf(named.access_code), ['card', 'ussd'])
  await put({ channel_order: null })
})

test('the checkout wears the accent and the theme of the business, readable on light and dark', async () => {
  await put({ accent: '#7A1F5C', theme: 'dark' })
  const { access_code } = await givenPayment(api, business)
  const { text } = await api.get(`/checkout/${access_code}`)

  assert.match(text, /<html data-[^>]*data-theme="dark" data-accent="#7a1f5c" /)
  assert.match(text, /data-accent-dark="#[0-9a-f]{6}"/)
  assert.match(text, /<meta name="color-scheme" content="dark">/)
  const light = await put({ accent: '#ffcc00' })
  assert.match(light.body.errors[0].message, /contrast is 1.\d to 1, and must be 4.5 to 1/)
  await put({ accent: null, theme: null })
})

test('a logo is shown by the name of what it holds, as the picture that it is and no more', async () => {
  for (const [bytes, type, width] of [
    [png(320, 80), 'png', 320],
    [png(1_024, 1_024), 'png', 1_024],
    [jpeg(), 'jpeg', 1],
    [lossyWebp(), 'webp', 1],
    [losslessWebp(), 'webp', 1],
  ] as const) {
    const answer = await putLogo(bytes)
    assert.equal(answer.status, 200, answer.text)
    const { logo } = answer.body.data
    const digest = createHash('sha256').update(bytes).digest('hex')
    assert.equal(logo.url, `http://cowrie.test/checkout/logo/${digest}.${type}`)
    assert.equal(logo.width, width)

    const { status, headers, bytes: served } = await logoAt(logo.url)
    assert.equal(status, 200)
    assert(served.equals(bytes))
    assert.equal(headers['content-type'], `image/${type}`)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.match(String(headers['cache-control']), /immutable/)
    assert.equal((await settingsOf(context, business)).logo?.path, new URL(logo.url).pathname)
  }
})

test('a logo that was replaced or removed is gone, unless somebody else shows the same', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const shared = png(31, 32)
  const { url } = (await putLogo(shared)).body.data.logo
  await putLogo(shared, other)
  await putLogo(png(33, 32))
  assert.equal((await logoAt(url)).status, 200)

  assert.equal((await put({ logo: null }, other)).body.data.logo, null)

  assert.equal((await logoAt(url)).status, 404)
  assert.equal((await show()).body.data.logo.width, 33)
  assert.equal((await logoAt(url.replace('.png', '.webp'))).status, 404)
  assert.equal((await logoAt(`${url}x`)).status, 404)
})

test('what may hold a script, is too large or is cut short is no logo', async () => {
  await putLogo(png(10, 10))
  const before = await contentsOf(context)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const large = Buffer.concat([png(20, 20).subarray(0, -12), Buffer.alloc(66_000), png(1, 1)])
  const tooHigh = png(8, 8)
  tooHigh.writeUInt32BE(1_025, 20)
  const without = png(8, 8)
  without.writeUInt32BE(0, 16)
  const wrong: [string, Buffer][] = [
    ['svg', Buffer.from(svg)],
    ['html', Buffer.from(`<!doctype html>${svg}`)],
    ['gif', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['large', large],
    ['too high', tooHigh],
    ['no width', without],
    ...[png(8, 8), jpeg(), lossyWebp(), losslessWebp()].flatMap((whole): [string, Buffer][] =>
      [1, 5, 20, whole.length - 1]
        .filter((length) => length < whole.length)
        .map((length) => [`${length} of ${whole.length} bytes`, whole.subarray(0, length)]),
    ),
    ['a head alone', Buffer.concat([png(8, 8).subarray(0, 33), Buffer.from(svg)])],
  ]
  for (const [name, bytes] of wrong) {
    const answer = await putLogo(bytes)
    assert.equal(answer.status, 400, name)
    assert.deepEqual(fieldsOf(answer), ['logo'], name)
  }
  for (const logo of ['data:image/png;base64,AAAA', 'AAA', '====', 'ä', 5, true, [], {}]) {
    assert.deepEqual(fieldsOf(await put({ logo })), ['logo'], String(logo))
  }
  assert.deepEqual(await contentsOf(context), before)
  assert.equal((await show()).body.data.logo.width, 10)
})

test('an origin is one page’s and no more, by https but on one’s own machine in test mode', async () => {
  const here = [
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]',
    'http://localhost',
  ]
  assert.equal((await put({ allowed_origins: here })).status, 200)
  assert.deepEqual(
    fieldsOf(await put({ allowed_origins: here }, live)),
    here.map((_, i) => `allowed_origins.${i}`),
  )
  const wrong = [
    ...[
      '*',
      'https://*',
      'https://*.example',
      '',
      'null',
      'https:',
      "'self'",
      'https://a b.example',
    ],
    ...[
      'http://shop.example',
      'https://shop.example/',
      'https://shop.example/a',
      'HTTPS://a.example',
    ],
    ...[
      'https://shop.example:443',
      'https://me@shop.example',
      'https://shop.example?a',
      'ftp://a.b',
    ],
    ...['https://a.example; script-src *', 'https://a.example;x', "https://a.example'", 'data:,x'],
    ...[
      'https://a.example https://b.example',
      'https://a.example,b',
      'javascript:1',
      'https://ẹ.com',
    ],
    ...[
      'http://localhost.evil.example',
      'http://127.0.0.2',
      ' https://a.example',
      'https://a.\n.b',
    ],
  ]
  const answer = await put({ allowed_origins: wrong.slice(0, 20) })
  assert.deepEqual(
    fieldsOf(answer),
    wrong.slice(0, 20).map((_, i) => `allowed_origins.${i}`),
  )
  for (const origin of wrong) {
    const named = fieldsOf(await put({ allowed_origins: [origin] }))
    assert.deepEqual(named, ['allowed_origins.0'], origin)
  }
  assert.deepEqual((await show()).body.data.allowed_origins, here)
})

test('null is as good as not sent: what it names stays as it is', async () => {
  const { data } = (await show()).body
  const { status } = await put({ allowed_origins: null, expiry_seconds: null })
  assert.equal(status, 200)
  assert.deepEqual((await show()).body.data, data)
})

test('every wrong field is told at once, and then nothing changes', async () => {
  const before = (await show()).text.replace(/"request_id.*/, '')
  const answer = await put({
    allowed_origins: ['nowhere'],
    language: 'fr',
    logo: 'AAAA',
    channel_order: ['cash'],
    accent: '#ffcc00',
    theme: 'sepia',
    default_callback_url: 'javascript:alert(1)',
    expiry_seconds: 899,
    accept_overpayment: 'yes',
    require_signed_requests: 1,
    request_log: 'on',
  })

  assert.equal(answer.status, 400)
  assert.deepEqual(fieldsOf(answer).sort(), [
    'accent',
    'accept_overpayment',
    'allowed_origins.0',
    'channel_order.0',
    'default_callback_url',
    'expiry_seconds',
    'language',
    'logo',
    'request_log',
    'require_signed_requests',
    'theme',
  ])
  const many = Array.from({ length: 21 }, (_, i) => `https://shop${i}.example`)
  const cases: [object, string][] = [
    [{ expiry_seconds: 604_801 }, 'expiry_seconds'],
    [{ expiry_seconds: 1_000.5 }, 'expiry_seconds'],
    [{ allowed_origins: many }, 'allowed_origins'],
    [{ allowed_origins: ['https://a.example', 'https://a.example'] }, 'allowed_origins'],
    [{ allowed_origins: {} }, 'allowed_origins'],
    [{ allowed_origins: [5] }, 'allowed_origins.0'],
    [{ language: 'EN' }, 'language'],
    [{ expiry_seconds: '900' }, 'expiry_seconds'],
  ]
  for (const [body, field] of cases) {
    assert.deepEqual(fieldsOf(await put(body)), [field], JSON.stringify(body))
  }
  for (const raw of ['[]', 'null', '5', '"a"']) {
    const { status } = await api.put('/api/v1/settings/checkout', {
      key: business.keys.secretKey,
      raw,
    })
    assert.equal(status, 400, raw)
  }
  assert.equal((await show()).text, before)
})
