import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'

const SHOP = 'https://shop.example'
const OTHER = 'https://other.example'
const START = '/api/v1/transactions/initialize-public'

const context = useContext()
const api = useApi(context)

let open: GivenBusiness
let locked: GivenBusiness

before(async () => {
  await context.opened
  open = await givenBusiness(context)
  locked = await givenBusiness(context, 'Locked Store')
  await changeSettings(context, locked, { checkoutOrigins: [SHOP] })
})

async function look(business: GivenBusiness, query: string) {
  const { access_code: code } = await givenPayment(api, business)
  const { headers, text } = await api.get(`/checkout/${code}${query}`)
  const policy = String(headers['content-security-policy'])
  const directive = (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1]
  const root = /<html [^>]*>/.exec(text)![0]
  return { headers, directive, root }
}

test('only registered origins may frame a checkout, and only the address for frames', async () => {
  for (const [business, query, ancestors] of [
    [locked, '?embed=frame&origin=https://shop.example', SHOP],
    [locked, '?embed=frame&origin=https://other.example', SHOP],
    [locked, '?embed=window&origin=https://shop.example', "'none'"],
    [locked, '', "'none'"],
    [open, '?embed=frame&origin=https://shop.example', "'none'"],
  ] as const) {
    const { directive } = await look(business, query)
    assert.equal(directive('frame-ancestors'), ancestors, query)
    assert.equal(directive('frame-src'), "'self'", 'the sandbox has its bank here')
  }
})

test('the page exchanges messages only with the origin that the server wrote into it', async () => {
  const spoken = async (business: GivenBusiness, query: string) =>
    / data-host="([^"]*)"/.exec((await look(business, query)).root)?.[1]

  assert.equal(await spoken(locked, `?embed=frame&origin=${SHOP}`), SHOP)
  assert.equal(await spoken(locked, `?embed=window&origin=${SHOP}`), SHOP)
  assert.equal(await spoken(open, `?embed=window&origin=${OTHER}`), OTHER)
  for (const [business, query] of [
    [locked, `?embed=frame&origin=${OTHER}`],
    [locked, `?embed=window&origin=${OTHER}`],
    [locked, `?origin=${SHOP}`],
    [locked, '?embed=frame'],
    [open, `?embed=frame&origin=${OTHER}`],
    [open, '?embed=window&origin=null'],
    [open, '?embed=window&origin=*'],
    [open, `?embed=window&origin=${OTHER}/path`],
    [open, '?embed=window&origin=javascript:alert(1)'],
    [open, `?embed=window&origin=${encodeURIComponent(`${OTHER}"><script>`)}`],
  ] as const) {
    assert.equal(await spoken(business, query), undefined, query)
  }
})

test('a window keeps its opener; a frame for isolated pages is isolated, and no other is', async () => {
  const policies = async (query: string) => {
    const { headers } = await look(locked, query)
    return [
      'cross-origin-opener-policy',
      'cross-origin-embedder-policy',
      'cross-origin-resource-policy',
    ].map((name) => headers[name])
  }

  assert.deepEqual(await policies(''), ['same-origin-allow-popups', undefined, 'same-origin'])
  assert.deepEqual((await policies('?embed=window'))[0], 'unsafe-none')
  assert.deepEqual((await policies('?embed=frame')).slice(1), [undefined, 'same-origin'])
  assert.deepEqual((await policies('?embed=frame&isolated=1')).slice(1), [
    'require-corp',
    'cross-origin',
  ])
})

const fields = (business: GivenBusiness, more: Record<string, string> = {}) =>
  new URLSearchParams({
    key: business.keys.publicKey,
    amount: '500000',
    email: 'ada@example.com',
    ...more,
  }).toString()

const start = (business: GivenBusiness, headers: Record<string, string>, more = {}) =>
  api.send({
    method: 'POST',
    url: START,
    payload: fields(business, more),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const SCRIPT = { accept: 'application/json' }
const FORM = { accept: 'text/html' }

test('a script on any page gets JSON that it can read, errors included', async () => {
  const { status, body, headers } = await start(open, { ...SCRIPT, origin: OTHER })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(body.data.access_code, /^[\w-]{22,}$/)
  assert.equal(body.data.may_frame, false)

  const refused = await start(open, { ...SCRIPT, origin: OTHER }, { amount: '1' })
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'])
  assert.equal(refused.headers['access-control-allow-origin'], '*')
  assert.equal((await start(open, SCRIPT)).status, 303, 'an app that is no page is led on')
})

test('where origins are registered only their pages start payments, and may frame them', async () => {
  const own = await start(locked, { ...SCRIPT, origin: SHOP })
  assert.deepEqual([own.status, own.body.data.may_frame], [200, true])

  for (const headers of [
    { ...SCRIPT, origin: OTHER },
    { ...SCRIPT, origin: 'null' },
    { ...SCRIPT, origin: `${SHOP}.evil.example` },
  ]) {
    const { status, body, headers: told } = await start(locked, headers)
    assert.deepEqual([status, body.code], [403, 'origin_not_allowed'], headers.origin)
    assert.equal(told['access-control-allow-origin'], '*', 'the page can read why')
  }
  assert.equal((await start(locked, { ...FORM, origin: OTHER })).status, 403)
  // A form on a page that hides its origin, a link, and a form of ours.
  assert.equal((await start(locked, { ...FORM, origin: 'null' })).status, 303)
  assert.equal((await start(locked, FORM)).status, 303)
  assert.equal((await start(locked, { ...FORM, origin: context.baseUrl() })).status, 303)
})

test('a preflight request is allowed for this call only', async () => {
  const ask = (url: string) =>
    api.send({ method: 'OPTIONS', url, headers: { origin: OTHER, ...SCRIPT } })

  const { status, headers } = await ask(START)
  assert.equal(status, 204)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-allow-headers']), /content-type/)
  const other = await ask('/api/v1/transactions/initialize')
  assert.equal(other.status, 405)
  assert.equal(other.headers['access-control-allow-origin'], undefined)
})

test('metadata of a form may be JSON, and is kept as it was written', async () => {
  const text = '{"custom_fields":[{"display_name":"Order","value":"417"}],"n":1.0}'
  const reference = 'json-metadata'
  await start(open, { ...SCRIPT, origin: OTHER }, { metadata: text, reference })
  const { text: record } = await api.get(`/api/v1/transactions/verify/${reference}`, {
    key: open.keys.secretKey,
  })
  assert(record.includes(`"metadata":${text}`), record)

  for (const metadata of ['[1]', '"text"', '{', '1', '{"a":1,"a":2}', '{"__proto__":1}']) {
    const { status, body } = await start(open, { ...SCRIPT, origin: OTHER }, { metadata })
    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'metadata'], metadata)
  }
})
