import assert from 'node:assert/strict'
import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import { mock, test } from 'node:test'
import { naira } from '../../src/platform/money.ts'
import { paystackWorld } from './paystack/world.ts'
import { type PaystackStandIn, startPaystackStandIn } from './paystack.ts'

// Tests the stand-in with Paystack's own published client.

type Answer<Data = Record<string, unknown>> = { status: boolean; message: string; data: Data }
type Method<Asked, Data = Record<string, unknown>> = (asked: Asked) => Promise<Answer<Data>>
type Client = {
  transaction: {
    initialize: Method<{ email: string; amount: number; reference: string; callback_url: string }>
    verify: Method<{ reference: string }>
    fetch: Method<{ id: string }>
    list: Method<{ perPage?: number }, Record<string, unknown>[]>
  }
  refund: {
    create: Method<{ transaction: string; amount: number; merchant_note: string }>
    fetch: Method<{ id: string }>
    list: Method<{ perPage?: number }, Record<string, unknown>[]>
  }
  settlement: { fetch: Method<object, Record<string, unknown>[]> }
}
const Paystack = createRequire(import.meta.url)('@paystack/paystack-sdk') as {
  new (secretKey: string): Client
}

const NOW = new Date('2026-11-23T09:00:00Z')
const ASKED = {
  email: 'ada@example.com',
  amount: 500_000,
  reference: 'order-1',
  callback_url: 'https://pay.example/checkout/abc?a=1',
}

/** The client has a fixed URL, so its requests are redirected here. */
async function withClient(play: (client: Client, standIn: PaystackStandIn) => Promise<void>) {
  const standIn = await startPaystackStandIn({ now: () => NOW })
  const request = (
    base: string,
    options: object,
    heard: (answer: http.IncomingMessage) => void,
  ) => {
    assert.equal(base, 'https://api.paystack.co')
    return http.request(standIn.url, options, heard)
  }
  const sent = mock.method(https, 'request', request as typeof https.request)
  try {
    await play(new Paystack(standIn.credentials.secretKey), standIn)
    assert(sent.mock.callCount() > 0)
  } finally {
    mock.restoreAll()
    await standIn.close()
  }
}

test('Paystack’s own client opens a page, sees it paid, and refunds a part', async () => {
  await withClient(async ({ transaction, refund, settlement }, standIn) => {
    const opened = await transaction.initialize(ASKED)
    assert.equal(opened.status, true)
    assert.equal(opened.message, 'Authorization URL created')
    assert.equal(opened.data['reference'], 'order-1')
    assert.equal((await transaction.verify({ reference: 'order-1' })).data['status'], 'abandoned')

    standIn.controls.pay('order-1')

    const { data } = await transaction.verify({ reference: 'order-1' })
    assert.equal(data['status'], 'success')
    assert.equal(data['amount'], 500_000)
    assert.equal(data['fees'], 17_500)
    const fetched = (await transaction.fetch({ id: `${data['id']}` })).data
    for (const name of ['id', 'reference', 'status', 'amount', 'fees', 'paid_at']) {
      assert.equal(fetched[name], data[name], name)
    }
    assert.equal((await transaction.list({ perPage: 10 })).data.length, 1)

    const note = { merchant_note: 'Too many' }
    const made = await refund.create({ transaction: 'order-1', amount: 100_000, ...note })
    assert.equal(made.message, 'Refund has been queued for processing')
    assert.equal(made.data['status'], 'pending')
    const found = await refund.fetch({ id: `${made.data['id']}` })
    assert.equal(found.data['merchant_note'], 'Too many')
    assert.deepEqual((await refund.list({})).data, [found.data])
    standIn.controls.settle()
    assert.equal((await settlement.fetch({})).data[0]?.['total_processed'], 500_000)
  })
})

test('it is refused as Paystack refuses it', async () => {
  await withClient(async ({ transaction, refund }, standIn) => {
    await transaction.initialize(ASKED)
    const messages = [
      await transaction.initialize(ASKED),
      await transaction.initialize({ ...ASKED, reference: 'o2', email: 'ada@shop.local' }),
      await transaction.initialize({ ...ASKED, reference: 'o2', amount: 4_999 }),
      await transaction.initialize({ ...ASKED, reference: 'o_2' }),
      await transaction.verify({ reference: 'none' }),
      await refund.create({ transaction: 'none', amount: 1, merchant_note: '' }),
      await refund.create({ transaction: 'order-1', amount: 1, merchant_note: '' }),
      await new Paystack('sk_live_other').transaction.verify({ reference: 'order-1' }),
    ].map(({ status, message }) => [status, message])

    assert.deepEqual(messages, [
      [false, 'Duplicate Transaction Reference'],
      [false, 'Invalid Email Address Passed'],
      [false, 'Invalid Amount Sent'],
      [false, 'Invalid transaction reference'],
      [false, 'Transaction reference not found'],
      [false, 'Transaction not found'],
      [false, 'Only successful transactions can be refunded'],
      [false, 'Invalid key'],
    ])
    assert.equal(standIn.books.charges.length, 1)
  })
})

test('the customer pays on the page, or is declined and pays then, or leaves', async () => {
  const world = await paystackWorld()
  const asked = { amount: naira(5_000), email: 'ada&co@example.com' }
  const open = async (key: string) => {
    const returnUrl = 'https://pay.example/checkout/abc?a=1'
    const outcome = await world.rail.openPage({ ...asked, key, returnUrl })
    assert(outcome.kind === 'redirect_required')
    return outcome.url
  }
  const press = (url: string, button: string) =>
    fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })

  const page = await open('k')
  const text = await (await fetch(page)).text()
  assert.match(text, /₦5,000\.00/)
  assert(!text.includes('ada&co') && text.includes('ada&#38;co@example.com'))
  const declined = await press(page, 'decline')
  assert.equal(declined.status, 200)
  assert.match(await declined.text(), /role="alert">Declined/)
  const pending = { kind: 'pending', declined: 'declined' }
  assert.deepEqual(await world.rail.enquire({ key: 'k' }), pending)
  const paid = await press(page, 'pay')

  assert.equal(paid.status, 303)
  const back = 'https://pay.example/checkout/abc?a=1&trxref=k&reference=k'
  assert.equal(paid.headers.get('location'), back)
  assert.equal((await world.rail.enquire({ key: 'k' })).kind, 'approved')
  assert.match(await (await press(page, 'pay')).text(), /This payment was made/)
  const left = await press(await open('left'), 'leave')
  assert.equal(left.headers.get('location'), 'https://pay.example/checkout/abc?a=1')
  const late = await open('late')
  world.pageIsOver()
  assert.match(await (await press(late, 'pay')).text(), /This page has expired/)
  await world.close()
})
