import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { useApi } from '../../../test/api.ts'
import { givenNotice } from '../../../test/notices.ts'
import { assertStrict, HOSTILE_TEXTS, mailsOf, watchedMail } from '../../../test/receipts.ts'
import {
  forgetPending,
  freeze,
  givenEvent,
  givenReceiver,
  givenUrl,
} from '../../../test/receiver.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { anyCodePoint } from '../../../test/texts.ts'
import { untilDone } from '../../../test/until-done.ts'
import { deliverDue, findWebhooks } from '../../core/events/webhooks.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { composeNotice } from './compose.ts'
import { mailNotices } from './notices.ts'

const context = useContext()
const api = useApi(context)

afterEach(async () => {
  await forgetPending(context)
  await context.sql`update webhook_notice set next_at = null`
})

async function noticeOf({ businessId }: GivenBusiness) {
  const rows = await context.sql`
    select next_at, sent_at, attempts, failure from webhook_notice
    where business_id = ${businessId}
  `
  assert.equal(rows.length, 1)
  return rows[0] as { nextAt: Date | null; sentAt: Date | null; attempts: number; failure: string }
}

test('a business gets a mail when its receiver has failed for a day, and when it is gone, once each', async () => {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await givenUrl(frozen, business, receiver.url)
  const watching = watchedMail({ ...context, now: frozen.now })
  const deliver = async () => {
    await givenEvent(frozen, business)
    await deliverDue(frozen)
    await forgetPending(context)
    await untilDone(watching, mailNotices)
  }
  await deliver()
  advance(24 * HOUR)
  await deliver()
  await deliver()
  status = 410
  await deliver()
  advance(1 * DAY)
  await mailNotices(watching)

  assert.deepEqual(
    watching.mails.map(({ to, fromName, subject }) => [to, fromName, subject]),
    [
      [
        'owner@demo-store.example',
        'Cowrie',
        '[Test] Demo Store: a webhook URL has failed for a day',
      ],
      ['owner@demo-store.example', 'Cowrie', '[Test] Demo Store: a webhook URL was turned off'],
    ],
  )
  assert(watching.mails[0]!.text.includes('Failing since: '))
  const { notices } = await findWebhooks(context.sql, business)
  assert.equal(notices.length, 2, 'they are listed as well')
  assert.equal((await mailsOf(api, business)).length, 2)
})

test('several workers mail a notice once between them', async () => {
  const business = await givenBusiness(context)
  for (const kind of ['failing_24h', 'failing_72h', 'turned_off'] as const) {
    await givenNotice(context, business, kind)
  }
  const processes = [1, 2, 3].map(() => contextOn(context.database))
  const workers = processes.map((process) => watchedMail(process))

  await Promise.all(workers.map(mailNotices))

  assert.equal(workers.flatMap(({ mails }) => mails).length, 3)
  await Promise.all(processes.map(disconnect))
})

test('a notice that could not be mailed is tried again, and in the end no more', async () => {
  const business = await givenBusiness(context)
  await givenNotice(context, business)
  const failing = watchedMail(context, () => ({ kind: 'unavailable' }))

  assert.equal(await mailNotices(failing), 1)
  assert.equal(await mailNotices(failing), 0)
  const { nextAt, attempts, failure } = await noticeOf(business)
  assert.deepEqual([nextAt !== null, attempts, failure], [true, 1, 'unavailable'])
  for (let i = 0; i < 5; i++) {
    context.advance(12 * HOUR)
    assert.equal(await mailNotices(failing), 1)
  }
  context.advance(12 * HOUR)

  assert.equal(await mailNotices(failing), 0)
  const ended = await noticeOf(business)
  assert.deepEqual(
    [ended.nextAt, ended.sentAt, ended.attempts, ended.failure],
    [null, null, 6, 'unavailable'],
  )
  assert.equal(new Set(failing.mails.map(({ key }) => key)).size, 1)
})

test('a business whose address nobody has is not written to again', async () => {
  const business = await givenBusiness(context)
  await givenNotice(context, business)

  await mailNotices(watchedMail(context, () => ({ kind: 'refused', reason: 'smtp_550' })))

  const { nextAt, sentAt, failure } = await noticeOf(business)
  assert.deepEqual([nextAt, sentAt, failure], [null, null, 'smtp_550'])
})

test('what was noticed before mails were sent is listed, and not mailed', async () => {
  const business = await givenBusiness(context)
  await givenNotice(context, business)
  await asOwner(context, (sql) => sql`update webhook_notice set next_at = null`)
  context.advance(1 * MINUTE)

  assert.equal(await mailNotices(context), 0)
})

test('no address and no name breaks the HTML of a notice', () => {
  const anything = fc.oneof(fc.string({ unit: anyCodePoint }), fc.constantFrom(...HOSTILE_TEXTS))
  const kinds = fc.constantFrom(
    'failing_24h' as const,
    'failing_72h' as const,
    'turned_off' as const,
  )
  fc.assert(
    fc.property(anything, anything, kinds, (businessName, url, kind) => {
      const at = new Date('2026-11-21T13:32:00Z')
      const notice = { mode: 'test', route: 'standard', since: at, createdAt: at } as const

      const { subject, text, html } = composeNotice(
        { ...notice, businessName, url, kind },
        'https://pay.example',
      )

      assertStrict(html, /^https:\/\/pay\.example\/dashboard\/test\/webhooks$/)
      assert(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
      for (const line of text.split('\n')) assert([...line].length <= 76, line)
    }),
  )
})
