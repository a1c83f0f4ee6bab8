import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, givenPayment, useApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { askForAccount, pay, transfer, verifyPayment } from '../../../test/payments.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  useContext,
} from '../../../test/support.ts'
import { abandonDue } from './expire.ts'
import { happening } from './history.ts'
import { SOUGHT_STAGES } from './stages.sql.ts'
import { STAGES } from './stages.ts'
import { findByReference } from './transactions.ts'

const context = useContext()
const api = useApi(context)

const NONE = Object.fromEntries(['all', ...SOUGHT_STAGES].map((stage) => [stage, 0]))

async function get(owner: { secretKey: string }, path: string): Promise<Answer['body']> {
  const { status, body, text } = await api.get(`/api/v1${path}`, { key: owner.secretKey })
  assert.equal(status, 200, text)
  return body
}

const countsOf = async ({ keys }: GivenBusiness, query = '') =>
  (await get(keys, `/transactions/counts${query}`)).data

test('a customer who was shown an account number is awaited, and one whose card is tried is processing', async () => {
  const business = await givenBusiness(context)
  const stage = async (reference: string) =>
    (await verifyPayment(api, business, reference)).stage as string
  const { access_code, reference } = await givenPayment(api, business)
  assert.equal(await stage(reference), 'incomplete')
  const account_number = await askForAccount(api, access_code)
  assert.equal(await stage(reference), 'awaiting_transfer')
  await transfer(api, business, { account_number, amount: 1_000 })
  assert.equal(await stage(reference), 'awaiting_transfer', 'a wrong amount pays nothing')

  await pay(api, access_code, 'pin')

  assert.equal(await stage(reference), 'processing')
  await transfer(api, business, { account_number, amount: 500_000 })
  assert.equal(await stage(reference), 'succeeded')
})

test('a declined card says why, also after its customer has left', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'declined')
  await pay(api, access_code, 'no_funds')
  const open = await verifyPayment(api, business, reference)

  context.advance(7 * 86_400_000)
  await abandonDue(context)

  const left = await verifyPayment(api, business, reference)
  for (const { stage, failure_code, failure_message } of [open, left]) {
    assert.deepEqual(
      [stage, failure_code, failure_message],
      ['declined', 'insufficient_funds', 'The account has too little money.'],
    )
  }
  assert.deepEqual([open.status, left.status], ['ongoing', 'abandoned'])
  assert.deepEqual(await countsOf(business), { ...NONE, all: 1, declined: 1 })
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'no_funds')
  await pay(api, paid.access_code, 'success')
  const { stage, failure_code } = await verifyPayment(api, business, paid.reference)
  assert.deepEqual([stage, failure_code], ['succeeded', null], 'another try has paid')
})

test('every row is found by its own stage and by no other', async () => {
  context.rails.live = [context.rails.test]
  const business = await givenBusiness(context)
  const { secretKey: live } = await givenLive(context, business.businessId)
  await givenPayment(api, business, { reference: 'first' })
  const statuses = ['pending', 'ongoing', 'failed', 'abandoned', 'success', 'reversed']
  const messages = [
    ...[null, '', happening('code_wrong'), happening('network_down'), happening('bank_down')],
    ...[happening('declined', 'incorrect_pin'), happening('transfer_wrong', 1n, 2n), 'expired'],
  ]
  await asOwner(
    context,
    (sql) => sql`
      insert into transaction
      select r.*
      from transaction t
      cross join unnest(${statuses}::text[]) of_status
      cross join unnest(${messages}::text[]) of_message
      cross join generate_series(0, 1) failures
      cross join generate_series(0, 1) back
      cross join lateral jsonb_populate_record(t, jsonb_build_object(
        'id', uuidv7(), 'reference', concat_ws('-', of_status, of_message, failures, back),
        'status', of_status, 'message', of_message, 'errors', failures, 'attempts', failures,
        'refunded', case when of_status = 'reversed' then t.amount else back end,
        'fee', 0, 'vat', 0, 'channel', 'card',
        'paid_at', case when of_status in ('success', 'reversed') then t.created_at end
      )) r
      where t.business_id = ${business.businessId}
        and (of_status in ('success', 'reversed') or back = 0)
        and (of_status <> 'failed' or failures > 0)
        and (of_status <> 'pending' or failures = 0)
        and (of_status <> 'reversed' or back = 0)
    `,
  )
  const listed = async (query: string) =>
    (await get(business.keys, `/transactions?perPage=100&${query}`)).data as {
      reference: string
      stage: string
    }[]
  const all = await listed('')
  assert(all.length > 60, `${all.length} rows`)
  const wanted = Map.groupBy(all, ({ stage }) => stage)

  const counts = await countsOf(business)

  for (const stage of STAGES) {
    const rows = await listed(`stage=${stage}`)
    assert.deepEqual(rows, wanted.get(stage), stage)
    assert.equal(counts[stage], rows.length, stage)
  }
  assert.equal(counts.all, all.length)
  const both = await listed('stage=refunded,partly_refunded')
  assert.equal(both.length, counts.refunded + counts.partly_refunded)
  assert.deepEqual((await get({ secretKey: live }, '/transactions/counts')).data, NONE)
  // Nothing was booked for them, and the books are verified next.
  await asOwner(
    context,
    (sql) => sql`
      delete from transaction
      where business_id = ${business.businessId} and reference <> 'first'
    `,
  )
})

test('a disputed payment is counted beside its stage, once, and only for its own business', async () => {
  const [business, other] = [await givenBusiness(context), await givenBusiness(context)]
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  await givenPayment(api, business)
  const { id } = await findByReference(context, business, reference)
  await disputed(context, business, { id }, { amount: 100_000n as never })
  await disputed(context, business, { id }, { amount: 200_000n as never })

  const counts = await countsOf(business)

  assert.deepEqual(counts, { ...NONE, all: 2, incomplete: 1, succeeded: 1, disputed: 1 })
  const { data } = await get(business.keys, '/transactions?stage=disputed')
  assert.deepEqual(
    data.map((one: { reference: string }) => one.reference),
    [reference],
  )
  assert.deepEqual(await countsOf(other), NONE)
})

test('counts follow the other filters, and a wrong one is refused by name', async () => {
  const business = await givenBusiness(context)
  await givenPayment(api, business, { email: 'ada@example.com', reference: 'a-1' })
  await givenPayment(api, business, { email: 'ngozi@example.com', reference: 'b-1' })
  const one = { ...NONE, all: 1, incomplete: 1 }

  assert.deepEqual(await countsOf(business, '?q=ngozi@example.com'), one)
  assert.deepEqual(await countsOf(business, '?q=a-&stage=succeeded'), one, 'stage is left out')
  assert.deepEqual(await countsOf(business, '?from=2001-01-01&to=2001-01-02'), NONE)
  const { status, body } = await api.get('/api/v1/transactions?stage=paid,succeeded', {
    key: business.keys.secretKey,
  })
  assert.deepEqual(
    [status, body.errors[0].field, body.errors[0].code],
    [400, 'stage', 'not_allowed'],
  )
})

test('counts that take too long are left out, and the list still answers', async () => {
  const business = await givenBusiness(context)
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const holding = asOwner(context, (sql) =>
    sql.begin(async (own) => {
      await own`lock table dispute in access exclusive mode`
      held()
      await isDone
    }),
  )
  await isHeld

  const counts = await countsOf(business)

  resolve()
  await holding
  assert.deepEqual(new Set(Object.values(counts)), new Set([null]))
})
