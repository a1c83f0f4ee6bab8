import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { listKeys, type NewKeys, revokeKey, rollKey } from '../src/businesses/businesses.ts'
import { type KeyKind, newKey } from '../src/businesses/keys.ts'
import { receive } from '../src/deposits/receive.ts'
import { HOUR, MINUTE } from '../src/lib/clock.ts'
import { type Answer, useApi } from './api.ts'
import { beginningOf, contentsOf, contentsWithUses, startPublicly } from './calls.ts'
import { creditTo } from './payments.ts'
import { givenNamesOf } from './route-names.ts'
import { ACCESS_CODE, LOGIN, type Names, OPEN, PUBLIC_KEY, type Row, SECRET_KEY } from './routes.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'

// Every route of the published document × every credential that must not open it. A route without
// a row in routes.ts fails. Logins: logins-and-routes.test.ts.

const context = useContext()
const api = useApi(context)

const UNKNOWN: Names = {
  reference: 'never-used',
  id: '01990000-0000-7000-8000-000000000000',
  customerId: `cus_${'0'.repeat(32)}`,
  accountNumber: '0000000000',
  dedicatedId: `dva_${'0'.repeat(32)}`,
  verificationId: `idv_${'0'.repeat(32)}`,
  eventId: `evt_${'0'.repeat(32)}`,
  payoutId: `pay_${'0'.repeat(32)}`,
  paid: '01990000-0000-7000-8000-000000000001',
  refundId: `ref_${'0'.repeat(32)}`,
  subaccountCode: `ACCT_${'A'.repeat(22)}`,
  splitCode: `SPL_${'A'.repeat(22)}`,
  settlementId: `set_${'0'.repeat(32)}`,
  paymentLinkId: `plk_${'0'.repeat(32)}`,
}
const REQUEST_ID = 'the-same-for-all'

let business: GivenBusiness
let other: GivenBusiness
let live: NewKeys
let dead: Record<string, NewKeys>
type Owned = { test: Names; live: Names; accessCode: string }
let made: Owned | null = null

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  other = await givenBusiness(context, 'Other Store')
  context.rails.live = [context.rails.test]
  live = await givenLive(context, business.businessId)
  dead = {
    unknown: { secretKey: newKey('secret', 'test'), publicKey: newKey('public', 'test') },
    revoked: await givenDeadKeys((scope, keyId) => revokeKey(context, scope, keyId)),
    'expired after a roll': await givenDeadKeys((scope, keyId) =>
      rollKey(context, scope, keyId, 1),
    ),
  }
  context.advance(1 * HOUR)
})

test('every route that is published has its row in routes.ts', () => {
  const routes = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    routes.sort(),
    [
      ...Object.keys(SECRET_KEY),
      ...Object.keys(OPEN),
      ...PUBLIC_KEY,
      ...Object.keys(ACCESS_CODE),
      ...Object.keys(LOGIN),
    ].sort(),
  )
})

test('a route needs the credential that the document says, and no other', () => {
  for (const [route, { security }] of published()) {
    const needsLogin = route in LOGIN && LOGIN[route] !== 'anyone'
    const expected =
      route in SECRET_KEY ? [{ secretKey: [] }] : needsLogin ? [{ login: [] }] : undefined
    assert.deepEqual(security, expected, route)
  }
})

for (const [route, row] of Object.entries(SECRET_KEY)) {
  test(`${route} opens to a good secret key of test mode`, async () => {
    const owned = await givenNames()
    const answer = await ask(route, row, owned.test, {
      authorization: `bEARER   ${business.keys.secretKey}`,
    })
    assert.equal(answer.status, row.status ?? 200, answer.text)
    // What was done once may not be done again to the same.
    if (!route.startsWith('GET ')) made = null
  })

  test(`${route} refuses every credential that is not a good secret key`, async () => {
    const owned = await givenNames()
    const before = await contentsWithUses(context)
    const refused = (headers: Record<string, string>) => ask(route, row, owned.test, headers)
    const secretKey = business.keys.secretKey

    assert.deepEqual(said(await refused({})), [401, 'missing_key'])

    const wrong = [
      'Bearer',
      'Bearer ',
      secretKey,
      `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
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
      const inUrl = await ask(route, row, owned.test, { authorization: `Bearer ${key}` }, { key })
      assert.deepEqual(said(inUrl), [403, 'secret_key_exposed'])
    }
    assert.deepEqual(
      await contentsWithUses(context),
      before,
      'nothing was written, nor that it was used',
    )
  })

  if (row.unknown === undefined) continue
  const { unknown, unknownStatus = 404 } = row

  test(`${route} says of what is another's just what it says of what is not there`, async () => {
    const owned = await givenNames()
    const before = await contentsOf(context)
    const asked: [whose: string, names: Names, key: string][] = [
      ['unknown', UNKNOWN, business.keys.secretKey],
      ['of another business', owned.test, other.keys.secretKey],
      ['of live mode', owned.live, business.keys.secretKey],
    ]
    const answers: Answer[] = []
    for (const [whose, names, key] of asked) {
      const answer = await ask(route, row, names, { authorization: `Bearer ${key}` })
      assert.deepEqual(said(answer), [unknownStatus, unknown], whose)
      answers.push(answer)
    }
    for (const answer of answers) assert.deepEqual(shape(answer), shape(answers[0]!))
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })
}

test('a live key sees nothing of test mode, and the sandbox does not know it', async () => {
  const owned = await givenNames()
  const headers = { authorization: `Bearer ${live.secretKey}` }
  for (const [route, row] of Object.entries(SECRET_KEY)) {
    const answer = await ask(route, row, owned.test, headers)
    if (route.includes('/sandbox/') || row.isStream)
      assert.deepEqual(said(answer), [403, 'test_mode_only'], route)
    else if (row.unknown !== undefined)
      assert.deepEqual(said(answer), [row.unknownStatus ?? 404, row.unknown], route)
    else assert.equal(answer.status, row.status ?? 200, `${route}: ${answer.text}`)
    assert(!answer.text.includes(owned.test.reference), route)
    assert(!answer.text.includes('"domain":"test"'), route)
  }
})

test('a list shows a key its own business and mode only', async () => {
  await givenNames()
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
  const { live: rails } = context.rails
  context.rails.live = []
  try {
    for (const [route, row] of Object.entries(SECRET_KEY)) {
      const answer = await ask(route, row, UNKNOWN, { authorization: `Bearer ${live.secretKey}` })
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
    const asked = (headers = {}, more = {}) =>
      send({
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

for (const route of PUBLIC_KEY) {
  const method = route.split(' ')[0] as 'GET' | 'POST'

  test(`${route} refuses every credential that is not a good public key`, async () => {
    const before = await contentsOf(context)
    const headers = { 'x-request-id': REQUEST_ID }
    const asked = (key: string | null) => {
      const fields = { amount: '500000', email: 'ada@example.com', ...(key !== null && { key }) }
      return startPublicly(api, fields, { method, headers })
    }

    assert.deepEqual(said(await asked(null)), [401, 'missing_key'])
    assert.deepEqual(said(await asked('')), [401, 'missing_key'])
    const { publicKey, secretKey } = business.keys
    const wrong = [
      'x',
      'pk_test_',
      ` ${publicKey}`,
      publicKey.slice(0, -1),
      withWrongChecksum(publicKey),
      publicKey.replace('pk_test_', 'pk_live_'),
      ...Object.values(dead).map((keys) => keys.publicKey),
    ]
    const first = await asked(wrong[0]!)
    for (const key of wrong) {
      const answer = await asked(key)
      assert.deepEqual(said(answer), [401, 'invalid_key'], key)
      assert.deepEqual(shape(answer), shape(first), key)
    }
    for (const key of [secretKey, live.secretKey, withWrongChecksum(secretKey)]) {
      assert.deepEqual(said(await asked(key)), [403, 'secret_key_exposed'])
    }
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
    assert.equal((await asked(publicKey)).status, 303)
  })
}

for (const [route, body] of Object.entries(ACCESS_CODE)) {
  test(`${route} answers to an access code that was issued, and to nothing else`, async () => {
    const owned = await givenNames()
    const before = await contentsOf(context)
    const asked = (code: string, headers = {}, query = {}) =>
      send({
        query,
        method: route.split(' ')[0] as 'GET',
        url: route.split(' ')[1]!.replace('{access_code}', code),
        headers: { 'x-request-id': REQUEST_ID, ...headers },
        ...(body && { payload: body }),
      })
    const { accessCode, test: names } = owned
    const never = context.keys.encryptIds(
      `${UNKNOWN.id.slice(0, 14)}6${UNKNOWN.id.slice(15)}`,
      business.businessId,
    )
    const wrong = [
      'x',
      never,
      // As one in some hundreds of altered codes reads: of a business that never was.
      context.keys.encryptIds(`${UNKNOWN.id.slice(0, 14)}6${UNKNOWN.id.slice(15)}`, UNKNOWN.id),
      accessCode.slice(0, -1),
      `${accessCode}A`,
      accessCode.toLowerCase(),
      names.id,
      names.reference,
      business.keys.publicKey,
      'A'.repeat(43),
      '%00',
      "'%20or%201=1",
    ]
    const first = await asked(wrong[0]!)
    for (const code of wrong) {
      const authorization = `Bearer ${business.keys.secretKey}`
      for (const headers of [{}, { authorization }]) {
        const answer = await asked(code, headers)
        assert.deepEqual(said(answer), [404, 'transaction_not_found'], code)
        assert.deepEqual(shape(answer), shape(first), code)
      }
    }
    const inUrl = await asked(accessCode, {}, { key: business.keys.secretKey })
    assert.deepEqual(said(inUrl), [403, 'secret_key_exposed'])
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })
}

function published() {
  return Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations ?? {}).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, operation as { security?: object[] }] as const,
    ),
  )
}

function send(options: InjectOptions): Promise<Answer> {
  return api.send(options)
}

function ask(
  route: string,
  { body, path, bodyFor, isStream }: Row,
  names: Names,
  headers: Record<string, string>,
  query: Record<string, string> = {},
): Promise<Answer> {
  const [method, address] = route.split(' ') as ['GET', string]
  const payload = bodyFor?.(names) ?? body
  const asked = send({
    method,
    url: path?.(names) ?? address,
    query,
    headers: { 'x-request-id': REQUEST_ID, ...headers },
    ...(payload && { payload }),
  })
  return isStream ? beginningOf(asked) : asked
}

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

/** All that a caller can tell answers apart by. */
function shape({ status, headers, text }: Answer) {
  const { date: _, ...rest } = headers
  return { status, headers: rest, text }
}

function withWrongChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
}

/**
 * Of both modes, and the same ones until something was done to them. For the verification in live
 * mode, somebody tops the wallet up.
 */
async function givenNames(): Promise<Owned> {
  if (made) return made
  const { body } = await api.get('/api/v1/balance', { key: live.secretKey })
  const { account_number: wallet } = body.data.account
  await receive(context, 'live', creditTo(context, wallet, 1_000_000))
  const inTest = await givenNamesOf(context, api, business)
  const inLive = await givenNamesOf(context, api, {
    ...business,
    mode: 'live',
    keys: live,
  })
  context.advance(1 * MINUTE)
  made = { test: inTest.names, live: inLive.names, accessCode: inTest.accessCode }
  return made
}

async function givenDeadKeys(
  end: (scope: GivenBusiness, keyId: Parameters<typeof revokeKey>[2]) => Promise<unknown>,
): Promise<NewKeys> {
  const given = await givenBusiness(context, 'Former Store')
  for (const kind of ['secret', 'public'] satisfies KeyKind[]) {
    const keys = await listKeys(context.sql, given)
    const key = keys.find((one) => one.kind === kind) ?? assert.fail('no key')
    await end(given, key.keyId)
  }
  return given.keys
}
