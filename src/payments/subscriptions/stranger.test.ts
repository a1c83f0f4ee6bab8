import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { startPublicly } from '../../../test/calls.ts'
import { pay } from '../../../test/payments.ts'
import {
  EMAIL,
  givenCard,
  givenSubscription,
  invoicesOf,
  runSubscriptions,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY } from '../../platform/clock.ts'
import { shortId } from '../../platform/ids.ts'
import { codeOf, enterCode, payByKept, sendCode } from '../authorizations/one-tap.ts'
import { keyOf } from '../checkout/checkout.ts'

// A customer reads the id of an invoice on their page, so they can know the reference of its next
// payment, and can begin a payment under it with the public key.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

/** An invoice whose first charge failed, and a payment of ₦100 under its next reference. */
async function givenBeforehand() {
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  await givenSubscription(api, business, { authorization_code })
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)
  const reference = `${shortId(invoice!.invoiceId)}-2`
  const terms = { email: EMAIL, amount: '10000', name: 'Mallory', save_card: 'offer' }
  const fields = { key: business.keys.publicKey, reference, ...terms }
  const { headers } = await startPublicly(api, fields)
  return { authorization_code, accessCode: String(headers['location']).split('/').at(-1)! }
}

/** Runs the second charge. */
async function secondCharge() {
  context.advance(DAY)
  await runSubscriptions(context)
  const [invoice] = await invoicesOf(context, business)
  return [invoice!.state, invoice!.failures, invoice!.failure]
}

test('what a customer paid under the reference of an invoice does not pay it', async () => {
  const { authorization_code, accessCode } = await givenBeforehand()
  await pay(api, accessCode, 'success')
  const path = `/api/v1/customers/${EMAIL}/authorizations/${authorization_code}`
  const removed = await api.delete(path, { key: business.keys.secretKey })
  assert.equal(removed.status, 200, removed.text)

  const after = await secondCharge()

  assert.deepEqual(after, ['open', 2, 'authorization_not_found'])
})

test('an attempt of the kept card under the reference of an invoice does not stop its charges', async () => {
  const { authorization_code: authorizationCode, accessCode } = await givenBeforehand()
  const key = keyOf(context, accessCode)
  const address = '203.0.113.7'
  const code = await sendCode(context, key, { address, language: 'en' })
  const { proof } = await enterCode(context, key, codeOf(context, code), address)
  const chosen = { proof, authorizationCode }
  await payByKept(context, key, chosen, { address, words: () => 'Pay' })

  const after = await secondCharge()

  assert.deepEqual(after, ['open', 2, 'insufficient_funds'])
})
