import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidIn } from '../../packages/paystack-api/ids.ts'
import { subaccountCode } from '../../src/payments/splits/subaccounts.ts'
import { DAY, HOUR } from '../../src/platform/clock.ts'
import { momentOf } from '../../src/platform/ids.ts'
import { subaccountIdOf } from '../splits.ts'
import { useContext } from '../support.ts'

import { type Loose, useWeek } from './week.ts'

// Every total of a business, worked out a second time from the entries of the ledger.

const context = useContext()
const { business, file, get, paystack, walked } = useWeek(context)

type Entry = {
  causeId: string
  reason: string
  kind: string
  debit: string
  credit: string
  amount: number
  occurredAt: Date
}

/** Midnight in Lagos. */
const DAY_BEGINS = 'T23:00:00.000Z'
async function entries(): Promise<Entry[]> {
  const rows = await context.sql<(Omit<Entry, 'amount'> & { amount: bigint })[]>`
    select cause_id, reason, kind, debit_account as debit, credit_account as credit, amount,
      occurred_at
    from ledger_entry where business_id = ${business.businessId} and mode = 'test'
    order by created_at, cause_id, reason, step
  `
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** What an entry changes in what this account shows: what is held has left. */
function changeOf({ kind, debit, credit, amount }: Entry, account: string): number {
  if (kind === 'void_hold') return debit === account ? amount : 0
  const out = debit === account && kind !== 'post_hold' ? -amount : 0
  return out + (credit === account && kind !== 'hold' ? amount : 0)
}

const TYPES: Record<string, string> = {
  wallet_top_up: 'top_up',
  wallet_adjustment: 'adjustment',
  refund_pending: 'refund',
}
const STATES: Record<string, string> = { hold: 'held', void_hold: 'released' }

/** Of a hold, what became of it. */
function stateOf({ causeId, reason, kind }: Entry, all: Entry[]): string {
  const isEnd = (one: Entry) =>
    kind === 'hold' && one.kind !== 'hold' && one.causeId === causeId && one.reason === reason
  return STATES[all.find(isEnd)?.kind ?? kind] ?? 'posted'
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const FEES = ['payment_fee', 'payment_vat']
const isOfPayment = ({ reason }: Entry) =>
  reason === 'payment' || FEES.includes(reason) || reason.startsWith('share/')

/** Each payment as it was booked: when, how much in all, and of that the fees. */
async function booked() {
  const found = new Map<string, { at: Date; amount: number; fees: number }>()
  for (const entry of (await entries()).filter(isOfPayment)) {
    const { causeId, reason, amount, occurredAt: at } = entry
    const one = found.get(causeId) ?? { at, amount: 0, fees: 0 }
    one.amount += amount
    if (FEES.includes(reason)) one.fees += amount
    found.set(causeId, one)
  }
  return found
}

for (const account of ['available', 'pending']) {
  test(`the statement of ${account} is its entries, and its balances are their sums`, async () => {
    const all = await entries()
    const own = all.filter((entry) => changeOf(entry, account) !== 0)
    let balance = 0
    const expected = own.map((entry) => {
      balance += changeOf(entry, account)
      const { reason, occurredAt } = entry
      const type = TYPES[reason] ?? reason
      const state = stateOf(entry, all)
      return [type, state, changeOf(entry, account), occurredAt.toISOString()].join(' ')
    })

    const lines = await walked(`/balance/ledger?account=${account}`)

    const shown = lines.map(({ type, state, amount, occurred_at }) =>
      [type, state, amount, occurred_at].join(' '),
    )
    assert.deepEqual(shown.toSorted(), expected.toSorted())
    assert.equal((await get('/balance')).data[account], balance)
    let after = balance
    for (const line of lines) {
      assert.equal(line.balance, after)
      after -= line.amount
    }
    assert.equal(after, 0)
    if (account === 'pending') return
    const theirs = (await paystack('/balance/ledger?perPage=100')).data
    const same = lines.slice(0, 100).map(({ amount, balance: at }) => [amount, at])
    assert.deepEqual(
      theirs.map((line: Loose) => [line.difference, line.balance]),
      same,
    )
    assert.equal((await paystack('/balance')).data[0].balance, balance)
  })
}

for (const [by, unitMs, query] of [
  ['day', DAY, 'from=2026-03-01&to=2026-03-11'],
  ['day', DAY, 'from=2026-03-07&to=2026-03-07'],
  ['hour', HOUR, 'from=2026-03-03&to=2026-03-08'],
] as const) {
  test(`statistics by ${by}, ${query}, are the sums of what was booked in each`, async () => {
    const { totals, buckets, from, to } = (await get(`/statistics?by=${by}&${query}`)).data
    const payments = [...(await booked()).values()]
    const all = await walked('/transactions')
    const deposits = await walked('/deposits')
    const refunds = await walked('/refunds')
    const within = (start: number, end: number) => {
      const isIn = (at: string | Date) => +new Date(at) >= start && +new Date(at) < end
      const paid = payments.filter(({ at }) => isIn(at))
      const made = all.filter(({ created_at }) => isIn(created_at))
      // By when they were booked here.
      const arrived = deposits.filter(({ id }) => isIn(momentOf(uuidIn(id))))
      return { isIn, paid, made, arrived }
    }
    for (const [i, bucket] of buckets.entries()) {
      const start = Date.parse(from) + i * unitMs
      const { paid, made, arrived } = within(start, start + unitMs)
      assert.deepEqual(bucket, {
        start: new Date(start).toISOString(),
        volume: sum(paid.map(({ amount }) => amount)),
        succeeded: paid.length,
        attempted: made.length,
        fees: sum(paid.map(({ fees }) => fees)),
        deposits: { count: arrived.length, amount: sum(arrived.map(({ amount }) => amount)) },
      })
    }
    assert.equal(buckets.length, (Date.parse(to) - Date.parse(from)) / unitMs)
    if (by === 'day') assert(from.endsWith(DAY_BEGINS))
    const { isIn, paid, made, arrived } = within(Date.parse(from), Date.parse(to))
    const count = (...states: string[]) =>
      made.filter(({ status }) => states.includes(status)).length
    const succeeded = count('success', 'reversed')
    const closed = succeeded + count('failed', 'abandoned')
    assert.deepEqual(totals, {
      volume: sum(paid.map(({ amount }) => amount)),
      succeeded: paid.length,
      attempted: made.length,
      failed: count('failed'),
      abandoned: count('abandoned'),
      pending: count('pending', 'ongoing'),
      fees: sum(paid.map(({ fees }) => fees)),
      refunded: sum(
        refunds
          .filter(({ processed_at }) => processed_at && isIn(processed_at))
          .map(({ amount }) => amount),
      ),
      stamp_duty: sum(
        refunds
          .filter(({ processed_at }) => processed_at && isIn(processed_at))
          .map(({ stamp_duty }) => stamp_duty),
      ),
      deposits: { count: arrived.length, amount: sum(arrived.map(({ amount }) => amount)) },
      disputes: { opened: 0, won: 0, lost: 0, accepted: 0, amount: 0 },
      success_rate_basis_points: Math.floor((succeeded * 10_000) / closed),
    })
    if (by === 'hour') return
    const theirs = (await paystack(`/transaction/totals?${query}`)).data
    const { pending } = (await get('/balance')).data
    assert.deepEqual(
      [theirs.total_transactions, theirs.total_volume, theirs.pending_transfers],
      [totals.succeeded, totals.volume, pending],
    )
  })
}

test('a customer, a link and a subaccount have what was booked for them', async () => {
  const [payments, ledger] = [await booked(), await entries()]
  const all = await walked('/transactions')
  const of = (rows: Loose[]) => rows.flatMap(({ id }) => payments.get(uuidIn(id)) ?? [])
  for (const { id } of await walked('/customers')) {
    const own = of(all.filter(({ customer }) => customer.id === id))
    const last = own
      .map(({ at }) => at.toISOString())
      .sort()
      .at(-1)
    assert.deepEqual((await get(`/customers/${id}`)).data.totals, {
      paid: own.length,
      volume: sum(own.map(({ amount }) => amount)),
      last_paid_at: last ?? null,
    })
  }
  for (const link of await walked('/payment-links')) {
    const begun = all.filter(({ metadata }) => metadata?.payment_link === link.id)
    const own = of(begun)
    assert.deepEqual(link.payments, {
      succeeded: own.length,
      used: own.length,
      amount: sum(own.map(({ amount }) => amount)),
      open: begun.length - own.length,
    })
  }
  for (const { subaccount_code, available, pending } of await walked('/subaccounts')) {
    const id = subaccountIdOf(subaccount_code)
    const standing = ['available', 'pending'].map((name) =>
      sum(ledger.map((entry) => changeOf(entry, `${name}/${id}`))),
    )
    assert.deepEqual([available, pending], standing)
  }
})

test('a settlement is its items, its statement and its entry', async () => {
  const ledger = await entries()
  const settlements = await walked('/settlements')
  assert(settlements.length >= 6)
  for (const { id, amount, items, subaccount_id: subaccount } of settlements) {
    const parts = await walked(`/settlements/${id}/items`)
    const { text } = await file(`/settlements/${id}/statement`)
    const rows = text.trim().split('\r\n').slice(1)
    const uuid = uuidIn(id)
    const [entry, ...others] = ledger.filter(({ causeId }) => causeId === uuid)
    const whose = subaccount === null ? '' : `/${subaccountIdOf(subaccount)}`
    assert.deepEqual([parts.length, rows.length, others.length], [items, items, 0])
    assert.deepEqual(
      [entry!.reason, entry!.debit, entry!.credit, entry!.amount],
      ['settlement', `pending${whose}`, `available${whose}`, amount],
    )
    assert.equal(sum(parts.map((part) => part.amount)), amount)
    assert.equal(sum(rows.map((row) => Number(row.split(',').at(-1)))), amount)
  }
  const theirs = (await paystack('/settlement?perPage=100')).data
  assert.deepEqual(
    theirs.map((one: Loose) => [one.subaccount, one.total_amount, one.settlement_date]),
    settlements.map(({ subaccount_id: id, amount, settled_at }) => [
      id && subaccountCode(subaccountIdOf(id)),
      amount,
      settled_at,
    ]),
  )
})
