import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { pay } from '../payments.ts'
import { openPaystackApi } from '../paystack-clients.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// A mobile app opens by a scheme of its own: `myapp://paid`. A customer may return there if the
// business has registered the scheme, in both modes and however the payment begins.

const context = useContext()
const api = useApi(context)

const APP = 'myapp://paid?order=7#top'
const START = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

let facade: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
let keys: GivenBusiness['keys']
let live: GivenBusiness['keys']
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
  facade = await openPaystackApi(context)
})
after(() => facade.close())
beforeEach(async () => {
  business = await givenBusiness(context)
  keys = business.keys
  live = await givenLive(context, business.businessId)
})

const register = (origins: string[], by = keys) =>
  api.put('/api/v1/settings/checkout', {
    key: by.secretKey,
    body: { allowed_origins: origins },
  })

/** Every way to say where a customer returns. */
const WAYS = ['initialize', 'initialize-public', 'a payment link', 'the façade'] as const

async function start(way: (typeof WAYS)[number], callback_url: string, by = keys) {
  const { secretKey: key, publicKey } = by
  switch (way) {
    case 'initialize':
      return api.post('/api/v1/transactions/initialize', { key, body: { ...START, callback_url } })
    case 'initialize-public': {
      const fields = { key: publicKey, amount: '500000', email: START.email, callback_url }
      return startPublicly(api, fields, { method: 'POST' })
    }
    case 'a payment link': {
      const body = { name: 'Tea', amount: 150_000, callback_url }
      return api.post('/api/v1/payment-links', { key, body })
    }
    case 'the façade': {
      const { statusCode: status, payload: text } = await facade.app.inject({
        method: 'POST',
        url: '/paystack/transaction/initialize',
        headers: { authorization: `Bearer ${key}` },
        payload: { ...START, callback_url },
      })
      return { status, text, body: JSON.parse(text) }
    }
  }
}

test('a return to an app of nobody is refused, and says what to register', async () => {
  for (const way of WAYS) {
    for (const by of [keys, live]) {
      const { status, text } = await start(way, 'otherapp://paid', by)
      assert.equal(status, 400, way)
      assert.match(text, /callback_url`? [^"]* add otherapp:\/\/ to allowed_origins/, way)
    }
  }
})

test('a return to a registered app is accepted however the payment begins', async () => {
  for (const by of [keys, live]) {
    assert.equal((await register(['myapp://'], by)).status, 200)
    for (const way of WAYS) {
      const { status, text } = await start(way, APP, by)
      assert([200, 201, 303].includes(status), `${way}: ${text}`)
    }
    assert.equal((await start('initialize', 'MyApp://paid', by)).status, 200)
  }
})

test('a customer returns to the app with the reference of the payment', async () => {
  await register(['myapp://'])
  const { body } = await start('initialize', APP)
  const { access_code, reference } = body.data
  const wanted = `myapp://paid?order=7&trxref=${reference}&reference=${reference}#top`

  await pay(api, access_code, 'success')

  const paid = await api.get(`/checkout/${access_code}`)
  assert(paid.text.includes(`href="${wanted.replaceAll('&', '&amp;')}" id="back"`))
  const status = await api.get(`/checkout/${access_code}/status`)
  assert.equal(status.body.data.return_url, wanted)
})

test('a customer who cancels has a link to the app', async () => {
  await register(['myapp://'])
  const { body } = await start('initialize', APP)
  const { access_code, reference } = body.data

  await api.post(`/checkout/${access_code}/cancel`)

  const { text } = await api.get(`/checkout/${access_code}`)
  const wanted = `myapp://paid?order=7&trxref=${reference}&reference=${reference}#top`
  assert(text.includes(`href="${wanted.replaceAll('&', '&amp;')}"`))
})

test('a link that returns to an app keeps it when the scheme is no longer registered', async () => {
  await register(['myapp://'])
  const { body: link } = await start('a payment link', APP)
  await register([])

  const changed = await api.put(`/api/v1/payment-links/${link.data.id}`, {
    key: keys.secretKey,
    body: { callback_url: APP },
  })
  const payment = await api.send({
    method: 'POST',
    url: new URL(link.data.url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ email: START.email, name: START.name })),
  })

  assert.deepEqual([changed.status, changed.body.errors[0].field], [400, 'callback_url'])
  assert.equal(payment.status, 303, payment.text)
})

test('a registered app closes nothing to web pages, and frames nothing', async () => {
  await register(['myapp://'])
  const origin = 'https://shop.example'
  const sent = { key: keys.publicKey, amount: '500000', email: START.email }
  const started = await startPublicly(api, sent, { headers: { origin, accept: 'text/html' } })
  const code = String(started.headers['location']).split('/').at(-1)

  const page = await api.get(`/checkout/${code}?embed=frame&origin=myapp://`)

  assert.equal(started.status, 303)
  assert.doesNotMatch(String(page.headers['content-security-policy']), /myapp/)
  assert.doesNotMatch(page.text, /data-host/)
})

test('apps and pages are registered in one list, and neither removes the other', async () => {
  const all = ['https://shop.example', 'com.example.shop://', 'myapp://']

  const { body } = await register(all)

  assert.deepEqual(body.data.allowed_origins, all)
  await api.put('/api/v1/settings/checkout', { key: keys.secretKey, body: { language: 'pcm' } })
  const { body: after } = await api.get('/api/v1/settings/checkout', { key: keys.secretKey })
  assert.deepEqual(after.data.allowed_origins, all)
})

test('a scheme that browsers and systems give a meaning is no app, and nothing else is', async () => {
  const wrong = [
    ...['javascript', 'data', 'vbscript', 'file', 'filesystem', 'blob', 'about', 'intent'],
    ...['http', 'https', 'ws', 'wss', 'ftp', 'content', 'view-source', 'chrome', 'ms-msdt'],
    ...['JavaScript', 'MYAPP', 'a', 'ab', '1app', 'my app', 'my_app', `a${'b'.repeat(64)}`],
  ]
  for (const scheme of wrong) {
    const { status, body } = await register([`${scheme}://`])
    assert.deepEqual([status, body.errors[0].field], [400, 'allowed_origins.0'], scheme)
    assert.match(body.errors[0].message, /myapp:\/\//)
  }
  for (const text of ['myapp', 'myapp:', 'myapp:/', 'myapp://paid', 'myapp://;', 'myapp:// x']) {
    assert.equal((await register([text])).status, 400, text)
  }
  for (const scheme of ['abc', 'a.b', 'com.example.shop', 'my-app+x', `a${'b'.repeat(63)}`]) {
    assert.equal((await register([`${scheme}://`])).status, 200, scheme)
  }
})

test('an address that leads to no app is refused on every way, by the name of its field', async () => {
  await register(['myapp://'])
  const wrong = [
    ...['javascript://myapp/%0aalert(1)', 'JAVASCRIPT://x', 'data://x', 'file:///etc/passwd'],
    ...['vbscript://x', 'blob://x', 'about://blank', 'intent://paid#Intent;scheme=myapp;end'],
    ...['myapp:paid', 'myapp:/paid', 'my_app://paid', '1app://paid', 'ab://paid', 'myapp://a b'],
    ...[
      'myapp://user:pass@paid',
      'myapp://paid\r\nSet-Cookie: a=b',
      `myapp://${'a'.repeat(2_048)}`,
    ],
  ]
  for (const way of WAYS) {
    for (const address of wrong) {
      const { status, text } = await start(way, address)
      assert.equal(status, 400, `${way} ${address}`)
      assert.match(text, /callback_url`? must be [^"]*myapp:\/\/paid/, `${way} ${address}`)
    }
  }
})
