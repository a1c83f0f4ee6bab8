import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { givenEvent, givenUrl } from '../receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Events: filters, ids, ranges, and tests of an address that cannot be. None of it promises or
// writes anything.

const context = useContext()
const api = useApi(context)

const NO_TEXT = [5, true, [], ['x'], {}]
const NO_MOMENT = [
  ...['', ' ', 'yesterday', 'now', '2026', '2026-02-30T00:00:00Z', '2026-13-01', '1767323045'],
  ...['2026-01-01T25:00:00Z', '+275760-09-13', "2026-01-01'--", '0000-01-01T00:00:00Z'],
]
const FROM = '2026-01-01T00:00:00Z'
const TO = '2026-01-31T00:00:00Z'

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  await givenUrl(context, business, 'https://shop.example/hooks')
  await givenEvent(context, business, { type: 'refund.failed' })
})

const get = (path: string) => api.get(`/api/v1${path}`, { key: business.keys.secretKey })
const post = (path: string, body: object) =>
  api.post(`/api/v1${path}`, { key: business.keys.secretKey, body })
const fieldsOf = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field)

test('a filter that cannot be is refused by its name', async () => {
  const wrong: [query: string, field: string][] = [
    ...['payout', 'PAYOUT.FAILED', '', 'webhook.test,payout', '__proto__', '%00'].map(
      (type): [string, string] => [`type=${type}`, 'type'],
    ),
    ['type=payout.failed&type=payout.success', 'type'],
    ...['sent', 'null', 'Pending', ''].map((one): [string, string] => [`status=${one}`, 'status']),
    ...NO_MOMENT.flatMap((moment): [string, string][] =>
      ['from', 'to'].map((name) => [`${name}=${encodeURIComponent(moment)}`, name]),
    ),
    [`from=${FROM}&from=${TO}`, 'from'],
    [`from=${TO}&to=${FROM}`, 'to'],
  ]
  for (const [query, field] of wrong) {
    const { status, body } = await get(`/events?${query}`)
    assert.deepEqual([status, fieldsOf(body)], [400, [field]], query)
  }
  const { body } = await get('/events?type=x&status=x&from=x&to=x&page=0')
  assert.deepEqual(fieldsOf(body)?.sort(), ['from', 'page', 'status', 'to', 'type'])
})

test('a filter that finds nothing is no mistake', async () => {
  for (const query of [
    'from=9999-12-31T23:59:59.999Z',
    'from=1000-01-01T00:00:00Z&to=1969-12-31T23:59:59.999Z',
    'to=1000-01-02T00:00:00%2B23:59',
    'status=delivered',
    'type=payout.success',
  ]) {
    const { status, body } = await get(`/events?${query}`)
    assert.deepEqual([status, body.data, body.meta.total], [200, [], 0], query)
  }
})

test('a stream that begins at no moment is refused', async () => {
  for (const moment of NO_MOMENT) {
    const { status, body } = await get(`/events/stream?since=${encodeURIComponent(moment)}`)
    assert.deepEqual([status, fieldsOf(body)], [400, ['since']], moment)
  }
})

test('an id that names no event is not found, to read and to send again', async () => {
  const before = await contentsOf(context)
  const ids = [
    ...['x', 'evt_', 'evt_1', `evt_${'0'.repeat(32)}`, `evt_${'g'.repeat(32)}`, '%00', "'--"],
    ...[`EVT_${'0'.repeat(32)}`, '0'.repeat(32), `evt_${'0'.repeat(31)}`, 'x'.repeat(1_000)],
    `txn_${'0'.repeat(32)}`,
  ]
  for (const id of ids) {
    for (const { status, body } of [
      await get(`/events/${id}`),
      await post(`/events/${id}/resend`, {}),
    ]) {
      assert.deepEqual([status, body.code], [404, 'event_not_found'], id)
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

const ranges: [what: string, body: object, fields: string[]][] = [
  ['nothing', {}, ['from', 'to']],
  ['no end', { from: FROM }, ['to']],
  ...NO_TEXT.map((one): (typeof ranges)[number] => [
    `${JSON.stringify(one)} for moments`,
    { from: one, to: one },
    ['from', 'to'],
  ]),
  ...NO_MOMENT.map((moment): (typeof ranges)[number] => [
    `${JSON.stringify(moment)} for moments`,
    { from: moment, to: moment },
    ['from', 'to'],
  ]),
  ['an end before the beginning', { from: TO, to: FROM }, ['to']],
  ['an end at the beginning', { from: FROM, to: FROM }, ['to']],
  ['31 days', { from: FROM, to: '2026-02-01T00:00:00Z' }, ['to']],
  ['30 days and a millisecond', { from: FROM, to: '2026-01-31T00:00:00.001Z' }, ['to']],
  ['all times', { from: '1970-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }, ['to']],
  ...['true', 1, []].map((only_failed): (typeof ranges)[number] => [
    `only_failed ${JSON.stringify(only_failed)}`,
    { from: FROM, to: TO, only_failed },
    ['only_failed'],
  ]),
]
for (const [what, body, fields] of ranges) {
  test(`a range with ${what} is refused, and nothing is sent`, async () => {
    const before = await contentsOf(context)
    const answer = await post('/events/resend', body)
    assert.deepEqual([answer.status, fieldsOf(answer.body)], [400, fields], answer.text)
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })
}

test('thirty days to the millisecond are a range', async () => {
  for (const [from = '', to] of [
    [FROM, TO],
    [FROM, '2026-01-30T23:59:59.999Z'],
    [FROM, '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T01:00:00+01:00', TO],
    ['1000-01-01T00:00:00Z', '1000-01-31T00:00:00Z'],
    ['9999-12-02T00:00:00Z', '9999-12-31T00:00:00-23:59'],
  ]) {
    const { status, body } = await post('/events/resend', { from, to })
    assert.deepEqual([status, body.data], [200, { events: 0 }], from)
  }
})

test('a test of an address that there is not is refused', async () => {
  const before = await contentsOf(context)
  for (const which of [...NO_TEXT, '', 'other', 'Standard', 'https://shop.example', '__proto__']) {
    const { status, body } = await post('/webhooks/test', { which })
    assert.deepEqual([status, fieldsOf(body)], [400, ['which']], JSON.stringify(which))
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('what is sent of events takes no field that would change them', async () => {
  const changing = {
    type: 'transaction.success',
    url: 'http://169.254.169.254/',
    payload: '{"event":"transaction.success"}',
    data: { amount: 1 },
  }
  const { status, body } = await post('/webhooks/test', changing)
  assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'])
  assert.deepEqual(fieldsOf(body), Object.keys(changing))
})
