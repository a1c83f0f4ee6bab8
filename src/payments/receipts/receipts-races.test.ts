import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, openApi, useApi } from '../../../test/api.ts'
import { askForAccount, creditTo, pay, transfer } from '../../../test/payments.ts'
import { givenSuccess, receiptsOf, type Watched, watchedMail } from '../../../test/receipts.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { receive } from '../deposits/receive.ts'
import { sendReceipts } from './receipts.ts'

// Several workers over one database, and one success reported in several ways at once.

const WORKERS = 4
const PAYMENTS = 240

const context = useContext()
const api = useApi(context)

async function sendAll(workers: Watched[]): Promise<void> {
  await Promise.all(
    workers.map(async (worker) => {
      await untilDone(worker, sendReceipts)
    }),
  )
}

test('several workers send each receipt once between them', async () => {
  const business = await givenBusiness(context)
  const payments = []
  for (let i = 0; i < PAYMENTS; i += 20) {
    // A busy machine refuses more at once.
    payments.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => givenSuccess(api, business)))),
    )
  }
  const processes = Array.from({ length: WORKERS }, () => contextOn(context.database))
  const workers = processes.map((process) => watchedMail(process))

  await sendAll(workers)

  const mails = workers.flatMap((worker) => worker.mails)
  assert.deepEqual(mails.map(({ to }) => to).sort(), payments.map(({ email }) => email).sort())
  const rows = await receiptsOf(context, business)
  assert(rows.every(({ state, attempts }) => state === 'sent' && attempts === 1))
  const kept = await context.sql`
    select from sandbox_message where business_id = ${business.businessId}
  `
  assert.equal(kept.length, PAYMENTS)
  await Promise.all(processes.map(disconnect))
})

test('a payment that several ways complete at once is one success and one receipt', async () => {
  const other = contextOn(context.database)
  const otherApi = await openApi(other)
  for (let round = 0; round < 10; round++) {
    const business = await givenBusiness(context)
    const { access_code } = await givenPayment(api, business)
    const account_number = await askForAccount(api, access_code)
    const credit = creditTo(context, account_number, 500_000)

    await Promise.allSettled([
      pay(api, access_code, 'success'),
      pay(otherApi, access_code, 'success'),
      transfer(api, business, { account_number, amount: 500_000 }),
      receive(context, 'test', credit),
      receive(other, 'test', credit),
    ])

    assert.equal((await receiptsOf(context, business)).length, 1)
  }
  await otherApi.app.close()
  await disconnect(other)
})

test('one deposit, notified to two processes at once, is one receipt', async () => {
  const other = contextOn(context.database)
  for (let round = 0; round < 10; round++) {
    const business = await givenBusiness(context)
    const account = await api.post('/api/v1/dedicated-virtual-accounts', {
      key: business.keys.secretKey,
      body: { customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } },
    })
    const credit = creditTo(context, account.body.data.account_number, 500_000)

    await Promise.all([context, other, context, other].map((at) => receive(at, 'test', credit)))

    assert.equal((await receiptsOf(context, business)).length, 1)
  }
  await disconnect(other)
})
