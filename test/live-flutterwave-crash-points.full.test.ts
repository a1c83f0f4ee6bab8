import assert from 'node:assert/strict'
import { take } from '../src/operator/notifications/notifications.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { callDue } from '../src/payments/disputes/call.ts'
import { pollDisputes } from '../src/payments/disputes/receive.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import { type Api, givenPayment } from './api.ts'
import {
  AMOUNT,
  assertPaid,
  givenShop,
  type LiveShop,
  ONCE,
  refundsOf,
  tellAll,
  timeGoesBy,
  untilTaken,
  useLiveSweep,
} from './live-sweep.ts'
import { eventsOf } from './payments.ts'
import { APPROVED } from './providers/flutterwave/books.ts'
import { askRefund } from './refunds.ts'
import { untilDone } from './until-done.ts'

// What customers pay at Flutterwave other than to an account, and its chargebacks, stopped at every
// statement. live-sweep.ts says how.

const { live, process, broken, sweep } = useLiveSweep()
const { context, api } = live

type Given = LiveShop & { accessCode: string; reference: string; email: string }

async function given(): Promise<Given> {
  const shop = await givenShop(live, 'flutterwave')
  const email = `payer-${live.serial}@example.com`
  const payment = await givenPayment(api, shop.business, { amount: AMOUNT, email })
  return { ...shop, accessCode: payment.access_code, reference: payment.reference, email }
}

const WAYS = {
  card: { path: 'card/page', call: 'card rail: openPage', request: 'request: POST /v3/payments' },
  ussd: { path: 'ussd', call: 'card rail: requestCode', request: 'request: POST /v3/charges' },
  opay: { path: 'opay/page', call: 'card rail: openPage', request: 'request: POST /v3/charges' },
}
type Way = keyof typeof WAYS

function begin(through: Api, way: Way, { accessCode }: Given) {
  const body = way === 'ussd' ? { bank: '058' } : {}
  return through.post(`/checkout/${accessCode}/${WAYS[way].path}`, { body })
}

/** The customer dials the code, or pays on the page, that is shown. */
async function pays(way: Way, { accessCode }: Given): Promise<void> {
  const { books } = live.standIns.flutterwave
  if (way === 'ussd') return books.decide(books.charges.at(-1)!, 'successful', APPROVED)
  const { body } = await api.get(`/checkout/${accessCode}/status`)
  live.standIns.payOn(body.data.next.url, 'once')
}

async function paid(way: Way): Promise<Given> {
  const one = await given()
  await begin(api, way, one)
  await pays(way, one)
  await tellAll(live)
  await untilDone(context, enquireDue)
  return one
}

/** What this customer paid at Flutterwave, and what of it was given back. */
function atFlutterwave({ email }: Given) {
  const { charges, refunds } = live.standIns.flutterwave.books
  const own = charges.filter((one) => one.email === email && one.status === 'successful')
  const back = refunds.filter(({ charge }) => own.includes(charge))
  return { paid: own.map(({ amount }) => amount), back: back.map(({ amount }) => amount) }
}

async function assertPaidOnce(one: Given): Promise<void> {
  await assertPaid(live, one, one.reference)
  assert.deepEqual(atFlutterwave(one), { paid: [BigInt(AMOUNT)], back: [] })
}

for (const way of ['card', 'ussd', 'opay'] as const) {
  const { call, request } = WAYS[way]

  sweep({
    name: `flutterwave: beginning to pay by ${way}`,
    passes: [call, request],
    given,
    run: (one) => begin(broken, way, one),
    again: async (one) => {
      context.advance(1 * MINUTE)
      await untilDone(context, enquireDue)
      context.advance(3 * MINUTE)
      await untilDone(context, enquireDue)
      await untilTaken(live, () => begin(api, way, one))
      await pays(way, one)
      await tellAll(live)
      await untilDone(context, enquireDue)
    },
    check: assertPaidOnce,
  })

  sweep({
    name: `flutterwave: the notification of a payment by ${way}`,
    passes: ['card rail: enquire', 'request: GET /v3/transactions/verify_by_reference'],
    given: async () => {
      const one = await given()
      await begin(api, way, one)
      await pays(way, one)
      return { ...one, told: live.standIns.news() }
    },
    run: async ({ told }) => {
      for (const { rail, request } of told) await take(process.context, rail, request)
      await enquireDue(process.context)
    },
    again: () => timeGoesBy(live),
    check: assertPaidOnce,
  })

  sweep({
    name: `flutterwave: a refund of a payment by ${way}`,
    passes: ['card rail: refund', 'request: POST /v3/transactions/'],
    given: () => paid(way),
    run: ({ business, reference }) =>
      askRefund(broken, business, { transaction: reference, amount: 200_000 }, ONCE),
    again: async ({ business, reference }) => {
      const body = { transaction: reference, amount: 200_000 }
      await untilTaken(live, () => askRefund(api, business, body, ONCE))
      await timeGoesBy(live)
    },
    check: async (one) => {
      assert.deepEqual(await refundsOf(live, one.business), [['processed', 200_000]])
      assert.deepEqual(atFlutterwave(one).back, [200_000n])
    },
  })
}

/** Paid, and disputed by the customer's bank. Disputes of earlier cases are listed no more. */
async function chargedBack() {
  context.advance(8 * DAY)
  const one = await paid('card')
  const { books } = live.standIns.flutterwave
  return { ...one, chargeback: books.chargebacks.open(books.charges.at(-1)!) }
}

async function disputed() {
  const one = await chargedBack()
  await untilDone(context, pollDisputes)
  const [dispute] = await disputesOf(one)
  return { ...one, id: dispute!.id }
}

async function disputesOf({ business }: LiveShop): Promise<{ id: string; status: string }[]> {
  return (await api.get('/api/v1/disputes', { key: business.keys.secretKey })).body.data
}

async function answersReach(): Promise<void> {
  for (const ms of [1 * MINUTE, 10 * MINUTE, 1 * HOUR]) {
    context.advance(ms)
    await untilDone(context, callDue, pollDisputes)
  }
}

sweep({
  name: 'flutterwave: a chargeback that it lists',
  passes: ['disputes rail: listDisputes', 'request: GET /v3/chargebacks'],
  given: chargedBack,
  run: () => pollDisputes(process.context),
  again: async () => void (await untilDone(context, pollDisputes)),
  check: async (one) => {
    assert.deepEqual(
      (await disputesOf(one)).map(({ status }) => status),
      ['needs_response'],
    )
    const types = (await eventsOf(context, one.business)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'dispute.created').length, 1)
  },
})

for (const { answer, body, there, ends } of [
  { answer: 'evidence', body: { text: 'It was delivered.' }, there: 'declined', ends: 'won' },
  { answer: 'accept', body: {}, there: 'accepted', ends: 'accepted' },
] as const) {
  sweep({
    name: `flutterwave: a chargeback that the business answers with ${answer}`,
    passes: ['disputes rail: answerDispute', 'request: PUT /v3/chargebacks/'],
    given: disputed,
    run: ({ id, business }) =>
      broken.post(`/api/v1/disputes/${id}/${answer}`, { key: business.keys.secretKey, body }),
    again: async ({ id, business, chargeback }) => {
      const key = business.keys.secretKey
      await untilTaken(live, () => api.post(`/api/v1/disputes/${id}/${answer}`, { key, body }))
      await answersReach()
      assert.deepEqual(
        chargeback.history.map(({ action }) => action),
        [there],
        'it is answered once',
      )
      if (ends === 'won') live.standIns.flutterwave.books.chargebacks.end(chargeback, ends)
      await answersReach()
    },
    check: async (one) => {
      assert.deepEqual(
        (await disputesOf(one)).map(({ status }) => status),
        [ends],
      )
      const { body: wallet } = await api.get('/api/v1/balance', {
        key: one.business.keys.secretKey,
      })
      assert.equal(wallet.data.available > 0, ends === 'won')
    },
  })
}
