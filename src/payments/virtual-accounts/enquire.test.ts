import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf } from '../../../test/payments.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from '../../../test/providers/monnify.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { take } from '../../operator/notifications/notifications.ts'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { monnifyRails } from '../../providers/monnify/monnify.ts'
import type { BankRail } from '../../providers/rails.ts'
import { enquireAboutOneOffs } from './enquire.ts'

// Payments by transfer of which no notification comes, in live mode before Monnify's stand-in.

const AMOUNT = 500_000

const context = useContext()
const api = useApi(context)

let monnify: MonnifyStandIn
let bank: BankRail
let business: GivenBusiness
before(async () => {
  await context.opened
  monnify = await startMonnifyStandIn({ now: context.now })
})
after(() => monnify.close())

beforeEach(async () => {
  const config = { ...monnify.credentials, baseUrl: monnify.url }
  const rails = monnifyRails(config, { now: context.now, log: context.log })!
  bank = rails.bank as BankRail
  context.rails.live = [rails]
  const made = await givenBusiness(context)
  business = { ...made, mode: 'live', keys: await givenLive(context, made.businessId) }
})
afterEach(() => assertBooksTie(context))

/** A customer who has seen the account number. */
async function givenWaiting() {
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example' },
  })
  const checkout = `/checkout/${body.data.access_code}`
  const account = await api.post(`${checkout}/bank-transfer`)
  assert.equal(account.status, 200, account.text)
  return {
    number: account.body.data.account_number as string,
    poll: async () => (await api.get(`${checkout}/status`)).body.data.status as string,
  }
}

const pay = (number: string, amount: Kobo = kobo(AMOUNT)) => monnify.controls.pay(number, amount)
const queries = () => monnify.controls.calls()['query'] ?? 0
const paymentsOf = async () =>
  (await eventsOf(context, business)).filter(({ type }) => type === 'transaction.success').length

const runAll = () => untilDone(context, enquireAboutOneOffs)

test('a payment whose notification is lost is found by the job three minutes later', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  const before = queries()
  context.advance(2 * MINUTE)
  await runAll()
  assert.equal(queries(), before, 'not yet')

  context.advance(MINUTE)
  await runAll()

  assert.equal(await poll(), 'success')
  assert.equal(await paymentsOf(), 1)
})

test('the customer’s page makes the service ask sooner, and however many poll, once', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  context.advance(39 * SECOND)
  await poll()
  await runAll()
  assert.equal(await poll(), 'ongoing')

  context.advance(11 * SECOND)
  const before = queries()
  await Promise.all(Array.from({ length: 30 }, poll))
  await runAll()

  assert.equal(queries(), before + 1)
  assert.equal(await poll(), 'success')
})

test('while nobody pays, open pages cause a question in 40 seconds, and ever fewer', async () => {
  const { poll } = await givenWaiting()
  const asked = queries()
  let before = queries()
  const gaps: number[] = []
  let gap = 0
  for (let second = 0; second < 30 * 60; second += 10) {
    context.advance(10 * SECOND)
    gap += 10
    await poll()
    await runAll()
    if (queries() === before) continue
    before = queries()
    gaps.push(gap)
    gap = 0
  }

  assert(Math.min(...gaps) >= 40, `${gaps}`)
  assert(gaps.at(-1)! > 2 * 60, `${gaps}`)
  assert(before - asked < 25, `${gaps}`)
})

test('an account that nobody pays is asked about a few times, until an hour after its end', async () => {
  await givenWaiting()
  const before = queries()
  for (let minute = 0; minute < 5 * 60; minute++) {
    context.advance(MINUTE)
    await runAll()
  }

  const asked = queries() - before
  assert(asked >= 4 && asked <= 8, `${asked}`)
  const [row] = await context.sql`
    select 1 from virtual_account
    where business_id = ${business.businessId} and mode = 'live' and enquire_at is not null
  `
  assert.equal(row, undefined)
})

test('a provider that does not answer is asked again, and the payment is booked', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  monnify.controls.fail('502', 'query')
  context.advance(3 * MINUTE)
  await runAll()
  assert.equal(await poll(), 'ongoing')

  context.advance(MINUTE)
  await runAll()

  assert.equal(await poll(), 'success')
})

test('an enquiry and the notification at once book one payment', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  const { headers, body } = monnify.controls.told.at(-1)!
  context.advance(3 * MINUTE)
  // The notification is booked while the enquiry has its answer and has booked nothing.
  const { enquireCredit } = bank
  bank.enquireCredit = async (request) => {
    const outcome = await enquireCredit!(request)
    await take(context, 'monnify', { headers, body })
    return outcome
  }

  await runAll()
  await take(context, 'monnify', { headers, body })

  assert.equal(await poll(), 'success')
  assert.equal(await paymentsOf(), 1)
})

test('notification and enquiry that begin together book one payment', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  const { headers, body } = monnify.controls.told.at(-1)!
  context.advance(3 * MINUTE)

  await Promise.all([take(context, 'monnify', { headers, body }), runAll(), runAll()])

  assert.equal(await poll(), 'success')
  assert.equal(await paymentsOf(), 1)
})

test('a process that dies after the answer leaves a row that is asked about again', async () => {
  const { number, poll } = await givenWaiting()
  pay(number)
  context.advance(3 * MINUTE)
  const { enquireCredit } = bank
  bank.enquireCredit = async (request) => {
    await enquireCredit!(request)
    throw new Error('the process died')
  }
  await runAll()
  assert.equal(await poll(), 'ongoing')

  bank.enquireCredit = enquireCredit!
  context.advance(MINUTE)
  await runAll()

  assert.equal(await poll(), 'success')
  assert.equal(await paymentsOf(), 1)
})

test('a wrong amount that no notification told of is sent back', async () => {
  const { number, poll } = await givenWaiting()
  pay(number, kobo(AMOUNT - 100))
  context.advance(3 * MINUTE)
  await runAll()

  assert.equal(await poll(), 'ongoing')
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert(types.includes('bank_transfer.rejected'), `${types}`)
})

test('the sandbox knows of no credit whose notification was not lost', async () => {
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: (await givenBusiness(context)).keys.secretKey,
    body: { amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example' },
  })
  await api.post(`/checkout/${body.data.access_code}/bank-transfer`)
  context.advance(HOUR)

  assert.equal(await enquireAboutOneOffs(context), 1)

  const { status } = (await api.get(`/checkout/${body.data.access_code}/status`)).body.data
  assert.equal(status, 'ongoing')
})
