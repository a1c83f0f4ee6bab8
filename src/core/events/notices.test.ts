import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  forgetPending,
  freeze,
  givenEvent,
  givenReceiver,
  givenUrl,
} from '../../../test/receiver.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import { deliverDue, findWebhooks } from './webhooks.ts'

const context = useContext()

afterEach(() => forgetPending(context))

async function givenFailing(status: number) {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  let answer = status
  const receiver = await givenReceiver(() => ({ status: answer }))
  await givenUrl(frozen, business, receiver.url)
  const deliver = async (next = answer) => {
    answer = next
    await givenEvent(frozen, business)
    await deliverDue(frozen)
    await forgetPending(context)
  }
  const noticed = async () => {
    const { notices } = await findWebhooks(frozen.sql, business)
    return notices.map(({ kind }) => kind).sort()
  }
  return { deliver, advance, noticed }
}

test('a business gets one notice each when its receiver has failed for a day, for three, and is off', async () => {
  const { deliver, advance, noticed } = await givenFailing(500)
  await deliver()
  advance(24 * HOUR - 1)
  await deliver()
  assert.deepEqual(await noticed(), [])

  advance(1)
  await deliver()
  await deliver()
  assert.deepEqual(await noticed(), ['failing_24h'])
  advance(48 * HOUR)
  for (let i = 0; i < 6; i++) await deliver()
  assert.deepEqual(await noticed(), ['failing_24h', 'failing_72h'])
  advance(48 * HOUR)
  await deliver()
  assert.deepEqual(await noticed(), ['failing_24h', 'failing_72h', 'turned_off'])
})

test('a 410 gives a notice at once', async () => {
  const { deliver, noticed } = await givenFailing(410)

  await deliver()

  assert.deepEqual(await noticed(), ['turned_off'])
})

test('after a success, notices start again', async () => {
  const { deliver, advance, noticed } = await givenFailing(500)
  await deliver()
  advance(24 * HOUR)
  await deliver()
  await deliver(200)
  await deliver(500)
  assert.deepEqual(await noticed(), ['failing_24h'])

  advance(24 * HOUR)
  await deliver()

  assert.deepEqual(await noticed(), ['failing_24h', 'failing_24h'])
})
