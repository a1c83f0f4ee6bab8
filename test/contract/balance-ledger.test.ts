import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { balancesOf } from '../../src/core/ledger/ledger.ts'
import { DAY } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { dayOf } from '../../src/platform/lagos.ts'
import { useApi } from '../api.ts'
import { creditTo, deposited, givenDedicated, runJobs } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// "`GET /balance/ledger` (entries, running balance, source)."

const PLAY_MONEY = 10_000_000
const LATE_ACCOUNT = '8888888888'
const TYPES = [
  ...['payment', 'top_up', 'settlement', 'payout', 'payout_reversed', 'refund'],
  ...['identity_fee', 'adjustment'],
]

const context = useContext()
const api = useApi(context)

type Line = {
  id: string
  type: string
  state: string
  amount: number
  balance: number
  source_type: string | null
  source_id: string | null
  created_at: string
  updated_at: string
}

async function linesOf({ keys }: GivenBusiness, query = ''): Promise<Line[]> {
  const { status, body, text } = await api.get(`/api/v1/balance/ledger${query}`, {
    key: keys.secretKey,
  })
  assert.equal(status, 200, text)
  return body.data
}

async function post({ keys }: GivenBusiness, path: string, body?: object) {
  const answer = await api.post(`/api/v1${path}`, { key: keys.secretKey, body })
  assert(answer.status < 300, answer.text)
  return answer.body.data
}

const sum = (lines: Line[]) => lines.reduce((all, { amount }) => all + amount, 0)

async function read({ keys }: GivenBusiness, path: string) {
  return (await api.get(`/api/v1${path}`, { key: keys.secretKey })).body.data
}

/** The balance after each line is the one before it and what the line moved. */
function assertRuns(lines: Line[], now: bigint): void {
  assert.equal(lines[0]!.balance, Number(now), 'the newest line ends at what there is now')
  for (const [i, line] of lines.entries()) {
    const before = lines[i + 1]?.balance ?? 0
    assert.equal(line.balance, before + line.amount, `${line.type} ${line.state}`)
  }
}

test('entries, newest first, each with the balance after it and what it came of', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const { transactionId } = await deposited(context, creditTo(context, account_number, 500_000))
  const payout = { amount: 100_000, bank_code: '001' }
  const paid = await post(business, '/payouts', { ...payout, account_number: '0123456789' })
  const failed = await post(business, '/payouts', { ...payout, account_number: '9999999999' })
  const refund = await post(business, '/refunds', { transaction: transactionId, amount: 50_000 })

  const lines = await linesOf(business)

  assert.deepEqual(
    lines.map((line) => [line.type, line.state, line.amount, line.source_type, line.source_id]),
    [
      ['refund', 'posted', -50_000, 'refund', refund.id],
      ['payout', 'released', 100_000, 'payout', failed.id],
      ['payout', 'released', -100_000, 'payout', failed.id],
      ['payout', 'posted', -100_000, 'payout', paid.id],
      ['payment', 'posted', 494_625, 'transaction', publicId('transaction', transactionId!)],
      ['adjustment', 'posted', PLAY_MONEY, null, null],
    ],
  )
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
  for (const { id } of lines) assert.match(id, /^led_[0-9a-f]{32}$/)
  assert.deepEqual(await linesOf(business), lines, 'ids stay')
  assertRuns(lines, (await balancesOf(context, business)).available.available)
})

test('what is pending has a statement of its own, and its settlement is in both', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const { account_number } = await givenDedicated(api, business)
  await deposited(context, creditTo(context, account_number, 500_000))
  const pending = await linesOf(business, '?account=pending')
  assert.deepEqual(
    pending.map(({ amount, balance }) => [amount, balance]),
    [[494_625, 494_625]],
  )

  const [settlement] = await post(business, '/sandbox/settlements')

  const [moved] = await linesOf(business, '?account=pending')
  const [came] = await linesOf(business)
  assert.deepEqual([moved!.amount, moved!.balance], [-494_625, 0])
  assert.deepEqual([came!.amount, came!.balance], [494_625, PLAY_MONEY + 494_625])
  assert.deepEqual([moved!.source_id, came!.source_id], [settlement.id, settlement.id])
  assert.notEqual(moved!.id, came!.id)
})

test('lines add up to the balance: by state, by type and by day, with holds', async (t) => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const { bank } = context.rails.test
  const { transfer } = bank
  t.after(() => Object.assign(bank, { transfer }))
  const first = await deposited(context, creditTo(context, account_number, 500_000))
  const payout = { amount: 100_000, bank_code: '001' }
  await post(business, '/payouts', { ...payout, account_number: '0123456789' })
  context.advance(DAY)
  await post(business, '/payouts', { ...payout, account_number: '9999999999' })
  await post(business, '/refunds', { transaction: first.transactionId, amount: 50_000 })
  context.advance(DAY)
  bank.transfer = async () => ({ kind: 'unknown' })
  const held = await post(business, '/payouts', { ...payout, account_number: '0123456789' })
  await deposited(context, creditTo(context, account_number, 700_000))

  const all = await linesOf(business)
  const { available, posted } = (await balancesOf(context, business)).available
  const sumOf = async (query: string) => sum(await linesOf(business, `?${query}`))
  const by = (name: string, values: string[]) =>
    Promise.all(values.map((value) => sumOf(`${name}=${value}`)))
  const days = [...new Set(all.map(({ created_at }) => dayOf(new Date(created_at))))]
  const { days: ends } = await read(business, '/balance/history')

  assert.equal(held.status, 'pending')
  assert.equal(sum(all), Number(available))
  assert.deepEqual(await by('state', ['posted', 'held', 'released']), [
    Number(posted),
    Number(available - posted),
    0,
  ])
  assert.equal(await sumOf('state=posted,held'), Number(available))
  const types = await by('type', TYPES)
  assert.equal(
    types.reduce((one, other) => one + other),
    Number(available),
  )
  assert.equal(days.length, 3)
  for (const [i, day] of days.entries()) {
    const change = ends.at(-1 - i).balance - ends.at(-2 - i).balance
    assert.equal(await sumOf(`from=${day}&to=${day}`), change, day)
  }
  const [line] = await linesOf(business, `?source=${held.id}`)
  assert.deepEqual([line!.state, line!.amount], ['held', -100_000])
  assert.equal(line!.updated_at, line!.created_at)
})

test('a hold that ends changes the state of its line, and when that changed', async () => {
  const business = await givenBusiness(context)
  const payout = { amount: 100_000, bank_code: '001', account_number: LATE_ACCOUNT }
  const { id } = await post(business, '/payouts', payout)
  const [before] = await linesOf(business, `?source=${id}`)

  context.advance(DAY)
  await runJobs(context)

  const [after, ...more] = await linesOf(business, `?source=${id}`)
  assert.deepEqual([before!.state, after!.state, more.length], ['held', 'posted', 0])
  assert.deepEqual({ ...after!, state: 'held', updated_at: before!.updated_at }, before)
  assert(after!.updated_at > before!.updated_at)
})

test('filters narrow the lines, and keep the balance after each', async () => {
  const business = await givenBusiness(context)
  for (const amount of [3_000, 2_000, 1_000]) await post(business, '/sandbox/wallet', { amount })
  await post(business, '/payouts', { amount: 600, bank_code: '001', account_number: '0123456789' })
  const all = await linesOf(business)

  const { body } = await api.get('/api/v1/balance/ledger?type=adjustment&perPage=1', {
    key: business.keys.secretKey,
  })
  const next = await linesOf(business, `?type=adjustment&perPage=1&cursor=${body.meta.next}`)

  assert.deepEqual([...body.data, ...next], all.filter((one) => one.type !== 'payout').slice(0, 2))
  assert.equal(body.meta.total, all.length - 1)
  const bad = ['type=fees', 'type=payout,', 'state=open', 'source=x', 'to=x', 'to=1999-01-01']
  for (const query of bad) {
    const answer = await api.get(`/api/v1/balance/ledger?from=2026-01-01&${query}`, {
      key: business.keys.secretKey,
    })
    assert.equal(answer.status, 400, query)
  }
})

test('walked by its cursor it is whole, also while more is added', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const arrive = () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        deposited(context, creditTo(context, account_number, 100_000)),
      ),
    )
  await arrive()
  const before = await linesOf(business, '?perPage=100')

  const walked: Line[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await api.get(
      `/api/v1/balance/ledger?perPage=3${cursor && `&cursor=${cursor}`}`,
      { key: business.keys.secretKey },
    )
    walked.push(...body.data)
    cursor = body.meta.next
    if (walked.length === 3) await arrive()
  }

  assert.deepEqual(walked, before)
  const { available } = (await balancesOf(context, business)).available
  assertRuns(await linesOf(business, '?perPage=100'), available)
})

test('pages are numbered too, and what is no cursor or account is told', async () => {
  const business = await givenBusiness(context)
  await post(business, '/sandbox/wallet', { amount: 100 })
  const [, second] = await linesOf(business)
  assert.deepEqual(await linesOf(business, '?page=2&perPage=1'), [second])

  const bad = ['cursor=x', 'cursor=', 'cursor=a&cursor=b', 'account=fees', 'page=0', 'perPage=101']
  for (const query of bad) {
    const answer = await api.get(`/api/v1/balance/ledger?${query}`, {
      key: business.keys.secretKey,
    })
    assert.equal(answer.status, 400, query)
    assert.equal(answer.body.errors[0].field, query.split('=')[0])
  }
})
