import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, ConnectionError, Cowrie, CowrieError } from '../../clients/node/dist/index.js'
import { NEWEST_VERSION } from '../../src/core/versions.ts'
import { useApi } from '../api.ts'
import { stopClock } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { type Fate, type LossyProxy, openProxy } from './proxy.ts'

// The Node client as it is published, before a real Cowrie, through a proxy that loses answers.

const context = useContext()
const api = useApi(context)

let address: string
let proxy: LossyProxy
let business: GivenBusiness
let cowrie: Cowrie

before(async () => {
  await context.opened
  address = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
// One for each test: a request that was given up may still arrive, and would use up the next fate.
afterEach(() => proxy.close())
beforeEach(async () => {
  proxy = await openProxy(address)
  business = await givenBusiness(context)
  cowrie = new Cowrie({ secretKey: business.keys.secretKey, baseUrl: proxy.url })
})

const PAYMENT = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const PAYOUT = { amount: 10_000, bank_code: '001', account_number: '0123456789' }

const keysSeen = () => proxy.seen.map(({ headers }) => headers['idempotency-key'])

async function thrown(call: Promise<unknown>): Promise<CowrieError> {
  const error = await call.then(
    () => assert.fail('it went well'),
    (error) => error,
  )
  assert(error instanceof CowrieError, String(error))
  return error
}

test('a shop is paid, verifies and refunds', async () => {
  const { reference, authorization_url } = await cowrie.transactions.initialize({
    ...PAYMENT,
    metadata: { cart_id: 398 },
  })
  assert.match(authorization_url, /\/checkout\//)
  assert.equal((await cowrie.transactions.verify(reference)).status, 'pending')

  await cowrie.sandbox.payTransaction(reference, { channel: 'bank_transfer' })
  const paid = await cowrie.transactions.verify(reference)
  assert.deepEqual(
    [paid.status, paid.amount, paid.currency, paid.metadata],
    ['success', 500_000, 'NGN', { cart_id: 398 }],
  )
  const refund = await cowrie.refunds.create({ transaction: reference, amount: 100_000 })
  assert.equal((await cowrie.refunds.get(refund.id)).amount, 100_000)
})

test('a value from a later service is a string, and no exception', async () => {
  const { reference } = await cowrie.transactions.initialize(PAYMENT)
  const payment = await cowrie.transactions.verify(reference)
  const data = { ...payment, status: 'in_review', channel: 'ussd' }
  proxy.fates = [{ status: 200, body: { status: 'success', message: '', data } }]

  const found = await cowrie.transactions.verify(reference)

  assert.deepEqual([found.status, found.channel], ['in_review', 'ussd'])
  const body = { status: 'error', code: 'transaction_archived', message: 'Archived.' }
  proxy.fates = [{ status: 404, body }]
  assert.equal((await thrown(cowrie.transactions.verify(reference))).code, 'transaction_archived')
})

test('a list is walked over all its pages, and no further than is read', async () => {
  for (let i = 0; i < 5; i++) {
    await cowrie.transactions.initialize({ ...PAYMENT, reference: `order-${i}` })
  }
  proxy.seen = []
  const references: string[] = []
  for await (const { reference } of cowrie.transactions.list({ perPage: 2 })) {
    references.push(reference)
  }
  assert.deepEqual(references, ['order-4', 'order-3', 'order-2', 'order-1', 'order-0'])
  assert.equal(proxy.seen.length, 3, 'a request for each page')

  const page = await cowrie.transactions.list({ perPage: 2, page: 2 })
  assert.deepEqual(
    [page.data.map(({ reference }) => reference), page.meta.total, page.hasMore],
    [['order-2', 'order-1'], 5, true],
  )
  const last = await page.nextPage()
  assert.deepEqual(
    last?.data.map(({ reference }) => reference),
    ['order-0'],
  )
  assert.equal(last?.hasMore, false)
  assert.equal(await last?.nextPage(), null)

  proxy.seen = []
  for await (const _ of cowrie.transactions.list({ perPage: 2, status: 'pending' })) break
  assert.equal(proxy.seen.length, 1)
  assert.match(proxy.seen[0]!.path, /\?perPage=2&status=pending$/)
})

test('a payout whose answers are lost is made once, and the call succeeds', async () => {
  proxy.fates = ['lost', 'cut', 'refused']
  const payout = await cowrie.payouts.create(PAYOUT)

  const [key, ...others] = keysSeen()
  assert.match(key!, /^[0-9a-f-]{36}$/)
  assert.deepEqual(others, [key, key, key])
  const { data } = await cowrie.payouts.list()
  assert.deepEqual(
    data.map(({ id }) => id),
    [payout.id],
  )
  await cowrie.payouts.create(PAYOUT)
  assert.notEqual(keysSeen().at(-1), key, 'another call has another key')
  assert.equal((await cowrie.payouts.list()).meta.total, 2)
})

test('a call whose outcome is unknown says so, with the key that finds it', async () => {
  proxy.fates = ['lost']
  const error = await thrown(cowrie.payouts.create(PAYOUT, { maxRetries: 0 }))
  assert(error instanceof ConnectionError)
  assert.deepEqual([error.code, error.status], ['connection_failed', undefined])

  const { idempotencyKey } = error
  const { created, ...payout } = await cowrie.payouts.create(PAYOUT, { idempotencyKey })
  assert.equal(created, true)
  assert.deepEqual(keysSeen(), [idempotencyKey, idempotencyKey])
  assert.deepEqual((await cowrie.payouts.list()).data, [payout])
})

test('a create says whether it made the record, or found it', async () => {
  const payout = { ...PAYOUT, reference: 'payout-once' }
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'once@example.com' }

  const payouts = [await cowrie.payouts.create(payout), await cowrie.payouts.create(payout)]
  const customers = [
    await cowrie.customers.create(customer),
    await cowrie.customers.create(customer),
  ]

  for (const [first, again] of [payouts, customers]) {
    assert.deepEqual([first?.created, again?.created], [true, false])
    assert.equal(again?.id, first?.id)
  }
})

test('a change is made only from the version that was read, also if its answer is lost', async () => {
  const made = await cowrie.paymentLinks.create({ name: 'Adire workshop' })
  const { etag: ifMatch } = await cowrie.paymentLinks.get(made.id)
  assert.equal(made.etag, ifMatch)
  proxy.fates = ['lost']

  const changed = await cowrie.paymentLinks.update(made.id, { name: 'Batik' }, { ifMatch })

  assert.deepEqual([changed.name, changed.etag === ifMatch], ['Batik', false])
  const error = await thrown(cowrie.paymentLinks.update(made.id, { name: 'Late' }, { ifMatch }))
  assert(error instanceof ApiError)
  assert.deepEqual([error.status, error.code], [412, 'version_conflict'])
  const { data } = await cowrie.paymentLinks.list()
  assert.deepEqual([data[0]?.name, data[0]?.etag], ['Batik', undefined])
  proxy.fates = ['refused']
  proxy.seen = []
  await thrown(cowrie.settings.updateCheckout({ language: 'yo' }, { ifMatch: '"0"' }))
  assert.equal(proxy.seen.length, 1, 'a PUT with a version would answer 412 the second time')
})

const soon = { 'retry-after': '0' }
const refused = (status: number, code: string, headers: Record<string, string> = soon): Fate => ({
  status,
  headers,
  body: { status: 'error', code, message: code, request_id: 'r-1' },
})
const repeated: [what: string, fate: Fate, attempts: number][] = [
  ['an overloaded service', refused(503, 'overloaded'), 2],
  ['a bank that is down', refused(503, 'rail_unavailable'), 2],
  ['what live mode does not offer', refused(501, 'not_available_live'), 1],
  ['a bank that has not answered', refused(504, 'rail_timeout'), 1],
  ['a proxy that lost the answer', { status: 502, headers: soon, body: '<html>' }, 2],
  ['a proxy that waited in vain', { status: 504, headers: soon, body: '<html>' }, 2],
  ['too many requests', refused(429, 'rate_limited'), 2],
  ['too many for the next hour', refused(429, 'rate_limited', { 'retry-after': '3600' }), 1],
  ['a first attempt that still runs', refused(409, 'idempotency_key_in_use'), 2],
  ['a fault', refused(500, 'internal_error'), 1],
  ['a refusal', refused(422, 'unknown_bank'), 1],
  ['an answer that is no JSON', { status: 200, body: '{"data":' }, 2],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 1],
]
for (const [what, fate, attempts] of repeated) {
  test(`${what}: ${attempts === 1 ? 'not repeated' : 'repeated with the same key'}`, async () => {
    proxy.fates = [fate]
    const call = cowrie.payouts.create(PAYOUT)
    if (attempts === 1) {
      const error = await thrown(call)
      assert(error instanceof ApiError && typeof fate === 'object')
      assert.equal(error.status, fate.status)
    } else await call
    assert.equal(proxy.seen.length, attempts)
    assert.equal(new Set(keysSeen()).size, 1)
  })
}

test('a wait is as long as the service says, and grows where it says nothing', async (t) => {
  const pass = stopClock(t)
  // Without it, each wait is a little longer, so that not all come back at once.
  t.mock.method(Math, 'random', () => 0)
  for (const [headers, waits] of [
    [{ 'retry-after': '7' }, [7_000, 7_000]],
    [{}, [500, 1_000]],
  ] as const) {
    let attempts = 0
    const client = new Cowrie({
      secretKey: business.keys.secretKey,
      baseUrl: proxy.url,
      fetch: async () => {
        attempts += 1
        return new Response('', { status: 503, headers })
      },
      maxRetries: 2,
    })
    const failed = thrown(client.banks.list())
    for (const [i, wait] of waits.entries()) {
      await answered()
      pass(wait - 1)
      await answered()
      assert.equal(attempts, i + 1)
      pass(1)
    }
    await failed
    assert.equal(attempts, 3)
  }
})

/** Until a client has read what it is given at once. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn()
}

test('a change that a second attempt would contradict is not repeated', async () => {
  proxy.fates = ['refused', 'refused']
  await thrown(cowrie.splits.removeSubaccount('SPL_1', 'ACCT_1'))
  assert.equal(proxy.seen.length, 1)
  await cowrie.settings.updateCheckout({})
  assert.equal(proxy.seen.length, 3, 'a PUT is: it has one effect however often')
  assert.equal(proxy.seen[1]?.headers['idempotency-key'], undefined)
})

test('a call ends when its time is over, or when its caller says so', async () => {
  proxy.fates = ['hangs', 'hangs', 'hangs', 'hangs']
  let sent = 0
  const client = new Cowrie({
    secretKey: business.keys.secretKey,
    baseUrl: proxy.url,
    fetch: (...given) => {
      sent += 1
      return fetch(...given)
    },
  })
  const once = await thrown(client.balance.get({ attemptTimeout: 50, maxRetries: 0 }))
  assert(once instanceof ConnectionError)
  assert.equal(once.code, 'timeout')
  const whole = await thrown(client.balance.get({ timeout: 50 }))
  assert.equal(whole.code, 'timeout')
  assert.equal(sent, 2, 'the second call has no time for another attempt')

  const ended = new AbortController()
  const call = client.balance.get({ signal: ended.signal })
  ended.abort(new Error('the customer left'))
  await assert.rejects(call, /^Error: the customer left$/)
  assert.equal(sent, 3)
  await assert.rejects(client.balance.get({ signal: ended.signal }), /the customer left/)
  assert.equal(sent, 3, 'nothing is sent')
})

test('while it waits to repeat, a call ends when its caller says so', async () => {
  const ended = new AbortController()
  const busy = { status: 503, headers: { 'retry-after': '3600' } }
  const client = new Cowrie({
    secretKey: business.keys.secretKey,
    baseUrl: proxy.url,
    fetch: async () => new Response('', busy),
  })
  const call = client.balance.get({ signal: ended.signal, timeout: 7_200_000 })
  await answered()
  ended.abort()
  await assert.rejects(call, { name: 'AbortError' })
})

test('an error says what is wrong, where, and under which request', async () => {
  const invalid = await thrown(cowrie.transactions.initialize({ ...PAYMENT, amount: 1 }))
  assert(invalid instanceof ApiError)
  assert.deepEqual(
    [invalid.status, invalid.code, invalid.fields.map(({ field }) => field)],
    [400, 'invalid_request', ['amount']],
  )
  assert.match(invalid.requestId ?? '', /^[0-9a-f-]{36}$/)
  assert(invalid.message.length > 0 && invalid.body?.status === 'error')

  const unknown = await thrown(cowrie.transactions.verify('nothing'))
  assert.deepEqual([unknown.status, unknown.code], [404, 'transaction_not_found'])
  const other = new Cowrie({ secretKey: `sk_test_${'a'.repeat(40)}`, baseUrl: proxy.url })
  assert.equal((await thrown(other.balance.get())).code, 'invalid_key')
})

test('no name leads to another address', async () => {
  for (const name of ['', '.', '..', undefined as unknown as string]) {
    assert.throws(() => cowrie.transactions.get(name), TypeError)
  }
  const error = await thrown(cowrie.transactions.get('../refunds?x=#y'))
  assert.equal(error.status, 404)
  assert.equal(proxy.seen.at(-1)?.path, '/api/v1/transactions/..%2Frefunds%3Fx%3D%23y')
})

test('files come as text or bytes', async () => {
  await cowrie.transactions.initialize({ ...PAYMENT, reference: 'order-1' })
  assert.match(await cowrie.transactions.export({ status: 'pending' }), /\border-1\b/)
  const { id } = await cowrie.paymentLinks.create({ name: 'Book', amount: 150_000 })
  assert.match(await cowrie.paymentLinks.getQrSvg(id), /<svg/)
  const png = await cowrie.paymentLinks.getQrPng(id)
  assert.equal(Buffer.from(png.subarray(1, 4)).toString(), 'PNG')
})

test('a client needs a key and an address, given or in the environment', async () => {
  const { secretKey } = business.keys
  assert.throws(() => new Cowrie({ secretKey: 'pk_test_1', baseUrl: proxy.url }), /secretKey/)
  assert.throws(() => new Cowrie({ secretKey }), /baseUrl/)
  assert.throws(() => new Cowrie({ secretKey, baseUrl: 'ftp://x' }), /baseUrl/)
  const { COWRIE_URL, COWRIE_SECRET_KEY } = process.env
  Object.assign(process.env, { COWRIE_URL: `${proxy.url}/`, COWRIE_SECRET_KEY: secretKey })
  try {
    assert.equal((await new Cowrie().balance.get()).currency, 'NGN')
  } finally {
    for (const [name, value] of Object.entries({ COWRIE_URL, COWRIE_SECRET_KEY })) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  assert.equal(proxy.seen[0]?.headers['user-agent'], 'cowrie-node/0.1.0')
  assert.equal(proxy.seen[0]?.headers['x-service-version'], NEWEST_VERSION)
})
