import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, givenPayment, openApi, useApi } from './api.ts'
import { askForAccount, givenDedicated, pay, transfer } from './payments.ts'
import { payOut } from './payouts.ts'
import { askRefund } from './refunds.ts'
import { scaled } from './scale.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from './support.ts'

// A filter finds few records among many without reading all of them.

const context = useContext({ isNew: true })
const api = useApi(context)
const MANY = scaled(100_000, 10_000)
const READ_MAX = 1_000
const EMAIL = 'rare@example.com'

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  for (const email of ['common@example.com', EMAIL]) await givenAll(api, email)
  await multiply('customer', { customer_id: 'id', email: 'text', email_folded: 'text' })
  await multiply('transaction', { id: 'id', reference: 'text' })
  await multiply('refund', { refund_id: 'id', transaction_id: 'payment' })
  await multiply('deposit', { deposit_id: 'id', session_id: 'text', transaction_id: 'payment' })
  await multiply('payout', { payout_id: 'id', reference: 'text', session_id: 'text' })
  await asOwner(context, (sql) => sql`analyze`)
})

async function givenAll(api: Api, email: string): Promise<void> {
  const paid = await givenPayment(api, business, { email })
  await pay(api, paid.access_code, 'success')
  await askRefund(api, business, { transaction: paid.reference, amount: 100 })
  const waiting = await givenPayment(api, business, { email })
  const account_number = await askForAccount(api, waiting.access_code)
  await transfer(api, business, { account_number, amount: 500_000 })
  await givenDedicated(api, business, { email })
  await payOut(context, business)
}

/** Copies the first row, of the common customer, into many older ones. */
async function multiply(table: string, columns: Record<string, 'id' | 'text' | 'payment'>) {
  const values: Record<string, string> = {
    id: `overlay(lpad(to_hex(n), 32, '0') placing '7' from 13)::uuid`,
    payment: `overlay(lpad(to_hex(n), 32, '0') placing '7' from 13)::uuid`,
    text: `'copy-' || n`,
  }
  const changed = Object.entries(columns).map(([name, kind]) => `'${name}', ${values[kind]}`)
  const [key] = Object.keys(columns)
  const own = `business_id = '${business.businessId}'`
  await asOwner(context, async (sql) => {
    await sql.unsafe(`
      insert into ${table}
      select copy.*
      from ${table} one, generate_series(1, ${MANY}) n,
        lateral json_populate_record(one, json_build_object(${changed.join()})) copy
      where one.${key} = (select ${key} from ${table} where ${own} order by ${key} limit 1)
    `)
  })
}

async function counted(): Promise<number> {
  return asOwner(context, async (sql) => {
    const [row] = await sql<[{ read: number }]>`
      select sum(seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_user_tables
    `
    return row.read
  })
}

for (const [path, isFound] of [
  [`/transactions?email=${EMAIL}`, true],
  [`/transactions?customer=${EMAIL}&status=success`, true],
  [`/refunds?email=${EMAIL}`, true],
  ['/refunds?status=failed', false],
  ['/refunds?from=2026-11-01', true],
  [`/deposits?customer=${EMAIL}`, true],
  [`/customers?email=${EMAIL}`, true],
  ['/customers?from=2026-11-01', true],
  [`/dedicated-virtual-accounts?email=${EMAIL}`, true],
  ['/payouts?status=failed,reversed', false],
  ['/payouts?from=2026-11-01', true],
] as const) {
  test(`${path} reads few of ${MANY} records`, async () => {
    // The connections of a process say what they have read when they end.
    const process = contextOn(context.database)
    const own = await openApi(process)
    const before = await counted()

    const answer = await own.get(`/api/v1${path}`, { key: business.keys.secretKey })

    await own.app.close()
    await disconnect(process)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.length > 0, isFound)
    const read = (await counted()) - before
    assert(read < READ_MAX, `${read} rows read for ${answer.body.data.length}`)
  })
}
