import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import {
  askForAccount,
  cardNamed,
  decide,
  eventsOf,
  pay,
  runJobs,
  runJobsOnce,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { CUSTOMER_MESSAGES, happening, sentenceOf } from '../transactions/history.ts'
import { type CardAttempt, nextEnquiryOf } from './card-attempt.ts'

const OTP = '123456'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

// Every card of the sandbox: the customer's steps, and the resulting status.
const cards: [name: string, steps: string[], status: string, reason?: string][] = [
  ['success', [], 'success'],
  ['pin', ['pin 1111'], 'success'],
  ['pin', ['pin 9999'], 'ongoing', 'incorrect pin'],
  ['pin_otp', ['pin 1234', `otp ${OTP}`], 'success'],
  ['pin_otp', ['pin 1234', 'otp 000000', `otp ${OTP}`], 'success'],
  ['pin_otp', ['pin 1234', 'otp 000000', 'otp 000001', 'otp 000002'], 'ongoing', 'incorrect otp'],
  ['pin_otp_zeros', ['pin 0000', `otp ${OTP}`], 'success'],
  ['page', ['page approve'], 'success'],
  ['page', ['page decline'], 'ongoing', 'authentication failed'],
  ['declined', [], 'ongoing', 'declined'],
  ['pin_otp_not_sent', ['pin 0000'], 'ongoing', 'otp not sent'],
  ['no_funds', [], 'ongoing', 'insufficient funds'],
  ['refund_refused', [], 'success'],
  ['refund_unknown', [], 'success'],
  ['page_declines', ['page decline'], 'ongoing', 'authentication failed'],
]
for (const [name, steps, status, reason] of cards) {
  const doing = steps.length > 0 ? ` and ${steps.join(', ')}` : ''
  test(`card ${name}${doing}: ${reason ?? status}`, async () => {
    const { business, access_code, reference } = await given()

    let { body } = await pay(api, access_code, name)
    for (const step of steps) body = await take(access_code, step, body)

    const { data } = await statusOf(access_code)
    assert.equal(data.status, status)
    const said = happening('declined', reason?.replaceAll(' ', '_') ?? '')
    assert.equal(data.message, reason === undefined ? '' : sentenceOf(said))
    const { log, gateway_response } = await verifyPayment(api, business, reference)
    assert.equal(gateway_response, reason === undefined ? 'Successful' : 'Declined')
    const lines = log.history.map(({ message }: { message: string }) => message)
    if (reason !== undefined) assert.equal(lines.at(-1), `Card declined: ${reason}`)
    const { card_clearing } = await balancesOf(context, business)
    assert.equal(card_clearing.posted, status === 'success' ? -500_000n : 0n)
  })
}

test('a card that the sandbox does not know, or with another CVV, is declined', async () => {
  const { access_code } = await given()

  const stranger = await card(access_code, { ...cardNamed('success'), number: '4111111111111111' })
  const wrongCvv = await card(access_code, { ...cardNamed('success'), cvv: '999' })

  for (const { body } of [stranger, wrongCvv])
    assert.equal(body.data.message, CUSTOMER_MESSAGES.declined)
})

test('after five declines the payment has failed, with one event, and accepts no card', async () => {
  const { business, access_code, reference } = await given()
  const names = ['declined', 'no_funds', 'declined', 'no_funds', 'declined']
  const messages = new Set<string>()

  for (const [i, name] of names.entries()) {
    const { body } = await pay(api, access_code, name)
    assert.equal(body.data.attempts_left, 4 - i)
    messages.add(body.data.message)
  }

  const { declined, declined_funds, declined_too_often } = CUSTOMER_MESSAGES
  assert.deepEqual([...messages], [declined, declined_funds, declined_too_often])
  const sixth = await pay(api, access_code, 'success')
  assert.deepEqual([sixth.status, sixth.body.code], [409, 'already_closed'])
  const failed = await verifyPayment(api, business, reference)
  assert.deepEqual([failed.status, failed.log.attempts, failed.log.errors], ['failed', 5, 5])
  const events = await eventsOf(context, business)
  assert.deepEqual(events, [{ type: 'transaction.failed', data: failed }])
})

test('the fifth attempt may still succeed', async () => {
  const { access_code } = await given()
  for (let i = 0; i < 4; i++) await pay(api, access_code, 'declined')

  const { body } = await pay(api, access_code, 'success')

  assert.equal(body.data.status, 'success')
})

test('money that arrives for a failed payment goes back', async () => {
  const { business, access_code, reference } = await given()
  const account_number = await askForAccount(api, access_code)
  for (let i = 0; i < 5; i++) await pay(api, access_code, 'declined')

  const { body } = await transfer(api, business, { account_number, amount: 500_000 })

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'closed'])
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'failed')
  await assertSettled(context)
})

for (const [name, end] of [
  ['late_success', 'success'],
  ['late_decline', 'ongoing'],
] as const) {
  test(`a bank that does not answer is asked again: ${name}`, async () => {
    const { business, access_code, reference } = await given()

    const { status, body } = await pay(api, access_code, name)
    const second = await pay(api, access_code, 'success')

    assert.deepEqual([status, body.code], [504, 'rail_timeout'])
    assert.deepEqual([second.status, second.body.code], [409, 'already_in_progress'])
    await runJobsOnce(context)
    assert.equal((await verifyPayment(api, business, reference)).status, 'ongoing', 'not yet')
    context.advance(5 * SECOND)
    await runJobsOnce(context)
    assert.equal((await verifyPayment(api, business, reference)).status, end)
    await assertSettled(context)
  })
}

test('an Idempotency-Key distinguishes two cards, although neither is stored', async () => {
  const { access_code } = await given()
  const path = `/checkout/${access_code}/card`
  const headers = { 'idempotency-key': 'one click' }
  const [first, other] = [cardNamed('declined'), cardNamed('no_funds')]

  const declined = await api.post(path, { body: first, headers })
  const again = await api.post(path, { body: first, headers })
  const another = await api.post(path, { body: { ...first, number: other.number }, headers })
  const cvv = await api.post(path, { body: { ...first, cvv: other.cvv }, headers })

  assert.equal(again.text, declined.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  for (const { body } of [another, cvv]) assert.equal(body.code, 'idempotency_key_reused')
})

test('a card whose fields are named with escapes is refused: its digits would stay', async () => {
  const { access_code } = await given()
  const { number, cvv } = cardNamed('success')
  const raw = `{"n\\u0075mber":"${number}","cvv":"${cvv}","exp_month":12,"exp_year":99}`

  const { status, body } = await api.post(`/checkout/${access_code}/card`, { raw })

  assert.deepEqual([status, body.code], [400, 'invalid_json'])
  assert.match(body.message, /without escape sequences/)
})

test('a charge that reaches the rail after it was asked about is not lost', async () => {
  const { business, access_code, reference } = await given()
  const { card: rail } = context.rails.test
  const { charge } = rail
  let arrive = async () => {}
  rail.charge = async (request) => {
    // The rail has its own copy, and ours is overwritten.
    const { number, cvv } = request.card
    const card = { ...request.card, number: Buffer.from(number), cvv: Buffer.from(cvv) }
    arrive = async () => void (await charge({ ...request, card }))
    return { kind: 'unknown' }
  }
  await pay(api, access_code, 'success')
  rail.charge = charge

  context.advance(5 * SECOND)
  await runJobsOnce(context)
  await arrive()
  const second = await pay(api, access_code, 'success')
  await runJobs(context)

  assert.deepEqual([second.status, second.body.code], [409, 'already_in_progress'])
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  assert.deepEqual(await attemptsOf(reference), ['approved'])
})

test('a card network that is down takes nothing and costs no attempt', async () => {
  const { access_code } = await given()
  for (let i = 0; i < 2; i++) await pay(api, access_code, 'declined')

  for (let i = 0; i < 7; i++) {
    const { status, body } = await pay(api, access_code, 'down')
    assert.deepEqual([status, body.code], [503, 'rail_unavailable'])
  }

  const { data } = await statusOf(access_code)
  assert.deepEqual([data.status, data.attempts_left], ['ongoing', 3])
  assert.match(data.message, /Nothing was charged/)
  const { body } = await pay(api, access_code, 'success')
  assert.equal(body.data.status, 'success')
})

test('a customer who never comes back from the bank may pay with another card', async () => {
  const { business, access_code, reference } = await given()

  const first = await pay(api, access_code, 'page_abandoned')
  const second = await pay(api, access_code, 'success')

  assert.equal(first.body.data.next.kind, 'redirect')
  assert.equal(second.body.data.status, 'success')
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('a charge without any answer is given up after eight days', async () => {
  const { business, access_code, reference } = await given()
  await pay(api, access_code, 'page_abandoned')

  context.advance(1 * DAY)
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
  assert.deepEqual(await attemptsOf(reference), ['redirect'])
  context.advance(8 * DAY)
  await runJobs(context)

  assert.deepEqual(await attemptsOf(reference), ['declined'])
  await assertSettled(context)
})

test('in eight days the rail is asked about an open charge a hundred times, not ten thousand', () => {
  const createdAt = context.now()
  for (const state of ['redirect', 'superseded', 'unknown', 'surplus'] as const) {
    let asked = 0
    for (let now = createdAt; now < later(createdAt, 8 * DAY); asked++) {
      now = nextEnquiryOf({ createdAt } as CardAttempt, state, now)
    }
    assert(asked > 40 && asked < 150, `${asked} times ${state}`)
  }
})

test('a superseded card that is approved later is surplus, and is reversed', async () => {
  const { business, access_code, reference } = await given()
  const { body } = await pay(api, access_code, 'page')
  await pay(api, access_code, 'success')

  await decide(api, body.data.next.url, 'approve')
  context.advance(1 * MINUTE)
  await runJobsOnce(context)

  assert.deepEqual(await attemptsOf(reference), ['approved', 'returned'])
  await runJobs(context)
  await assertSettled(context)
  const { unmatched, card_clearing, available } = await balancesOf(context, business)
  assert.deepEqual(
    [unmatched.posted, card_clearing.posted, available.posted],
    [0n, -500_000n, 10_481_187n],
  )
})

test('a superseded card that is approved first pays, and the other one is refused', async () => {
  const { business, access_code, reference } = await given()
  const first = await pay(api, access_code, 'page')
  const second = await pay(api, access_code, 'page')

  await decide(api, first.body.data.next.url, 'approve')
  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  const late = await decide(api, second.body.data.next.url, 'approve')
  await late.comeBack()
  await runJobs(context)

  assert.deepEqual(await attemptsOf(reference), ['approved', 'returned'])
  await assertSettled(context)
})

test('surplus that the issuer does not take back stays in the books for a person to decide', async () => {
  const { business, access_code, reference } = await given()
  const account_number = await askForAccount(api, access_code)
  await paidMeanwhile('refund_refused', { business, access_code, account_number })

  await runJobs(context)

  assert.deepEqual(await attemptsOf(reference), ['return_refused'])
  const { unmatched } = await balancesOf(context, business)
  assert.deepEqual([unmatched.posted, unmatched.available], [500_000n, 500_000n])
})

test('surplus without an answer from the rail stays held, and is enquired about forever', async () => {
  const { business, access_code, reference } = await given()
  const account_number = await askForAccount(api, access_code)
  await paidMeanwhile('refund_unknown', { business, access_code, account_number })

  await runJobs(context)

  assert.deepEqual(await attemptsOf(reference), ['surplus'])
  const { unmatched } = await balancesOf(context, business)
  assert.deepEqual([unmatched.posted, unmatched.available], [500_000n, 0n])
  const [{ due }] = await context.sql<[{ due: Date }]>`
    select next_enquiry_at as due from card_attempt where state = 'surplus'
  `
  assert(due > context.now() || due.getTime() > context.now().getTime() - 3 * MINUTE)
})

test('a step that the card does not ask for is refused', async () => {
  const { access_code } = await given()
  const pin = () => api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1234' } })
  const otp = () => api.post(`/checkout/${access_code}/card/otp`, { body: { otp: OTP } })

  const unasked = [await pin(), await otp()]
  await pay(api, access_code, 'pin_otp')
  unasked.push(await otp())
  await pin()
  unasked.push(await pin())

  for (const { status, body } of unasked) {
    assert.deepEqual([status, body.code], [422, 'step_not_expected'])
  }
  assert.equal((await otp()).body.data.status, 'success')
})

test('a payment by transfer only takes no card', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business, { channels: ['bank_transfer'] })

  const { status, body } = await pay(api, access_code, 'success')

  assert.deepEqual([status, body.code], [422, 'channel_not_allowed'])
})

async function given() {
  const business = await givenBusiness(context)
  return { business, ...(await givenPayment(api, business)) }
}

function card(access_code: string, body: object) {
  return api.post(`/checkout/${access_code}/card`, { body })
}

async function statusOf(access_code: string) {
  return (await api.get(`/checkout/${access_code}/status`)).body
}

/** A step such as `pin 1234`, `otp 123456` or `page approve`, which `before` must have required. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
async function take(access_code: string, step: string, before: any) {
  const [kind = '', word = ''] = step.split(' ')
  assert.equal(before.data.next.kind, kind === 'page' ? 'redirect' : kind)
  if (kind !== 'page') {
    return (await api.post(`/checkout/${access_code}/card/${kind}`, { body: { [kind]: word } }))
      .body
  }
  const { comeBack } = await decide(api, before.data.next.url, word as 'approve' | 'decline')
  await comeBack()
  return before
}

/** The rail approves the card. Before that is recorded, a transfer pays. */
async function paidMeanwhile(
  name: string,
  payment: { business: GivenBusiness; access_code: string; account_number: string },
): Promise<void> {
  const { card: rail } = context.rails.test
  const { charge } = rail
  rail.charge = async (request) => {
    const outcome = await charge(request)
    const { business, account_number } = payment
    await transfer(api, business, { account_number, amount: 500_000 })
    return outcome
  }
  const { body } = await pay(api, payment.access_code, name)
  rail.charge = charge
  assert.equal(body.data.status, 'success')
}

/** The states of a payment's card attempts, in alphabetical order. */
async function attemptsOf(reference: string): Promise<string[]> {
  const rows = await context.sql<{ state: string }[]>`
    select a.state from card_attempt a
    join transaction t on t.business_id = a.business_id and t.mode = a.mode
      and t.id = a.transaction_id
    where t.reference = ${reference} order by a.state
  `
  return rows.map(({ state }) => state)
}
