import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../api.ts'
import { contentsWithUses, startPublicly } from '../calls.ts'
import {
  REQUEST_ID,
  said,
  shape,
  UNKNOWN,
  useCredentials,
  withWrongChecksum,
} from '../credentials.ts'
import { isDone, OPEN, SECRET_KEY } from '../routes.ts'
import { useContext } from '../support.ts'

// Whatever is no good credential is refused, each kind in one way. Which route needs which
// credential: test/routes-and-credentials.test.ts.

const context = useContext()
const given = useCredentials(context)

const encoded = (text: string) => Buffer.from(text).toString('base64')

const LIST = 'GET /api/v1/payouts'
const CHANGE = 'POST /api/v1/payouts'

for (const route of [LIST, CHANGE]) {
  test(`${route} refuses every credential that is not a good secret key, in one way`, async () => {
    const row = SECRET_KEY[route]!
    const { business, live, dead } = given
    const owned = await given.names()
    const before = await contentsWithUses(context)
    const refused = (headers: Record<string, string>) => given.ask(route, row, owned.test, headers)
    const secretKey = business.keys.secretKey
    assert.deepEqual(said(await refused({})), [401, 'missing_key'])
    const wrong = [
      'Bearer',
      'Bearer ',
      secretKey,
      'Basic',
      'Basic not%base64',
      `Basic ${secretKey}:`,
      ...[
        secretKey,
        `${secretKey}:${secretKey}`,
        `${secretKey}: `,
        `${secretKey}::`,
        `:${secretKey}`,
        ':',
        `${withWrongChecksum(secretKey)}:`,
      ].map((userAndPassword) => `Basic ${encoded(userAndPassword)}`),
      `Token ${secretKey}`,
      `Bearer ${secretKey} ${secretKey}`,
      'Bearer sk_test_',
      `Bearer ${secretKey.slice(0, -1)}`,
      `Bearer ${secretKey.toUpperCase()}`,
      `Bearer ${withWrongChecksum(secretKey)}`,
      `Bearer ${secretKey.replace('sk_test_', 'sk_live_')}`,
      `Bearer ${business.webhookSecret}`,
      `Bearer ${'x'.repeat(12_000)}`,
      ...Object.values(dead).map((keys) => `Bearer ${keys.secretKey}`),
    ]
    const answers: Answer[] = []
    for (const authorization of wrong) answers.push(await refused({ authorization }))
    for (const [i, answer] of answers.entries()) {
      assert.deepEqual(said(answer), [401, 'invalid_key'], wrong[i]!)
      assert.deepEqual(shape(answer), shape(answers[0]!), `as any other: ${wrong[i]}`)
    }

    for (const authorization of [business.keys.publicKey, live.publicKey]) {
      const answer = await refused({ authorization: `Bearer ${authorization}` })
      assert.deepEqual(said(answer), [403, 'wrong_key_type'])
    }

    const fromPage = { authorization: `Bearer ${secretKey}`, origin: 'https://shop.example' }
    assert.deepEqual(said(await refused(fromPage)), [403, 'secret_key_exposed'])
    for (const key of [secretKey, live.secretKey]) {
      const inUrl = await given.ask(
        route,
        row,
        owned.test,
        { authorization: `Bearer ${key}` },
        { key },
      )
      assert.deepEqual(said(inUrl), [403, 'secret_key_exposed'])
    }
    assert.deepEqual(
      await contentsWithUses(context),
      before,
      'nothing was written, nor that it was used',
    )
  })
}

test('the scheme of a key may be written in any case, with any blanks', async () => {
  const owned = await given.names()
  const authorization = `bEARER   ${given.business.keys.secretKey}`
  const answer = await given.ask(LIST, SECRET_KEY[LIST]!, owned.test, { authorization })
  assert.equal(answer.status, 200)
})

test('a key may be sent as the user name of Basic, without a password', async () => {
  const { api, business, live } = given
  const owned = await given.names()
  const asUser = (key: string, more = {}) => ({
    authorization: `Basic ${encoded(`${key}:`)}`,
    ...more,
  })
  const ask = (headers: Record<string, string>) =>
    given.ask(LIST, SECRET_KEY[LIST]!, owned.test, headers)
  const { secretKey, publicKey } = business.keys

  const asBearer = await ask({ authorization: `Bearer ${secretKey}` })
  const asBasic = await ask(asUser(secretKey))
  const paystack = await api.send({
    method: 'GET',
    url: '/paystack/transfer',
    headers: asUser(secretKey),
  })

  assert.deepEqual([asBasic.status, asBasic.text], [200, asBearer.text])
  assert.equal(paystack.status, 200)
  const lowerCase = { authorization: `bASIC   ${encoded(`${secretKey}:`)}` }
  assert.equal((await ask(lowerCase)).status, 200)
  assert.equal((await ask(asUser(live.secretKey))).status, 200)
  assert.deepEqual(said(await ask(asUser(publicKey))), [403, 'wrong_key_type'])
  const fromPage = asUser(secretKey, { origin: 'https://shop.example' })
  assert.deepEqual(said(await ask(fromPage)), [403, 'secret_key_exposed'])
})

test('a live key sees nothing of test mode, and the sandbox does not know it', async () => {
  const { live } = given
  const owned = await given.names()
  const headers = { authorization: `Bearer ${live.secretKey}` }
  for (const [route, row] of Object.entries(SECRET_KEY)) {
    const answer = await given.ask(route, row, owned.test, headers)
    if (route.includes('/sandbox/') || row.isStream)
      assert.deepEqual(said(answer), [403, 'test_mode_only'], route)
    else if (row.unknown !== undefined)
      assert.deepEqual(said(answer), [row.unknownStatus ?? 404, row.unknown], route)
    else assert(isDone(row, answer.status), `${route}: ${answer.text}`)
    assert(!answer.text.includes(owned.test.reference), route)
    assert(!answer.text.includes('"domain":"test"'), route)
  }
})

test('a list shows a key its own business and mode only', async () => {
  const { api, business, other, live } = given
  await given.names()
  const { body: others } = await api.get('/api/v1/transactions', { key: other.keys.secretKey })
  assert.deepEqual(others.data, [])
  assert.equal(others.meta.total, 0)
  for (const [key, domain] of [
    [business.keys.secretKey, 'test'],
    [live.secretKey, 'live'],
  ] as const) {
    const { body } = await api.get('/api/v1/transactions', { key })
    assert(body.data.length > 0)
    assert(body.data.every((one: { domain: string }) => one.domain === domain))
  }
})

test('live keys open nothing while live mode is not enabled', async () => {
  const { api, live } = given
  const { live: rails } = context.rails
  context.rails.live = []
  try {
    for (const [route, row] of Object.entries(SECRET_KEY)) {
      const answer = await given.ask(route, row, UNKNOWN, {
        authorization: `Bearer ${live.secretKey}`,
      })
      assert.deepEqual(said(answer), [403, 'not_enabled'], route)
    }
    const fields = { key: live.publicKey, amount: '100', email: 'ada@example.com' }
    assert.deepEqual(said(await startPublicly(api, fields)), [403, 'not_enabled'])
  } finally {
    context.rails.live = rails
  }
})

for (const [route, query] of Object.entries(OPEN)) {
  test(`${route} answers the same whatever credential is sent, but a secret key in the address`, async () => {
    const { api, business, live, dead } = given
    const asked = (headers = {}, more = {}) =>
      api.send({
        method: 'GET',
        url: route.split(' ')[1]!,
        query: { ...query, ...more },
        headers: { 'x-request-id': REQUEST_ID, ...headers },
      })
    const plain = await asked()
    assert.equal(plain.status, 200, plain.text)
    const { secretKey, publicKey } = business.keys
    for (const key of [secretKey, publicKey, live.secretKey, dead['revoked']!.secretKey, 'x']) {
      for (const origin of ['https://shop.example', 'null']) {
        const answer = await asked({ authorization: `Bearer ${key}`, origin })
        assert.deepEqual(shape(answer), shape(plain), key)
      }
    }
    assert.deepEqual(said(await asked({}, { key: secretKey })), [403, 'secret_key_exposed'])
  })
}
