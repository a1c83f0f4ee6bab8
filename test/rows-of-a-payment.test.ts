import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from './api.ts'
import { countRows } from './calls.ts'
import { askForAccount, creditTo, notify } from './payments.ts'
import { givenReceiver, givenUrl } from './receiver.ts'
import { givenLater } from './settlements.ts'
import { givenSplit, givenSubaccounts } from './splits.ts'
import { useContext } from './support.ts'

// Rows are what a settlement costs the database: each is 10 to 30 µs, and no batching removes it.

const context = useContext()
const api = useApi(context)

test('a settled payment with a split of three writes these rows and no others', async () => {
  const business = await givenLater(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  const [first, second] = await givenSubaccounts(api, business, 2)
  const split_code = await givenSplit(api, business, [
    { subaccount_id: first!, share: 20 },
    { subaccount_id: second!, share: 30 },
  ])
  const { access_code } = await givenPayment(api, business, { split_code })
  const account = await askForAccount(api, access_code)
  const before = await countRows(context)

  await notify(api, context, creditTo(context, account, 500_000))

  const after = Object.entries(await countRows(context))
  const written = after.map(([table, count]) => [table, count - before[table]!] as const)
  assert.deepEqual(Object.fromEntries(written.filter(([, count]) => count !== 0)), {
    delivery: 1,
    deposit: 1,
    deposit_session: 1,
    event: 1,
    // What the payer paid, in five legs: fee, VAT, and one share for each of the three.
    ledger_entry: 5,
    receipt: 1,
    settlement_item: 3,
  })
})
