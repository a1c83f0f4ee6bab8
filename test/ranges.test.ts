import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Context } from '../src/core/context.ts'
import { pay } from '../src/money-out/payouts/pay.ts'
import { readCsv } from '../src/operator/reconciliation/csv.ts'
import { payByCard } from '../src/payments/checkout/checkout.ts'
import { initialize } from '../src/payments/transactions/initialize.ts'
import { readAccessCode } from '../src/payments/transactions/transactions.ts'
import { kobo, naira } from '../src/platform/money.ts'
import { useApi } from './api.ts'
import { testCard } from './payments.ts'
import { openPaystackApi } from './paystack-clients.ts'
import { refundIn } from './refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// `from` and `to` mean the same wherever they are sent. At each of these moments there is one
// payment, made and paid, one refund and one payout.

const AT: Record<string, string> = {
  last_of_27: '2026-02-27T22:59:59.999Z',
  first_of_28: '2026-02-27T23:00:00.000Z',
  late_utc: '2026-02-27T23:30:00.000Z',
  last_of_28: '2026-02-28T22:59:59.999Z',
  first_of_march: '2026-02-28T23:00:00.000Z',
  late_utc_of_february: '2026-02-28T23:30:00.000Z',
  last_of_march_1: '2026-03-01T22:59:59.999Z',
  first_of_march_2: '2026-03-01T23:00:00.000Z',
}
const DAY_28 = ['first_of_28', 'late_utc', 'last_of_28']
const MARCH_1 = ['first_of_march', 'late_utc_of_february', 'last_of_march_1']
const RANGES: [from: string, to: string, found: string[]][] = [
  ['2026-02-28', '2026-02-28', DAY_28],
  ['2026-02-01', '2026-02-28', ['last_of_27', ...DAY_28]],
  ['2026-03-01', '2026-03-31', [...MARCH_1, 'first_of_march_2']],
  ['2026-02-28', '2026-03-01', [...DAY_28, ...MARCH_1]],
  ['2026-02-28T00:00:00+01:00', '2026-03-01T00:00:00+01:00', DAY_28],
  ['2026-02-27T23:00Z', '2026-02-28T23:00:00Z', DAY_28],
  ['2026-02-28', '2026-02-28T22:59:59.999Z', ['first_of_28', 'late_utc']],
  ['2026-02-28', '2026-02-28T22:59:59.999000001Z', DAY_28],
  ['2026-02-27T23:00:00.0001Z', '2026-02-28', ['late_utc', 'last_of_28']],
  ['2026-02-27T23:30:00Z', '2026-02-27T23:30:00.001Z', ['late_utc']],
  ['2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z', ['last_of_28', ...MARCH_1.slice(0, 2)]],
  ['2026-02-28T22:59:59.999Z', '2026-03-01', ['last_of_28', ...MARCH_1]],
]
const AMOUNT = naira(5_000)

const context = useContext()
const api = useApi(context)
let paystack: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  paystack = await openPaystackApi(context)
  business = await givenBusiness(context)
  for (const [reference, moment] of Object.entries(AT)) await givenAll(reference, moment)
})
after(() => paystack.close())

async function givenAll(reference: string, moment: string): Promise<void> {
  const at: Context = { ...context, now: () => new Date(moment) }
  const { accessCode } = await initialize(at, business, {
    ...{ amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example', phone: null, reference },
    ...{ callbackUrl: null, metadata: null, channels: null, splitCode: null, ipAddress: null },
    ...{ feeBearer: 'business', madeWith: 'secret', effectId: null },
  })
  const key = readAccessCode(context.keys, accessCode)!
  await payByCard(at, key, testCard('success'))
  await refundIn(at, business, key, 100, { reason: reference })
  await pay(at, business, {
    ...{ amount: kobo(10_000), bankCode: '001', accountNumber: '0000000018', reference },
    ...{ reason: null, effectId: null, requestName: null },
  })
}

/** What the service's own API answers. */
async function ours(path: string) {
  const { status, body, text } = await api.get(`/api/v1${path}`, { key: business.keys.secretKey })
  assert.equal(status, 200, `${path}: ${text}`)
  return body ?? text
}

/** What the façade answers. */
async function theirs(url: string) {
  const headers = { authorization: `Bearer ${business.keys.secretKey}` }
  const { statusCode, payload } = await paystack.app.inject({ method: 'GET', url, headers })
  assert.equal(statusCode, 200, `${url}: ${payload}`)
  return payload.startsWith('{') ? JSON.parse(payload) : payload
}

const column = (rows: Record<string, string>[], name: string) => rows.map((row) => row[name]).sort()

function rowsOf(csv: string): Record<string, string>[] {
  assert(csv.startsWith('\ufeff'))
  const [head, ...lines] = readCsv(csv.slice(1)).map((record) => {
    assert('fields' in record)
    return record.fields
  })
  return lines.map((fields) => Object.fromEntries(head!.map((name, i) => [name, fields[i] ?? ''])))
}

for (const [from, to, found] of RANGES) {
  test(`from ${from} to ${to} is the same in lists, files, totals and statistics`, async () => {
    const range = new URLSearchParams({ from, to }).toString()
    const wanted = [...found].sort()

    const list = await ours(`/transactions?${range}`)
    const file = await ours(`/transactions/export?${range}`)
    const refunds = await ours(`/refunds?${range}`)
    const payouts = await ours(`/payouts?${range}`)
    const events = await ours(`/events?type=transaction.success&${range}`)
    const sums = (await ours(`/statistics?${range}`)).data
    const hours = `/statistics?by=hour&${range}`
    const link = (await theirs(`/paystack/transaction/export?${range}`)).data.path
    const totals = (await theirs(`/paystack/transaction/totals?${range}`)).data

    assert.deepEqual(column(list.data, 'reference'), wanted, 'list')
    assert.equal(list.meta.total, wanted.length)
    assert.deepEqual(column(rowsOf(file), 'reference'), wanted, 'file')
    assert.deepEqual(column(refunds.data, 'reason'), wanted, 'refunds')
    assert.deepEqual(column(payouts.data, 'reference'), wanted, 'payouts')
    const told = events.data.map((one: { data: object }) => one.data)
    assert.deepEqual(column(told, 'reference'), wanted, 'events')
    const { attempted, succeeded, volume, refunded } = sums.totals
    const n = wanted.length
    assert.deepEqual([attempted, succeeded, volume, refunded], [n, n, n * 500_000, n * 100])
    const inBuckets = sums.buckets.reduce(
      (sum: number, one: { volume: number }) => sum + one.volume,
      0,
    )
    assert.equal(inBuckets, volume)
    if (Date.parse(to) - Date.parse(from) < 6 * 86_400_000) {
      assert.deepEqual((await ours(hours)).data.totals, sums.totals, 'by hours')
    }
    assert.deepEqual([totals.total_transactions, totals.total_volume], [n, volume], 'totals')
    assert.deepEqual(
      column((await theirs(`/paystack/transaction?${range}`)).data, 'reference'),
      wanted,
      'theirs',
    )
    assert.deepEqual(column(rowsOf(await theirs(new URL(link).pathname)), 'reference'), wanted)
    assert.equal((await theirs(`/paystack/refund?${range}`)).data.length, n)
    assert.deepEqual(
      column((await theirs(`/paystack/transfer?${range}`)).data, 'reference'),
      wanted,
      'transfers',
    )
  })
}

const NO_EDGE = [
  ...['2026-02-31', '2026-13-01', '2026-2-1', '0000-01-01', '2026', 'yesterday', '1767323045'],
  ...['2026-11-28T09:30:00', '2026-11-28 09:30:00Z', '2026-02-31T00:00:00Z', '2026-11-28T25:00Z'],
  '2026-11-28T00:00:00 01:00',
]
type Parameter = { name: string; in: string; schema: { pattern?: string } }
type Paths = Record<string, Record<string, { parameters?: Parameter[] }>>

/** Each path that takes a range, or a moment to begin at, by the published documents. */
function datedPaths(): [path: string, names: string[]][] {
  return ['openapi', 'internal'].flatMap((name) => {
    const text = readFileSync(new URL(`../docs/api/${name}.json`, import.meta.url), 'utf8')
    const { paths } = JSON.parse(text) as { paths: Paths }
    // A key opens none of the dashboard's own calls.
    const opened = Object.entries(paths).filter(([path]) => !path.startsWith('/dashboard/api/'))
    return opened.flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters = [] }): [string, string[]][] => {
        const dated = parameters.filter(({ in: place, name, schema }) => {
          const said = JSON.stringify(schema)
          const isNamed = /^(from|to|since|until|date|day)$|_(at|on)$/.test(name)
          return place === 'query' && (isNamed || /"date|"20\d\d-\d\d-/.test(said))
        })
        return dated.length === 0 ? [] : [[path, dated.map((one) => one.name)]]
      }),
    )
  })
}

test('each day or time of every path is read alike, and a wrong one is told with the fix', async () => {
  const paths = datedPaths()
  const fix =
    'must be a day such as 2026-11-28, or a time with its zone such as 2026-11-28T09:30:00Z.'
  const refusedBy = async (path: string, names: string[], get: typeof ourRefusal) => {
    for (const name of names) {
      for (const text of NO_EDGE) {
        const { status, message } = await get(`${path}?${new URLSearchParams({ [name]: text })}`)
        assert.deepEqual([status, message], [400, `${name} ${fix}`], `${path} ${name}=${text}`)
      }
    }
    if (!names.includes('to')) return
    for (const range of ['from=2026-11-29&to=2026-11-28', 'from=2026-11-28&to=2026-11-27T23:00Z']) {
      const { status, message } = await get(`${path}?${range}`)
      assert.deepEqual([status, message], [400, 'to must be later than from.'], `${path} ${range}`)
    }
  }

  for (const [path, names] of paths) await refusedBy(path, names, ourRefusal)
  for (const path of ['', '/export', '/totals'].map((end) => `/paystack/transaction${end}`)) {
    await refusedBy(path, ['from', 'to'], theirRefusal)
  }
  for (const path of ['/paystack/refund', '/paystack/transfer']) {
    await refusedBy(path, ['from', 'to'], theirRefusal)
  }

  assert.deepEqual(paths.map(([path]) => path.replace('/api/v1', '')).sort(), [
    ...['/balance/ledger', '/customers', '/customers/{id}/authorizations'],
    '/dedicated-virtual-accounts',
    ...['/deposits', '/deposits/quarantine', '/disputes', '/events'],
    ...['/events/stream', '/identity', '/payment-links', '/payout-batches'],
    ...['/payouts', '/plans', '/refund-links', '/refunds', '/rules', '/sandbox/statement'],
    ...['/settlements', '/splits', '/statistics', '/subaccounts', '/subscriptions'],
    ...['/subscriptions/{id}/invoices', '/transactions'],
    ...['/transactions/counts', '/transactions/export'],
  ])
  const body = { from: '2026-11-28', to: '2026-11-28T09:30:00' }
  const { key, wrong } = { key: business.keys.secretKey, wrong: `to ${fix}` }
  const answer = await api.post('/api/v1/events/resend', { key, body })
  assert.deepEqual([answer.status, answer.body.errors[0].message], [400, wrong])
})

async function ourRefusal(path: string) {
  const { status, body } = await api.get(path, { key: business.keys.secretKey })
  return { status, message: body?.errors?.[0]?.message }
}

async function theirRefusal(url: string) {
  const headers = { authorization: `Bearer ${business.keys.secretKey}` }
  const { statusCode, payload } = await paystack.app.inject({ method: 'GET', url, headers })
  return { status: statusCode, message: JSON.parse(payload).message }
}
