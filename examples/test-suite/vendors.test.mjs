import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, shop } from './worker.mjs'

const VENDOR = '0123456789'
const CLOSED = '9999999999'
const COMES_BACK = '5555555555'

test('a vendor is paid', async () => {
  const payout = await shop.payVendor('vendor-1', 50_000, VENDOR)
  await business.advance('1 minute')
  assert.equal((await shop.payout(payout.id)).status, 'success')
})

test('a payout to a closed account fails, and the money is back', async () => {
  const { available } = await shop.balance()
  const payout = await shop.payVendor('vendor-1', 50_000, CLOSED)
  await business.advance('1 minute')
  assert.equal((await shop.payout(payout.id)).status, 'failed')
  assert.equal((await shop.balance()).available, available)
})

test('a payout that comes back after an hour is reversed', async () => {
  const payout = await shop.payVendor('vendor-1', 50_000, COMES_BACK)
  const { events } = await business.advance('2 hours')
  assert.equal((await shop.payout(payout.id)).status, 'reversed')
  assert(events.some(({ event }) => event === 'payout.reversed'))
})

test('more than the balance is not paid', async () => {
  await assert.rejects(shop.payVendor('vendor-1', 900_000_000, VENDOR), /insufficient_balance/)
})

test('one reference pays once', async () => {
  const first = await shop.payVendor('vendor-1', 50_000, VENDOR)
  const again = await shop.payVendor('vendor-1', 50_000, VENDOR)
  assert.equal(again.id, first.id)
})
