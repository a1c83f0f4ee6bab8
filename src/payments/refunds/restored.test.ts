import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type Heard, hearing } from '../../../test/heard.ts'
import { AMOUNT, givenPaid, refundIn, refundsOf } from '../../../test/refunds.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { enter, lastRecovery, release } from '../../core/recovery/recovery.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import { enquireAboutRefund } from './send.ts'

// After a restore that has lost a refund, the business sends the same request again.

const context = useContext()
const api = useApi(context)
afterEach(async () => {
  await assertBooksTie(context)
  const never = new Date('2100-01-01')
  await context.sql`update refund set next_ask_at = ${never} where next_ask_at is not null`
  await context.sql`delete from recovery`
})

const CALLS = /^(refund|enquireRefund|returnCredit|enquireReturn)$/
const NOT_FOUND = { kind: 'not_found' }
const BEFORE = { kind: 'returned', sessionId: 'S-before' }

/** Runs it, then takes back all that the database recorded of it. */
async function lost(process: Heard, run: (process: Heard) => Promise<unknown>): Promise<void> {
  const undone = new Error('undone')
  const all = context.sql.begin(async (sql) => {
    const begin = ((work) => Promise.resolve(work(sql))) as Database['begin']
    await run({ ...process, sql: Object.assign(sql, { begin }) as unknown as Database })
    throw undone
  })
  await assert.rejects(all, undone)
}

/** Restored to before what was lost, and released. */
async function restore(process: Heard, restoredTo: Date): Promise<void> {
  await enter(context.sql, process.now(), { reason: 'older_copy', restoredTo })
  process.advance(MINUTE)
  const operator = { by: 'operator@example.com', reason: 'The statement was read.' }
  await release(process, (await lastRecovery(context.sql))!, [], operator)
  process.advance(10 * MINUTE)
}

const REPEATS = { 'a reference': { reference: 'return-311' }, 'a key': { requestName: 'r-1' } }

for (const way of ['card', 'bank_transfer'] as const) {
  const [ask, enquire] =
    way === 'card'
      ? ['card.refund', 'card.enquireRefund']
      : ['bank.returnCredit', 'bank.enquireReturn']

  for (const [what, repeated] of Object.entries(REPEATS)) {
    test(`a refund by ${way} that a restore has lost is not paid twice: ${what} is sent again`, async () => {
      const business = await givenBusiness(context)
      const paid = await givenPaid(api, business, way)
      const process = hearing(context, CALLS)
      const restoredTo = process.now()
      await lost(process, (one) => refundIn(one, business, paid, AMOUNT / 2, repeated))
      const [[asked, { key }]] = process.heard() as [[string, { key: string }]]
      await restore(process, restoredTo)
      process.says[enquire!] = [BEFORE]

      const again = await refundIn(process, business, paid, AMOUNT / 2, repeated)

      const heard = process.heard() as [string, { key: string }][]
      assert.equal(asked, ask)
      assert.deepEqual(
        heard.map(([call, request]) => [call, request.key]),
        [[enquire, key]],
      )
      assert.deepEqual([again.status, again.sessionId], ['processed', 'S-before'])
    })
  }

  test(`a refund by ${way} that was lost before the provider heard of it is sent, once`, async () => {
    const business = await givenBusiness(context)
    const paid = await givenPaid(api, business, way)
    const process = hearing(context, CALLS)
    await restore(process, later(process.now(), -1 * DAY))
    process.says[enquire!] = [NOT_FOUND]
    process.says[ask!] = [{ kind: 'unknown' }]

    await refundIn(process, business, paid, 1_000, { reference: 'return-311' })
    await refundIn(process, business, paid, 1_000, { reference: 'return-311' })

    const heard = process.heard() as [string, { key: string }][]
    const [refund, ...others] = await refundsOf(context, business)
    const key = refund!.railKey
    assert.deepEqual(
      heard.map(([call, request]) => [call, request.key]),
      [
        [enquire, key],
        [ask, key],
      ],
    )
    assert.equal(others.length, 0)
  })
}

test('a provider names a refund in a notification by the key that it was asked under', async () => {
  const business = await givenBusiness(context)
  const paid = await givenPaid(api, business)
  const process = hearing(context, CALLS)
  process.says['card.refund'] = [{ kind: 'unknown' }]
  const { railKey, rail } = await refundIn(process, business, paid, 1_000, { reference: 'R-1' })
  const due = async () =>
    ((await refundsOf(context, business))[0] as unknown as { nextAskAt: Date }).nextAskAt
  assert(process.now() < (await due()))

  await enquireAboutRefund(process, 'test', rail, railKey!)

  assert.deepEqual(await due(), process.now())
})

test('an Idempotency-Key that has expired can name another refund', async () => {
  const business = await givenBusiness(context)
  const paid = await givenPaid(api, business)
  const process = hearing(context, CALLS)

  const first = await refundIn(process, business, paid, 1_000, { requestName: 'r-1' })
  const second = await refundIn(process, business, paid, 1_000, { requestName: 'r-1' })

  const keys = process.heard().map(([, request]) => (request as { key: string }).key)
  assert.deepEqual(keys, [first.railKey, second.refundId])
})

test('two businesses have different keys for the same reference', async () => {
  const paid = []
  for (let i = 0; i < 2; i++) {
    const business = await givenBusiness(context)
    const process = hearing(context, CALLS)
    const payment = await givenPaid(api, business)
    paid.push(await refundIn(process, business, payment, 1_000, { reference: 'same' }))
  }
  assert.notEqual(paid[0]!.railKey, paid[1]!.railKey)
})
