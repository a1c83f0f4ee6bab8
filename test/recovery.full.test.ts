import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Context } from '../src/core/context.ts'
import { deliverDue } from '../src/core/events/webhooks.ts'
import { lastRecovery, release } from '../src/core/recovery/recovery.ts'
import { startServing } from '../src/core/recovery/serving.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { payDue } from '../src/money-out/payouts/subaccounts.ts'
import { decideOn, recoverySeen, releaseRecovery } from '../src/operator/operation/recovery.ts'
import { readSwitches } from '../src/operator/operation/switches.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { kobo } from '../src/platform/money.ts'
import { memoryOf, sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import { stoppable } from '../src/providers/stoppable.ts'
import { type Api, openApi } from './api.ts'
import { assertSettled } from './books.ts'
import { askToPay, givenShare, givenSubaccount, payoutsOf } from './payouts.ts'
import { startService, stopService } from './process.ts'
import { askRefund, givenPaid } from './refunds.ts'
import {
  closeContext,
  contextOn,
  createDatabase,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  SERVER,
  type TestContext,
} from './support.ts'

// A database is copied, serves on, and is lost; the copy takes its place. The bank of the sandbox
// remembers what it sent, as a real one does.

const transfers = new Map<string, string>()
const OPERATOR = { by: 'operator@example.com', reason: 'The statement was read line by line.' }
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cowrie-recovery-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A process over this database, and the same bank. */
async function open(database: string): Promise<TestContext & { api: Api }> {
  const context = contextOn(database)
  const { now, baseUrl } = context
  const test = sandboxRails({ memory: memoryOf(transfers), now, baseUrl })
  context.rails = stoppable({ test, live: [] })
  const api = await openApi(context)
  opened.push(
    () => closeContext(context),
    () => api.app.close(),
  )
  return Object.assign(context, { api })
}

/** As the service starts: judge, then read what is stopped. */
async function serve(context: Context) {
  const serving = await startServing(context, { folder, vouchMs: 0 })
  opened.push(() => serving.stop())
  await readSwitches(context)
  return serving
}

async function copyOf(database: string): Promise<string> {
  const sql = connectAsOwner({ ...SERVER, database: 'postgres' })
  try {
    await sql.unsafe(`create database ${database}_copy template ${database}`)
  } finally {
    await sql.end()
  }
  return `${database}_copy`
}

const sent = () => [...transfers.keys()].filter((name) => name.startsWith('transfer/')).length
const states = async (context: Context, business: GivenBusiness) =>
  (await payoutsOf(context, business)).map(({ state }) => state)

type Restored = {
  context: TestContext & { api: Api }
  business: GivenBusiness
  lost: { reference: string; sessionId: string }[]
  payment: string
}

/** What was paid out between the copy and its restore is known to the bank alone. */
async function restored(
  afterCopy: (context: TestContext & { api: Api }, b: GivenBusiness) => Promise<unknown>,
): Promise<Restored> {
  await rm(join(folder, 'served.json'), { force: true })
  transfers.clear()
  const database = await createDatabase()
  const first = await open(database)
  const business = await givenBusiness(first)
  const { id: payment } = await givenPaid(first.api, business, 'card')
  const serving = await serve(first)
  await serving.stop()
  await first.api.app.close()
  await disconnect(first)
  opened.length = 0
  const copy = await copyOf(database)

  const second = await open(database)
  const on = await serve(second)
  assert.equal(second.rails.off?.size, 0, 'started again on what it served, it serves')
  await afterCopy(second, business)
  await on.beat()
  await on.stop()
  const lost = (await payoutsOf(second, business)).map(({ reference, sessionId }) => {
    return { reference, sessionId: sessionId! }
  })
  await second.api.app.close()
  await closeContext(second)
  opened.length = 0
  const context = await open(copy)
  return { context, business, lost, payment }
}

test('a payout of before a restore, asked for again, leaves once', async () => {
  const once = { 'idempotency-key': 'once' }
  const given = await restored(async ({ api }, business) => {
    assert.equal((await askToPay(api, business, { reference: 'PAY-1' })).status, 201)
    assert.equal((await askToPay(api, business, { amount: 300_000 }, once)).status, 201)
  })
  const { context, business, payment } = given
  const { api } = context
  assert.equal(sent(), 2)
  const { subaccountId } = await givenSubaccount(context, business)
  await givenShare(context, business, subaccountId, kobo(700_000))

  const serving = await serve(context)
  const { recovery } = await recoverySeen(context)
  assert.equal(recovery?.reason, 'older_copy')
  const refused = [
    await askToPay(api, business, { reference: 'PAY-1' }),
    await askRefund(api, business, { transaction: payment }),
  ]
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [503, 'in_recovery'])
  }
  await payDue(context)
  await context.api.put('/api/v1/webhooks', {
    key: business.keys.secretKey,
    body: { url: 'https://shop.invalid/hooks' },
  })
  await givenPaid(api, business, 'bank_transfer')
  assert.equal(await deliverDue(context), 0, 'webhooks wait')
  assert.equal(sent(), 2)

  await releaseRecovery(context, OPERATOR)
  await serving.stop()
  const again = await Promise.all([
    askToPay(api, business, { reference: 'PAY-1' }),
    askToPay(api, business, { reference: 'PAY-1' }),
    askToPay(api, business, { amount: 300_000 }, once),
  ])
  const said = again.map(({ status, body }) => [status, body.data?.status])
  assert(
    said.every(([status]) => status === 200 || status === 201),
    JSON.stringify(said),
  )
  context.advance(10 * MINUTE)
  await concludePayouts(context)
  assert.deepEqual(await states(context, business), ['success', 'success'])
  assert.equal(sent(), 2, 'the bank knew them both')
  const last = await askToPay(api, business, { reference: 'PAY-2' })
  assert.equal(last.body.data.status, 'success')
  assert.equal(sent(), 3, 'what is new is sent')
  await payDue(context)
  assert.equal(sent(), 4)
  await assertSettled(context)
})

test('money that left unexplained blocks its like, until an operator decides', async () => {
  const given = await restored(({ api }, business) => askToPay(api, business))
  const { context, business, lost } = given
  const serving = await serve(context)
  const { recovery } = await recoverySeen(context)
  const debit = {
    mode: 'test',
    rail: 'sandbox',
    sessionId: lost[0]!.sessionId,
    accountNumber: '0000000018',
    amount: kobo(250_000),
    occurredAt: context.now(),
  } as const
  await release(context, recovery!, [debit], OPERATOR)
  await readSwitches(context)
  await serving.stop()
  // Until then, a request of before the restore may still be on its way to the provider.
  context.advance(2 * MINUTE)

  const { api } = context
  const { body: other } = await askToPay(api, business, { amount: 250_001 })
  const { body: repeated } = await askToPay(api, business)
  const { body: second } = await askToPay(api, business)
  assert.deepEqual(
    [other, repeated, second].map(({ data }) => data.status),
    ['success', 'pending', 'pending'],
  )
  context.advance(10 * MINUTE)
  await concludePayouts(context)
  assert.equal(sent(), 2, 'the lost one, and the other')
  const { debits } = await recoverySeen(context)
  assert.deepEqual(
    debits.map(({ payouts }) => payouts.length),
    [2],
  )

  const payout = debits[0]!.payouts[0]!
  await decideOn(context, { ...debit, ...OPERATOR, payout })
  await assert.rejects(decideOn(context, { ...debit, ...OPERATOR, payout: null }), /not_found|no/i)
  context.advance(10 * MINUTE)
  await concludePayouts(context)
  assert.deepEqual(await states(context, business), ['success', 'success', 'success'])
  assert.equal(sent(), 3, 'the second of the two was new')
  const [, found] = await payoutsOf(context, business)
  assert.equal(found?.sessionId, lost[0]!.sessionId)
  await assertSettled(context)
})

test('money that left to one account explains no payout to another', async () => {
  const given = await restored(({ api }, business) => askToPay(api, business))
  const { context, business } = given
  const serving = await serve(context)
  const { recovery } = await recoverySeen(context)
  const common = { mode: 'test', rail: 'sandbox', amount: kobo(250_000) } as const
  const debits = ['0000000018', '0000000026'].map((accountNumber) => {
    const sessionId = `left-to-${accountNumber}`
    return { ...common, sessionId, accountNumber, occurredAt: context.now() }
  })
  await release(context, recovery!, debits, OPERATOR)
  await readSwitches(context)
  await serving.stop()
  const { body } = await askToPay(context.api, business, { account_number: '0000000026' })
  assert.equal(body.data.status, 'pending')
  const [payout] = await payoutsOf(context, business)

  const decided = decideOn(context, { ...debits[0]!, ...OPERATOR, payout: payout! })

  await assert.rejects(decided, /does not match this transfer/)
  assert.deepEqual(await states(context, business), ['pending'])
})

test('what the version before would ask for under another name it cannot', async () => {
  const database = await createDatabase()
  const context = await open(database)
  const business = await givenBusiness(context)
  await askToPay(context.api, business, { reference: 'PAY-1', account_number: '8888888888' })
  const now = context.now()
  await assert.rejects(
    context.sql`
      update payout set asked_at = ${now} where business_id = ${business.businessId}
        and mode = 'test'
    `,
    /payout_is_asked_for_by_who_knows_its_key/,
  )
})

test('whoever starts it is told of recovery mode, at every start until it is released', async () => {
  const { host, port, user } = SERVER
  const database = await createDatabase()
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${host}`
  const data = join(folder, 'of a process')
  const SAID = /^Recovery mode: .*under Operator, Recovery\.$/m

  const asked = await startService(data, { DATABASE_URL, COWRIE_MODE: 'recovery' })
  assert.equal(await stopService(asked), 0)
  const later = await startService(data, { DATABASE_URL })
  assert.equal(await stopService(later), 0)
  const context = contextOn(database)
  opened.push(() => closeContext(context))
  await release(context, (await lastRecovery(context.sql))!, [], OPERATOR)
  const released = await startService(data, { DATABASE_URL })
  assert.equal(await stopService(released), 0)

  assert.match(asked.said(), SAID)
  assert.match(later.said(), SAID)
  assert.doesNotMatch(released.said(), SAID)
})
