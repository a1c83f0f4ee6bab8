import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf } from '../../../test/payments.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from '../../../test/providers/monnify.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { take } from '../../operator/notifications/notifications.ts'
import { DAY, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { monnifyRails } from '../../providers/monnify/monnify.ts'

// What a contract at the provider can change: who pays its fee, and whether it accepts another
// amount than the exact one.

const AMOUNT = 500_000
const FEE = 1_075
const PAYABLE = AMOUNT + FEE

const context = useContext()
const api = useApi(context)

let monnify: MonnifyStandIn
let rails: NonNullable<ReturnType<typeof monnifyRails>>
let business: GivenBusiness
before(async () => {
  await context.opened
  monnify = await startMonnifyStandIn({ now: context.now })
  const config = { ...monnify.credentials, baseUrl: monnify.url }
  rails = monnifyRails(config, { now: context.now, log: context.log })!
  context.rails.live = [rails]
})
after(() => monnify.close())

beforeEach(async () => {
  Object.assign(monnify.books.contract, { customerPaysFee: false, exactOnly: false })
  const made = await givenBusiness(context)
  business = { ...made, mode: 'live', keys: await givenLive(context, made.businessId) }
})
afterEach(() => assertBooksTie(context))

async function givenWaiting() {
  const { body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example' },
  })
  const checkout = `/checkout/${body.data.access_code}`
  const { reference } = body.data
  const account = await api.post(`${checkout}/bank-transfer`)
  assert.equal(account.status, 200, account.text)
  return {
    reference,
    ...account.body.data,
    page: async () => (await api.get(checkout)).text,
    status: async () => (await api.get(`${checkout}/status`)).body.data,
  }
}

/** The payer's transfer, and the notification as it comes. */
function pay(number: string, amount: number) {
  monnify.controls.pay(number, kobo(amount))
  return told()
}

function told() {
  const { headers, body } = monnify.controls.told.at(-1)!
  return take(context, 'monnify', { headers, body })
}

async function verified(reference: string) {
  const key = business.keys.secretKey
  return (await api.get(`/api/v1/transactions/verify/${reference}`, { key })).body.data
}

const typesOf = async () => (await eventsOf(context, business)).map(({ type }) => type)

test('with the fee on the customer, the checkout shows and accepts what must be sent', async () => {
  monnify.books.contract.customerPaysFee = true
  const { account_number, amount, reference, page, status } = await givenWaiting()

  assert.equal(amount, PAYABLE)
  const shown = await page()
  assert.match(shown, /Send exactly <b>₦5,010\.75<\/b>/)
  assert.doesNotMatch(shown, /Send exactly <b>₦5,000/)

  await pay(account_number, PAYABLE)
  await told()

  assert.equal((await status()).status, 'success')
  assert.equal((await verified(reference)).amount, AMOUNT, 'the fee is not the business’s')
  assert.deepEqual(
    (await typesOf()).filter((type) => type === 'transaction.success'),
    ['transaction.success'],
  )
  const [fees] = await context.sql`
    select 1 from ledger_entry where mode = 'live' and debit_account = 'rail_fees'
  `
  assert.equal(fees, undefined, 'the customer paid the fee, not the house')
})

test('with the fee on the customer, the amount without it is wrong, and is returned', async () => {
  monnify.books.contract.customerPaysFee = true
  const { account_number, status } = await givenWaiting()

  await pay(account_number, AMOUNT)

  const { status: now, message } = await status()
  assert.equal(now, 'ongoing')
  assert.match(message, /₦5,000\.00.*₦5,010\.75/)
  assert((await typesOf()).includes('bank_transfer.rejected'))
})

test('the statement of a payment with the fee on the customer agrees with the books', async () => {
  monnify.books.contract.customerPaysFee = true
  const { account_number } = await givenWaiting()
  await pay(account_number, PAYABLE)

  const span = { from: later(context.now(), -DAY), to: later(context.now(), DAY) }
  const fetched = await rails.bank.fetchStatement(span)
  assert.equal(fetched.kind, 'fetched')
  const lines = fetched.kind === 'fetched' ? fetched.lines : []
  const line = lines.find(({ accountNumber, amount }) => accountNumber !== null && amount > 0n)
  const ours = await context.sql<{ amount: bigint; sessionId: string }[]>`
    select v.amount, v.session_id from rail_movement v
    where v.mode = 'live' and v.rail = 'monnify' and v.business_id = ${business.businessId}
  `
  assert.equal(ours.length, 1)
  const theirs = lines.find(({ sessionId }) => sessionId === ours[0]!.sessionId)
  assert.equal(theirs?.amount, ours[0]!.amount, `${line?.sessionId}`)
})

test('a transfer that the contract rejects is told to customer and business, once', async () => {
  monnify.books.contract.exactOnly = true
  const { account_number, reference, status } = await givenWaiting()

  await pay(account_number, AMOUNT - 100)
  await told()
  await Promise.all([told(), told()])

  const { status: now, message } = await status()
  assert.equal(now, 'ongoing')
  assert.match(message, /₦4,999\.00.*₦5,000\.00/)
  const bounced = (await eventsOf(context, business)).filter(
    ({ type }) => type === 'bank_transfer.bounced',
  )
  assert.equal(bounced.length, 1)
  const { data } = bounced[0]!
  assert.deepEqual(
    [data.reference, data.account_number, data.amount, data.expected_amount],
    [reference, account_number, AMOUNT - 100, AMOUNT],
  )

  await pay(account_number, AMOUNT)
  assert.equal((await status()).status, 'success')
})

test('a rejection of a paid payment, of another number or unsigned changes nothing', async () => {
  monnify.books.contract.exactOnly = true
  const { account_number, status } = await givenWaiting()
  await pay(account_number, AMOUNT - 100)
  const { headers, body } = monnify.controls.told.at(-1)!
  const text = body.toString().replaceAll(account_number, '1234567890')
  await take(context, 'monnify', monnify.controls.signText(text))
  await pay(account_number, AMOUNT)
  const before = await typesOf()

  await take(context, 'monnify', { headers, body })
  const unsigned = take(context, 'monnify', { headers: {}, body })

  await assert.rejects(unsigned, { code: 'invalid_signature' })
  assert.equal((await status()).status, 'success')
  assert.deepEqual(await typesOf(), before)
})
