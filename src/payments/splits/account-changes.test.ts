import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { changeSubaccount, givenSubaccount, subaccountOf } from '../../../test/splits.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'

// A bank account is a bank and a number: who changes either has changed it.

const context = useContext()
const api = useApi(context)

const NUMBER = '3000000001'

for (const [what, to] of [
  ['the bank', { bank_code: '044' }],
  ['the number', { account_number: '3000000002' }],
  ['both', { bank_code: '044', account_number: '3000000002' }],
] as const) {
  test(`a change of ${what} waits, and is over when the account is again what it was`, async () => {
    const business = await givenBusiness(context)
    const from = { bank_code: '058', account_number: NUMBER }
    const code = await givenSubaccount(api, business, from)
    const changes = async () => {
      const key = business.keys.secretKey
      return (await api.get('/api/v1/account-changes', { key })).body.data
    }

    assert.equal((await changeSubaccount(api, business, code, to)).status, 200)
    const [waiting, ...others] = await changes()
    assert.equal((await changeSubaccount(api, business, code, from)).status, 200)
    const [cancelled, ...more] = await changes()

    assert.deepEqual([waiting?.status, others.length], ['waiting', 0])
    const wanted = { ...from, ...to }
    assert.deepEqual(
      [waiting.from, waiting.to].map(({ bank, account_number }) => [bank.code, account_number]),
      [
        ['058', NUMBER],
        [wanted.bank_code, wanted.account_number],
      ],
    )
    assert.deepEqual([cancelled.status, more.length], ['cancelled', 0])
    const is = await subaccountOf(api, business, code)
    assert.deepEqual([is.bank.code, is.account_number], ['058', NUMBER])
  })
}
