import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verifyBooks } from '../../src/operator/books.ts'
import { connectAsOwner } from '../../src/platform/db.ts'
import { type Rehearsal, startRehearsal } from '../providers/rehearsal/start.ts'
import { createDatabase, dropDatabase, SERVER } from '../support.ts'
import { paid } from './payments.ts'
import { eventually } from './service.ts'
import { type Place, theBrowser, visit } from './visit.ts'

// Five businesses in live mode that share their customers: the provider opens one account for each
// email address, and each business has an account for its wallet.

const CUSTOMER = {
  first_name: 'Ngozi',
  last_name: 'Sample',
  email: 'ngozi@example.com',
  bvn: '22222222223',
}
const PRICE = 500_000
const TOP_UP = 2_000_000
/** Monnify refuses a second transfer of one amount to one account for a while. */
const payeeOf = (index: number) => ({ bank_code: '058', account_number: `012345678${index}` })

type Keys = Rehearsal['keys']
type Told = { data: Record<string, never> & { [name: string]: string } }

let database: string
let rehearsal: Rehearsal
let place: Place
before(async () => {
  database = await createDatabase()
  const { host, port, user } = SERVER
  const address = `postgres://${user}@localhost:${port}/${database}?host=${host}`
  rehearsal = await startRehearsal({ settings: { DATABASE_URL: address }, others: 4 })
  const { baseUrl, url } = rehearsal
  place = { service: { baseUrl }, shop: { url }, browser: await theBrowser() } as Place
})
after(async () => {
  await rehearsal?.close()
  if (database) await dropDatabase(database)
})

async function call(keys: Keys, path: string, body?: object): Promise<Told['data']> {
  const answer = await fetch(`${rehearsal.baseUrl}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${keys.secretKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  assert(answer.ok, `${path}: ${answer.status} ${text}`)
  return (JSON.parse(text) as Told).data
}

/** As the bank. */
async function transfer(accountNumber: string, amount: number): Promise<void> {
  const fields = { account_number: accountNumber, naira: `${amount / 100}` }
  const body = new URLSearchParams(fields)
  const url = `${rehearsal.url}/act/transfer`
  const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  assert.equal(status, 303)
}

async function payAtCheckout(page: Page, keys: Keys): Promise<string> {
  const { email } = CUSTOMER
  const wanted = { amount: PRICE, email, name: 'Ngozi Sample' }
  const payment = await call(keys, '/transactions/initialize', wanted)
  await page.goto(payment['authorization_url']!)
  await page.getByRole('tab', { name: 'Bank transfer' }).click()
  await page.getByText('Waiting for your transfer').waitFor()
  const account = await page.locator('#account-number').textContent()
  await transfer(account ?? '', PRICE)
  await paid(page).waitFor()
  return payment['reference']!
}

test('each of five businesses gets, pays out and refunds what is its own', () =>
  visit(place, async (page) => {
    const all = [rehearsal.keys, ...rehearsal.keysOfOthers]
    assert.equal(all.length, 5)
    const numbers = new Set<string>()
    for (const [index, keys] of all.entries()) {
      const balance = (await call(keys, '/balance')) as unknown as {
        account: { account_number: string }
      }
      await transfer(balance.account.account_number, TOP_UP)
      const account = await call(keys, '/dedicated-virtual-accounts', { customer: CUSTOMER })
      await transfer(account['account_number']!, PRICE)
      numbers.add(balance.account.account_number).add(account['account_number']!)
      const reference = await payAtCheckout(page, keys)
      await eventually('the money has come', async () => {
        const deposits = (await call(keys, '/deposits')) as unknown as { status: string }[]
        return deposits.length === 3 ? true : null
      })
      const payout = await call(keys, '/payouts', { amount: PRICE, ...payeeOf(index) })
      const refund = await call(keys, '/refunds', { transaction: reference })
      const hasEnded = async (path: string, status: string) =>
        (await call(keys, path))['status'] === status ? true : null
      await eventually('the payout is sent', () => hasEnded(`/payouts/${payout['id']}`, 'success'))
      assert.notEqual(refund['status'], 'failed')
    }
    assert.equal(numbers.size, 10, 'no two share an account number')
  }))

test('after it the books of each balance, and what the bank has is what was booked', async () => {
  const sql = connectAsOwner({ ...SERVER, database })
  try {
    assert.deepEqual(await verifyBooks(sql), [])
    const rows = await sql<{ count: number; sum: string }[]>`
      select count(*)::int as count, sum(amount)::text as sum from deposit
      where mode = 'live' group by business_id
    `
    const each = `${TOP_UP + 2 * PRICE}`
    assert.deepEqual(
      rows.map(({ count, sum }) => [count, sum]),
      Array(5).fill([3, each]),
    )
    const came = rehearsal.monnify.books.movements.filter(({ kind }) => kind === 'collection')
    assert.equal(
      came.reduce((sum, { amount }) => sum + amount, 0n),
      5n * BigInt(each),
    )
  } finally {
    await sql.end()
  }
})
