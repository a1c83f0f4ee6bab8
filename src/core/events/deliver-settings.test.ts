import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  findDelivery,
  forgetPending,
  freeze,
  givenEvent,
  givenReceiver,
  givenUrl,
  verifies,
  verifiesStandard,
} from '../../../test/receiver.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, SECOND } from '../../platform/clock.ts'
import { changeWebhooks, deliverDue, rollWebhookSecret } from './webhooks.ts'

// The URL and secret of an event whose settings change between two attempts.

const context = useContext()
const exactly = { jitter: () => 0 }

afterEach(() => forgetPending(context))

test('during a roll, both the old and the new secret verify', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  const receiver = await givenReceiver()
  await givenUrl(frozen, business, receiver.url)
  const sendOne = async () => {
    await givenEvent(frozen, business)
    await deliverDue(frozen)
    return receiver.received.at(-1)!
  }
  const old = business.webhookSecret

  const { secret } = await rollWebhookSecret(frozen, business, 'standard', 1)

  const during = await sendOne()
  assert.ok(await verifies(during, old))
  assert.ok(!(await verifies(during, secret)))
  assert.ok(await verifiesStandard(during, old))
  assert.ok(await verifiesStandard(during, secret))

  advance(HOUR)
  const afterwards = await sendOne()
  assert.ok(await verifies(afterwards, secret))
  assert.ok(!(await verifies(afterwards, old)))
  assert.ok(await verifiesStandard(afterwards, secret))
  assert.ok(!(await verifiesStandard(afterwards, old)))

  const atOnce = await rollWebhookSecret(frozen, business, 'standard', 0)
  const last = await sendOne()
  assert.ok(await verifies(last, atOnce.secret))
  assert.ok(!(await verifiesStandard(last, secret)))
})

test('a changed URL applies from the next attempt', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  await givenUrl(frozen, business, (await givenReceiver(() => ({ status: 500 }))).url)
  const id = await givenEvent(frozen, business)
  await deliverDue(frozen, exactly)

  const other = await givenReceiver()
  await givenUrl(frozen, business, other.url)
  advance(5 * SECOND)
  await deliverDue(frozen, exactly)

  assert.equal(other.received.length, 1)
  assert.equal(other.received[0]!.headers['x-service-attempt'], '2')
  assert.equal((await findDelivery(context, business, id)).state, 'delivered')
})

test('clearing a URL makes its pending deliveries fail visibly', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  const id = await givenEvent(context, business)
  await changeWebhooks(context, business, { urls: { standard: null } })

  await deliverDue(context)

  const { state, lastError, attempts } = await findDelivery(context, business, id)
  assert.deepEqual(
    { state, lastError, attempts },
    { state: 'failed', lastError: 'no_address', attempts: 0 },
  )
})

// The route of the event, whether the dedicated URL is set, and who receives it.
const routing = [
  ['standard', false, 'standard'],
  ['standard', true, 'standard'],
  ['dedicated_virtual_account', false, 'standard'],
  ['dedicated_virtual_account', true, 'dedicated'],
] as const
for (const [route, set, expected] of routing) {
  const which = set ? 'set' : 'not set'
  test(`a ${route} event, dedicated address ${which}: to the ${expected} one`, async () => {
    const business = await givenBusiness(context)
    const receivers = { standard: await givenReceiver(), dedicated: await givenReceiver() }
    const { standard, dedicated } = receivers
    const own = set ? dedicated.url : null
    const urls = { standard: standard.url, dedicated_virtual_account: own }
    await changeWebhooks(context, business, { urls })
    const id = await givenEvent(context, business, { route })
    const { endpoint } = await findDelivery(context, business, id)
    const queue = expected === 'dedicated' ? 'dedicated_virtual_account' : expected
    assert.equal(endpoint, queue, 'it waits for the endpoint that it is sent to')

    await deliverDue(context)

    const secret = { standard: business.webhookSecret, dedicated: business.dedicatedSecret }
    const [request] = receivers[expected].received
    assert.equal(standard.received.length + dedicated.received.length, 1)
    assert.ok(request && (await verifies(request, secret[expected])))
    assert.ok(await verifiesStandard(request, secret[expected]))
  })
}

test('with only the dedicated URL, only its events are sent', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await changeWebhooks(context, business, { urls: { dedicated_virtual_account: receiver.url } })
  await givenEvent(context, business)
  await givenEvent(context, business, { route: 'dedicated_virtual_account' })

  assert.equal(await deliverDue(context), 1)
})

test('test and live deliver separately', async () => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)

  await givenEvent(context, { businessId: business.businessId, mode: 'live' })

  assert.equal(await deliverDue(context), 0)
})
