import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { approvedWith, DECLINED } from '../../../test/cards.ts'
import { decide, eventsOf, givenAccount, pay, runJobsOnce } from '../../../test/payments.ts'
import { useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { CardOutcome } from '../../providers/rails.ts'
import { CUSTOMER_MESSAGES } from '../transactions/history.ts'
import type { CardAttempt } from './card-attempt.ts'
import { record } from './card-outcome.ts'

// An outcome of the rail answers the attempt as it was read. What the customer did since stays.

const { authorization } = approvedWith(4081)
const PIN_REQUIRED: CardOutcome = { kind: 'pin_required', authorization }
const OTP_INCORRECT: CardOutcome = { kind: 'otp_incorrect', authorization }
const SAYS_NOTHING: CardOutcome[] = [
  { kind: 'unavailable' },
  { kind: 'unknown' },
  { kind: 'not_found' },
]

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('a card that is declined after the fifth took its place leaves the payment to the fifth', async () => {
  const payment = await givenAccount(context, api)
  for (let card = 1; card <= 4; card++) await pay(api, payment.access_code, 'page')
  const [fourth] = await openAttempts(payment)
  const fifth = await pay(api, payment.access_code, 'page')

  await record(context, fourth!, DECLINED)

  assert.deepEqual((await statesOf(payment)).slice(-2), ['declined', 'redirect'])
  const { body } = await api.get(`/checkout/${payment.access_code}/status`)
  assert.deepEqual([body.data.status, body.data.message], ['ongoing', ''])
  const { comeBack } = await decide(api, fifth.body.data.next.url, 'approve')
  await comeBack()
  const types = (await eventsOf(context, payment.business)).map(({ type }) => type)
  assert.deepEqual(types, ['transaction.success'])
})

test('the last of five cards to be declined fails the payment, also when it is reported twice', async () => {
  const payment = await givenAccount(context, api)
  for (let card = 1; card <= 5; card++) await pay(api, payment.access_code, 'page')
  const [fifth] = await openAttempts(payment)

  await record(context, fifth!, DECLINED)
  await record(context, fifth!, DECLINED)

  const types = (await eventsOf(context, payment.business)).map(({ type }) => type)
  assert.deepEqual(types, ['transaction.failed'])
})

for (const said of [PIN_REQUIRED, ...SAYS_NOTHING, OTP_INCORRECT]) {
  test(`a late answer does not undo the PIN that the customer sent: ${said.kind}`, async () => {
    const payment = await givenAccount(context, api)
    await pay(api, payment.access_code, 'pin_otp')
    const [asksForPin] = await openAttempts(payment)
    await api.post(`/checkout/${payment.access_code}/card/pin`, { body: { pin: '1234' } })

    await record(context, asksForPin!, said)

    const { body } = await api.get(`/checkout/${payment.access_code}/status`)
    assert.deepEqual([body.data.next.kind, body.data.message], ['otp', ''])
    assert.equal(body.data.attempts_left, 4)
  })
}

for (const said of [OTP_INCORRECT, DECLINED, ...SAYS_NOTHING]) {
  test(`an outcome of a superseded card does not change the next one: ${said.kind}`, async () => {
    const payment = await givenAccount(context, api)
    await pay(api, payment.access_code, 'page')
    const [asRedirect] = await openAttempts(payment)
    await pay(api, payment.access_code, 'page')
    const [superseded] = await attemptsOf(payment)

    for (const reading of [asRedirect!, superseded!]) await record(context, reading, said)

    const { body } = await api.get(`/checkout/${payment.access_code}/status`)
    assert.deepEqual([body.data.status, body.data.message], ['ongoing', ''])
    assert.equal((await statesOf(payment)).at(-1), 'redirect')
  })
}

for (const silence of SAYS_NOTHING) {
  test(`a customer comes back from the bank and the rail says ${silence.kind}: it is asked again`, async () => {
    const payment = await givenAccount(context, api)
    const { body } = await pay(api, payment.access_code, 'page')
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    const { card } = context.rails.test
    const { enquire } = card
    card.enquire = async () => silence
    await comeBack()
    card.enquire = enquire
    assert.deepEqual(await statesOf(payment), ['redirect'])

    context.advance(1 * MINUTE)
    await runJobsOnce(context)

    assert.deepEqual(await statesOf(payment), ['approved'])
  })
}

test('every decline shows the same message', async () => {
  const payment = await givenAccount(context, api)
  await pay(api, payment.access_code, 'page')
  const [attempt] = await openAttempts(payment)
  await record(context, attempt!, DECLINED)
  const { body } = await api.get(`/checkout/${payment.access_code}/status`)
  assert.deepEqual([body.data.message, body.data.attempts_left], [CUSTOMER_MESSAGES.declined, 4])
})

type Payment = Awaited<ReturnType<typeof givenAccount>>

async function attemptsOf({ business }: Payment): Promise<CardAttempt[]> {
  return context.sql<CardAttempt[]>`
    select * from card_attempt where business_id = ${business.businessId} order by attempt_id
  `
}

async function openAttempts(payment: Payment): Promise<CardAttempt[]> {
  const open = ['charging', 'pin', 'otp', 'redirect', 'unknown']
  return (await attemptsOf(payment)).filter(({ state }) => open.includes(state))
}

async function statesOf(payment: Payment): Promise<string[]> {
  return (await attemptsOf(payment)).map(({ state }) => state)
}
