import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { balancesOf } from '../../src/core/ledger/ledger.ts'
import { publicId } from '../../src/platform/ids.ts'
import { useApi } from '../api.ts'
import { creditTo, deposited, givenDedicated } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// "`GET /balance/ledger` (entries, running balance, source)."

const PLAY_MONEY = 10_000_000

const context = useContext()
const api = useApi(context)

type Line = {
  reason: string
  kind: string
  amount: number
  balance: number
  source: { type: string; id: string }
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

/** The balance after each line is the one before it and what the line moved. */
function assertRuns(lines: Line[], now: bigint): void {
  assert.equal(lines[0]!.balance, Number(now), 'the newest line ends at what there is now')
  for (const [i, line] of lines.entries()) {
    const before = lines[i + 1]?.balance ?? 0
    assert.equal(line.balance, before + line.amount, `${line.reason} ${line.kind}`)
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
    lines.map(({ reason, kind, amount, source }) => [reason, kind, amount, source.type, source.id]),
    [
      ['refund', 'hold', -50_000, 'refund', refund.id],
      ['payout', 'void_hold', 100_000, 'payout', failed.id],
      ['payout', 'hold', -100_000, 'payout', failed.id],
      ['payout', 'hold', -100_000, 'payout', paid.id],
      ['payment', 'post', 494_625, 'transaction', publicId('transaction', transactionId!)],
      ['wallet_adjustment', 'post', PLAY_MONEY, 'adjustment', business.businessId],
    ],
  )
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
  assert.deepEqual([moved!.source.id, came!.source.id], [settlement.id, settlement.id])
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
