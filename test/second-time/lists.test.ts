import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../support.ts'

import { type Loose, useWeek } from './week.ts'

// Every list narrowed by each of its filters, worked out a second time from the whole list.

const context = useContext()
const { paystack, walked } = useWeek(context)

type Keep = (row: Loose, value: string) => boolean
const since: Keep = ({ created_at }, value) => created_at >= value
const before: Keep = ({ created_at }, value) => created_at < value
const is =
  (field: string): Keep =>
  (row, value) =>
    row[field] === value
/** A list of ours and theirs, and by each filter: which rows it keeps. */
const LISTS: Record<string, { theirs?: string; by: Record<string, Keep> }> = {
  '/transactions': {
    theirs: '/transaction',
    by: {
      status: is('status'),
      channel: is('channel'),
      reference: is('reference'),
      customer: ({ customer }, value) => customer.id === value,
      amount_min: ({ amount }, value) => amount >= Number(value),
      amount_max: ({ amount }, value) => amount <= Number(value),
      payment_link: ({ metadata }, value) => metadata?.payment_link === value,
      from: since,
      to: before,
    },
  },
  '/refunds': {
    theirs: '/refund',
    by: { status: is('status'), transaction: is('transaction_id'), from: since, to: before },
  },
  '/payouts': {
    theirs: '/transfer',
    by: {
      status: is('status'),
      reference: is('reference'),
      subaccount: is('subaccount_id'),
      from: since,
      to: before,
    },
  },
  '/settlements': { theirs: '/settlement', by: { subaccount: is('subaccount_id') } },
  '/deposits': { by: { status: is('status') } },
  '/identity': { by: { status: is('status') } },
  '/events': { by: { type: is('type'), from: since, to: before } },
}
/** What they filter by as we do. */
const THEIRS = [
  ...['/transactions status', '/transactions from', '/transactions to'],
  ...['/refunds status', '/refunds from', '/refunds to', '/refunds transaction'],
  ...['/payouts status', '/payouts from', '/payouts to', '/payouts reference'],
  '/settlements subaccount',
]

for (const [path, { theirs, by }] of Object.entries(LISTS)) {
  test(`${path} narrowed by each of its filters is what the whole list has of it`, async () => {
    const all = await walked(path)
    assert(all.length > 3, `there are ${all.length}`)
    for (const [filter, keeps] of Object.entries(by)) {
      for (const value of valuesOf(filter, all)) {
        const wanted = all.filter((row) => keeps(row, value))
        const query = `${filter}=${encodeURIComponent(value)}`
        assert.deepEqual(await walked(`${path}?${query}`), wanted, `${path}?${query}`)
        if (!theirs || !THEIRS.includes(`${path} ${filter}`)) continue
        const { data, meta } = await paystack(`${theirs}?perPage=100&${query}`)
        const amounts = wanted.slice(0, 100).map(({ amount }) => amount)
        const shown = data.map((one: Loose) => one.amount ?? one.total_amount)
        assert.deepEqual([shown, meta.total], [amounts, wanted.length], `${theirs}?${query}`)
      }
    }
  })
}

/** Those that occur in the list; of moments and amounts, one that a row has exactly. */
function valuesOf(filter: string, all: Loose[]): string[] {
  const middle = all[Math.floor(all.length / 2)]!
  switch (filter) {
    case 'from':
    case 'to':
      return [middle.created_at]
    case 'amount_min':
    case 'amount_max':
      return [String(middle.amount)]
    case 'customer':
      return [...new Set(all.map(({ customer }) => customer.id as string))]
    case 'payment_link':
      return [all.find(({ metadata }) => metadata?.payment_link).metadata.payment_link]
    case 'reference':
      return [middle[filter]]
    case 'transaction':
      return [middle.transaction_id]
    default:
      return [...new Set(all.map((row) => (row[filter] ?? row[`${filter}_id`]) as string))].filter(
        (one) => one !== null && one !== undefined,
      )
  }
}
