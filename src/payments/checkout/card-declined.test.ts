import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { cardNamed, pay, verifyPayment } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'

// What a payment tells of cards that did not pay it.

const context = useContext()
const api = useApi(context)

test('a payment tells the card that was declined last, until another way pays it', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)
  const lastFour = async () =>
    (await verifyPayment(api, business, reference)).authorization?.last4 ?? null

  assert.equal(await lastFour(), null)
  for (const name of ['declined', 'no_funds', 'success'] as const) {
    await pay(api, access_code, name)
    assert.equal(await lastFour(), cardNamed(name).number.slice(-4), name)
  }
})
