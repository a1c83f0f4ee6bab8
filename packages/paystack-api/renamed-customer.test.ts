import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ageOf } from '../../src/accounts/businesses/businesses.ts'
import { useApi } from '../../test/api.ts'
import { givenDedicated, transfer, verifyPayment } from '../../test/payments.ts'
import { ask, openPaystackApi } from '../../test/paystack-clients.ts'
import { givenBusiness, until, useContext } from '../../test/support.ts'

const context = useContext()
const api = useApi(context)
let open: Awaited<ReturnType<typeof openPaystackApi>>
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
})
after(() => open.close())

test('the next deposit of a customer who was renamed has the new name', async () => {
  const business = await givenBusiness(context)
  await until('it has looked for changes once', async () => ageOf(context) > 0)
  const { account_number, customer } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 100_000 })
  const { status } = await ask(open.app, `PUT /customer/${customer.customer_code}`, {
    key: business.keys.secretKey,
    body: { first_name: 'Ngozi', last_name: 'Sample' },
  })
  assert.equal(status, 200)

  const { body } = await transfer(api, business, { account_number, amount: 200_000 })

  const payment = await verifyPayment(api, business, body.data.session_id)
  const { first_name, last_name } = payment.customer
  assert.deepEqual([first_name, last_name], ['Ngozi', 'Sample'])
})
