import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Api, openApi, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import { endsOrWaits } from '../../../test/lock-waits.ts'
import {
  cardNamed,
  decide,
  eventsOf,
  givenAccount,
  pay,
  runJobs,
  runJobsOnce,
  verifyPayment,
} from '../../../test/payments.ts'
import { type GivenBusiness, useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

// Two processes at once, in every order: one runs completely at each point of the other.

const context = useContext()
const api = useApi(context)
let process: Breakable
let processApi: Api

before(async () => {
  await context.opened
  process = breakable(context)
  processApi = await openApi(process.context)
})
after(() => processApi.app.close())
afterEach(() => assertBooksTie(context))

type Payment = {
  business: GivenBusiness
  access_code: string
  reference: string
  account_number: string
}

test('of twenty clicks on Pay, one reaches the rail', async () => {
  const { access_code, reference, business } = await given()
  const { card } = context.rails.test
  const { charge } = card
  const charges: string[] = []
  const answered = Promise.withResolvers<void>()
  card.charge = async (request) => {
    charges.push(request.key)
    await answered.promise
    return charge(request)
  }

  let refused = 0
  const clicks = Array.from({ length: 20 }, async () => {
    const answer = await pay(api, access_code, 'success')
    // The rail answers after all other requests were refused.
    if (answer.status !== 200 && ++refused === 19) answered.resolve()
    return answer
  })
  const answers = await Promise.all(clicks)
  card.charge = charge

  const codes = answers.map(({ body }) => body.code ?? body.data.status).sort()
  assert.deepEqual(codes, [...Array(19).fill('already_in_progress'), 'success'])
  assert.equal(charges.length, 1)
  assert.equal((await verifyPayment(api, business, reference)).log.attempts, 1)
})

test('a PIN that is sent five times at once is sent to the rail once', async () => {
  const { access_code } = await given()
  await pay(api, access_code, 'pin')
  const { card } = context.rails.test
  const { submitPin } = card
  let sent = 0
  card.submitPin = (request) => {
    sent += 1
    return submitPin(request)
  }

  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } }),
    ),
  )
  card.submitPin = submitPin

  assert.equal(sent, 1)
  const codes = answers.map(({ body }) => body.code ?? body.data.status)
  assert.deepEqual(codes.sort(), [...Array(4).fill('step_not_expected'), 'success'])
})

test('the customer comes back from the bank while the job asks: one success', async () => {
  for (let round = 0; round < 10; round++) {
    const { access_code, business, reference } = await given()
    const { body } = await pay(api, access_code, 'page')
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    context.advance(1 * MINUTE)

    await Promise.all([comeBack(), runJobsOnce(context), comeBack(), runJobsOnce(context)])

    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
    const successes = (await eventsOf(context, business)).length
    assert.equal(successes, 1)
  }
})

// The process that can be interrupted pays in each of these ways.
const byTransfer = (through: Api, { business, account_number }: Payment) =>
  through.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/transfers',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    payload: { account_number, amount: 500_000, session_id: newId(context.now()) },
  })
const byCard = (through: Api, { access_code }: Payment) =>
  through.app.inject({
    method: 'POST',
    url: `/checkout/${access_code}/card`,
    payload: cardNamed('success'),
  })
const ways = { 'a transfer': byTransfer, 'a card': byCard } as const

for (const [outer, inner] of [
  ['a transfer', 'a card'],
  ['a card', 'a transfer'],
  ['a transfer', 'a transfer'],
  ['a card', 'a card'],
] as const) {
  test(`${inner} at every point of ${outer}: one success, and the rest goes back`, async () => {
    const points = await pointsOf(ways[outer])
    for (let point = 1; point <= points; point++) {
      const payment = await given()
      const meanwhile: Promise<{ statusCode: number }>[] = []
      process.arm({
        point,
        when: 'before',
        does: async () => {
          const other = ways[inner](api, payment)
          meanwhile.push(other)
          // If it waits for a lock of ours, it continues when we do.
          await endsOrWaits(context, other)
        },
      })

      const first = await ways[outer](processApi, payment)
      const names = process.disarm()
      const second = await meanwhile[0]!

      const at = `at ${point}, ${names[point - 1]}`
      for (const { statusCode } of [first, second]) assert([200, 409].includes(statusCode), at)
      await assertOneSuccess(payment, [outer, inner], at)
    }
    await runJobs(context)
    await assertSettled(context)
    assert(points > 5, `${points} points`)
  })
}

test('fifty payments by transfer and card at once succeed once each', async () => {
  const payments = await Promise.all(Array.from({ length: 50 }, given))

  await Promise.all(
    payments.flatMap((payment, i) => {
      const both = [() => byTransfer(api, payment), () => byCard(api, payment)]
      return (i % 2 === 0 ? both : both.reverse()).map((start) => start())
    }),
  )

  for (const payment of payments) await assertOneSuccess(payment, ['a transfer', 'a card'], '')
  await runJobs(context)
  await assertSettled(context)
})

for (const steps of [['charge'], ['charge', 'submitPin'], ['charge', 'submitPin', 'submitOtp']]) {
  test(`a process that dies when the rail has answered ${steps.at(-1)}: the job finds out`, async () => {
    const { access_code, business, reference } = await given()
    const calls: Record<string, () => Promise<unknown>> = {
      charge: () =>
        processApi.app.inject({
          method: 'POST',
          url: `/checkout/${access_code}/card`,
          payload: cardNamed(steps.length === 1 ? 'success' : 'pin_otp'),
        }),
      submitPin: () => send(processApi, access_code, 'pin', '1234'),
      submitOtp: () => send(processApi, access_code, 'otp', '123456'),
    }
    for (const step of steps.slice(0, -1)) await calls[step]!()

    const last = steps.at(-1)!
    await stopAfterRail(last, calls[last]!)

    const { status } = await verifyPayment(api, business, reference)
    assert.equal(status, 'ongoing')
    context.advance(1 * MINUTE)
    await runJobsOnce(context)
    const { body } = await api.get(`/checkout/${access_code}/status`)
    const expected = last === 'submitPin' ? ['ongoing', 'otp'] : ['success', 'none']
    assert.deepEqual([body.data.status, body.data.next.kind], expected)
    if (last === 'submitPin') await send(api, access_code, 'otp', '123456')
    const paid = await verifyPayment(api, business, reference)
    assert.deepEqual([paid.status, paid.log.attempts], ['success', 1])
    const { card_clearing } = await balancesOf(context, business)
    assert.equal(card_clearing.posted, -500_000n)
    await assertSettled(context)
  })
}

/** Runs the call and stops the process right after the rail's answer. */
async function stopAfterRail(method: string, call: () => Promise<unknown>): Promise<void> {
  const rail = context.rails.test.card as unknown as Record<
    string,
    (one: unknown) => Promise<unknown>
  >
  const asked = rail[method]!
  let point = 0
  rail[method] = async (request) => {
    const outcome = await asked(request)
    point += 1
    // Everything fails from here on: the process is gone.
    process.arm({ point: 1, when: 'before', does: 'dies' })
    return outcome
  }
  await call()
  rail[method] = asked
  process.disarm()
  assert.equal(point, 1, 'the rail was asked once')
}

function send(through: Api, access_code: string, kind: 'pin' | 'otp', value: string) {
  return through.app.inject({
    method: 'POST',
    url: `/checkout/${access_code}/card/${kind}`,
    payload: { [kind]: value },
  })
}

/** The number of points that a payment in this way passes. */
async function pointsOf(way: typeof byCard): Promise<number> {
  const payment = await given()
  process.arm(null)
  const { statusCode } = await way(processApi, payment)
  const points = process.disarm()
  assert.equal(statusCode, 200)
  return points.length
}

async function assertOneSuccess(
  { business, reference }: Payment,
  paidBy: readonly string[],
  at: string,
): Promise<void> {
  assert.equal((await verifyPayment(api, business, reference)).status, 'success', at)
  const events = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(events.filter((type) => type === 'transaction.success').length, 1, at)
  const { available, fees, vat, unmatched, bank_clearing, card_clearing } = await balancesOf(
    context,
    business,
  )
  const income = available.posted - 10_000_000n + fees.posted + vat.posted
  assert.equal(income, 500_000n, at)
  // All money beyond that is booked as unmatched, and none is missing.
  assert.equal(-bank_clearing.posted - card_clearing.posted, income + unmatched.posted, at)
  const transfers = BigInt(paidBy.filter((way) => way === 'a transfer').length)
  assert.equal(bank_clearing.posted, -500_000n * transfers, at)
}

function given(): Promise<Payment> {
  return givenAccount(context, api)
}
