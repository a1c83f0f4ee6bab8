import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Api, givenPayment, openApi } from '../../../test/api.ts'
import { givenPerson, signedInAs } from '../../../test/logins.ts'
import { AWAY, asOwner, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import type { Meter, Scope } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import { REDACTED } from './redact.ts'
import { requestLogOf, turnRequestLog } from './requests.ts'
import { type FoundRequest, findRequest, type RequestFilter, searchRequests } from './search.ts'

const context = useContext({ isNew: true })
const BODY = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const START = '/api/v1/transactions/initialize'
const api = {} as Api
const dropped: number[] = []

before(async () => {
  await context.opened
  context.config = { ...context.config, requestLog: true, paystackApi: true }
  context.meter = {
    expect: () => {},
    request: () => {},
    shed: () => {},
    waits: () => {},
    payment: () => {},
    cardTestingStopped: () => {},
    requestsUnlogged: (calls) => void dropped.push(calls),
  } satisfies Meter
  Object.assign(api, await openApi(context))
})
after(() => api.app.close())

test('a call is kept with its bodies, without what opens the checkout', async () => {
  const business = await givenBusiness(context)
  const headers = {
    'x-request-id': 'call-1',
    'user-agent': 'shop/1.0',
    'idempotency-key': 'order-1',
  }
  const body = { ...BODY, reference: 'order-1', metadata: { bvn: '22222222222', table: 4 } }

  const answer = await api.post(`${START}?`, { key: business.keys.secretKey, body, headers })

  const [call, ...others] = await calls(business)
  assert.deepEqual(others, [])
  const { id, at, ms, keyId, response, ...rest } = call!
  assert.match(id, /^req_[0-9a-f]{32}_0$/)
  assert(at > 0 && ms >= 0 && keyId !== '')
  assert.deepEqual(rest, {
    requestId: 'call-1',
    method: 'POST',
    path: START,
    status: 200,
    records: ['order-1', answer.body.data.id],
    userAgent: 'shop/1.0',
    version: answer.headers['x-service-version'],
    idempotencyKey: 'order-1',
    request: { ...BODY, reference: 'order-1', metadata: { bvn: REDACTED, table: 4 } },
  })
  const { data, status } = response as { status: string; data: Record<string, string> }
  assert.equal(status, 'success')
  assert.deepEqual([data['access_code'], data['authorization_url']], [REDACTED, REDACTED])
  assert.equal(data['reference'], 'order-1')
})

test('a repeated call is marked, and a record that the database wrote is kept as well', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const body = { ...BODY, reference: 'order-2' }
  const headers = { 'idempotency-key': 'order-2' }

  await api.post(START, { key, body, headers })
  await api.post(START, { key, body, headers })
  await api.get('/api/v1/transactions/verify/order-2', { key })

  const [read, again, first] = await calls(business)
  assert.deepEqual([first!.isReplayed, again!.isReplayed], [undefined, true])
  assert.deepEqual(again!.response, first!.response)
  const { data } = read!.response as { data: Record<string, unknown> }
  assert.equal(data['reference'], 'order-2')
  assert.equal(data['amount'], 500_000)
  assert(read!.records.includes('order-2'))
})

test('a list that is sent compressed is kept as its text', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  for (let count = 0; count < 3; count += 1) await givenPayment(api, business)

  const { headers } = await api.app.inject({
    method: 'GET',
    url: '/api/v1/transactions',
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' },
  })

  const [read] = await calls(business)
  assert.equal(headers['content-encoding'], 'gzip')
  assert.equal((read!.response as { data: unknown[] }).data.length, 3)
})

test('refused calls are kept with their code, if their key is known', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const headers = { 'x-request-id': 'wrong-1' }

  await api.post(START, { key, body: { ...BODY, amount: 'much', secret_plan: 'x' }, headers })
  await api.post(START, { key, raw: '{"amount": 1, "email": "broken', headers })
  await api.get('/api/v1/transactions/verify/nothing', { key })
  await api.post(START, { body: BODY })
  await api.post(START, { key: 'sk_test_unknown', body: BODY })
  await api.get(`/api/v1/transactions/initialize-public?key=${business.keys.publicKey}`)

  const [missing, broken, invalid, ...others] = await calls(business)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [missing, broken, invalid].map((one) => [one!.status, one!.errorCode]),
    [
      [404, 'transaction_not_found'],
      [400, 'invalid_json'],
      [400, 'invalid_request'],
    ],
  )
  assert.deepEqual(invalid!.request, { ...BODY, amount: 'much' })
  assert.equal(broken!.request, undefined, 'a body that is no JSON is not kept')
  assert.equal((invalid!.response as { request_id: string }).request_id, 'wrong-1')
})

test("calls of Paystack's API are kept without bodies, which no schema describes", async () => {
  const business = await givenBusiness(context)
  const body = { amount: 500_000, email: 'ada@example.com', reference: 'pay-1' }

  await api.post('/paystack/transaction/initialize', { key: business.keys.secretKey, body })

  const [call] = await calls(business)
  assert.equal(call!.path, '/paystack/transaction/initialize')
  assert.deepEqual([call!.request, call!.response], [undefined, undefined])
  assert(call!.records.includes('pay-1'))
})

test('numbers of persons are replaced in paths, references and headers', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const headers = { 'idempotency-key': '22222222222', 'user-agent': 'for 22222222222' }

  await api.get('/api/v1/transactions/verify/22222222222', { key })
  await api.get('/api/v1/customers?q=22222222222', { key })
  await api.post('/api/v1/bvn/verify', {
    key,
    body: { type: 'BVN', number: '22222222222', consent: { text: 'I agree to 22222222222.' } },
    headers,
  })

  const text = JSON.stringify(await calls(business))
  assert(!text.includes('22222222222'), text)
  assert(!text.includes('I agree'), 'nor the consent')
})

test('each filter finds its calls, and pages do not miss or repeat one', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  for (const n of [1, 2, 3]) {
    await api.post(START, { key, body: { ...BODY, reference: `find-${n}` } })
    await api.get(`/api/v1/transactions/verify/find-${n}`, {
      key,
      headers: { 'x-request-id': `r${n}` },
    })
    await api.get('/api/v1/transactions/verify/none', { key })
    await requestLogOf(context)!.flush()
    context.advance(1_000)
  }
  const now = context.now()
  const all = await calls(business)
  const count = async (filter: RequestFilter) => (await calls(business, filter)).length

  assert.equal(all.length, 9)
  assert.equal(await count({ q: 'find-2' }), 2)
  assert.equal(await count({ q: 'find' }), 0)
  assert.equal(await count({ q: 'r3' }), 1)
  assert.equal(await count({ method: 'POST' }), 3)
  assert.equal(await count({ status: '4xx' }), 3)
  assert.equal(await count({ status: '404' }), 3)
  assert.equal(await count({ status: '402' }), 0)
  assert.equal(await count({ q: 'transaction_not_found' }), 3)
  assert.equal(await count({ q: '/verify/find' }), 3)
  assert.equal(await count({ keyId: all[0]!.keyId }), 9)
  assert.equal(await count({ to: later(now, -3_500) }), 0)
  assert.equal(await count({ from: later(now, -1_500) }), 3)
  assert.equal(await count({ from: later(now, -2_500), to: later(now, -1_500) }), 3)
  const walked: FoundRequest[] = []
  let before = null
  do {
    const page = await searchRequests(context, business, {}, { before, limit: 2 })
    walked.push(...page.rows)
    before = page.next
  } while (before !== null)
  assert.deepEqual(walked, all)
  assert.deepEqual(await findRequest(context, business, all[4]!.id), all[4])
  assert.deepEqual(
    (await findRequest(context, business, 'r2'))?.path,
    '/api/v1/transactions/verify/find-2',
  )
  assert.equal(await findRequest(context, business, `${all[4]!.id}9`), null)
})

test('a business sees its own calls only, and those of one mode', async () => {
  const [one, other] = [await givenBusiness(context), await givenBusiness(context, 'Other')]
  const live = await givenLive(context, one.businessId)
  const headers = { 'x-request-id': 'same-id' }
  await api.get('/api/v1/balance', { key: one.keys.secretKey, headers })
  await api.get('/api/v1/balance', { key: live.secretKey, headers })
  const [call] = await calls(one)

  assert.equal((await calls({ ...one, mode: 'live' })).length, 1)
  assert.deepEqual(await calls(other), [])
  assert.equal(await findRequest(context, other, call!.id), null)
  assert.equal(await findRequest(context, { ...one, mode: 'live' }, call!.id), null)
  assert.equal(await findRequest(context, other, 'same-id'), null)
})

test('a business that has turned it off is not logged, and a service without it has no log', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { requestLog: false })

  await api.get('/api/v1/balance', { key: business.keys.secretKey })

  assert.deepEqual(await calls(business), [])
  const off = { ...context, config: { ...context.config, requestLog: false } }
  assert.equal(requestLogOf(off), null)
})

test('while the database is away, calls are answered, and missing lines are counted', async () => {
  const business = await givenBusiness(context)
  const log = requestLogOf(context)!
  await log.flush()
  dropped.length = 0
  const { sql } = context
  await api.get('/api/v1/balance', { key: business.keys.secretKey })

  context.sql = AWAY
  await log.flush().finally(() => {
    context.sql = sql
  })

  assert.deepEqual(dropped, [1])
  await api.get('/api/v1/balance', { key: business.keys.secretKey })
  assert.equal((await calls(business)).length, 1, 'the next ones are kept')
})

test('a full queue drops lines, however long the write before takes', async () => {
  const business = await givenBusiness(context)
  const log = requestLogOf(context)!
  await log.flush()
  dropped.length = 0
  const line = {
    at: 1,
    requestId: 'r',
    keyId: 'k' as never,
    method: 'GET',
    path: '/',
    status: 200,
    ms: 1,
    records: [],
    request: 'x'.repeat(1_000_000),
  }

  for (let i = 0; i < 20; i++) log.add(business, line)

  assert.equal(dropped.length, 4, 'sixteen million characters are kept')
  await log.flush()
})

test('partitions are made ahead, and those older than 30 days are dropped', async () => {
  const business = await givenBusiness(context)
  await api.get('/api/v1/balance', { key: business.keys.secretKey })
  assert.equal((await calls(business)).length, 1)
  const first = await partitions()

  context.advance(30 * DAY)
  await turnRequestLog(context)
  const kept = await partitions()
  context.advance(1 * DAY)
  await turnRequestLog(context)

  assert.equal(first.length, 3)
  assert.deepEqual(kept.slice(0, 3), first, 'after 30 days, the day is kept')
  assert.deepEqual((await partitions()).slice(0, 2), first.slice(1), 'after 31 it is gone')
  assert.deepEqual(await calls(business), [])
  for (const change of ['update request_log set calls = calls', 'delete from request_log']) {
    await assert.rejects(context.sql.unsafe(change), { code: '42501' }, change)
  }
  const [newest] = kept.slice(-1)
  await assert.rejects(context.sql.unsafe(`delete from ${newest}`), { code: '42501' })
})

test('owners and developers search the log in the dashboard, page by page', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const headers = { 'x-request-id': 'seen-1' }
  await api.post(START, { key, body: { ...BODY, reference: 'seen-1' }, headers })
  for (let i = 0; i < 25; i++) await api.get('/api/v1/balance', { key })
  await requestLogOf(context)!.flush()
  const developer = await signedInAs(api, await givenPerson(context, business, 'developer'))
  const support = await signedInAs(api, await givenPerson(context, business, 'support'))
  const read = async (path: string, by = developer) =>
    by.inside(business.businessId).get(`/requests${path}`)

  const first = (await read('')).body.data
  const second = (await read(`?cursor=${first.next}`)).body.data
  const found = (await read('?q=seen-1&method=POST&status=2xx')).body.data
  const detail = (await read('/seen-1')).body.data

  assert.deepEqual([first.requests.length, second.requests.length], [25, 1])
  assert.deepEqual([second.next, second.searched_to], [null, null])
  assert.deepEqual(found.requests, second.requests)
  assert.deepEqual((await read(`/${found.requests[0].id}`)).body.data, detail)
  assert.equal(JSON.parse(detail.request_body).reference, 'seen-1')
  assert.equal((await read(`?key=${detail.key_id}`)).body.data.requests.length, 25)
  assert.equal((await read('', support)).status, 403)
  assert.equal((await read('/unknown')).body.code, 'not_found')
  assert.equal((await read('?q=sk_test_1')).body.code, 'secret_key_exposed')
  for (const wrong of ['status=9xx', 'key=1', 'cursor=1', 'method=TRACE', 'from=x']) {
    const { status, body } = await read(`?${wrong}`)
    assert.deepEqual([status, body.errors[0].field], [400, wrong.split('=')[0]])
  }
})

async function calls(scope: Scope, filter: RequestFilter = {}): Promise<FoundRequest[]> {
  await requestLogOf(context)!.flush()
  return (await searchRequests(context, scope, filter, { before: null, limit: 100 })).rows
}

async function partitions(): Promise<string[]> {
  const rows = await asOwner(
    context,
    (sql) => sql<{ name: string }[]>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'request_log'::regclass order by 1
    `,
  )
  return rows.map(({ name }) => name)
}
