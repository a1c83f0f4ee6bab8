import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import {
  askForAccount,
  endEventsOf,
  givenAccount,
  pay,
  runJobs,
  runJobsOnce,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import {
  AMOUNT,
  askRefund,
  countRefunded,
  entriesOf,
  fetchRefund,
  givenPaid,
  NET,
  PLAY_MONEY,
  refunded,
  refundIn,
  refundsOf,
  WAYS,
  watched,
} from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { sendDue } from './send.ts'

const LATE_ACCOUNT = '8888888888'
const REFUSING_ACCOUNT = '9999999999'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const availableOf = async (of = business) =>
  Number((await balancesOf(context, of)).available.available)

for (const way of WAYS) {
  const clearing = way === 'card' ? 'card_clearing' : 'bank_clearing'

  test(`${way}: a partial refund leaves the status of the payment`, async () => {
    const paid = await givenPaid(api, business, way)
    const before = await verifyPayment(api, business, paid.reference)
    const wallet = await availableOf()

    const record = await refunded(api, business, paid, 120_000)

    assert.deepEqual([record.status, record.channel, record.amount], ['processed', way, 120_000])
    assert.deepEqual(
      [record.transaction_id, record.transaction_reference],
      [publicId('transaction', paid.id), paid.reference],
    )
    assert.equal(await availableOf(), wallet - 120_000)
    const [refund] = await refundsOf(context, business)
    const moved = `available ${clearing} 120000`
    assert.deepEqual(await entriesOf(context, refund!), [`hold ${moved}`, `post_hold ${moved}`])
    const after = await verifyPayment(api, business, paid.reference)
    const { updated_at } = after
    assert.deepEqual(after, {
      ...{ ...before, refunded_amount: 120_000, stage: 'partly_refunded', updated_at },
    })
    const { type, data } = (await endEventsOf(context, business)).at(-1)!
    assert.deepEqual([type, data], ['refund.processed', record])
    assert.deepEqual(await fetchRefund(api, business, record.id), record)
    await assertSettled(context)
  })

  test(`${way}: without an amount, all that is left is refunded, and the payment is reversed`, async () => {
    const paid = await givenPaid(api, business, way)
    const before = await verifyPayment(api, business, paid.reference)
    for (const part of [100, 199_900]) await refunded(api, business, paid, part)
    assert.equal((await verifyPayment(api, business, paid.reference)).status, 'success')

    const last = await refunded(api, business, paid)

    assert.equal(last.amount, AMOUNT - 200_000)
    const { log, ...after } = await verifyPayment(api, business, paid.reference)
    const { stage, updated_at } = before
    const asBefore = { status: 'success', log: before.log, refunded_amount: 0, stage, updated_at }
    assert.equal(after.stage, 'refunded')
    assert.deepEqual({ ...after, ...asBefore }, before)
    assert.deepEqual([after.status, after.refunded_amount], ['reversed', AMOUNT])
    const ended = log.history.map(({ message }: { message: string }) => message)
    assert.deepEqual(ended.slice(before.log.history.length), ['Refunded in full'])
    // The business pays the fee, so it has that much less than before the payment.
    const net = way === 'dedicated_virtual_account' ? NET.dedicated : NET.checkout
    assert.equal(await availableOf(), PLAY_MONEY + net - AMOUNT)
    const told = await endEventsOf(context, business)
    const types = told.map(({ type }) => type)
    const count = (wanted: string) => types.filter((type) => type === wanted).length
    assert.deepEqual([count('refund.processed'), count('transaction.success')], [3, 1])
    const reversed = told.find(({ type }) => type === 'transaction.reversed')
    assert.deepEqual(reversed?.data, await verifyPayment(api, business, paid.reference))
    await assertSettled(context)
  })
}

test('an accepted overpayment can be refunded in full', async () => {
  await changeSettings(context, business, { acceptOverpayment: true })
  const { account_number, reference } = await givenAccount(context, api, business)
  await transfer(api, business, { account_number, amount: AMOUNT + 100_000 })
  const { id } = await verifyPayment(api, business, reference)

  const tooMuch = await askRefund(api, business, { transaction: id, amount: AMOUNT + 100_001 })
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [422, 'refund_too_large'])
  const { amount } = await refunded(api, business, { id })

  assert.equal(amount, AMOUNT + 100_000)
  assert.equal((await verifyPayment(api, business, reference)).status, 'reversed')
})

test('a payment that has not succeeded cannot be refunded', async () => {
  const pending = await givenPayment(api, business)
  const ongoing = await givenAccount(context, api, business)
  const failed = await givenPayment(api, business)
  for (let i = 0; i < 5; i++) await pay(api, failed.access_code, 'declined')
  const refused = async (transaction: string) => {
    const { status, body } = await askRefund(api, business, { transaction, amount: 100 })
    assert.deepEqual([status, body.code], [422, 'not_refundable'])
  }
  for (const { reference } of [pending, ongoing, failed]) await refused(reference)

  context.advance(1 * DAY + 1)
  await runJobs(context)
  for (const { reference } of [pending, ongoing, failed]) await refused(reference)
  assert.deepEqual([...(await refundsOf(context, business))], [])
})

test('more than is left is refused, and so is any refund of a reversed payment', async () => {
  const paid = await givenPaid(api, business)
  await refunded(api, business, paid, 200_000)
  const refused = async (amount?: number) => {
    const wanted = { transaction: paid.id, ...(amount !== undefined && { amount }) }
    const { status, body } = await askRefund(api, business, wanted)
    assert.deepEqual([status, body.code], [422, 'refund_too_large'])
  }

  await refused(300_001)
  await refunded(api, business, paid, 300_000)
  await refused(100)
  await refused()

  assert.equal((await refundsOf(context, business)).length, 2)
})

test('a payment whose full refund is pending has nothing left to refund', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer', { sender: LATE_ACCOUNT })
  assert.equal((await refunded(api, business, paid)).status, 'pending')

  for (const amount of [undefined, 100]) {
    const wanted = { transaction: paid.id, ...(amount !== undefined && { amount }) }
    const { status, body } = await askRefund(api, business, wanted)
    assert.deepEqual([status, body.code], [422, 'refund_too_large'])
  }
  assert.equal((await verifyPayment(api, business, paid.reference)).status, 'success')
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, paid.reference)).status, 'reversed')
})

test('a wallet that does not cover the refund: 402, and nothing is stored', async () => {
  const paid = await givenPaid(api, business)
  await setWallet(context, business, kobo(99_999))

  const { status, body } = await askRefund(api, business, { transaction: paid.id, amount: 100_000 })

  assert.deepEqual([status, body.code], [402, 'insufficient_balance'])
  assert.equal(await availableOf(), 99_999)
  assert.equal(await countRefunded(context, paid), 0)
  assert.deepEqual([...(await refundsOf(context, business))], [])
  await refunded(api, business, paid, 99_999)
  assert.equal(await availableOf(), 0)
})

for (const [what, way, how, failure] of [
  ['an issuer that does not take it', 'card', { card: 'refund_refused' }, 'refused_by_issuer'],
  ['an account that is closed', 'bank_transfer', { sender: REFUSING_ACCOUNT }, 'account_closed'],
  [
    'the closed account of a sender to a dedicated one',
    'dedicated_virtual_account',
    { sender: REFUSING_ACCOUNT },
    'account_closed',
  ],
] as const) {
  test(`${what}: the refund has failed, and everything is as it was`, async () => {
    const paid = await givenPaid(api, business, way, how)
    const before = await verifyPayment(api, business, paid.reference)
    const wallet = await availableOf()

    const record = await refunded(api, business, paid)

    assert.deepEqual(
      [record.status, record.failure_code, record.session_id, record.processed_at],
      ['failed', failure, null, null],
    )
    assert.equal(await availableOf(), wallet)
    assert.equal(await countRefunded(context, paid), 0)
    const { updated_at, ...after } = await verifyPayment(api, business, paid.reference)
    assert.deepEqual({ ...after, updated_at: before.updated_at }, before)
    assert(updated_at > before.updated_at, 'the amount was being refunded')
    const { type, data } = (await endEventsOf(context, business)).at(-1)!
    assert.deepEqual([type, data], ['refund.failed', record])
    const again = await refunded(api, business, paid)
    assert.deepEqual([again.status, again.amount], ['failed', AMOUNT], 'it may be tried anew')
    await assertSettled(context)
  })
}

test('a bank that does not know the outcome is asked again under the same key until it does', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer', { sender: LATE_ACCOUNT })
  const wallet = await availableOf()

  const { id, status } = await refunded(api, business, paid)

  assert.equal(status, 'pending')
  assert.equal(await availableOf(), wallet - AMOUNT, 'it is held')
  await runJobsOnce(context)
  assert.equal((await fetchRefund(api, business, id)).status, 'pending', 'it pauses')
  context.advance(30 * SECOND)
  await runJobsOnce(context)
  const record = await fetchRefund(api, business, id)
  assert.deepEqual([record.status, record.session_id.length], ['processed', 30])
  assert.equal((await verifyPayment(api, business, paid.reference)).status, 'reversed')
  await assertSettled(context)
})

test('a refund is sent later if the rail is down', async () => {
  const paid = await givenPaid(api, business)
  const process = watched(context, async () => ({ kind: 'unavailable' }))

  const { status } = await refundIn(process, business, paid, null)

  assert.equal(status, 'pending')
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, paid.reference)).status, 'reversed')
  assert.equal(process.asked.length, 1)
  await assertSettled(context)
})

test('a reference names one amount: all that is left is another one than a part', async () => {
  const { reference: transaction } = await givenPaid(api, business)
  const asked = { transaction, reference: 'part-1' }
  await askRefund(api, business, { ...asked, amount: 100_000 })

  const { status, body } = await askRefund(api, business, asked)

  assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
})

test('a payment is found by its id, and by its reference, which may look like the id of another', async () => {
  const first = await givenPaid(api, business)
  const { access_code } = await givenPayment(api, business, { reference: first.id })
  await pay(api, access_code, 'success')
  const second = await verifyPayment(api, business, first.id)
  const like = newId(context.now())
  const third = await givenPayment(api, business, { reference: like })
  await pay(api, third.access_code, 'success')

  const records = []
  for (const transaction of [first.id, first.reference, second.id, like]) {
    const { body } = await askRefund(api, business, { transaction, amount: 100 })
    records.push(body.data.transaction_reference)
  }

  assert.deepEqual(records, [first.reference, first.reference, first.id, like])
})

test('one Idempotency-Key is one refund, answered with the same bytes', async () => {
  const paid = await givenPaid(api, business)
  const headers = { 'idempotency-key': 'refund 1' }
  const body = { transaction: paid.id, amount: 1_000, reason: 'Broken' }

  const answers = []
  for (let i = 0; i < 3; i++) answers.push(await askRefund(api, business, body, headers))

  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.equal(answers[0]!.body.data.reason, 'Broken')
  assert.equal((await refundsOf(context, business)).length, 1)
})

test('a reversed payment accepts no second transfer: it is returned', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)
  await transfer(api, business, { account_number, amount: AMOUNT })
  await refunded(api, business, await verifyPayment(api, business, reference))

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })
  await runJobs(context)

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'already_paid'])
  assert.equal((await verifyPayment(api, business, reference)).status, 'reversed')
  await assertSettled(context)
})

test('a rail that never knows is enquired less and less often, down to every 5 minutes', async () => {
  const paid = await givenPaid(api, business, 'card')
  const process = watched(context, async () => ({ kind: 'unknown' }))
  const { card } = process.rails.test
  // The clock stands still meanwhile.
  let now = context.now()
  process.now = () => now
  const start = now.getTime()
  const moments: number[] = []
  card.enquireRefund = async () => {
    moments.push((now.getTime() - start) / SECOND)
    return { kind: 'unknown' }
  }
  const told: string[] = []
  process.log = { ...context.log, error: (_: object, message: string) => void told.push(message) }
  await refundIn(process, business, paid, 1_000)

  for (let second = 0; second < HOUR / SECOND; second++) {
    await sendDue(process)
    now = later(now, 1 * SECOND)
  }

  assert.deepEqual(moments.slice(0, 9), [2, 4, 8, 16, 32, 64, 128, 256, 512])
  const pauses = moments.slice(9).map((at, i) => at - moments[i + 8]!)
  assert.deepEqual(new Set(pauses), new Set([300]))
  assert.deepEqual(told, [])
  now = later(now, 5 * MINUTE)
  await sendDue(process)
  assert.deepEqual(told, ['the outcome of a refund is still unknown'])
  const { available } = await balancesOf(context, business)
  assert.equal(available.posted - available.available, 1_000n, 'it is held all the time')
})
