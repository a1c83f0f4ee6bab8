import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { creditTo, givenAccount, givenDedicated, transfer } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { undone } from '../../../test/undone.ts'
import { receive } from './receive.ts'
import { verifyDeposits } from './verify.ts'

// Every kind of deposit, and ways in which deposits and entries may differ. Each is rolled back.

const context = useContext()
const api = useApi(context)

const breaks: [name: string, change: string, what: RegExp, count?: number][] = [
  [
    'a top-up that was booked with another amount',
    "update ledger_entry set amount = amount + 1 where reason = 'wallet_top_up'",
    /what came/,
  ],
  [
    'a top-up that was not booked',
    "delete from ledger_entry where reason = 'wallet_top_up'",
    /what came/,
  ],
  [
    'a top-up that was booked and never came',
    "delete from deposit where account_kind = 'wallet'",
    /what came/,
  ],
  ['suspense that is missing', "delete from ledger_entry where reason = 'suspense'", /what came/],
  [
    'an assignment without its entry',
    "update suspended_credit set state = 'assigned', assigned_number = '1', assigned_by = 'A', " +
      'assigned_at = now()',
    /what came/,
  ],
  [
    'an unmatched transfer that is not booked apart',
    "delete from ledger_entry where reason = 'unmatched_payment'",
    /what came/,
  ],
  [
    'suspense of another amount',
    "update ledger_entry set amount = amount - 1 where reason = 'suspense'",
    /what came/,
  ],
  [
    'an assignment that was booked and not made',
    "insert into ledger_entry select business_id, mode, cause_id, 'suspense_assigned', step, " +
      'kind, debit_account, credit_account, amount, occurred_at, created_at ' +
      "from ledger_entry where reason = 'suspense'",
    /what came/,
  ],
  [
    'an unmatched transfer of another amount',
    "update deposit set amount = amount + 1 where state = 'unmatched'",
    /what came/,
  ],
  [
    'an unmatched transfer that is taken for a matched one',
    "update deposit set state = 'matched', reason = null, next_return_at = null " +
      "where state = 'unmatched'",
    /what came/,
  ],
  [
    'an unmatched transfer that is booked as if it came from elsewhere',
    "update ledger_entry set debit_account = 'available' where reason = 'unmatched_payment'",
    /what came/,
  ],
  [
    'a top-up in the wrong mode',
    "update deposit set mode = 'live' where account_kind = 'wallet'",
    /what came/,
    2,
  ],
  [
    'more than a hundred that are not booked',
    'insert into deposit ' +
      'select d.* from deposit o, generate_series(1, 101) i, jsonb_populate_record(o, ' +
      "jsonb_build_object('deposit_id', md5(i::text)::uuid, 'session_id', i)) d " +
      "where o.account_kind = 'wallet'",
    /what came/,
    100,
  ],
  [
    'more than a hundred without a payment',
    'insert into deposit ' +
      'select d.* from deposit o, generate_series(1, 101) i, jsonb_populate_record(o, ' +
      "jsonb_build_object('deposit_id', md5(i::text)::uuid, 'session_id', i, " +
      "'transaction_id', md5(i::text)::uuid)) d where o.account_kind = 'dedicated'",
    /the payment/,
    100,
  ],
  [
    'a deposit to the payment of another mode',
    "update deposit set mode = 'live' where account_kind = 'dedicated'",
    /the payment/,
    2,
  ],
  ...['failed', 'pending', 'abandoned'].map((status): [string, string, RegExp] => [
    `a deposit whose payment is ${status}`,
    `update transaction set status = '${status}', paid_at = null ` +
      "where channel = 'dedicated_virtual_account'",
    /the payment/,
  ]),
  [
    'a deposit of another amount than its payment',
    "update deposit set amount = amount + 1 where account_kind = 'dedicated'",
    /the payment/,
  ],
  [
    'a deposit without a payment',
    "delete from transaction where channel = 'dedicated_virtual_account'",
    /the payment/,
  ],
  [
    'a payment without its deposit',
    "delete from deposit where account_kind = 'dedicated'",
    /the payment/,
  ],
]

test('differences between deposits and books are found', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 5_000 })
  const { body: balance } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const wallet = balance.data.account.account_number
  await transfer(api, business, { account_number: wallet, amount: 6_000 })
  const oneOff = await givenAccount(context, api, business)
  await transfer(api, business, { account_number: oneOff.account_number, amount: 7_000 })
  await receive(context, 'test', creditTo(context, '0000000001', 8_000))

  assert.deepEqual(await verifyDeposits(context.sql), [])
  for (const [name, change, what, count = 1] of breaks) {
    const found = await undone(context, async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql.unsafe(change)
      return verifyDeposits(sql)
    })
    assert.equal(found.length, count, `${name}: ${JSON.stringify(found)}`)
    for (const one of found) assert.match(one.what, what, name)
  }
})
