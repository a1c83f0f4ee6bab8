import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { givenPayment, openApi, useApi } from '../../test/api.ts'
import { givenPerson, givenSecondFactor, signedInAs } from '../../test/logins.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { DASHBOARD_API } from './logins.ts'

const context = useContext()
const api = useApi(context)

const VARIES = [undefined, 'accept-encoding']

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

test('a list of the API is compressed for a server that accepts it, below /paystack too', async (t) => {
  const open = await openApi({ ...context, config: { ...context.config, paystackApi: true } })
  t.after(() => open.app.close())
  const own = await givenBusiness(context)
  for (let count = 0; count < 50; count += 1) await givenPayment(open, own)
  const asked = (url: string, accepted: string) =>
    open.app.inject({
      method: 'GET',
      url,
      headers: {
        authorization: `Bearer ${own.keys.secretKey}`,
        'accept-encoding': accepted,
        'x-request-id': 'one',
      },
    })

  for (const url of ['/api/v1/transactions?perPage=50', '/paystack/transaction?perPage=50']) {
    const plain = await asked(url, 'identity')
    const zipped = await asked(url, 'gzip, deflate')
    const brotli = await asked(url, 'gzip, br')

    assert.equal(JSON.parse(plain.payload).data.length, 50)
    assert.deepEqual([plain.headers['content-encoding'], plain.headers['vary']], VARIES)
    assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.payload)
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.payload)
    const sizes = [plain, zipped, brotli].map(({ rawPayload }) => rawPayload.length)
    assert(sizes[1]! * 8 < sizes[0]! && sizes[2]! * 8 < sizes[0]!, `${url}: ${sizes}`)
  }
})

test('to a key, only lists are compressed, and none that shows codes', async () => {
  await givenPayment(api, business)
  const long = Array.from({ length: 20 }, (_, at) => `no_such_field_${at}=1`).join('&')
  const encodingOf = async (path: string) => {
    const { headers: got, rawPayload } = await api.app.inject({
      method: 'GET',
      url: `/api/v1${path}?${long}`,
      headers: { authorization: `Bearer ${business.keys.secretKey}`, 'accept-encoding': 'br' },
    })
    assert(rawPayload.length > 100)
    return got['content-encoding']
  }

  assert.equal(await encodingOf('/transactions'), 'br')
  assert.equal(await encodingOf('/statistics'), undefined)
  assert.equal(await encodingOf('/webhooks'), undefined)
  assert.equal(await encodingOf('/sandbox/messages'), undefined)
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

test('no compressed response shows a secret', () => {
  const shown = api.app.served
    .filter(
      ({ method, config }) =>
        method === 'GET' && (config?.credential === 'login' || config?.isList),
    )
    .filter(({ schema }) => secretsIn((schema?.response as Record<string, object>)?.['200']))
  const compressed = shown.filter(({ config }) => !config?.fresh && !config?.hasSecrets)

  assert(shown.length > 0)
  assert.deepEqual(compressed, [])
})

function secretsIn(schema: object | undefined): boolean {
  return Object.entries(schema ?? {}).some(
    ([name, inner]) =>
      SECRET.test(name) || (typeof inner === 'object' && inner !== null && secretsIn(inner)),
  )
}
