import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { endsOrWaits } from '../../../test/lock-waits.ts'
import { creditTo, deposited, givenAccount, verifyPayment } from '../../../test/payments.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { receive } from './receive.ts'

// Credits that arrive together are booked together; what becomes of each is its own.

const AMOUNT = 500_000

const context = useContext()
const api = useApi(context)

test('a transfer that waits for its payment holds no other transfer', async () => {
  const business = await givenBusiness(context)
  const [held, free] = [await given(business), await given(business)]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = context.sql.begin(async (sql) => {
    await sql`
      select from transaction
      where business_id = ${business.businessId} and mode = 'test'
        and reference = ${held.reference}
      for update
    `
    locked.resolve()
    await released
  })
  await locked.promise
  const waiting = deposited(context, held.credit)
  await endsOrWaits(context, waiting)

  const other = await deposited(context, free.credit)
  release()

  assert.equal(other.state, 'matched')
  assert.equal((await waiting).state, 'matched')
  await holder
})

test('of transfers in one moment, one that cannot be kept fails alone', async () => {
  const business = await givenBusiness(context)
  const payments = []
  for (let i = 0; i < 6; i++) payments.push(await given(business))
  const [bad, ...good] = payments

  const [failed, ...booked] = await Promise.allSettled([
    receive(context, 'test', { ...bad!.credit, narration: 'half \ud800' }),
    ...good.map(({ credit }) => receive(context, 'test', credit)),
  ])

  assert.equal(failed.status, 'rejected')
  for (const { status } of booked) assert.equal(status, 'fulfilled')
  const open = await verifyPayment(api, business, bad!.reference)
  assert.equal(open.status, 'ongoing')
  // The bank tells again, in words that can be kept.
  assert.equal((await deposited(context, bad!.credit)).state, 'matched')
})

test('transfers that two processes are told of in opposite orders are booked once each', async () => {
  const business = await givenBusiness(context)
  const payments = []
  for (let i = 0; i < 10; i++) payments.push(await given(business))
  const twin = contextOn(context.database)

  const deposits = await Promise.all([
    ...payments.map(({ credit }) => deposited(context, credit)),
    ...payments.toReversed().map(({ credit }) => deposited(twin, credit)),
  ])

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 10)
  for (const { reference } of payments) {
    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  }
  await disconnect(twin)
})

async function given(business: Awaited<ReturnType<typeof givenBusiness>>) {
  const { reference, account_number } = await givenAccount(context, api, business)
  return { reference, credit: creditTo(context, account_number, AMOUNT) }
}
