import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, shop } from './worker.mjs'

// The other workers share the clock, so these tests move it by hours, not by days.

const soon = () => business.call('PUT', '/settings/checkout', { expiry_seconds: 900 })

test('an order expires when its time is over', async () => {
  await soon()
  await shop.order('order-1')
  const { events } = await business.advance('20 minutes')
  assert.equal(await shop.statusOf('order-1'), 'abandoned')
  assert(events.some(({ event }) => event === 'transaction.abandoned'))
})

test('an expired order is not paid', async () => {
  await soon()
  await shop.order('order-1')
  await business.advance('20 minutes')
  await shop.pay('order-1').catch(() => {})
  assert.equal(await shop.statusOf('order-1'), 'abandoned')
})

test('a paid order does not expire', async () => {
  await soon()
  await shop.order('order-1')
  await shop.pay('order-1')
  await business.advance('20 minutes')
  assert.equal(await shop.statusOf('order-1'), 'success')
})

test('the clock does not go back', async () => {
  await assert.rejects(business.moveTo('2020-01-01T00:00:00Z'), /invalid_request/)
})

test('the clock says its time', async () => {
  const { now } = await business.advance('1 second')
  const { data } = await business.call('GET', '/sandbox/clock')
  assert(data.is_moved)
  assert(Date.parse(data.now) >= Date.parse(now))
})
