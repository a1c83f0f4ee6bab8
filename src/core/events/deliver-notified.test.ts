import assert from 'node:assert/strict'
import { afterEach, type TestContext, test } from 'node:test'
import { forgetPending, givenEvents, givenReceiver, givenUrl } from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import { resendEvent, sendTest } from './events.ts'
import { EVENTS_TOPIC, startDeliverer } from './webhooks.ts'

// Events of this process are sent without a scan of all queues. Here every scan after the first
// fails, so that what arrives was found by a poll of its business.

const context = useContext()
const never = () => new Promise<never>(() => {})

afterEach(() => forgetPending(context))

test('events of this process are sent without a scan of all queues', async (t) => {
  const [business, other] = [await givenBusiness(context), await givenBusiness(context)]
  const receiver = await givenReceiver()
  for (const one of [business, other]) await givenUrl(context, one, receiver.url)
  await givenDeliverer(t, 'scan')

  await emit(business, 1)
  await receiver.arrived(1)
  for (const one of [business, other]) await emit(one, 3)
  await receiver.arrived(7)
})

test('a backlog beyond the slots is sent as slots become free, without a scan', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  await givenDeliverer(t, 'scan')

  await emit(business, 45)
  await receiver.arrived(45)

  assert(receiver.openMax() <= 10)
})

test('resends and tests are sent without a scan', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  await givenDeliverer(t, 'scan')
  const [eventId] = await emit(business, 1)
  await receiver.arrived(1)
  const isSent = async () => (await context.sql`select from delivery where state = 'pending'`)[0]
  await until('it is recorded', async () => !(await isSent()))

  await resendEvent(context, { ...business, eventId: eventId! })
  await receiver.arrived(2)
  await sendTest(context, business, 'standard')
  await receiver.arrived(3)
})

test('a notification does not probe a failing endpoint', async (t) => {
  const [ill, healthy] = [await givenBusiness(context), await givenBusiness(context)]
  const receiver = await givenReceiver()
  for (const one of [ill, healthy]) await givenUrl(context, one, receiver.url)
  await context.sql`
    update webhook_endpoint set failures = 10, failing_since = ${context.now()}
    where business_id = ${ill.businessId} and mode = 'test'
  `
  await givenDeliverer(t, 'scan')

  await emit(healthy, 1)
  await receiver.arrived(1)
  await emit(ill, 1)
  await emit(healthy, 1)
  await receiver.arrived(2)

  const [row] = await context.sql`
    select state, lease_token from delivery where business_id = ${ill.businessId}
  `
  assert.deepEqual({ ...row }, { state: 'pending', leaseToken: null })
})

test('the next scan makes up for a notification lost in a failed poll', async (t) => {
  const business = await givenBusiness(context)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const { failed } = await givenDeliverer(t, 'notified')

  await emit(business, 1)
  await receiver.arrived(1)

  assert.equal(failed(), 1)
})

test('while slots are few, all businesses share them', async (t) => {
  const hanging = await givenReceiver(never)
  const healthy = await givenReceiver()
  for (let i = 0; i < 60; i++) {
    const one = await givenBusiness(context)
    await givenUrl(context, one, hanging.url)
    await givenEvents(context, one, 10)
  }
  const other = await givenBusiness(context)
  await givenUrl(context, other, healthy.url)
  const { failed } = await givenDeliverer(t, 'notified')
  await until('slots are few', async () => hanging.open() > 550)

  for (let i = 1; i <= 5; i++) {
    await emit(other, 1)
    await healthy.arrived(i)
  }

  assert.equal(failed(), 0, 'no poll for its business alone')
})

/** As an operation does: notifies after COMMIT. */
async function emit(business: GivenBusiness, count: number) {
  const ids = await givenEvents(context, business, count)
  context.pubSub.publish(EVENTS_TOPIC, business)
  return ids
}

/** A deliverer that has scanned once and then fails in one of two ways. */
async function givenDeliverer(t: TestContext, broken: 'scan' | 'notified') {
  const scanned = Promise.withResolvers<void>()
  let scans = 0
  let failed = 0
  const hot = new Proxy(context.hot, {
    apply(target, self, args) {
      const [text] = args[0] as string[]
      const isScan = text!.includes('webhook_queue')
      if (isScan) scans += 1
      if (isScan && scans === 1) scanned.resolve()
      else if (broken === 'scan' ? isScan : text!.includes('notified.business_id')) {
        failed += 1
        throw new Error('this poll fails')
      }
      return Reflect.apply(target as never, self, args)
    },
  })
  const log = { info() {}, warn() {}, error() {} }
  const deliverer = startDeliverer({ ...context, hot, log }, { drainMs: 10, deadlineMs: HOUR })
  t.after(() => deliverer.stop())
  await scanned.promise
  return { failed: () => failed }
}
