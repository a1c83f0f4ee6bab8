import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverDue } from '../src/core/events/webhooks.ts'
import { verifyBooks } from '../src/operator/books.ts'
import { type Api, openApi } from './api.ts'
import { askForAccount, creditTo, givenDedicated, notify, pay, runJobsOnce } from './payments.ts'
import { givenReceiver, givenUrl } from './receiver.ts'
import { scaled } from './scale.ts'
import {
  asOwner,
  closeContext,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  openContext,
  type TestContext,
} from './support.ts'

// A plan is made once and kept. On a database that is new the planner knows nothing of any table,
// and of two indexes that begin with business and mode either looks as good: one of them then reads
// all rows of the business for each that is looked up, until somebody analyzes the table.

const FEW = 20
const MANY = scaled(200, 100)
/** Of rows read for each payment: how many more there may be where there are ten times as many. */
const GROWTH_MAX = 1.5

for (const [name, flow] of Object.entries({
  'a payment by transfer': payByTransfer,
  'a payment by card': payByCard,
  'a deposit': payIn,
  'a verification of a person': verifyPerson,
  'a payout': payOut,
} satisfies Record<string, Flow>)) {
  test(`on a new database ${name} reads no more rows when there are more of them`, async (t) => {
    // Its own: what was read of another is written down seconds later, and would be counted here.
    const context = await openContext({ isNew: true })
    t.after(() => closeContext(context))
    await asOwner(context, async (sql) => {
      const tables = await sql<{ name: string }[]>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      `
      for (const { name } of tables) {
        await sql`alter table ${sql(name)} set (autovacuum_enabled = false)`
      }
    })
    const business = await givenBusiness(context)
    const receiver = await givenReceiver()
    await givenUrl(context, business, receiver.url)

    const few = await rowsRead(context, business, flow, FEW)
    const many = await rowsRead(context, business, flow, MANY)

    assert(few > 1, 'rows are counted at all')
    const said = `${few.toFixed(1)} rows each, then ${many.toFixed(1)}`
    assert(many < few * GROWTH_MAX, said)
    assert.deepEqual(await verifyBooks(context.sql), [])
  })
}

type Flow = (api: Api, process: TestContext, business: GivenBusiness, i: number) => Promise<void>
let flows = 0

/** By a process that makes its plans when it begins. Its connections count what they have read. */
async function rowsRead(
  context: TestContext,
  business: GivenBusiness,
  flow: Flow,
  times: number,
): Promise<number> {
  const process = contextOn(context.database)
  const api = await openApi(process)
  const before = await counted(context)
  for (let i = 0; i < times; i++) {
    flows += 1
    await flow(api, process, business, flows)
    await runJobsOnce(process)
    await deliverDue(process)
  }
  await api.app.close()
  await disconnect(process)
  return ((await counted(context)) - before) / times
}

async function counted(context: TestContext): Promise<number> {
  return asOwner(context, async (sql) => {
    const [row] = await sql<[{ read: number }]>`
      select sum(seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_user_tables
    `
    return row.read
  })
}

async function initialize(api: Api, { keys }: GivenBusiness, i: number) {
  const email = `customer-${i}@example.com`
  const body = { amount: 500_000, email, name: 'Ada Example', reference: `plan-${i}` }
  const { body: made } = await api.post('/api/v1/transactions/initialize', {
    key: keys.secretKey,
    body,
  })
  assert.equal(made.status, 'success')
  return made.data as { access_code: string; reference: string }
}

async function verified(api: Api, { keys }: GivenBusiness, reference: string): Promise<void> {
  const path = `/api/v1/transactions/verify/${reference}`
  const { body } = await api.get(path, { key: keys.secretKey })
  assert.equal(body.data.status, 'success')
}

async function payByTransfer(api: Api, process: TestContext, business: GivenBusiness, i: number) {
  const { access_code, reference } = await initialize(api, business, i)
  const account = await askForAccount(api, access_code)
  assert.equal((await notify(api, process, creditTo(process, account, 500_000))).status, 200)
  await verified(api, business, reference)
}

async function payByCard(api: Api, _process: TestContext, business: GivenBusiness, i: number) {
  const { access_code, reference } = await initialize(api, business, i)
  await pay(api, access_code, 'success')
  await verified(api, business, reference)
}

async function payIn(api: Api, process: TestContext, business: GivenBusiness, i: number) {
  const email = `customer-${i}@example.com`
  const { account_number } = await givenDedicated(api, business, { email })
  const credit = creditTo(process, account_number, 500_000)
  assert.equal((await notify(api, process, credit)).status, 200)
}

async function verifyPerson(api: Api, _process: TestContext, { keys }: GivenBusiness, i: number) {
  const number = String(20_000_000_000 + i)
  const key = keys.secretKey
  const begun = await api.post('/api/v1/bvn/verify', { key, body: { type: 'BVN', number } })
  const { verification_id } = begun.body
  const body = { verification_id, type: 'BVN', otp: '123456' }
  assert.equal((await api.post('/api/v1/bvn/validate', { key, body })).status, 200)
}

async function payOut(api: Api, _process: TestContext, { keys }: GivenBusiness, i: number) {
  const body = {
    amount: 10_000,
    bank_code: '001',
    account_number: '0123456789',
    reference: `payout-${i}`,
  }
  assert.equal((await api.post('/api/v1/payouts', { key: keys.secretKey, body })).status, 201)
}
