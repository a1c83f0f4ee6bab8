import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { breakable, Stopped } from '../../../test/faults.ts'
import {
  askForAccount,
  eventsOf,
  pay,
  runJobs,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { abandonDue } from './expire.ts'

const context = useContext()
stopNow(context)
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('a payment is open for a day, and not a moment longer', async () => {
  const business = await givenBusiness(context)
  const { reference } = await givenPayment(api, business)

  context.advance(1 * DAY - 1_000)
  await abandonDue(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'pending')
  context.advance(1_000)
  await abandonDue(context)

  const { status, message, paid_at } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, paid_at], ['abandoned', null])
  assert.equal(message, 'The customer did not pay in time.')
})

test('a business may give its customers more time or less', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { expirySeconds: 15 * 60 })
  const { reference } = await givenPayment(api, business)

  context.advance(15 * MINUTE)
  await abandonDue(context)

  assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
})

test('a one-off account expires with its payment', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { expirySeconds: 15 * 60 })
  const { access_code } = await givenPayment(api, business)

  const { body } = await api.post(`/checkout/${access_code}/bank-transfer`)

  const left = Date.parse(body.data.expires_at) - context.now().getTime()
  assert(left > 14 * MINUTE && left <= 15 * MINUTE)
})

test('an expired payment cannot be paid, whether or not the job has closed it', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  context.advance(1 * DAY)

  for (const sweep of [async () => 0, abandonDue]) {
    await sweep(context)
    const byCard = await pay(api, access_code, 'success')
    const byTransfer = await api.post(`/checkout/${access_code}/bank-transfer`)
    assert.deepEqual([byCard.status, byCard.body.code], [409, 'already_closed'])
    assert.deepEqual([byTransfer.status, byTransfer.body.code], [409, 'already_closed'])
  }
})

test('each abandoned payment has one event, with its record', async () => {
  const business = await givenBusiness(context)
  const { reference } = await givenPayment(api, business, { metadata: { order: '7  7' } })
  context.advance(1 * DAY)

  const other = contextOn(context.database)
  await Promise.all([context, other, context, other].map(abandonDue))
  await abandonDue(context)

  const record = await verifyPayment(api, business, reference)
  assert.deepEqual(await eventsOf(context, business), [
    { type: 'transaction.abandoned', data: record },
  ])
  await disconnect(other)
})

test('a run that fails before its end changes nothing, and the next run closes all', async () => {
  const business = await givenBusiness(context)
  const payments = [await givenPayment(api, business), await givenPayment(api, business)]
  context.advance(1 * DAY)
  const faulty = breakable(context)
  const passed = ['before', 'after'] as const

  for (const when of passed) {
    for (let point = 1; point <= 3; point++) {
      faulty.arm({ point, when, does: 'dies' })
      await assert.rejects(abandonDue(faulty.context), Stopped)
      faulty.disarm()
      const events = await eventsOf(context, business)
      assert.deepEqual(events, [], `${when} point ${point}`)
    }
  }
  await abandonDue(context)

  assert.equal((await eventsOf(context, business)).length, payments.length)
})

test('a transfer during the run pays the payment, or is set apart after it is abandoned', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const business = await givenBusiness(context)
    const { access_code, reference } = await givenPayment(api, business)
    const account_number = await askForAccount(api, access_code)
    // The sweep looks from a moment later on, at which the payment has expired.
    const later = { ...context, now: () => new Date(context.now().getTime() + 1 * DAY) }
    const paying = () => transfer(api, business, { account_number, amount: 500_000 })

    const both = round % 2 === 0 ? [paying(), abandonDue(later)] : [abandonDue(later), paying()]
    await Promise.all(both)

    const { status } = await verifyPayment(api, business, reference)
    ends.add(status)
    await assertBooksTie(context)
  }
  assert.deepEqual(
    [...ends].filter((end) => end !== 'success' && end !== 'abandoned'),
    [],
  )
  context.advance(1 * HOUR)
  await runJobs(context)
  await assertSettled(context)
})

test('more payments than a batch holds are closed in several batches', async () => {
  const business = await givenBusiness(context)
  await Promise.all(Array.from({ length: 520 }, () => givenPayment(api, business)))
  context.advance(1 * DAY)

  const swept = [await abandonDue(context), await abandonDue(context), await abandonDue(context)]

  assert.deepEqual(swept, [500, 20, 0])
})

test('in the sandbox, a business can expire a payment once', async () => {
  const business = await givenBusiness(context)
  const { reference } = await givenPayment(api, business)
  const { secretKey: key } = business.keys
  const end = () => api.post(`/api/v1/sandbox/transactions/${reference}/expire`, { key })

  const ended = await end()
  const again = await end()

  assert.deepEqual([ended.status, ended.body.data.status], [200, 'abandoned'])
  assert.deepEqual([again.status, again.body.code], [409, 'already_closed'])
  const told = (await eventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(told, ['transaction.abandoned'])
})
