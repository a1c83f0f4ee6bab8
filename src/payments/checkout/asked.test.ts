import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { CALL_MS, hearing, railFeesOf } from '../../../test/heard.ts'
import { decide, pay } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { PAGE_MS_MAX } from '../../platform/provider-settings.ts'
import type { CardAttempt } from './card-attempt.ts'
import { enquireDue } from './enquiries.ts'

// Everything a card processor is asked about a surplus charge until it is reversed. Each call takes
// seconds, so no two moments are equal.

const context = useContext()
const api = useApi(context)
afterEach(() => assertBooksTie(context))

test('what the processor is asked about a charge and its reversal, and when', async () => {
  const business = await givenBusiness(context)
  const process = hearing(context, /^(charge|enquire|reverse|enquireRefund)$/)
  const rails = context.rails
  context.rails = process.rails
  const { access_code } = await givenPayment(api, business, { amount: 543_210 })
  const { body } = await pay(api, access_code, 'page')
  const [[, charged]] = process.heard() as [[string, Record<string, unknown>]]
  await pay(api, access_code, 'success')
  process.heard()
  context.rails = rails
  await decide(api, body.data.next.url, 'approve')
  process.advance(context.now().getTime() - process.now().getTime())

  const { businessId: onBehalfOf } = business
  const row = async () => {
    const [attempt] = await context.sql<CardAttempt[]>`
      select * from card_attempt where business_id = ${onBehalfOf} and state <> 'approved'
    `
    return attempt!
  }
  const { attemptId: key } = await row()
  const known = { key, onBehalfOf }
  const amount = kobo(543_210n)
  const { card, email, returnUrl, ...names } = charged
  assert.deepEqual(names, { ...known, amount })
  assert.deepEqual([typeof card, email], ['object', 'ada@example.com'])
  assert.equal(returnUrl, `${context.baseUrl()}/checkout/${access_code}/card/return`)

  /** What the job asks when it is due. Asserts that it asks nothing before. */
  const whenDue = async (lateMs = 0) => {
    const { nextEnquiryAt } = await row()
    process.advance(nextEnquiryAt!.getTime() - process.now().getTime() - 1)
    assert.equal(await enquireDue(process), 0)
    process.advance(1 + lateMs)
    const at = process.now()
    assert.equal(await enquireDue(process), 1)
    return { at, asked: process.heard() }
  }
  const enquired = (askedAt: Date, handle?: string) => [
    'card.enquireRefund',
    { ...known, charge: key, askedAt, ...(handle !== undefined && { handle }) },
  ]
  const reversal = ['card.reverse', { ...known, amount, handle: 'of the charge' }]

  // It was approved after all, but pays nothing.
  const authorization = JSON.parse((await row()).authorizationDetails ?? 'null')
  process.says['card.enquire'] = [{ kind: 'approved', authorization, handle: 'of the charge' }]
  const approved = await whenDue()
  assert.deepEqual(approved.asked[0], ['card.enquire', { ...known, amount }])
  assert.equal((await row()).state, 'surplus')

  process.says['card.reverse'] = [
    { kind: 'unknown', handle: 'first' },
    { kind: 'unavailable' },
    { kind: 'unknown' },
  ]
  const first = await whenDue()
  assert.deepEqual(first.asked, [reversal])
  assert.deepEqual((await row()).returnAskedAt, first.at)

  // A request that had not arrived after two minutes is sent again, with a new time. Nothing
  // happened then, so it is sent once more, and enquired about with that time.
  process.says['card.enquireRefund'] = [
    { kind: 'not_found' },
    { kind: 'accepted', handle: 'second' },
    { kind: 'not_found' },
    { kind: 'returned', sessionId: 'S-9', fee: kobo(5n) },
  ]
  const again = await whenDue(2 * MINUTE)
  assert.deepEqual(again.asked, [enquired(first.at, 'first'), reversal])
  assert.equal((await row()).returnAskedAt, null)
  const { at: askedAt, asked } = await whenDue()
  assert.deepEqual(asked, [reversal])
  assert.deepEqual((await row()).returnAskedAt, askedAt)
  const accepted = await whenDue()
  assert.deepEqual(accepted.asked, [enquired(askedAt, 'first')])
  assert.deepEqual((await row()).returnAcceptedAt, later(accepted.at, CALL_MS))
  assert.deepEqual((await whenDue()).asked, [enquired(askedAt, 'second')])
  const ended = await whenDue()
  assert.deepEqual(ended.asked, [enquired(askedAt, 'second')])
  const { state, returnSessionId, nextEnquiryAt } = await row()
  assert.deepEqual([state, returnSessionId, nextEnquiryAt], ['returned', 'S-9', null])
  assert.deepEqual(await railFeesOf(context, key), ['rail_return_fee 5'])
})

test('a customer who never returns from the page of a bank is given up, counted from the attempt', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  await pay(api, access_code, 'page')
  const process = hearing(context, /^enquire$/)
  const only = async () => {
    const [attempt] = await context.sql<CardAttempt[]>`
      select * from card_attempt where business_id = ${business.businessId}
    `
    return attempt!
  }
  const { createdAt } = await only()
  const overAt = later(createdAt, PAGE_MS_MAX + DAY)
  while (process.now() < overAt) {
    assert.equal((await only()).state, 'redirect')
    process.says['card.enquire'] = [{ kind: 'pending', declined: 'declined' }]
    process.advance(6 * HOUR)
    assert.equal(await enquireDue(process), 1)
  }
  const { state, declineReason, nextEnquiryAt } = await only()
  assert.deepEqual([state, declineReason, nextEnquiryAt], ['declined', 'timed_out', null])
})
