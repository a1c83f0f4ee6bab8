import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { givenPayment, useApi } from '../../test/api.ts'
import { givenPerson, givenSecondFactor, signedInAs } from '../../test/logins.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { DASHBOARD_API } from './logins.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let headers: Record<string, string>
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const person = await signedInAs(api, await givenPerson(context, business))
  headers = {
    cookie: person.cookie(),
    'cowrie-dashboard': '1',
    'cowrie-business': business.businessId,
    'cowrie-mode': 'test',
  }
})

function ask(method: 'GET' | 'HEAD' | 'POST', path: string, accepted: string, payload?: object) {
  return api.app.inject({
    method,
    url: `${DASHBOARD_API}${path}`,
    headers: { ...headers, 'accept-encoding': accepted },
    ...(payload && { payload }),
  })
}

test('the list of payments in the dashboard is compressed as the browser accepts', async () => {
  for (let count = 0; count < 3; count += 1) await givenPayment(api, business)

  const plain = await ask('GET', '/transactions', 'identity')
  const zipped = await ask('GET', '/transactions', 'gzip')
  const brotli = await ask('GET', '/transactions', 'gzip, br')
  const head = await ask('HEAD', '/transactions', 'br')

  assert.deepEqual([plain.statusCode, plain.headers['content-encoding']], [200, undefined])
  assert.equal(plain.headers['vary'], 'accept-encoding')
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.payload)
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.payload)
  assert(brotli.rawPayload.length * 2 < plain.rawPayload.length)
  assert.equal(Number(head.headers['content-length']), brotli.rawPayload.length)
})

test('a short response, and the response to a change, are not compressed', async () => {
  const short = await ask('GET', '/sandbox/card-limits', 'br')
  const many = { amount: '50', email: 'ada', callback_url: 'x', split_code: '-', channels: [1] }
  const changed = await ask('POST', '/transactions/initialize', 'br', {
    ...many,
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`no_such_field_${at}`, 1])),
  })

  assert.deepEqual([short.statusCode, short.headers['content-encoding']], [200, undefined])
  assert.equal(changed.statusCode, 400)
  assert(changed.rawPayload.length > 1_024)
  assert.equal(changed.headers['content-encoding'], undefined)
})

test('a response that needs a fresh password is not compressed, because it may show a secret', async () => {
  const operator = await signedInAs(
    api,
    await givenPerson(context, null, 'owner', { isOperator: true }),
  )
  await givenSecondFactor(operator, context.now)
  const long = Array.from({ length: 20 }, (_, at) => `no_such_field_${at}=1`).join('&')
  const own = { ...headers, cookie: operator.cookie(), 'accept-encoding': 'br' }
  const encodingOf = async (path: string) => {
    const url = `${DASHBOARD_API}${path}?${long}`
    const answer = await api.app.inject({ method: 'GET', url, headers: own })
    assert.equal(answer.statusCode, 400)
    return answer.headers['content-encoding']
  }

  assert.equal(await encodingOf('/operator/quarantine'), 'br')
  assert.equal(await encodingOf('/operator/messages'), undefined)
})

const SECRET = /secret$|token|^otp$|password|access_code|authorization_url|recovery_codes$/

test('no compressed response shows a secret, except messages of test mode', () => {
  const shown = api.app.served
    .filter(({ url, method }) => method === 'GET' && url.startsWith(DASHBOARD_API))
    .filter(({ schema }) => secretsIn((schema?.response as Record<string, object>)?.['200']))
  const compressed = shown.filter(({ config }) => !config?.fresh).map(({ url }) => url)

  assert(shown.length > compressed.length, 'a secret is shown by GET only with fresh')
  assert.deepEqual(compressed, [`${DASHBOARD_API}/sandbox/messages`])
})

function secretsIn(schema: object | undefined): boolean {
  return Object.entries(schema ?? {}).some(
    ([name, inner]) =>
      SECRET.test(name) || (typeof inner === 'object' && inner !== null && secretsIn(inner)),
  )
}
