import assert from 'node:assert/strict'
import { forgetCards } from '../src/payments/authorizations/forget.ts'
import { enquireAboutMandates } from '../src/payments/authorizations/mandates.ts'
import { callDue } from '../src/payments/disputes/call.ts'
import { pollDisputes } from '../src/payments/disputes/receive.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { type Api, givenPayment } from './api.ts'
import { pay, runJobs, verifyPayment } from './payments.ts'
import { givenPaid } from './refunds.ts'
import type { Case, Told } from './silence.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Silent calls about lost notifications, kept cards and disputes, for silent-rails.test.ts.

const DOWN: Told = [503, 'rail_unavailable']
/** The answer to a request for its mandate is lost. */
const LOST_ACCOUNT = '3100000006'
const EVIDENCE = { text: 'It was delivered.' }

export function newerCases(context: TestContext, api: Api, business: () => GivenBusiness): Case[] {
  const key = () => ({ key: business().keys.secretKey })
  const get = (path: string) => api.get(path, key())
  const post = (path: string, body: object) => api.post(path, { ...key(), body })
  const given = async () => {
    const { reference } = await givenPaid(api, business())
    const { body } = await post('/api/v1/sandbox/disputes', { reference, outcome: 'won' })
    return body.data.id as string
  }
  const contest = (id: string) => post(`/api/v1/disputes/${id}/evidence`, EVIDENCE)
  const statusOf = async (id: string) => (await get(`/api/v1/disputes/${id}`)).body.data.status
  const isWon = async (id: string) => {
    for (let round = 0; round < 3; round++) {
      context.advance(15 * MINUTE)
      await callDue(context)
      await pollDisputes(context)
    }
    assert.equal(await statusOf(id), 'won')
  }
  const isOpen = async (id: string) => assert.equal(await statusOf(id), 'under_review')
  type Kept = { authorization_code: string; email: string }
  const givenKept = async (): Promise<Kept> => {
    const payment = await givenPayment(api, business(), { save_card: 'required' })
    await pay(api, payment.access_code, 'success')
    const { authorization, customer } = await verifyPayment(api, business(), payment.reference)
    return { authorization_code: authorization.authorization_code, email: customer.email }
  }
  const charge = ({ authorization_code, email }: Kept) =>
    post('/api/v1/transactions/charge-authorization', {
      ...{ authorization_code, email, amount: 500_000, reference: 'once' },
    })
  const givenPayer = async (): Promise<string> => {
    const email = 'ada@example.com'
    await post('/api/v1/customers', { email, first_name: 'Ada', last_name: 'Example' })
    return email
  }
  const mandate = (email: string, account_number = '3100000001') =>
    post(`/api/v1/customers/${email}/mandates`, { bank_code: '058', account_number })
  const stateOf = async (code: string) =>
    (await get(`/api/v1/customers/ada@example.com/authorizations/${code}`)).body.data.status
  type Payment = Awaited<ReturnType<typeof givenPayment>>
  const isIt = async ({ reference }: Payment, status: string) =>
    assert.equal((await verifyPayment(api, business(), reference)).status, status)
  return [
    {
      call: 'bank.enquireCredit',
      given: async (): Promise<Payment> => {
        const payment = await givenPayment(api, business())
        await api.post(`/checkout/${payment.access_code}/bank-transfer`)
        context.advance(3 * MINUTE)
        return payment
      },
      act: async () => {
        await runJobs(context)
        return get('/api/v1/balance')
      },
      told: { unavailable: [200], unknown: [200], not_found: [200] },
      meanwhile: (payment: Payment) => isIt(payment, 'ongoing'),
      after: async (payment: Payment) => {
        const path = `/api/v1/sandbox/transactions/${payment.reference}/pay`
        await post(path, { channel: 'bank_transfer' })
        await isIt(payment, 'success')
      },
    },
    {
      call: 'card.chargeToken',
      given: givenKept,
      act: charge,
      told: { unavailable: DOWN, unknown: [200], not_found: DOWN },
      meanwhile: async (_, said, { body }) => {
        if (said === 'unknown') assert.equal(body.data.status, 'processing')
      },
      after: async (kept: Kept) => {
        context.advance(15 * MINUTE)
        await runJobs(context)
        const { status, body } = await charge(kept)
        assert.deepEqual([status, body.data?.status], [200, 'success'], JSON.stringify(body))
      },
    },
    {
      call: 'card.forgetToken',
      given: givenKept,
      act: ({ authorization_code, email }: Kept) =>
        api.delete(`/api/v1/customers/${email}/authorizations/${authorization_code}`, key()),
      told: { unavailable: [200], unknown: [200], not_found: [200] },
      after: async () => {
        context.advance(15 * MINUTE)
        await forgetCards(context)
        const rows = await context.sql`
          select from payer_authorization
          where business_id = ${business().businessId} and mode = 'test' and token is not null
        `
        assert.equal(rows.length, 0)
      },
    },
    {
      call: 'card.openMandate',
      given: givenPayer,
      act: mandate,
      told: { unavailable: DOWN, unknown: [200], not_found: DOWN },
      after: async (email: string, said) => {
        context.advance(15 * MINUTE)
        await enquireAboutMandates(context)
        const { body } = await mandate(email)
        assert.equal(body.data.status, 'active')
        const rows = await context.sql<{ state: string }[]>`
          select state from payer_authorization
          where business_id = ${business().businessId} and mode = 'test'
          order by authorization_id
        `
        const states = said === 'unknown' ? ['rejected', 'active'] : ['active']
        assert.deepEqual(
          rows.map(({ state }) => state),
          states,
        )
      },
    },
    {
      call: 'card.enquireMandate',
      given: async (): Promise<string> => {
        const { body } = await mandate(await givenPayer(), LOST_ACCOUNT)
        context.advance(1 * MINUTE)
        return body.data.authorization_code
      },
      act: async () => {
        await enquireAboutMandates(context)
        return get('/api/v1/balance')
      },
      told: { unavailable: [200], unknown: [200], not_found: [200] },
      meanwhile: async (code: string) => assert.equal(await stateOf(code), 'pending'),
      after: async (code: string) => {
        context.advance(15 * MINUTE)
        await enquireAboutMandates(context)
        assert.equal(await stateOf(code), 'active')
      },
    },
    {
      call: 'disputes.answerDispute',
      given,
      act: contest,
      told: { unavailable: [200], unknown: [200] },
      meanwhile: isOpen,
      after: isWon,
    },
    {
      call: 'disputes.enquireAnswer',
      given: async () => {
        const id = await given()
        const { disputes } = context.rails.test
        const { answerDispute } = disputes
        disputes.answerDispute = async () => ({ kind: 'unknown' })
        await contest(id)
        disputes.answerDispute = answerDispute
        context.advance(5 * MINUTE)
        return id
      },
      act: async (id: string) => {
        await callDue(context)
        return get(`/api/v1/disputes/${id}`)
      },
      told: { unavailable: [200], unknown: [200], not_found: [200] },
      meanwhile: isOpen,
      after: isWon,
    },
    {
      call: 'disputes.listDisputes',
      given: async () => {
        const id = await given()
        await contest(id)
        context.advance(15 * MINUTE)
        return id
      },
      act: async (id: string) => {
        await pollDisputes(context)
        return get(`/api/v1/disputes/${id}`)
      },
      told: { unavailable: [200], unknown: [200] },
      meanwhile: isOpen,
      after: isWon,
    },
  ]
}
