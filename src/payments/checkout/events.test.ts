import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenBusiness, until, useContext } from '../../../test/support.ts'
import { givenVisitors, type Visitor } from '../../../test/visitors.ts'
import { type Checkout, findCheckout } from './checkout.ts'
import { streamStatus } from './events.ts'

// Pages that stream the status of a payment, and customers who have left.

const STREAMS_PER_PAYMENT_MAX = 10

const context = useContext()
const api = useApi(context)

let checkout: Checkout
beforeEach(async () => {
  const { access_code } = await givenPayment(api, await givenBusiness(context))
  checkout = await findCheckout(context, access_code)
})

const tell = ({ listener }: Visitor) => streamStatus(context, checkout, listener('192.0.2.1'))

test(`${STREAMS_PER_PAYMENT_MAX} pages of one payment stream its status; the next one has to poll`, async (t) => {
  const visitors = await givenVisitors(t, STREAMS_PER_PAYMENT_MAX + 1)

  visitors.forEach(tell)

  for (const { read } of visitors) await until('it is answered', async () => read() !== '')
  const last = visitors.pop()!
  for (const { read } of visitors) assert.match(read(), /^HTTP\/1\.1 200 .*data: \{/s)
  assert.match(last.read(), /^HTTP\/1\.1 503 /)
})

test('a page that streams hears a beat while nothing happens, so that it knows of silence', async (t) => {
  const [visitor] = await givenVisitors(t, 1)

  tell(visitor!)

  await until('a beat came', async () => /event: beat\ndata: 1\n\n/.test(visitor!.read()))
})

test('a customer who left before the first event takes no slot', async (t) => {
  const half = STREAMS_PER_PAYMENT_MAX / 2
  const gone = [...(await givenVisitors(t, half)), ...(await givenVisitors(t, half, { first: 1 }))]
  await Promise.all(gone.map(({ leave }) => leave()))

  gone.forEach(tell)

  await assertTold(t)
})

test('a customer who leaves while an earlier response is pending takes no slot', async (t) => {
  const waiting = await givenVisitors(t, STREAMS_PER_PAYMENT_MAX, { first: 1 })
  waiting.forEach(tell)

  await Promise.all(waiting.map(({ leave }) => leave()))

  await assertTold(t)
})

async function assertTold(t: Parameters<typeof givenVisitors>[0]): Promise<void> {
  const [next] = (await givenVisitors(t, 1)) as [Visitor]
  tell(next)
  await until('it is answered', async () => next.read() !== '')
  assert.match(next.read(), /^HTTP\/1\.1 200 /)
  await next.leave()
}
