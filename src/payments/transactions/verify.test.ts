import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { pay } from '../../../test/payments.ts'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { verifyPayments } from './verify.ts'

const context = useContext()
const api = useApi(context)

const tamperings = [
  'update transaction set fee = fee - 1',
  'update transaction set vat = vat + 1',
  'update transaction set amount = amount + 100',
  "update transaction set status = 'ongoing', paid_at = null",
  'delete from transaction',
]
for (const tampering of tamperings) {
  test(`verification finds a payment that differs from its entries: ${tampering}`, async () => {
    const business = await givenBusiness(context)
    const { access_code } = await givenPayment(api, business)
    await pay(api, access_code, 'success')
    assert.deepEqual(await verifyPayments(context.sql), [])

    const putBack = new Error('put it back')
    const found = await asOwner(context, async (sql) => {
      let wrong: unknown[] = []
      await sql
        .begin(async (inside) => {
          await inside.unsafe(`${tampering} where business_id = '${business.businessId}'`)
          wrong = await verifyPayments(inside)
          throw putBack
        })
        .catch((error: unknown) => assert.equal(error, putBack))
      return wrong
    })

    assert.equal(found.length, 1)
  })
}
