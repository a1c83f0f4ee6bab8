import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { pay, verifyPayment } from '../../../test/payments.ts'
import { givenSplit, givenSubaccounts, sharedIn } from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'

// Flat shares fit a payment where they and the fee are not more than what the customer pays, which
// is more than the price where the customer bears the fee.

const context = useContext()
const api = useApi(context)

const PRICE = 1_000_000
const OTHERS = 100_000
const ADA = { email: 'ada@example.com', name: 'Ada Example' }

async function paid(business: GivenBusiness, body: object) {
  const { access_code, reference } = await givenPayment(api, business, { amount: PRICE, ...body })
  await pay(api, access_code, 'success')
  return verifyPayment(api, business, reference)
}

for (const fee_bearer of ['business', 'customer']) {
  test(`flat shares of all that is left of the fee fit, and a kobo more does not: borne by the ${fee_bearer}`, async () => {
    const business = await givenBusiness(context)
    const [first = '', second = ''] = await givenSubaccounts(api, business, 2)
    const flat = (share: number) => {
      const shares = [
        { subaccount_id: first, share },
        { subaccount_id: second, share: OTHERS },
      ]
      return givenSplit(api, business, shares, { type: 'flat' })
    }
    const { net_amount: left } = await paid(business, { fee_bearer })
    const fits = await flat(left - OTHERS)
    const doesNot = await flat(left - OTHERS + 1)

    const shared = await paid(business, { fee_bearer, split_code: fits })
    const { status, body } = await api.post('/api/v1/transactions/initialize', {
      key: business.keys.secretKey,
      body: { ...ADA, amount: PRICE, fee_bearer, split_code: doesNot },
    })

    assert.deepEqual([status, body.code], [422, 'invalid_split'])
    assert.deepEqual(await sharedIn(context, business, shared), {
      fees: shared.fees,
      business: 0,
      subaccounts: [left - OTHERS, OTHERS],
    })
    await assertBooksTie(context)
  })
}
