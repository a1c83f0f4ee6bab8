import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../test/api.ts'
import { givenBusiness, useContext } from '../../test/support.ts'
import { balancesOf } from '../ledger/ledger.ts'

const context = useContext()
const api = useApi(context)

test('a payment by transfer of exactly its amount succeeds and splits into net, fee and VAT', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)
  const { body: account } = await api.post(`/checkout/${access_code}/bank-transfer`)

  const { body: transfer } = await api.post('/api/v1/sandbox/transfers', {
    key: business.keys.secretKey,
    body: { account_number: account.data.account_number, amount: 500_000 },
  })

  assert.equal(transfer.data.status, 'matched')
  const { body: verified } = await api.get(`/api/v1/transactions/verify/${reference}`, {
    key: business.keys.secretKey,
  })
  assert.equal(verified.data.status, 'success')
  assert.equal(verified.data.fees, 18_813)
  const { available, fees, vat, bank_clearing } = await balancesOf(context, business)
  assert.equal(available.posted, 10_000_000n + 481_187n)
  assert.equal(fees.posted, 17_500n)
  assert.equal(vat.posted, 1_313n)
  assert.equal(bank_clearing.posted, -500_000n)
})
