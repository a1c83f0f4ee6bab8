import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { MINUTE } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { type Answer, givenPayment, useApi } from './api.ts'
import {
  fetchVerification,
  freshNumber,
  type Given,
  givenVerification,
  initiate,
  resend,
  validate,
} from './contract/identity-calls.ts'
import {
  decide,
  givenAccount,
  pay,
  runJobs,
  runJobsOnce,
  transfer,
  verifyPayment,
} from './payments.ts'
import { ACCEPTING_ACCOUNT, askToPay, LATE_ACCOUNT, PAYOUT } from './payouts.ts'
import { askRefund, givenPaid } from './refunds.ts'
import { type Case, type Said, type Told, testSilences } from './silence.ts'
import { newerCases } from './silent-newer.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Every call of a rail, answered by nothing: the rail is down, does not answer, or has never heard
// of it. An answer that says nothing must cost nothing, and all goes on when the rail is back.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const LOCAL =
  /^(name|types|openFor|pageOf|methods|ussdBanks|simulated|readNotification|armedFor|is[A-Z]\w+)$/

const get = async (path: string) =>
  (await api.get(path, { key: business.keys.secretKey })).body.data
const post = (path: string, body: object) => api.post(path, { key: business.keys.secretKey, body })
const available = async () => (await get('/api/v1/balance')).available as number
const DEDICATED = '/api/v1/dedicated-virtual-accounts'
const IDENTITY_FEE = 5_000
const DOWN: Told = [503, 'rail_unavailable']
const SILENT: Told = [504, 'rail_timeout']

type Payment = Awaited<ReturnType<typeof givenPayment>>
const statusOf = async ({ access_code }: Payment) =>
  (await api.get(`/checkout/${access_code}/status`)).body.data
const send = ({ access_code }: Payment, step: string, value: string) =>
  api.post(`/checkout/${access_code}/card/${step}`, { body: { [step]: value } })
const paysAgain = async (payment: Payment, said: Said) => {
  // Of silence nobody knows: the next card is refused until the rail has been asked.
  if (said === 'unknown') {
    context.advance(15 * MINUTE)
    await runJobs(context)
  }
  if ((await statusOf(payment)).status !== 'success') {
    const { body } = await pay(api, payment.access_code, 'success')
    assert.equal(body.data?.status, 'success', JSON.stringify(body))
  }
  assert.equal((await verifyPayment(api, business, payment.reference)).status, 'success')
}
const costsNothing = async (payment: Payment, said: Said) => {
  const { attempts_left, status } = await statusOf(payment)
  assert.deepEqual([status, attempts_left], ['ongoing', said === 'unknown' ? 4 : 5])
}

const asksOtp = async () => {
  const payment = await givenPayment(api, business)
  await pay(api, payment.access_code, 'pin_otp')
  await send(payment, 'pin', '1234')
  return payment
}
const asksPin = async () => {
  const payment = await givenPayment(api, business)
  await pay(api, payment.access_code, 'pin')
  return payment
}
const verification = async () => {
  const given = await givenVerification(api, business)
  context.advance(1 * MINUTE)
  return given
}
const jobs = async () => {
  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  return api.get('/api/v1/balance', { key: business.keys.secretKey })
}
const statesIn = async (table: string) => {
  const rows = await context.sql<{ state: string }[]>`
    select state from ${context.sql(table)}
    where business_id = ${business.businessId} and mode = 'test'
  `
  return rows.map(({ state }) => state).toSorted()
}
const newCustomer = () => {
  const email = `ada-${newId(context.now())}@example.com`
  return { first_name: 'Ada', last_name: 'Example', email }
}
const counts = async (given: Given) => {
  const { otpResendCount } = await fetchVerification(api, business, given)
  return otpResendCount as number
}

const attempt = (
  act: (payment: Payment) => Promise<Answer>,
  given = () => givenPayment(api, business),
) => ({
  given,
  act,
  told: { unavailable: DOWN, unknown: SILENT, not_found: [200] as Told },
  meanwhile: costsNothing,
  after: paysAgain,
})
const begin = ({ access_code }: Payment, path: string, body?: object) =>
  api.post(`/checkout/${access_code}/${path}`, { body })

const CASES: Case[] = [
  ...newerCases(context, api, () => business),
  { call: 'card.charge', ...attempt(({ access_code }) => pay(api, access_code, 'success')) },
  { call: 'card.requestCode', ...attempt((payment) => begin(payment, 'ussd', { bank: '058' })) },
  { call: 'card.openPage', ...attempt((payment) => begin(payment, 'opay/page')) },
  { call: 'card.submitPin', ...attempt((payment) => send(payment, 'pin', '1111'), asksPin) },
  { call: 'card.submitOtp', ...attempt((payment) => send(payment, 'otp', '123456'), asksOtp) },
  ...(['card.refund', 'bank.returnCredit'] as const).map((call) => ({
    call,
    given: () => givenPaid(api, business, call === 'card.refund' ? 'card' : 'bank_transfer'),
    act: ({ id }: { id: string }) => askRefund(api, business, { transaction: id }),
    told: { unavailable: [201] as Told, unknown: [201] as Told },
    meanwhile: async (_: unknown, said: Said, { body }: Answer) => {
      assert.equal(body.data.status, 'pending', said)
    },
    after: async () => {
      await runJobs(context)
      const [refund] = await get('/api/v1/refunds')
      assert.equal(refund.status, 'processed')
    },
  })),
  {
    call: 'bank.transfer',
    given: async () => available(),
    act: () => askToPay(api, business, { amount: 250_000 }),
    told: { unavailable: [201], unknown: [201], not_found: [201] },
    meanwhile: async (before: number, _, { body }) => {
      assert.equal(body.data.status, 'pending')
      assert.equal(await available(), before - 250_000, 'held')
    },
    after: async (before: number) => {
      await runJobs(context)
      const [payout] = await get('/api/v1/payouts')
      assert.deepEqual([payout.status, await available()], ['success', before - 250_000])
    },
  },
  {
    call: 'bank.enquireBeneficiary',
    given: async () => available(),
    act: () => askToPay(api, business, { amount: 250_000 }),
    told: { unavailable: DOWN, unknown: DOWN, not_found: [422, 'account_not_resolved'] },
    meanwhile: async (before: number) => assert.equal(await available(), before),
    after: async () => assert.equal((await askToPay(api, business)).status, 201),
  },
  {
    call: 'bank.issueOneOffAccount',
    given: () => givenPayment(api, business),
    act: ({ access_code }: Payment) => api.post(`/checkout/${access_code}/bank-transfer`),
    told: { unavailable: DOWN, unknown: SILENT },
    after: async ({ access_code }: Payment) => {
      const { status } = await api.post(`/checkout/${access_code}/bank-transfer`)
      assert.equal(status, 200)
    },
  },
  {
    call: 'bank.issueAccount',
    given: async () => newCustomer(),
    act: (customer: object) => post(DEDICATED, { customer }),
    told: { unavailable: DOWN, unknown: SILENT },
    after: async (customer: object) => {
      assert.equal((await post(DEDICATED, { customer })).status, 200)
      assert.equal((await get(DEDICATED)).length, 1)
    },
  },
  {
    call: 'bank.raiseTier',
    given: async () => {
      const customer = newCustomer()
      await post(DEDICATED, { customer })
      return { ...customer, bvn: '22222222222' }
    },
    act: (customer: object) => post(DEDICATED, { customer }),
    told: { unavailable: DOWN, unknown: SILENT },
    meanwhile: async () => assert.equal((await get(DEDICATED))[0].tier, 1),
    after: async (customer: object) => {
      const { status, body } = await post(DEDICATED, { customer })
      assert.deepEqual([status, body.data?.tier], [200, 3])
    },
  },
  {
    call: 'bank.resolveAccount',
    given: async () => ({ bank_code: '058', account_number: freshNumber().slice(1) }),
    act: (account: object) => post('/api/v1/accounts/resolve', account),
    told: { unavailable: DOWN, unknown: SILENT, not_found: [422, 'account_not_resolved'] },
    after: async (account: object) => {
      context.advance(1 * MINUTE)
      assert.equal((await post('/api/v1/accounts/resolve', account)).status, 200)
    },
  },
  {
    call: 'bank.returnCredit',
    given: async () => {
      const { account_number } = await givenAccount(context, api, business)
      await transfer(api, business, { account_number, amount: 1_000 })
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200] },
    meanwhile: async () => assert.deepEqual(await statesIn('deposit'), ['returning']),
    after: async () => {
      await runJobs(context)
      assert.deepEqual(await statesIn('deposit'), ['returned'])
    },
  },
  {
    call: 'bank.enquireReturn',
    given: async () => {
      const { account_number } = await givenAccount(context, api, business)
      const sent = { account_number, amount: 1_000, sender_account_number: ACCEPTING_ACCOUNT }
      await transfer(api, business, sent)
      await runJobsOnce(context)
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200], not_found: [200] },
    meanwhile: async () => assert.deepEqual(await statesIn('deposit'), ['returning']),
    after: async () => {
      await runJobs(context)
      assert.deepEqual(await statesIn('deposit'), ['returned'])
    },
  },
  {
    call: 'bank.enquireTransfer',
    given: async () => {
      const before = await available()
      await askToPay(api, business, { account_number: LATE_ACCOUNT })
      return before - PAYOUT.amount
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200], not_found: [200] },
    meanwhile: async (held: number) =>
      assert.deepEqual([await statesIn('payout'), await available()], [['pending'], held]),
    after: async (held: number) => {
      context.advance(5 * MINUTE)
      await runJobs(context)
      assert.deepEqual([await statesIn('payout'), await available()], [['success'], held])
    },
  },
  {
    call: 'card.enquireRefund',
    given: async () => {
      const { id } = await givenPaid(api, business, 'card', { card: 'refund_accepted' })
      const { body } = await askRefund(api, business, { transaction: id, amount: 1_000 })
      assert.equal(body.data.status, 'pending')
      return { id: body.data.id, held: await available() }
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200], not_found: [200] },
    meanwhile: async ({ id, held }: { id: string; held: number }) => {
      assert.equal((await get(`/api/v1/refunds/${id}`)).status, 'pending')
      assert.equal(await available(), held)
    },
    after: async ({ id, held }: { id: string; held: number }) => {
      context.advance(5 * MINUTE)
      await runJobs(context)
      assert.equal((await get(`/api/v1/refunds/${id}`)).status, 'processed')
      assert.equal(await available(), held)
    },
  },
  {
    call: 'card.enquire',
    given: async () => {
      const payment = await givenPayment(api, business)
      await pay(api, payment.access_code, 'late_success')
      return payment
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200], not_found: [200] },
    meanwhile: (payment: Payment) => costsNothing(payment, 'unknown'),
    after: (payment: Payment) => paysAgain(payment, 'unknown'),
  },
  {
    call: 'card.reverse',
    given: async () => {
      const payment = await givenPayment(api, business)
      const { body } = await pay(api, payment.access_code, 'page')
      await pay(api, payment.access_code, 'success')
      await decide(api, body.data.next.url, 'approve')
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200] },
    meanwhile: async () =>
      assert.deepEqual(await statesIn('card_attempt'), ['approved', 'surplus']),
    after: async () => {
      context.advance(5 * MINUTE)
      await runJobs(context)
      assert.deepEqual(await statesIn('card_attempt'), ['approved', 'returned'])
    },
  },
  {
    call: 'identity.enquire',
    given: async () => {
      const before = await available()
      await initiate(api, business, { number: '00000000504' })
      return before - IDENTITY_FEE
    },
    act: jobs,
    told: { unavailable: [200], unknown: [200], not_found: [200] },
    meanwhile: async (held: number) => assert.equal(await available(), held),
    after: async () => {
      context.advance(5 * MINUTE)
      await runJobs(context)
      assert.notDeepEqual(await statesIn('identity_verification'), ['Requested'])
    },
  },
  {
    call: 'identity.sendCode',
    given: async () => available(),
    act: () => initiate(api, business),
    told: { unavailable: DOWN, unknown: SILENT, not_found: DOWN },
    meanwhile: async (before: number, said) =>
      assert.equal(before - (await available()), said === 'unknown' ? IDENTITY_FEE : 0),
    after: async (before: number) => {
      context.advance(5 * MINUTE)
      await runJobs(context)
      assert.equal(await available(), before, 'no code has left, and nothing is taken')
    },
  },
  {
    call: 'identity.sendCode',
    given: verification,
    act: (given: Given) => resend(api, business, given),
    told: { unavailable: DOWN, unknown: SILENT, not_found: [422, 'otp_not_sent'] },
    // Down, it was never asked: not counted, and not waited for. Else a code may have left.
    meanwhile: async (given: Given, said) =>
      assert.equal(await counts(given), said === 'unavailable' ? 0 : 1),
    after: async (given: Given, said) => {
      if (said !== 'unavailable') context.advance(1 * MINUTE)
      const { status, body } = await resend(api, business, given)
      const count = said === 'unavailable' ? 1 : 2
      assert.deepEqual([status, body.data?.otpResendCount], [200, count])
      assert.equal((await validate(api, business, given)).status, 200)
    },
  },
  {
    call: 'identity.submitCode',
    given: verification,
    act: (given: Given) => validate(api, business, given),
    told: { unavailable: DOWN, unknown: SILENT },
    after: async (given: Given, said) => {
      for (let wrong = said === 'unavailable' ? 4 : 3; wrong > 0; wrong--) {
        assert.equal((await validate(api, business, given, '000000')).body.code, 'invalid_otp')
      }
      assert.equal((await validate(api, business, given)).status, 200, 'the fifth guess is left')
    },
  },
  {
    call: 'message.sendMail',
    given: () => givenPaid(api, business),
    act: async () => {
      await runJobs(context)
      return post('/api/v1/sandbox/wallet', { amount: 1 })
    },
    told: { unavailable: [200], unknown: [200] },
    after: async () => {
      context.advance(60 * MINUTE)
      await runJobs(context)
      assert.deepEqual(await statesIn('receipt'), ['sent'])
    },
  },
]

testSilences(context, CASES)

test('every call of every rail has its line here', () => {
  const calls = Object.entries(context.rails.test).flatMap(([name, rail]) =>
    Object.entries(rail).flatMap(([method, call]) =>
      typeof call === 'function' ? [`${name}.${method}`] : [],
    ),
  )
  const asking = calls.filter((call) => !LOCAL.test(call.split('.')[1]!))
  assert.deepEqual(asking.toSorted(), [...new Set(CASES.map(({ call }) => call))].toSorted())
})
