import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { decide, pay, runJobsOnce } from '../../../test/payments.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { SEALED } from '../../platform/secrets.ts'
import type { ReturnEnquiry } from '../../providers/outcomes.ts'

import type { CardAttempt } from './card-attempt.ts'
import { enquireAboutCharge, enquireDue } from './enquiries.ts'

// A surplus charge is reversed at once, after days, or never.

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
  await context.sql`
    update card_attempt set next_enquiry_at = ${never} where next_enquiry_at is not null
  `
})

for (const [says, state, left] of [
  [{ kind: 'returned', sessionId: 'S1' }, 'returned', 0n],
  [{ kind: 'refused', reason: 'account_closed' }, 'return_refused', 500_000n],
] as [ReturnEnquiry, string, bigint][]) {
  test(`a reversal that is accepted, and ${says.kind} days later`, async () => {
    const process = saying([{ kind: 'accepted', handle: 'its name' }])
    await givenSurplus(process)
    const accepted = await surplus()
    assert.equal(accepted.state, 'surplus')
    assert(accepted.returnAcceptedAt)
    assert.match(accepted.returnHandle ?? '', SEALED)
    process.says = [{ kind: 'not_found' }]
    context.advance(1 * DAY)
    await enquireDue(process)
    assert.equal(process.asked, 1, 'and never asked for again')

    process.says = [says]
    context.advance(2 * DAY)
    await enquireDue(process)

    assert.equal((await surplus()).state, state)
    assert.equal(process.asked, 1)
    assert.deepEqual(new Set(process.handles), new Set(['its name']))
    const { unmatched } = await balancesOf(context, business)
    assert.deepEqual([unmatched.posted, unmatched.available], [left, left])
  })
}

test('a reversal without an answer is first enquired about, and then sent again', async () => {
  const process = saying([{ kind: 'unknown' }])
  await givenSurplus(process)
  context.advance(1 * MINUTE)
  await enquireDue(process)
  assert.equal(process.asked, 1)
  process.says = [{ kind: 'not_found' }, { kind: 'returned', sessionId: 'S1' }]
  context.advance(2 * MINUTE)

  await enquireDue(process)

  assert.equal(process.asked, 2)
  assert.equal((await surplus()).state, 'returned')
})

test('a reversal is late an hour after it was first asked for, however old the charge is', async () => {
  const process = saying([{ kind: 'unknown' }])
  const said: string[] = []
  process.log = { ...process.log, error: (_, message) => void said.push(message) }
  await givenSurplus(process, 4 * HOUR)
  assert.equal(process.asked, 1)
  context.advance(32 * MINUTE)
  assert.equal(await enquireDue(process), 1)
  assert.deepEqual(said, [])
  context.advance(40 * MINUTE)

  assert.equal(await enquireDue(process), 1)

  assert.deepEqual(said, ['the outcome of a reversal is still unknown'])
})

test('a notification about a charge makes the job enquire at once', async () => {
  const process = saying([{ kind: 'accepted' }])
  await givenSurplus(process)
  const { attemptId, rail } = await surplus()
  context.advance(2)
  await enquireAboutCharge(context, 'live', rail, attemptId)
  await enquireAboutCharge(context, 'test', 'another', attemptId)
  await enquireAboutCharge(context, 'test', rail, 'no id')
  assert.equal(await enquireDue(process), 0)
  process.says = [{ kind: 'returned', sessionId: 'S1' }]

  await enquireAboutCharge(context, 'test', rail, attemptId)

  assert.equal((await surplus()).state, 'surplus', 'news judges nothing')
  assert.equal(await enquireDue(process), 1)
  assert.equal((await surplus()).state, 'returned')
})

test('the handle that the processor gives a charge is stored, and sent with each call', async () => {
  const process = saying([{ kind: 'unknown' }])
  const { charge, enquire } = process.rails.test.card
  const heard: (string | undefined)[] = []
  process.rails.test.card.charge = async (request) =>
    ({ ...(await charge(request)), handle: 'of the charge' }) as never
  process.rails.test.card.enquire = async (request) => {
    heard.push(request.handle)
    return enquire(request)
  }
  await givenSurplus(process)

  assert.deepEqual(new Set(heard), new Set(['of the charge']))
  assert.deepEqual(process.reversed, ['of the charge'])
})

/** Two cards for one payment. The first is approved after the second has paid. */
async function givenSurplus(process: TestContext, ageMs = 1 * MINUTE): Promise<void> {
  const rails = context.rails
  context.rails = process.rails
  try {
    const { access_code } = await givenPayment(api, business, { amount: 500_000 })
    const { body } = await pay(api, access_code, 'page')
    await pay(api, access_code, 'success')
    await decide(api, body.data.next.url, 'approve')
    context.advance(ageMs)
    await runJobsOnce(process)
  } finally {
    context.rails = rails
  }
}

async function surplus(): Promise<CardAttempt> {
  const [attempt, ...others] = await context.sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${business.businessId} and state <> 'approved'
  `
  assert(attempt && others.length === 0)
  return attempt
}

/**
 * A card processor that gives these answers about a reversal in turn, and then repeats the last.
 */
function saying(says: ReturnEnquiry[]) {
  const { card, ...others } = context.rails.test
  const next = (): ReturnEnquiry =>
    process.says.length > 1 ? process.says.shift()! : process.says[0]!
  const process = {
    ...context,
    says,
    asked: 0,
    handles: [] as (string | undefined)[],
    reversed: [] as (string | undefined)[],
    rails: {
      live: [],
      test: {
        ...others,
        card: {
          ...card,
          reverse: async ({ handle }: { handle?: string }) => {
            process.asked += 1
            process.reversed.push(handle)
            return next() as never
          },
          enquireRefund: async ({ handle }: { handle?: string }) => {
            process.handles.push(handle)
            return next()
          },
        },
      },
    },
  }
  return process
}
