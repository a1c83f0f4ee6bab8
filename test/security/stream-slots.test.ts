import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusinessId } from '../../src/core/context.ts'
import { listen } from '../../src/core/events/listen.ts'
import { type Checkout, findCheckout } from '../../src/payments/checkout/checkout.ts'
import { streamStatus } from '../../src/payments/checkout/events.ts'
import { newId } from '../../src/platform/ids.ts'
import { slots } from '../../src/platform/slots.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenBusiness, useContext } from '../support.ts'
import { givenVisitors, type Visitor } from '../visitors.ts'

// Streams of events stay open. Nobody may take the slots of everybody.

const context = useContext()
const api = useApi(context)

const newBusiness = () => newId<'business'>(context.now()) as BusinessId

/** How many were let in, of those who come one after the other. */
function countIn(visitors: Visitor[], tell: (visitor: Visitor, i: number) => void): number {
  visitors.forEach(tell)
  return visitors.filter(({ response }) => response.statusCode === 200).length
}

test('one business listens 20 times, one address 40 times, and others are still let in', async (t) => {
  const visitors = await givenVisitors(t, 100)
  const since = context.now()
  const business = newBusiness()
  const come = (businessId: BusinessId, network: (i: number) => string) => {
    return ({ listener }: Visitor, i: number) =>
      listen(context, { businessId, mode: 'test' }, since, listener(network(i)))
  }

  const ofBusiness = visitors.splice(0, 25)
  assert.equal(
    countIn(
      ofBusiness,
      come(business, (i) => `192.0.2.${i}`),
    ),
    20,
  )
  const ofAddress = visitors.splice(0, 50)
  const each = ofAddress.map((visitor) => {
    return countIn(
      [visitor],
      come(newBusiness(), () => '198.51.100.1'),
    )
  })
  assert.equal(each.filter(Boolean).length, 40)
  assert.equal(
    countIn(
      visitors.splice(0, 1),
      come(newBusiness(), () => '203.0.113.1'),
    ),
    1,
  )

  await ofBusiness[0]!.leave()
  assert.equal(
    countIn(
      visitors.splice(0, 2),
      come(business, () => '203.0.113.1'),
    ),
    1,
  )
})

test('pages of one business have 500 streams, of one address 200, and others are still let in', async (t) => {
  const { access_code } = await givenPayment(api, await givenBusiness(context))
  const checkout = await findCheckout(context, access_code)
  const visitors = await givenVisitors(t, 725)
  const come = (businessId: () => BusinessId, network: (i: number) => string) => {
    return ({ listener }: Visitor, i: number) => {
      const transaction = { ...checkout.transaction, id: newId(context.now()) }
      const other = { ...checkout, transaction: { ...transaction, businessId: businessId() } }
      streamStatus(context, other as Checkout, listener(network(i)))
    }
  }
  const business = newBusiness()

  // Those who watch a payment that is not there are let go at the first look, a second later.
  const ofBusiness = come(
    () => business,
    (i) => `192.0.2.${i}`,
  )
  assert.equal(countIn(visitors.splice(0, 510), ofBusiness), 500)
  assert.equal(
    countIn(
      visitors.splice(0, 210),
      come(newBusiness, () => '198.51.100.1'),
    ),
    200,
  )
  assert.equal(
    countIn(
      visitors.splice(0, 1),
      come(newBusiness, () => '203.0.113.1'),
    ),
    1,
  )
})

test('a slot is given back once, however often it is said', () => {
  const { take } = slots(3, { business: 2 })
  const [first, second] = [take({ business: 'a' }), take({ business: 'a' })]
  assert(first && second && take({ business: 'a' }) === null)
  assert(take({ business: 'b' }))
  assert.equal(take({ business: 'c' }), null, 'all are taken')

  first()
  first()

  assert(take({ business: 'a' }))
  assert.equal(take({ business: 'c' }), null)
})
