import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { routeLines } from '../scripts/route-lines.ts'
import { KEY_SCOPES } from '../src/core/access.ts'
import { loadClasses } from '../src/http/load-classes.ts'
import { loadInline } from '../src/payments/checkout/inline.ts'
import { contentsOf, startPublicly } from './calls.ts'
import {
  REQUEST_ID,
  said,
  shape,
  UNKNOWN,
  useCredentials,
  withWrongChecksum,
} from './credentials.ts'
import {
  ACCESS_CODE,
  isDone,
  type Listed,
  LOGIN,
  listed,
  OPEN,
  published,
  SECRET_KEY,
} from './routes.ts'
import { useContext } from './support.ts'

// Each row of routes.txt on the service: whoever may call a route can, and nobody else. The rows of
// logins: logins-and-routes.test.ts. Every form of a bad credential: security/credentials.test.ts.

const context = useContext()
const given = useCredentials(context)
type Operation = { security: Record<string, string[]>[] }
const RELEASE = loadInline().newest.path.split('/')[3]!

test('routes.txt says of every route what the route says of itself', () => {
  const written = readFileSync(join(import.meta.dirname, 'routes.txt'), 'utf8')
  assert.deepEqual(routeLines(given.api.app.served).split('\n'), written.split('\n'))
})

test('every published route has a row, and needs what the document says', () => {
  const operations = Object.entries(given.api.app.swagger().paths ?? {}).flatMap(
    ([path, methods]) =>
      Object.entries(methods ?? {}).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
  )
  const rows = new Map(listed.map((row) => [`${row.method} ${published(row.path)}`, row]))
  for (const [route, { security }] of operations as [string, { security?: object[] }][]) {
    const { who, path } = rows.get(route) ?? assert.fail(`${route} has no row`)
    const needsLogin = path.startsWith('/dashboard/api/') && who !== 'anyone'
    const scopes = [who.replace('key ', '')]
    const needed = who.startsWith('key ') ? [{ secretKey: scopes }] : undefined
    assert.deepEqual(security, needsLogin ? [{ login: [] }] : needed, route)
  }
  assert(operations.length > 150 && Object.keys(LOGIN).length > 40, 'they are found at all')
})

test('the document says of each scope that an operation names what it opens', () => {
  const { components, paths } = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8'))
  const { secretKey } = components.securitySchemes
  const named = Object.values(paths as Record<string, Record<string, Operation>>)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ security }) => security.flatMap((one) => Object.entries(one)))

  assert.deepEqual(Object.keys(secretKey['x-scopes']), [...KEY_SCOPES])
  for (const [scope, says] of Object.entries(secretKey['x-scopes'])) {
    assert.match(says as string, /\.$/)
    assert(secretKey.description.includes(`\`${scope}\`: ${says}`), scope)
  }
  for (const [scheme, scopes] of named) {
    assert(scheme in components.securitySchemes, scheme)
    for (const scope of scopes) assert(scope in secretKey['x-scopes'], scope)
  }
})

for (const row of listed.filter(({ path }) => !path.startsWith('/dashboard/api/'))) {
  const { route, method, path, who, load } = row
  test(`${route} opens to ${who}, and its class under load is ${load}`, async () => {
    const url = path.replace(':hash', RELEASE).replaceAll(/:\w+|\*/g, 'x')
    assert.equal(loadClasses(given.api.app.served)(method, url), load)

    if (path.startsWith('/paystack/') && !path.includes('/inline.')) await opensAsPaystack(row, url)
    else if (who.startsWith('key ')) await opensToKey(row)
    else if (who === 'access_code') await opensToAccessCode(row)
    else if (who === 'public_key') await opensToPublicKey(row)
    else if (who === 'provider') await opensToProvider(row)
    else await opensToAnyone(row, url)
  })
}

async function opensToKey({ method, path, who }: Listed): Promise<void> {
  const route = `${method} ${published(path)}`
  const { business, other, dead, only, without } = given
  const scope = who.replace('key ', '')
  const row = SECRET_KEY[route]!
  const owned = await given.names()
  const before = await contentsOf(context)
  const askBy = (key: string, names = owned.test, headers = {}) =>
    given.ask(route, row, names, { authorization: `Bearer ${key}`, ...headers })

  assert.deepEqual(said(await given.ask(route, row, owned.test, {})), [401, 'missing_key'])
  assert.deepEqual(said(await askBy(dead['unknown']!.secretKey)), [401, 'invalid_key'])
  assert.deepEqual(said(await askBy(business.keys.publicKey)), [403, 'wrong_key_type'])
  const fromPage = { origin: 'https://shop.example' }
  const exposed = await askBy(business.keys.secretKey, owned.test, fromPage)
  assert.deepEqual(said(exposed), [403, 'secret_key_exposed'])
  const lacking = await askBy(without[scope]!)
  assert.deepEqual(said(lacking), [403, 'insufficient_scope'])
  assert(lacking.body.message.includes(`the scope ${scope},`), lacking.body.message)
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
  assert.equal(lacking.headers['www-authenticate'], challenge)
  if (row.unknown !== undefined) {
    // What is another's is told like what is not there.
    const answers = [
      await askBy(business.keys.secretKey, UNKNOWN),
      await askBy(other.keys.secretKey),
      await askBy(business.keys.secretKey, owned.live),
    ]
    for (const answer of answers) {
      assert.deepEqual(said(answer), [row.unknownStatus ?? 404, row.unknown])
      assert.deepEqual(shape(answer), shape(answers[0]!))
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')

  const done = await given.withNames(
    ({ test }) => askBy(only[scope]!, test),
    ({ status }) => isDone(row, status),
  )
  assert(isDone(row, done.status), done.text)
}

/** A link that a key has made is a credential of its own. */
async function opensAsPaystack({ method, path, who }: Listed, url: string): Promise<void> {
  const { api, business, dead, only, without } = given
  const askBy = async (key?: string) => {
    const { statusCode, payload } = await api.app.inject({
      method: method as 'GET',
      url,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    return [statusCode, payload === '' ? null : JSON.parse(payload).code] as const
  }
  // The answer before a request of another page has no body.
  const done = method === 'OPTIONS' ? 204 : 200
  if (who === 'anyone') return assert.equal((await askBy())[0], done)
  const before = await contentsOf(context)
  const scope = who.replace('key ', '')
  if (path.endsWith('/export/:token')) {
    for (const key of [undefined, only[scope]])
      assert.equal((await askBy(key))[1], 'link_not_valid')
    return
  }
  assert.deepEqual(await askBy(), [401, 'invalid_Key'])
  assert.deepEqual(await askBy(dead['unknown']!.secretKey), [401, 'invalid_Key'])
  assert.deepEqual(await askBy(business.keys.publicKey), [403, 'wrong_key_type'])
  assert.deepEqual(await askBy(without[scope]), [403, 'insufficient_scope'])
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  const [status, code] = await askBy(only[scope])
  assert(status !== 401 && status !== 403, `${status} ${code}`)
}

async function opensToProvider({ path }: Listed): Promise<void> {
  const before = await contentsOf(context)
  const url = path.replace(':rail', 'sandbox').replace(':token', 'x')
  const headers = { authorization: `Bearer ${given.business.keys.secretKey}` }
  const answer = await given.api.send({
    method: 'POST',
    url,
    headers,
    payload: { amount: 500_000 },
  })
  assert.equal(answer.status, 401, answer.text)
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
}

async function opensToAnyone({ method, path, route }: Listed, url: string): Promise<void> {
  const query = OPEN[route] ?? {}
  if (route.endsWith('/sandbox/businesses')) {
    // Any caller, but only of a service that was started for tests.
    const { status, body } = await given.api.post(url, { body: {} })
    assert.deepEqual([status, body.code], [403, 'not_started_for_tests'])
    return
  }
  const { status, text } = await given.api.send({ method: method as 'GET', url, query })
  const isKnown = !/[:*]/.test(path)
  assert(isKnown ? status < 400 : status !== 401 && status !== 403, `${status} ${text}`)
}

async function opensToPublicKey({ method }: Listed): Promise<void> {
  const { api, business, live, dead } = given
  const before = await contentsOf(context)
  const headers = { 'x-request-id': REQUEST_ID }
  const asked = (key: string | null) => {
    const fields = { amount: '500000', email: 'ada@example.com', ...(key !== null && { key }) }
    return startPublicly(api, fields, { method: method as 'GET' | 'POST', headers })
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
}

async function opensToAccessCode({ method, path }: Listed): Promise<void> {
  const route = `${method} ${published(path)}`
  const body = ACCESS_CODE[route]
  const { api, business } = given
  const { accessCode, test: names } = await given.names()
  const before = await contentsOf(context)
  const asked = (code: string, headers = {}, query = {}) =>
    api.send({
      query,
      method: method as 'GET',
      url: path.replace(':access_code', code),
      headers: { 'x-request-id': REQUEST_ID, ...headers },
      ...(body && { payload: body }),
    })
  const id = `${UNKNOWN.id.slice(0, 14)}6${UNKNOWN.id.slice(15)}`
  const wrong = [
    'x',
    context.keys.encryptIds(id, business.businessId),
    // As one in some hundreds of altered codes reads: of a business that never was.
    context.keys.encryptIds(id, UNKNOWN.id),
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
  assert.equal(first.status, 404)
  // The pages themselves say so in words.
  if (route in ACCESS_CODE) assert.deepEqual(said(first), [404, 'transaction_not_found'])
  for (const code of wrong) {
    const answer = await asked(code)
    if (route in ACCESS_CODE) assert.deepEqual(shape(answer), shape(first), code)
    // The bank sends the customer to the one, which leads to the other.
    else assert([303, 404].includes(answer.status), code)
  }
  const authorization = `Bearer ${business.keys.secretKey}`
  assert.equal((await asked('x', { authorization })).status, 404)
  const inUrl = await asked(accessCode, {}, { key: business.keys.secretKey })
  assert.equal(inUrl.status, 403)
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
}
