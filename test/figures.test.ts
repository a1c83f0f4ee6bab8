import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { settleNow } from '../src/money-out/settlements/settlements.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { expireNow } from '../src/payments/transactions/expire.ts'
import { DAY, HOUR, later, MINUTE } from '../src/platform/clock.ts'
import { parsePublicId } from '../src/platform/ids.ts'
import { addDays, dayOf, startOf } from '../src/platform/lagos.ts'
import { givenPayment, useApi } from './api.ts'
import { begin, givenLink } from './links.ts'
import { creditTo, givenDedicated, pay } from './payments.ts'
import { askToPay, LATE_ACCOUNT } from './payouts.ts'
import { askRefund } from './refunds.ts'
import { givenSplit, givenSubaccounts, subaccountIdOf } from './splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'

// What the pages of the dashboard show, computed a second time from the plain lists and from the
// ledger: of a business with refunds, splits, holds and late deposits, in both modes.

const context = useContext()
const api = useApi(context)
const PER_PAGE = 100
const RANGE_DAYS = 7

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of a record.
type Row = any
let owners: GivenBusiness[]
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
  // The days of the range are over but for today, and none is a holiday.
  context.advance(Date.parse('2027-03-17T10:00:00+01:00') - context.now().getTime())
  const owner = await givenBusiness(context)
  const live = { ...owner, mode: 'live' as const, keys: await givenLive(context, owner.businessId) }
  // Different sums in each mode, so that none can stand for the other.
  await play(owner, 1)
  await play(live, 3)
  owners = [owner, live]
})

async function get(owner: GivenBusiness, path: string): Promise<Row> {
  const answer = await api.get(`/api/v1${path}`, { key: owner.keys.secretKey })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Whole lists: no test has more rows. */
async function list(owner: GivenBusiness, path: string, query = ''): Promise<Row[]> {
  const rows = await get(owner, `${path}?perPage=${PER_PAGE}&${query}`)
  assert(rows.length < PER_PAGE)
  return rows
}

const sum = (rows: Row[], part: (row: Row) => number) =>
  rows.reduce((all: number, row) => all + part(row), 0)
const one = (name: string) => (row: Row) => row[name]
const within = (at: string | null, { from, to }: { from: string; to: string }) =>
  at !== null && at >= from && at < to
const isPaid = ({ paid_at }: Row) => paid_at !== null

/** A week, `times` over. */
async function play(owner: GivenBusiness, times: number): Promise<void> {
  await changeSettings(context, owner, { settlement: 'instant' })
  const subaccounts = await givenSubaccounts(api, owner, 2)
  const split_code = await givenSplit(
    api,
    owner,
    subaccounts.map((subaccount) => ({ subaccount_id: subaccount, share: 12.5 })),
    { bearer_type: 'all' },
  )
  const { account_number } = await givenDedicated(api, owner)
  const link = await givenLink(api, owner, { amount: 130_000, uses_max: 9 })
  for (let i = 0; i < times; i++) {
    await changeSettings(context, owner, { settlement: 'instant' })
    await paid(owner, { amount: 700_000 })
    await changeSettings(context, owner, { settlement: 'T+1' })
    await paid(owner, { split_code })
    await paid(owner, { fee_bearer: 'customer' })
    await backed(owner, await paid(owner, {}, 'refund_unknown'), 110_000)
    await backed(owner, await paid(owner), 70_000)
    await backed(owner, await paid(owner, { split_code }))
    await declined(owner)
    await expireNow(context, owner, (await givenPayment(api, owner)).reference)
    for (const code of [await begin(api, link.slug), await begin(api, link.slug)]) {
      await pay(api, code, 'success')
    }
    await begin(api, link.slug)
    await backed(owner, (await linkPayments(owner, link.id))[0].reference)
    await askToPay(api, owner, { account_number: LATE_ACCOUNT, amount: 90_000 })
    context.advance(1 * DAY)
    await settleNow(context, owner)
    await arrivesLate(owner, account_number)
  }
}

const linkPayments = (owner: GivenBusiness, id: string) =>
  list(owner, '/transactions', `payment_link=${id}&status=success`)

async function paid(owner: GivenBusiness, body = {}, card = 'success'): Promise<string> {
  const { access_code, reference } = await givenPayment(api, owner, body)
  await pay(api, access_code, card)
  return reference
}

async function declined(owner: GivenBusiness): Promise<void> {
  const { access_code } = await givenPayment(api, owner)
  for (let i = 0; i < 5; i++) await pay(api, access_code, 'declined')
}

async function backed(owner: GivenBusiness, transaction: string, amount?: number): Promise<void> {
  const body = { transaction, ...(amount !== undefined && { amount }) }
  const { status, text } = await askRefund(api, owner, body)
  assert.equal(status, 201, text)
}

/** Ten minutes before midnight at the bank, told after it. */
async function arrivesLate(owner: GivenBusiness, accountNumber: string): Promise<void> {
  const midnight = startOf(dayOf(context.now()))
  const occurredAt = later(midnight, -10 * MINUTE)
  const credit = { ...creditTo(context, accountNumber, 333_300), occurredAt }
  assert.equal((await receive(context, owner.mode, credit)).kind, 'credited')
}

for (const mode of ['test', 'live'] as const) {
  const ownerOf = () => owners.find((owner) => owner.mode === mode)!
  const today = () => dayOf(context.now())

  test(`in ${mode} mode the home page counts the payments that its list shows, day by day`, async () => {
    const owner = ownerOf()
    const from = addDays(today(), 1 - RANGE_DAYS)
    const statistics = await get(owner, `/statistics?by=day&from=${from}`)
    const { totals, buckets } = statistics
    const all = await list(owner, '/transactions')

    for (const [i, bucket] of [...buckets, totals].entries()) {
      const isWhole = bucket === totals
      const from = isWhole ? statistics.from : bucket.start
      const range = { from, to: isWhole ? statistics.to : (buckets[i + 1]?.start ?? statistics.to) }
      const last = new Date(Date.parse(range.to) - 1).toISOString()
      const shown = await list(owner, '/transactions', `dated_by=paid&from=${from}&to=${last}`)
      assert.deepEqual(
        shown.map(({ id }) => id),
        all.filter(({ paid_at }) => within(paid_at, range)).map(({ id }) => id),
      )
      const begun = all.filter(({ created_at }) => within(created_at, range))
      assert.deepEqual(
        [bucket.succeeded, bucket.volume, bucket.fees, bucket.attempted],
        [shown.length, sum(shown, one('amount')), sum(shown, one('fees')), begun.length],
      )
    }
    assert.equal(buckets.length, RANGE_DAYS)
    assert(all.some(({ status }) => status === 'reversed'))
    const late = all.filter(({ channel }) => channel === 'dedicated_virtual_account')
    assert(late.length > 0 && late.every(({ paid_at, created_at }) => paid_at < created_at))
  })

  test(`in ${mode} mode the success rate is of the payments whose numbers stand beside it`, async () => {
    const owner = ownerOf()
    const { totals, ...range } = await get(owner, `/statistics?from=${addDays(today(), -6)}`)
    const begun = (await list(owner, '/transactions')).filter(({ created_at }) =>
      within(created_at, range),
    )
    const counted = (...states: string[]) =>
      begun.filter(({ status }) => states.includes(status)).length

    const ended = totals.attempted - totals.pending
    assert.deepEqual(
      [ended - totals.failed - totals.abandoned, totals.failed, totals.abandoned, totals.pending],
      [
        counted('success', 'reversed'),
        counted('failed'),
        counted('abandoned'),
        counted('pending', 'ongoing'),
      ],
    )
    assert.equal(
      totals.success_rate_basis_points,
      Math.floor((counted('success', 'reversed') * 10_000) / ended),
    )
  })

  test(`in ${mode} mode what the home page calls refunded is what the list of refunds sent`, async () => {
    const owner = ownerOf()
    const { totals, ...range } = await get(owner, `/statistics?from=${addDays(today(), -6)}`)
    const refunds = await list(owner, '/refunds')

    const sent = refunds.filter(({ processed_at }) => within(processed_at, range))
    assert.equal(totals.refunded, sum(sent, one('amount')))
    assert(refunds.length > sent.length, 'one is still held')
    for (const payment of await list(owner, '/transactions')) {
      const { refunds: own } = await get(owner, `/transactions/${payment.id}/timeline`)
      const kept = own.filter(({ status }: Row) => status !== 'failed')
      assert.equal(payment.refunded_amount, sum(kept, one('amount')), payment.reference)
    }
  })

  test(`in ${mode} mode the home page's deposits are those of the list, returned ones too`, async () => {
    const owner = ownerOf()
    const { totals } = await get(owner, `/statistics?from=${addDays(today(), -6)}`)
    const deposits = await list(owner, '/deposits')

    assert.deepEqual(totals.deposits, {
      count: deposits.length,
      amount: sum(deposits, one('amount')),
    })
  })

  test(`in ${mode} mode a link and a customer count the payments that their lists show`, async () => {
    const owner = ownerOf()
    for (const { id, payments } of await list(owner, '/payment-links')) {
      const own = await list(owner, '/transactions', `payment_link=${id}`)
      const open = own.filter(({ status }) => ['pending', 'ongoing'].includes(status))
      assert.deepEqual(payments, {
        succeeded: own.filter(isPaid).length,
        amount: sum(own.filter(isPaid), one('amount')),
        open: open.length,
        used: own.filter(({ status }) => ['success', 'ongoing'].includes(status)).length,
      })
      assert(payments.succeeded > payments.used, 'one was refunded in full')
    }
    for (const customer of await list(owner, '/customers')) {
      const { totals } = await get(owner, `/customers/${customer.id}`)
      const own = (await list(owner, '/transactions', `customer=${customer.id}`)).filter(isPaid)
      assert.deepEqual(totals, {
        volume: sum(own, one('amount')),
        paid: own.length,
        last_paid_at:
          own
            .map(({ paid_at }) => paid_at)
            .sort()
            .at(-1) ?? null,
      })
    }
  })

  test(`in ${mode} mode each row of a settlement adds up, and the rows to the settlement`, async () => {
    const owner = ownerOf()
    const settlements = await list(owner, '/settlements')
    assert(settlements.some(({ subaccount_id }) => subaccount_id !== null))
    for (const { id, amount, items, subaccount_id } of settlements) {
      const rows = await list(owner, `/settlements/${id}/items`)
      assert.deepEqual([rows.length, sum(rows, one('amount'))], [items, amount])
      for (const row of rows.filter(({ type }) => type === 'payment')) {
        assert.equal(row.paid - row.fees - row.shared, row.amount)
        assert.equal(row.shared, await toOthers(owner, row.id, subaccount_id), row.reference)
      }
    }
  })

  test(`in ${mode} mode the balance over time is what the statement says at the end of each day`, async () => {
    const owner = ownerOf()
    const balance = await get(owner, '/balance')
    for (const account of ['available', 'pending']) {
      const lines = await list(owner, '/balance/ledger', `account=${account}`)
      const { days } = await get(owner, `/balance/history?account=${account}`)
      assert.equal(sum(lines, one('amount')), balance[account])
      assert.equal(days.length, 30)
      days.forEach(({ start, balance: shown }: Row, i: number) => {
        assert.equal(start, startOf(addDays(today(), i - 29)).toISOString())
        const end = later(new Date(start), 24 * HOUR).toISOString()
        const last = lines.find(({ created_at }) => created_at < end)
        assert.equal(shown, last?.balance ?? 0, `${account} of ${start}`)
      })
      assert.equal(days.at(-1).balance, balance[account])
      assert(new Set(days.map((one: Row) => one.balance)).size > 2)
    }
  })
}

/** By the ledger: what this payment brought to all but one of those who share it. */
async function toOthers(owner: GivenBusiness, id: string, subaccount: string | null) {
  const own = subaccount === null ? 'pending' : `pending/${subaccountIdOf(subaccount)}`
  const [row] = await context.sql<[{ amount: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as amount
    from ledger_entry
    where business_id = ${owner.businessId} and mode = ${owner.mode}
      and cause_id = ${parsePublicId('transaction', id)}
      and credit_account not in ('fees', 'vat', ${own})
  `
  return Number(row.amount)
}
