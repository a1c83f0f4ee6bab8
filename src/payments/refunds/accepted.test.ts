import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { endEventsOf } from '../../../test/payments.ts'
import { FAILING_LATE_ACCOUNT } from '../../../test/payouts.ts'
import { entriesOf, givenPaid, refundIn, refundsOf, watched } from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { SEALED } from '../../platform/secrets.ts'
import type { ReturnEnquiry } from '../../providers/outcomes.ts'
import { findPayingAttempt } from '../checkout/checkout.ts'
import type { Refund } from './refunds.sql.ts'

import { toWireRefund } from './refunds.ts'
import { enquireAboutRefund, enquireAboutRefundsOf, sendDue } from './send.ts'

// An accepted refund is enquired about, and never requested again.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  // The jobs of the next test must not take up what this one left open.
  const never = new Date('2100-01-01')
  await context.sql`update refund set next_ask_at = ${never} where next_ask_at is not null`
})

for (const [way, how] of [
  ['card', { card: 'refund_fails_late' }],
  ['bank_transfer', { sender: FAILING_LATE_ACCOUNT }],
] as const) {
  test(`a refund by ${way} that is accepted and fails days later: the money is back`, async () => {
    const paid = await givenPaid(api, business, way, how)
    const before = (await balancesOf(context, business)).available.available
    await refundIn(context, business, paid, 100_000)
    const [accepted] = await refundsOf(context, business)
    assert.equal(accepted?.status, 'pending')
    assert(accepted.acceptedAt)
    context.advance(1 * MINUTE)
    await sendDue(context)
    assert.equal((await only()).status, 'pending')

    context.advance(3 * DAY)
    await sendDue(context)

    const failed = await only()
    assert.equal(failed.status, 'failed')
    const kinds = (await entriesOf(context, failed)).map((entry) => entry.split(' ')[0])
    assert.deepEqual(kinds, ['hold', 'void_hold'])
    assert.equal((await balancesOf(context, business)).available.available, before)
    const told = (await endEventsOf(context, business)).filter(({ type }) => /^refund/.test(type))
    assert.deepEqual(told, [{ type: 'refund.failed', data: toWireRefund(failed) }])
    // What was not refunded can be refunded again.
    await refundIn(
      watched(context, async () => RETURNED),
      business,
      paid,
      null,
    )
    assert.equal((await refundsOf(context, business))[1]?.status, 'processed')
  })
}

test('an accepted refund is never requested again, whatever the rail says later', async () => {
  const paid = await givenPaid(api, business)
  const process = saying([{ kind: 'accepted', handle: 'its name' }])
  await refundIn(process, business, paid, 100_000)
  process.says = [{ kind: 'accepted' }, { kind: 'not_found' }, { kind: 'unknown' }]

  for (let hour = 0; hour < 30; hour++) {
    context.advance(1 * HOUR)
    await sendDue(process)
  }

  assert.equal(process.asked.length, 1)
  assert.equal((await only()).status, 'pending')
  assert(process.told.length > 0, 'a person is told')
  process.says = [RETURNED]
  context.advance(1 * HOUR)
  await sendDue(process)
  assert.equal((await only()).status, 'processed')
})

test('a refund that a rail may have is enquired about first, and requested again only if the rail does not know it', async () => {
  const paid = await givenPaid(api, business)
  const process = saying([{ kind: 'unknown', handle: 'its name' }])
  await refundIn(process, business, paid, 100_000)
  const { handle } = await only()
  assert.match(handle ?? '', SEALED)
  process.says = [{ kind: 'unknown' }]
  context.advance(6 * MINUTE)
  await sendDue(process)
  assert.equal(process.asked.length, 1, 'enquired about')
  process.says = [{ kind: 'not_found' }, RETURNED]
  context.advance(6 * MINUTE)

  await sendDue(process)

  assert.equal(process.asked.length, 2)
  assert.equal(new Set(process.asked).size, 1, 'under the same key')
  assert.deepEqual(process.handles, ['its name', 'its name'])
  assert.equal((await only()).status, 'processed')
})

test('a refund that takes days is enquired about hourly, without an alert', async () => {
  const paid = await givenPaid(api, business)
  const process = saying([{ kind: 'accepted' }])
  await refundIn(process, business, paid, 100_000)
  for (let passed = 0; passed < 26 * HOUR; passed += 10 * MINUTE) {
    context.advance(10 * MINUTE)
    await sendDue(process)
  }

  const looks = process.handles.length
  assert(looks > 24 && looks < 36, `${looks} enquiries in 26 hours`)
  assert.deepEqual(process.told, [])
})

test('a notification about a refund, or about its charge, makes a job enquire at once', async () => {
  const paid = await givenPaid(api, business)
  const process = saying([{ kind: 'accepted' }])
  await refundIn(process, business, paid, 100_000)
  const { refundId, rail } = await only()
  const attempt = await findPayingAttempt(context.sql, { ...business, id: paid.id })
  context.advance(2)
  for (const [mode, from, key] of [
    ['live', rail, refundId],
    ['test', 'another', refundId],
    ['test', rail, paid.id],
  ] as const) {
    await enquireAboutRefund(context, mode, from, key)
    await enquireAboutRefundsOf(context, mode, from, key)
    assert.equal(await sendDue(process), 0)
  }

  await enquireAboutRefundsOf(context, 'test', rail, attempt!.attemptId)
  assert.equal(await sendDue(process), 1)
  assert.equal((await only()).status, 'pending', 'news judges nothing')
  process.says = [RETURNED]
  await enquireAboutRefund(context, 'test', rail, refundId)
  assert.equal(await sendDue(process), 1)
  assert.equal((await only()).status, 'processed')
})

const RETURNED = { kind: 'returned', sessionId: 'S1' } as const

async function only(): Promise<Refund> {
  const [refund, ...others] = await refundsOf(context, business)
  assert(refund && others.length === 0)
  return refund
}

type Said = { says: ReturnEnquiry[]; handles: (string | undefined)[]; told: string[] }

/** A card processor that gives these answers in turn, and then repeats the last. */
function saying(says: ReturnEnquiry[]) {
  const handles: (string | undefined)[] = []
  const told: string[] = []
  const next = (): ReturnEnquiry =>
    process.says.length > 1 ? process.says.shift()! : process.says[0]!
  const counted = watched(context, async () => next() as never)
  const process: typeof counted & Said = Object.assign(counted, { says, handles, told })
  process.log = { ...process.log, error: (_, message) => void told.push(message) }
  counted.rails.test.card.enquireRefund = async ({ handle }) => {
    handles.push(handle)
    return next()
  }
  return process
}
