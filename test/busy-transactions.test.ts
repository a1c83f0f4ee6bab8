import assert from 'node:assert/strict'
import { type TestContext as Case, test } from 'node:test'
import { APPLICATION_ROLE, connect } from '../src/platform/db.ts'
import { type Api, givenPayment, openApi } from './api.ts'
import { holdTransactions, TRANSACTIONS_MAX } from './held-transactions.ts'
import { creditBody, leftBy, NOTHING, secondsOf, signed } from './notifications.ts'
import { verifyPayment } from './payments.ts'
import { givenSubaccount, postSubaccount } from './splits.ts'
import { contextOn, disconnect, givenBusiness, SERVER, useContext } from './support.ts'

// What a caller sees while every connection of database transactions is held: who needs one is
// refused when the wait is over, and nothing of it is ever done; who needs none is served.

/** What a request waits for a transaction here, in vain. */
const SHORT_MS = 20

const context = useContext()

/** A process that has not the patience of others. */
async function givenProcess(t: Case) {
  const process = contextOn(context.database)
  const { sql: patient } = process
  const address = { ...SERVER, database: context.database }
  process.sql = connect(address, APPLICATION_ROLE, { beginWaitMs: SHORT_MS })
  const api = await openApi(process)
  t.after(async () => {
    await api.app.close()
    await Promise.all([disconnect(process), patient.end({ timeout: 5 })])
  })
  return { process, api }
}

function notify(api: Api, body: string) {
  return api.post('/api/v1/rails/sandbox/notifications', {
    raw: body,
    headers: signed(body, secondsOf(context.now())),
  })
}

test('a request that gets no transaction is told that the service is busy, and is never carried out', async (t) => {
  const business = await givenBusiness(context)
  const { process, api } = await givenProcess(t)
  const listed = async () => {
    const { body } = await api.get('/api/v1/subaccounts', { key: business.keys.secretKey })
    return body.data.length
  }
  const release = await holdTransactions(process.sql)

  const refused = await Promise.all(
    Array.from({ length: 3 * TRANSACTIONS_MAX }, () => postSubaccount(api, business)),
  )
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [503, 'overloaded'])
    assert.match(String(headers['retry-after']), /^\d+$/)
  }
  assert.equal(await listed(), 0)
  // Who needs no transaction is served.
  const { reference } = await givenPayment(api, business)
  assert.equal((await verifyPayment(api, business, reference)).status, 'pending')

  await release()
  await (await holdTransactions(process.sql))()
  assert.equal(await listed(), 0)
  await givenSubaccount(api, business)
  assert.equal(await listed(), 1)
})

test('what a bank tells is never refused: it waits, goes before all others, and is booked once', async (t) => {
  const business = await givenBusiness(context)
  const { process, api } = await givenProcess(t)
  const body = creditBody('9900000000', context.now())
  const release = await holdTransactions(process.sql)

  const left = await leftBy(context, business, async () => {
    const told = Array.from({ length: 3 }, () => notify(api, body))
    const refused = await Promise.all(
      Array.from({ length: 3 }, () => postSubaccount(api, business)),
    )
    for (const { status } of refused) assert.equal(status, 503)
    await release()
    for (const { status } of await Promise.all(told)) assert.equal(status, 200)
  })

  assert.deepEqual(left, { ...NOTHING, waiting: 1 })
})

test('a code is never refused for load: it waits, and is taken', async (t) => {
  const business = await givenBusiness(context)
  const { process, api } = await givenProcess(t)
  const key = business.keys.secretKey
  const person = { type: 'BVN', number: '22222222222' }
  const { body: begun } = await api.post('/api/v1/identity/verify', { key, body: person })
  const guess = { verification_id: begun.verification_id, type: 'BVN', otp: '123456' }
  const release = await holdTransactions(process.sql)

  const validated = api.post('/api/v1/identity/validate', { key, body: guess })
  for (let i = 0; i < 10; i++) assert.equal((await postSubaccount(api, business)).status, 503)
  await release()

  const { status, body } = await validated
  assert.equal(status, 200, JSON.stringify(body))
})
