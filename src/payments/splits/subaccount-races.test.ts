import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { changeSubaccount, givenSubaccount, subaccountOf } from '../../../test/splits.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'

// A subaccount always has the holder that the bank named for its account, whoever changes it at
// once.

const context = useContext()
const api = useApi(context)

for (const [name, slow, quick] of [
  ['the bank', { bank_code: '044' }, { account_number: '2000000001' }],
  ['the number', { account_number: '2000000002' }, { bank_code: '033' }],
  ['both', { bank_code: '044', account_number: '2000000003' }, { account_number: '2000000004' }],
] as const) {
  test(`while the bank is asked for a change of ${name}, another change is not undone`, async () => {
    const business = await givenBusiness(context)
    const code = await givenSubaccount(api, business)
    const { account_number } = await subaccountOf(api, business, code)
    const { bank } = context.rails.test
    const { resolveAccount } = bank
    const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isFirst = true
    bank.resolveAccount = async (request) => {
      const accountName = `${request.bank.code} ${request.accountNumber}`
      if (isFirst) {
        isFirst = false
        asked.resolve()
        await answers.promise
      }
      return { kind: 'found', accountName }
    }
    const first = changeSubaccount(api, business, code, slow)
    await asked.promise
    assert.equal((await changeSubaccount(api, business, code, quick)).status, 200)
    answers.resolve()
    assert.equal((await first).status, 200)
    bank.resolveAccount = resolveAccount

    const wanted = { bank_code: '058', account_number, ...quick, ...slow }
    const is = await subaccountOf(api, business, code)
    assert.deepEqual(
      [is.bank.code, is.account_number, is.account_name],
      [wanted.bank_code, wanted.account_number, `${wanted.bank_code} ${wanted.account_number}`],
    )
  })
}
