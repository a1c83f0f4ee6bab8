import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { CALL_MS, hearing, railFeesOf } from '../../../test/heard.ts'
import { verifyPayment } from '../../../test/payments.ts'
import { givenPaid, refundIn, refundsOf } from '../../../test/refunds.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { chargeHandle, findPayingAttempt } from '../checkout/checkout.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import type { Refund } from './refunds.sql.ts'

import { enquireAboutRefund, sendDue } from './send.ts'

// Everything a rail is asked about a refund, from the request to its end. Each call takes seconds,
// so no two moments are equal.

const context = useContext()
const api = useApi(context)
afterEach(() => assertBooksTie(context))

for (const way of ['card', 'bank_transfer'] as const) {
  test(`what the rail is asked about a refund by ${way}, and when it is asked again`, async () => {
    const business = await givenBusiness(context)
    const paid = await givenPaid(api, business, way)
    await context.sql`update card_attempt set handle = null where transaction_id = ${paid.id}`
    const process = hearing(context, /^(refund|enquireRefund|returnCredit|enquireReturn)$/)
    const [ask, enquire] =
      way === 'card'
        ? (['card.refund', 'card.enquireRefund'] as const)
        : (['bank.returnCredit', 'bank.enquireReturn'] as const)
    const refund = async () => {
      const [one] = await refundsOf(context, business)
      return one as Refund & { nextAskAt: Date | null }
    }
    /** What a job asks when it is due. Asserts that it asks nothing before. */
    const whenDue = async (lateMs = 0) => {
      const { nextAskAt } = await refund()
      process.advance(nextAskAt!.getTime() - process.now().getTime() - 1)
      assert.equal(await sendDue(process), 0)
      process.advance(1 + lateMs)
      const at = process.now()
      assert.equal(await sendDue(process), 1)
      return { at, asked: process.heard(), waits: (await refund()).nextAskAt?.getTime() ?? 0 }
    }
    const waited = (at: Date, ms: number, calls: number) =>
      later(at, calls * CALL_MS + ms).getTime()

    const createdAt = process.now()
    process.says[ask] = [{ kind: 'unknown', handle: 'first' }]
    await refundIn(process, business, paid, 123_456)

    const { refundId: key, ...row } = await refund()
    const onBehalfOf = business.businessId
    const payment = { ...business, id: paid.id }
    const attempt = await findPayingAttempt(context.sql, payment)
    const charge = { charge: attempt?.attemptId }
    const credit = await findPayingDeposit(context.sql, payment)
    const request = { key, onBehalfOf, amount: kobo(123_456n) }
    const requested = (firstAskedAt: Date) =>
      way === 'card' ? { ...request, ...charge } : { ...request, credit, firstAskedAt }
    const enquired = { key, onBehalfOf, ...(way === 'card' && charge) }
    assert.deepEqual(process.heard(), [[ask, requested(createdAt)]])
    assert.deepEqual([row.createdAt, row.askedAt, row.acceptedAt], [createdAt, null, null])

    // A request that had not arrived after two minutes is sent again, with a new time.
    process.says[enquire] = [{ kind: 'not_found' }]
    process.says[ask] = [{ kind: 'unavailable' }]
    const again = await whenDue(2 * MINUTE)
    const askedAt = later(again.at, CALL_MS)
    assert.deepEqual(again.asked, [
      [enquire, { ...enquired, handle: 'first', askedAt: createdAt }],
      [ask, requested(askedAt)],
    ])
    assert.deepEqual((await refund()).askedAt, askedAt)
    assert.equal(again.waits, waited(again.at, 30 * SECOND, 2))

    // The enquiry carries the time of the last request, not of the first.
    process.says[enquire] = [{ kind: 'unknown', handle: 'second' }]
    const unlisted = await whenDue()
    assert.deepEqual(unlisted.asked, [[enquire, { ...enquired, handle: 'first', askedAt }]])
    process.says[enquire] = [{ kind: 'not_found' }]
    process.says[ask] = [{ kind: 'accepted', handle: 'third' }]
    const third = await whenDue(2 * MINUTE)
    const last = later(third.at, CALL_MS)
    assert.deepEqual(third.asked, [
      [enquire, { ...enquired, handle: 'second', askedAt }],
      [ask, requested(last)],
    ])
    assert.deepEqual((await refund()).acceptedAt, later(third.at, 2 * CALL_MS))

    // An accepted refund is only enquired about, whatever the rail says: hourly once it is old.
    process.says[enquire] = [{ kind: 'not_found' }, { kind: 'not_found' }, { kind: 'accepted' }]
    const known = [enquire, { ...enquired, handle: 'third', askedAt: last }]
    assert.deepEqual((await whenDue()).asked, [known])
    assert.deepEqual((await whenDue()).asked, [known])
    const old = await whenDue(1 * HOUR)
    assert.deepEqual(old.asked, [known])
    assert.equal(old.waits, waited(old.at, 1 * HOUR, 1))

    // A notification makes it due at once.
    process.advance(10 * SECOND)
    process.says[enquire] = [{ kind: 'returned', sessionId: 'S-9', fee: kobo(5n) }]
    await enquireAboutRefund(process, 'test', 'sandbox', key)
    assert.equal(await sendDue(process), 1)
    assert.deepEqual(process.heard(), [known])
    const { status, sessionId, processedAt, nextAskAt, acceptedAt } = await refund()
    assert.deepEqual(acceptedAt, later(third.at, 2 * CALL_MS), 'since then')
    assert.deepEqual([status, sessionId, nextAskAt], ['processed', 'S-9', null])
    assert.deepEqual(processedAt, process.now())
    assert.deepEqual(await railFeesOf(context, key), ['rail_fee 5'])
  })
}

test('only the request for a refund carries the handle of its charge', async () => {
  const business = await givenBusiness(context)
  const paid = await givenPaid(api, business)
  const attempt = (await findPayingAttempt(context.sql, { ...business, id: paid.id }))!
  const handle = chargeHandle.keep(context, attempt, null, { kind: 'x', handle: 'of the charge' })
  await context.sql`
    update card_attempt set handle = ${handle} where attempt_id = ${attempt.attemptId}
  `
  const process = hearing(context, /efund$/)
  process.says['card.refund'] = [{ kind: 'unknown', handle: 'of the refund' }]
  process.says['card.enquireRefund'] = [{ kind: 'refused', reason: 'account_closed' }]

  await refundIn(process, business, paid, null)
  process.advance(HOUR)
  await sendDue(process)

  const handles = process
    .heard()
    .map(([call, request]) => [call, 'handle' in request && request.handle])
  assert.deepEqual(handles, [
    ['card.refund', 'of the charge'],
    ['card.enquireRefund', 'of the refund'],
  ])
})

for (const way of ['card', 'bank_transfer'] as const) {
  test(`a payment by ${way} is reversed when all of it is refunded, and not before`, async () => {
    const business = await givenBusiness(context)
    const paid = await givenPaid(api, business, way)
    const process = hearing(context, /^(refund|enquireRefund|returnCredit|enquireReturn)$/)
    const ask = way === 'card' ? 'card.refund' : 'bank.returnCredit'
    const enquire = way === 'card' ? 'card.enquireRefund' : 'bank.enquireReturn'
    const parts = async (...says: [amount: number, kind: string][]) => {
      for (const [amount, kind] of says) {
        process.says[ask] = [{ kind, sessionId: `S-${amount}`, reason: 'account_closed' }]
        await refundIn(process, business, paid, amount)
      }
      const { status } = await verifyPayment(api, business, paid.reference)
      return status
    }
    assert.equal(
      await parts([100_001, 'accepted'], [50_002, 'refused'], [50_002, 'refused']),
      'success',
    )
    assert.equal(await parts([399_999, 'returned']), 'success', 'a part is on its way')

    process.says[enquire] = [{ kind: 'refused', reason: 'account_closed' }]
    process.advance(HOUR)
    await sendDue(process)
    assert.equal(await parts([100_000, 'returned']), 'success', 'a kobo is left')
    assert.equal(await parts([1, 'returned']), 'reversed')
  })
}
