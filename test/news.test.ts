import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../src/core/context.ts'
import { EVENTS_TOPIC } from '../src/core/events/webhooks.ts'
import { assign } from '../src/payments/deposits/suspend.ts'
import { publicId } from '../src/platform/ids.ts'
import { type Api, givenPayment, useApi } from './api.ts'
import {
  creditTo,
  eventsOf,
  givenAccount,
  givenDedicated,
  notify,
  pay,
  runJobsOnce,
} from './payments.ts'
import { givenReceiver, givenUrl } from './receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Whoever emits an event says whose it is, after COMMIT: the deliverer then looks there alone.

const context = useContext()
const api = useApi(context)
const AMOUNT = 500_000

for (const [name, flow] of Object.entries({
  'a payment by transfer': payByTransfer,
  'a payment by card': (api, business) => payByCard(api, business).then(() => {}),
  'a card that is declined until the payment has failed': payInVain,
  'a payment that expires': expire,
  'a dedicated account': async (api, business) => void (await givenDedicated(api, business)),
  'a deposit': payIn,
  'a deposit that an operator assigned': payInByOperator,
  'a verification of a person': verifyPerson,
  'a payout': payOut,
  'a refund': refund,
} satisfies Record<string, (api: Api, business: GivenBusiness) => Promise<void>>)) {
  test(`of ${name} the deliverer hears, and whose it is`, async () => {
    const business = await givenBusiness(context)
    await givenUrl(context, business, (await givenReceiver()).url)
    const heard: { whose: Scope | undefined; events: Promise<unknown[]> }[] = []
    const leave = context.pubSub.subscribe(EVENTS_TOPIC, (whose) => {
      heard.push({ whose, events: eventsOf(context, business) })
    })

    await flow(api, business)
    leave()

    assert(heard.length > 0, 'it is told')
    for (const { whose } of heard) {
      const { businessId, mode } = whose ?? {}
      assert.deepEqual({ businessId, mode }, { businessId: business.businessId, mode: 'test' })
    }
    const last = await heard.at(-1)!.events
    assert(last.length > 0, 'after COMMIT')
    assert.equal(last.length, (await eventsOf(context, business)).length, 'of the last one too')
  })
}

async function payByTransfer(api: Api, business: GivenBusiness) {
  const { account_number } = await givenAccount(context, api, business)
  await notify(api, context, creditTo(context, account_number, AMOUNT))
}

async function payByCard(api: Api, business: GivenBusiness) {
  const payment = await givenPayment(api, business)
  await pay(api, payment.access_code, 'success')
  return payment
}

async function payInVain(api: Api, business: GivenBusiness) {
  const { access_code } = await givenPayment(api, business)
  for (let i = 0; i < 12; i++) await pay(api, access_code, 'declined')
}

async function expire(api: Api, business: GivenBusiness) {
  const { reference } = await givenPayment(api, business)
  const path = `/api/v1/sandbox/transactions/${reference}/expire`
  assert.equal((await api.post(path, { key: business.keys.secretKey })).status, 200)
}

async function payIn(api: Api, business: GivenBusiness) {
  const { account_number } = await givenDedicated(api, business)
  await notify(api, context, creditTo(context, account_number, AMOUNT))
}

async function payInByOperator(api: Api, business: GivenBusiness) {
  const { account_number } = await givenDedicated(api, business)
  await notify(api, context, creditTo(context, '9999999999', AMOUNT))
  const [waiting] = await context.sql<{ id: never }[]>`
    select suspended_credit_id as id from suspended_credit where assigned_at is null
  `
  await assign(context, 'test', {
    suspendedCredit: publicId('suspended_credit', waiting!.id),
    accountNumber: account_number,
    by: 'ada@example.com',
    businessId: null,
  })
}

async function verifyPerson(api: Api, { keys }: GivenBusiness) {
  const key = keys.secretKey
  const person = { type: 'BVN', number: '20000000001' }
  const { body: begun } = await api.post('/api/v1/bvn/verify', { key, body: person })
  const { verification_id } = begun
  const body = { verification_id, type: 'BVN', otp: '123456' }
  assert.equal((await api.post('/api/v1/bvn/validate', { key, body })).status, 200)
}

async function payOut(api: Api, { keys }: GivenBusiness) {
  const body = {
    amount: 10_000,
    bank_code: '001',
    account_number: '0123456789',
    reference: 'payout-1',
  }
  assert.equal((await api.post('/api/v1/payouts', { key: keys.secretKey, body })).status, 201)
  await runJobsOnce(context)
}

async function refund(api: Api, business: GivenBusiness) {
  const { reference } = await payByCard(api, business)
  const body = { transaction: reference }
  const answer = await api.post('/api/v1/refunds', { key: business.keys.secretKey, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  await runJobsOnce(context)
}
