import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenVerification } from '../../../test/contract/identity-calls.ts'
import { disputed } from '../../../test/disputes.ts'
import { creditTo, deposited, givenAccount, pay as payByCard } from '../../../test/payments.ts'
import { askToPay, LATE_ACCOUNT } from '../../../test/payouts.ts'
import { givenPaid } from '../../../test/refunds.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { concludeDue } from '../../identity/conclude.ts'
import { concludePayouts } from '../../money-out/payouts/conclude.ts'
import { enquireAboutMandates } from '../../payments/authorizations/mandates.ts'
import { enquireDue } from '../../payments/checkout/enquiries.ts'
import { returnDue } from '../../payments/deposits/return.ts'
import { callDue, disputeCalls } from '../../payments/disputes/call.ts'
import { closeDispute } from '../../payments/disputes/close.ts'
import { sendDue } from '../../payments/refunds/send.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { oldestUnknowns, UNKNOWNS, type UnknownThing, unknowns } from './calls.ts'

const context = useContext()
const api = useApi(context)

const told = async () => (await unknowns(context)).map(({ what }) => what)

const arm = (business: GivenBusiness, rail: string) =>
  api.put(`/api/v1/sandbox/rails/${rail}`, {
    key: business.keys.secretKey,
    body: { outcome: 'timeout', times: 1 },
  })

const pay = (business: GivenBusiness, reference: string) =>
  api.post(`/api/v1/sandbox/transactions/${reference}/pay`, {
    key: business.keys.secretKey,
    body: { channel: 'card' },
  })

type Thing = {
  /** Asks a rail that does not answer. */
  ask: (business: GivenBusiness) => Promise<unknown>
  /** The job that enquires about it. */
  job: (on: typeof context) => Promise<unknown>
  /** The column that records acceptance, for kinds that can be accepted. */
  inHand: [table: string, column: string] | null
}

const THINGS: Record<UnknownThing['what'], Thing> = {
  payout: {
    ask: (business) => askToPay(api, business, { account_number: LATE_ACCOUNT }),
    job: concludePayouts,
    inHand: ['payout', 'accepted_at'],
  },
  charge: {
    async ask(business) {
      const { reference } = await givenPayment(api, business)
      await arm(business, 'card')
      await pay(business, reference)
    },
    job: enquireDue,
    inHand: null,
  },
  mandate: {
    async ask(business) {
      const key = business.keys.secretKey
      const body = { bank_code: '058', account_number: '3100000006' }
      await api.post('/api/v1/customers', {
        key,
        body: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Example' },
      })
      await api.post('/api/v1/customers/ada@example.com/mandates', { key, body })
    },
    job: enquireAboutMandates,
    inHand: null,
  },
  refund: {
    async ask(business) {
      const { reference } = await givenPayment(api, business)
      await pay(business, reference)
      await arm(business, 'card')
      await api.post('/api/v1/refunds', {
        key: business.keys.secretKey,
        body: { transaction: reference },
      })
    },
    job: sendDue,
    inHand: ['refund', 'accepted_at'],
  },
  return: {
    async ask(business) {
      const { account_number: number } = await givenAccount(context, api, business)
      await deposited(context, creditTo(context, number, 1))
      await arm(business, 'bank')
      await returnDue(context)
    },
    job: returnDue,
    inHand: ['deposit', 'return_accepted_at'],
  },
  dispute: {
    async ask(business) {
      const paid = await givenPaid(api, business, 'bank_transfer')
      const dispute = await disputed(context, business, paid, { category: 'recall' })
      const closed = await closeDispute(context, dispute, { status: 'lost', by: 'operator' })
      await arm(business, 'bank')
      await disputeCalls.ask(context, closed!)
    },
    job: callDue,
    inHand: ['dispute', 'call_accepted_at'],
  },
  verification: {
    async ask(business) {
      await arm(business, 'identity')
      await api.post('/api/v1/bvn/verify', {
        key: business.keys.secretKey,
        body: { type: 'BVN', number: '22222222299' },
      })
    },
    job: concludeDue,
    inHand: null,
  },
}

for (const what of UNKNOWNS) {
  const { ask, job, inHand } = THINGS[what]
  test(`a ${what} is told of a minute after its rail was asked, until it is known`, async () => {
    const business = await givenBusiness(context)
    await ask(business)
    context.advance(59_000)
    assert.deepEqual(await told(), [], 'its answer may be on its way')
    context.advance(2_000)
    const [one, ...others] = await unknowns(context)
    assert.deepEqual(others, [])
    const { mode, rail, businessId, count } = one!
    assert.deepEqual(
      [one!.what, mode, rail, businessId, count],
      [what, 'test', 'sandbox', business.businessId, 1],
    )
    assert.match(one!.id, /^(po|att|aut|ref|dep|dsp|idv)_[0-9a-f]{32}$/)

    if (inHand) {
      const [table, column] = inHand
      const set = (at: Date | null) =>
        asOwner(context, (sql) => sql`update ${sql(table)} set ${sql({ [column]: at })}`)
      await set(context.now())
      assert.deepEqual(await told(), [], 'its rail has it in hand')
      await set(null)
    }

    for (let turn = 0; turn < 20 && (await told()).length > 0; turn += 1) {
      context.advance(10 * MINUTE)
      await job(context)
    }
    assert.deepEqual(await told(), [], 'it is known')
  })
}

test('what waits for a customer is not told', async () => {
  const business = await givenBusiness(context)
  await givenVerification(api, business)
  for (const card of ['page', 'pin']) {
    const { access_code } = await givenPayment(api, business)
    const { status, text } = await payByCard(api, access_code, card)
    assert.equal(status, 200, text)
  }
  context.advance(2 * MINUTE)
  assert.deepEqual(await told(), [])
})

test('of several the oldest is told, with how many there are', async () => {
  const business = await givenBusiness(context)
  await THINGS.charge.ask(business)
  context.advance(1 * HOUR)
  for (const _ of [1, 2, 3]) await THINGS.payout.ask(business)
  context.advance(2 * MINUTE)
  const [oldest, ...others] = await oldestUnknowns(context)
  assert.deepEqual([oldest?.what, oldest?.count, others], ['charge', 1, []])
  const all = (await unknowns(context)).map(({ what, count }) => [what, count])
  assert.deepEqual(all.toSorted(), [
    ['charge', 1],
    ['payout', 3],
  ])
})
