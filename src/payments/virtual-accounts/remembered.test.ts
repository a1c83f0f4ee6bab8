import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { transfer, verifyPayment } from '../../../test/payments.ts'
import { givenSplit, givenSubaccounts } from '../../../test/splits.ts'
import {
  disconnect,
  givenBusiness,
  givenProcess,
  until,
  useContext,
} from '../../../test/support.ts'
import { findByNumber } from './virtual-accounts.ts'

// Whose a number is, each process remembers. What changes of it is forgotten in all of them.

const context = useContext()
const api = useApi(context)

test('a changed split of an account shares its deposits in every process, within a second', async (t) => {
  const business = await givenBusiness(context)
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const [before, after] = [
    await givenSplit(api, business, [{ subaccount_id: subaccount, share: 10 }]),
    await givenSplit(api, business, [{ subaccount_id: subaccount, share: 30 }]),
  ]
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
  const shareBy = async (split_code: string) => {
    const key = business.keys.secretKey
    const asked = { key, body: { customer, split_code } }
    return (await api.post('/api/v1/dedicated-virtual-accounts', asked)).body.data
  }
  const { account_number } = await shareBy(before)
  const elsewhere = await givenProcess(context)
  t.after(() => disconnect(elsewhere))
  const splitCode = async () =>
    ((await findByNumber(elsewhere, 'test', account_number)) as { splitCode?: string }).splitCode
  assert.equal(await splitCode(), before)

  await shareBy(after)

  await until('it is known elsewhere', async () => (await splitCode()) === after)
  const { body } = await transfer(api, business, { account_number, amount: 100_000 })
  const { split } = await verifyPayment(api, business, body.data.session_id)
  assert.deepEqual([split.split_code, split.shares.subaccounts[0].amount], [after, 30_000])
})
