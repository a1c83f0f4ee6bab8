import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, shop } from './worker.mjs'

async function paid(reference) {
  await shop.order(reference)
  await shop.pay(reference)
}

test('a paid order is refunded in full', async () => {
  await paid('order-1')
  const refund = await shop.refund('order-1')
  assert.equal(refund.amount, 500_000)
})

test('a paid order is refunded in parts', async () => {
  await paid('order-1')
  for (const amount of [200_000, 300_000]) await shop.refund('order-1', amount)
  await assert.rejects(shop.refund('order-1', 100))
})

test('an open order is not refunded', async () => {
  await shop.order('order-1')
  await assert.rejects(shop.refund('order-1'))
})

test('an order that does not exist is not refunded', async () => {
  await assert.rejects(shop.refund('order-1'), /transaction_not_found/)
})

test('a bank that is down delays a refund, and does not lose it', async () => {
  await paid('order-1')
  const outage = { outcome: 'down', times: 1 }
  await business.call('PUT', '/sandbox/rails/cards.refund', outage)
  const refund = await shop.refund('order-1')
  await business.advance('10 minutes')
  const { data } = await business.call('GET', `/refunds/${refund.id}`)
  assert.equal(data.status, 'processed')
})
