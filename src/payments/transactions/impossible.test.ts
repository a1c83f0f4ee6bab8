import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import {
  askForAccount,
  givenDedicated,
  pay,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { parsePublicId } from '../../platform/ids.ts'

// Rows that no code of ours would write, and the database would not keep.

const CHECK_VIOLATION = '23514'
const UNIQUE_VIOLATION = '23505'

const context = useContext()
const api = useApi(context)

/** A payment that waits, with an attempt at its bank, and the deposit that paid another. */
let open = ''
before(async () => {
  await context.opened
  const business = await givenBusiness(context)
  const paid = await givenPayment(api, business)
  const account_number = await askForAccount(api, paid.access_code)
  await transfer(api, business, { account_number, amount: 500_000 })
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'page')
  await pay(api, access_code, 'page')
  open = parsePublicId('transaction', (await verifyPayment(api, business, reference)).id)!
  await givenDedicated(api, business)
  await api.get('/api/v1/balance', { key: business.keys.secretKey })
})

const impossible: [name: string, change: string][] = [
  ['a moment of payment without success', 'update transaction set paid_at = now()'],
  ['a success that was never paid', "update transaction set status = 'success'"],
  [
    'a success without a fee',
    "update transaction set status = 'success', paid_at = now(), channel = 'card'",
  ],
  [
    'a success by no channel',
    "update transaction set status = 'success', paid_at = now(), fee = 1, vat = 1",
  ],
  ['a state that is none', "update transaction set status = 'paid'"],
  ['an amount of nothing', 'update transaction set amount = 0'],
  ['a fee below zero', 'update transaction set fee = -1'],
  ['a mode that is none', "update transaction set mode = 'sandbox'"],
  ['a matched deposit with a reason', "update deposit set reason = 'late'"],
  ['an unmatched deposit without a reason', "update deposit set state = 'unmatched'"],
  [
    'a deposit that waits for nothing',
    "update deposit set state = 'unmatched', reason = 'late', next_return_at = null",
  ],
  [
    'a return without its session',
    "update deposit set state = 'returned', reason = 'late', return_session_id = null",
  ],
  ['a declined card without a reason', "update card_attempt set state = 'declined'"],
  ['a redirect to nowhere', "update card_attempt set state = 'redirect', redirect_url = null"],
  [
    'a surplus that nobody gives back',
    "update card_attempt set state = 'surplus', next_enquiry_at = null, redirect_url = null",
  ],
]
for (const [name, change] of impossible) {
  test(`the database refuses ${name}`, async () => {
    const conditions: Record<string, string> = {
      transaction: ` where id = '${open}'`,
      card_attempt: " where state = 'redirect'",
      deposit: '',
    }
    const statement = `${change}${conditions[change.split(' ')[1]!]}`

    await asOwner(context, (sql) =>
      assert.rejects(sql.unsafe(statement), { code: CHECK_VIOLATION }),
    )
  })
}

const ofAccounts: [name: string, kind: string, change: string][] = [
  ['a dedicated account without a customer', 'dedicated', 'customer_id = null'],
  ['a dedicated account without a tier', 'dedicated', 'tier = null'],
  ['a dedicated account that runs out', 'dedicated', 'expires_at = now()'],
  ['a dedicated account of one amount', 'dedicated', 'amount = 100'],
  ['a dedicated account for one payment', 'dedicated', 'transaction_id = gen_random_uuid()'],
  ['a Tier 3 account without a BVN', 'dedicated', 'tier = 3'],
  ['a tier that is none', 'dedicated', "tier = 2, bvn = 'sealed', bvn_last4 = '1234'"],
  ['a BVN of which nothing may be shown', 'dedicated', "bvn = 'sealed'"],
  ['the end of a BVN that is not there', 'dedicated', "bvn_last4 = '1234'"],
  ['a number without the moment it was given', 'dedicated', 'assigned_at = null'],
  ['a number that is taken away', 'dedicated', 'account_number = null'],
  ['a number without a bank', 'dedicated', 'bank_code = null'],
  ['a wallet’s account of a customer', 'wallet', 'customer_id = gen_random_uuid()'],
  ['a wallet’s account with a tier', 'wallet', 'tier = 1'],
  ['an account of a kind that is none', 'wallet', "kind = 'savings'"],
  ['a one-off account without its payment', 'one_off', 'transaction_id = null'],
  ['a one-off account without end', 'one_off', 'expires_at = null'],
  ['a one-off account of any amount', 'one_off', 'amount = null'],
]
for (const [name, kind, change] of ofAccounts) {
  test(`the database refuses ${name}`, async () => {
    const statement = `update virtual_account set ${change} where kind = '${kind}'`

    await asOwner(context, (sql) =>
      assert.rejects(sql.unsafe(statement), { code: CHECK_VIOLATION }),
    )
  })
}

const twice: [name: string, change: string][] = [
  [
    'two open card attempts of one payment',
    "update card_attempt set state = 'otp' where state = 'superseded'",
  ],
  [
    'one reference for two payments',
    'update transaction set reference = (select min(reference) from transaction)',
  ],
  [
    'a second deposit of a session',
    `insert into deposit_session
       select mode, rail, session_id, business_id, gen_random_uuid() from deposit`,
  ],
  [
    'a second owner of an account number',
    `insert into account_number
       select mode, account_number, gen_random_uuid(), gen_random_uuid() from account_number`,
  ],
  ['a second dedicated account of a customer', again('dedicated')],
  ['a second account of a wallet', again('wallet')],
  [
    'a second account of the same turn',
    `insert into virtual_account (business_id, mode, virtual_account_id, kind, transaction_id,
       ordinal, amount, account_name, created_at, updated_at, expires_at)
     select business_id, mode, gen_random_uuid(), kind, transaction_id, ordinal, amount,
       account_name, created_at, updated_at, expires_at
     from virtual_account where kind = 'one_off'`,
  ],
]
for (const [name, change] of twice) {
  test(`the database refuses ${name}`, async () => {
    await asOwner(context, (sql) => assert.rejects(sql.unsafe(change), { code: UNIQUE_VIOLATION }))
  })
}

/** Another row, the same in all but its id. */
function again(kind: string): string {
  return `insert into virtual_account
    select (jsonb_populate_record(a, jsonb_build_object('virtual_account_id', gen_random_uuid()))).*
    from virtual_account a where kind = '${kind}'`
}
