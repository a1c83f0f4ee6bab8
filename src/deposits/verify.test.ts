import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../test/api.ts'
import { creditTo, givenAccount, givenDedicated, transfer } from '../../test/payments.ts'
import { asOwner, givenBusiness, useContext } from '../../test/support.ts'
import { receive } from './receive.ts'
import { verifyDeposits } from './verify.ts'

// Every kind of deposit, and ways in which what came and what was booked may part. Each is undone.

const context = useContext()
const api = useApi(context)

const breaks: [name: string, change: string, what: RegExp][] = [
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

test('what parts the deposits from the books is found', async () => {
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
  for (const [name, change, what] of breaks) {
    const found = await asOwner(context, (owner) =>
      owner
        .begin(async (sql) => {
          await sql`set local session_replication_role = replica`
          await sql.unsafe(change)
          throw new Undone(await verifyDeposits(sql))
        })
        .catch((error: unknown) => {
          if (error instanceof Undone) return error.found
          throw error
        }),
    )
    assert(Array.isArray(found) && found.length === 1, `${name}: ${JSON.stringify(found)}`)
    assert.match(found[0]!.what, what, name)
  }
})

class Undone extends Error {
  readonly found: { what: string }[]

  constructor(found: { what: string }[]) {
    super('undone')
    this.found = found
  }
}
