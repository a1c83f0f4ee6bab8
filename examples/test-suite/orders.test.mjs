import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, shop } from './worker.mjs'

test('an order that is paid by card succeeds', async () => {
  await shop.order('order-1')
  await shop.pay('order-1')
  assert.equal(await shop.statusOf('order-1'), 'success')
})

test('an order that is paid by transfer succeeds', async () => {
  await shop.order('order-1')
  await shop.pay('order-1', { channel: 'bank_transfer' })
  assert.equal(await shop.statusOf('order-1'), 'success')
})

test('a declined card leaves the order open', async () => {
  await shop.order('order-1')
  await shop.pay('order-1', { channel: 'card', outcome: 'declined' })
  assert.notEqual(await shop.statusOf('order-1'), 'success')
})

test('a transfer of the wrong amount leaves the order open', async () => {
  await shop.order('order-1')
  await shop.pay('order-1', { channel: 'bank_transfer', amount: 1_000 })
  assert.notEqual(await shop.statusOf('order-1'), 'success')
})

test('each test begins without orders', async () => {
  assert.deepEqual(await shop.payments(), [])
  const { code } = await business.call('GET', '/transactions/verify/order-1')
  assert.equal(code, 'transaction_not_found')
})
