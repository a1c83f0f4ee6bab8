import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertBooksTie } from '../../test/books.ts'
import { breakable } from '../../test/faults.ts'
import { stopNow } from '../../test/stopped-clock.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../test/support.ts'
import {
  begin,
  feeOf,
  guess,
  onlyVerificationOf,
  RIGHT,
  refusalOf,
  usesOf,
  watched,
} from '../../test/verifications.ts'
import { DAY, later, MINUTE, SECOND } from '../platform/clock.ts'
import type { CodeOutcome } from '../providers/rails.ts'
import { LATE_NUMBER, LOST_NUMBER } from '../providers/sandbox/identity.ts'
import { concludeDue } from './conclude.ts'

// Unknown outcomes: the registry is enquired about until the outcome is known, and the first
// answer settles the fee, once.

const context = useContext()
stopNow(context)

afterEach(() => assertBooksTie(context))

test('a code whose answer was lost is found: the fee is taken, and it expires by the time of the call', async () => {
  const business = await givenBusiness(context)
  const process = watched(context)
  assert.equal(
    (await refusalOf(begin(process, business, { number: LATE_NUMBER }))).code,
    'rail_timeout',
  )
  assert.equal(await concludeDue(process), 0, 'it is not asked about at once')

  context.advance(3 * SECOND)
  assert.equal(await concludeDue(process), 1)

  const verification = await onlyVerificationOf(context, business)
  const { state, createdAt, otpSentAt, otpExpiresAt, verificationId } = verification
  assert.equal(state, 'Pending')
  assert.deepEqual([otpSentAt, otpExpiresAt], [createdAt, later(createdAt, 10 * MINUTE)])
  assert.deepEqual(await feeOf(context, verification), ['hold', 'post_hold'])
  assert.deepEqual(process.asked, { sendCode: 1, enquire: 1, submitCode: 0 })
  assert.equal(await concludeDue(process), 0)
  const verified = await guess(process, business, verificationId, RIGHT)
  assert.equal(verified.number, LATE_NUMBER)
})

test('the fee of a call that never arrived returns after two minutes, not sooner', async () => {
  const business = await givenBusiness(context)
  const process = watched(context)
  await refusalOf(begin(process, business, { number: LOST_NUMBER }))

  context.advance(3 * SECOND)
  await concludeDue(process)
  const waiting = await onlyVerificationOf(context, business)
  assert.equal(waiting.state, 'Requested')
  assert.deepEqual(await feeOf(context, waiting), ['hold'])
  context.advance(2 * MINUTE - 3 * SECOND - 1)
  assert.equal(await concludeDue(process), 1)
  assert.equal((await onlyVerificationOf(context, business)).state, 'Requested')

  context.advance(2 * MINUTE)
  assert.equal(await concludeDue(process), 1)

  const verification = await onlyVerificationOf(context, business)
  assert.deepEqual(
    [verification.state, verification.failure, verification.number],
    ['FAILED', 'not_found', null],
  )
  assert.deepEqual(await feeOf(context, verification), ['hold', 'void_hold'])
  assert.deepEqual(await usesOf(context, verification), [])
  assert.equal(process.asked.enquire, 3)
})

for (const kind of ['unknown', 'unavailable'] as const) {
  test(`a registry that answers ${kind} for a day is asked ever less often, then the fee comes back`, async () => {
    const business = await givenBusiness(context)
    const process = watched(context, () => ({
      sendCode: async () => ({ kind: 'unknown' }),
      enquire: async () => ({ kind }),
    }))
    await refusalOf(begin(process, business))
    const { createdAt } = await onlyVerificationOf(context, business)

    const gaps: number[] = []
    for (let asked = createdAt; context.now() < later(createdAt, DAY); ) {
      const { state, dueAt } = await lookAt(business)
      assert.equal(state, 'Requested')
      const waits = Math.max(0, dueAt!.getTime() - context.now().getTime())
      context.advance(waits + 1)
      gaps.push(context.now().getTime() - asked.getTime())
      asked = context.now()
      assert.equal(await concludeDue(process), 1)
    }

    assert(
      gaps.every((gap) => gap >= 1 * SECOND && gap <= 6 * MINUTE),
      String(gaps),
    )
    assert(gaps.length > 288 && gaps.length < 310, `${gaps.length} times`)
    const verification = await onlyVerificationOf(context, business)
    assert.deepEqual([verification.state, verification.failure], ['FAILED', 'never_known'])
    assert.deepEqual(await feeOf(context, verification), ['hold', 'void_hold'])
    assert.deepEqual(await usesOf(context, verification), [])
  })
}

for (const kind of ['unknown_number', 'not_sent'] as const) {
  test(`an enquiry that says ${kind} gives the fee back at once`, async () => {
    const business = await givenBusiness(context)
    const process = watched(context, () => ({
      sendCode: async () => ({ kind: 'unknown' }),
      enquire: async () => ({ kind }),
    }))
    await refusalOf(begin(process, business))

    context.advance(3 * SECOND)
    await concludeDue(process)

    const verification = await onlyVerificationOf(context, business)
    assert.deepEqual([verification.state, verification.failure], ['FAILED', kind])
    assert.deepEqual(await feeOf(context, verification), ['hold', 'void_hold'])
  })
}

test('a hold left by a crash is enquired about after twenty seconds and resolved', async () => {
  const business = await givenBusiness(context)
  const process = breakable(context)
  process.arm({ point: 1, when: 'after', does: 'dies' })
  await begin(process.context, business).catch(() => {})
  assert.deepEqual(process.disarm(), [
    'select identity_reserve( ?::uuid[], ?::text[], ?::uuid[], ?::text[],',
  ])

  context.advance(19 * SECOND)
  assert.equal(await concludeDue(context), 0)
  context.advance(2 * SECOND)
  assert.equal(await concludeDue(context), 1)
  context.advance(2 * MINUTE)
  assert.equal(await concludeDue(context), 1)

  const verification = await onlyVerificationOf(context, business)
  assert.deepEqual(await feeOf(context, verification), ['hold', 'void_hold'])
})

test('two concurrent jobs ask the registry once', async () => {
  const business = await givenBusiness(context)
  await refusalOf(begin(context, business, { number: LATE_NUMBER }))
  const twin = contextOn(context.database)
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const slowly = (process: typeof twin) =>
    watched(process, (real) => ({
      enquire: async (request) => {
        await open
        return real.enquire(request)
      },
    }))
  const [one, other] = [slowly(context), slowly(twin)]
  for (const process of [one, other]) process.advance(3 * SECOND)

  const sweeps = Promise.all([concludeDue(one), concludeDue(other)])
  await until('one of them asks', async () => one.asked.enquire + other.asked.enquire > 0)
  assert.equal((await concludeDue(one)) + (await concludeDue(other)), 0, 'it is leased')
  resolve()

  assert.deepEqual((await sweeps).sort(), [0, 1])
  assert.equal(one.asked.enquire + other.asked.enquire, 1)
  const verification = await onlyVerificationOf(context, business)
  assert.deepEqual(await feeOf(context, verification), ['hold', 'post_hold'])
  await disconnect(twin)
})

test('a job slower than its lease and the next job settle the fee once', async () => {
  const business = await givenBusiness(context)
  await refusalOf(begin(context, business, { number: LATE_NUMBER }))
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const slow = watched(context, (real) => ({
    enquire: async (request) => {
      await open
      return real.enquire(request)
    },
  }))
  context.advance(3 * SECOND)

  const first = concludeDue(slow)
  await until('it asks', async () => slow.asked.enquire === 1)
  context.advance(1 * MINUTE)
  assert.equal(await concludeDue(context), 1)
  const between = await onlyVerificationOf(context, business)
  resolve()
  await first

  assert.equal(between.state, 'Pending')
  assert.deepEqual(await onlyVerificationOf(context, business), between)
  assert.deepEqual(await feeOf(context, between), ['hold', 'post_hold'])
})

type Told = Extract<CodeOutcome['kind'], 'sent' | 'not_found' | 'not_sent' | 'unavailable'>

const orders: [first: Told, second: Told][] = [
  ['sent', 'sent'],
  ['sent', 'not_found'],
  ['not_found', 'sent'],
  ['not_sent', 'not_sent'],
  ['unavailable', 'not_found'],
]

for (const [first, second] of orders) {
  test(`the first call answers ${first}, and a sweeper that was told ${second} comes after it`, async () => {
    const business = await givenBusiness(context)
    const { process, call, enquiry } = staged(first, second)
    const begun = begin(process, business).then(String, ({ code }) => code as string)
    await until('it asks', async () => process.asked.sendCode === 1)
    context.advance(2 * MINUTE)
    const swept = concludeDue(process)
    await until('it asks', async () => process.asked.enquire === 1)

    call()
    const answer = await begun
    const between = await onlyVerificationOf(context, business)
    enquiry()
    await swept

    assert.deepEqual(await onlyVerificationOf(context, business), between)
    await assertSettledAs(business, first)
    assert.equal(answer, answerFor(first, between.verificationId))
  })

  test(`a sweeper is told ${second}, and the first call that answers ${first} comes after it`, async () => {
    const business = await givenBusiness(context)
    const { process, call, enquiry } = staged(first, second)
    const begun = begin(process, business).then(String, ({ code }) => code as string)
    await until('it asks', async () => process.asked.sendCode === 1)
    context.advance(2 * MINUTE)

    enquiry()
    assert.equal(await concludeDue(process), 1)
    const between = await onlyVerificationOf(context, business)
    call()
    const answer = await begun

    assert.deepEqual(await onlyVerificationOf(context, business), between)
    await assertSettledAs(business, second)
    // If the two differ, the first one stands.
    if (first === 'sent') assert.equal(answer, answerFor(second, between.verificationId))
  })
}

test('a verification that cannot be enquired about does not delay others', async () => {
  const broken = await givenBusiness(context)
  const business = await givenBusiness(context)
  await refusalOf(begin(context, broken, { number: LATE_NUMBER }))
  await refusalOf(begin(context, business, { number: LATE_NUMBER }))
  const { number } = await onlyVerificationOf(context, broken)
  const spoil = (sealed: string) =>
    asOwner(
      context,
      (sql) => sql`
        update identity_verification set number = ${sealed}
        where business_id = ${broken.businessId}
      `,
    )
  await spoil('not sealed at all')
  context.advance(3 * SECOND)

  await assert.rejects(concludeDue(context))

  assert.equal((await onlyVerificationOf(context, business)).state, 'Pending')
  assert.equal((await onlyVerificationOf(context, broken)).state, 'Requested')
  await spoil(number!)
  context.advance(1 * MINUTE)
  assert.equal(await concludeDue(context), 1)
  assert.equal((await onlyVerificationOf(context, broken)).state, 'Pending')
})

/** A registry that answers a call and its enquiry when the test says so. */
function staged(first: Told, second: Told) {
  const call = Promise.withResolvers<void>()
  const enquiry = Promise.withResolvers<void>()
  const process = watched(context, () => ({
    sendCode: () => call.promise.then(() => outcomeOf(first)),
    enquire: () => enquiry.promise.then(() => outcomeOf(second)),
  }))
  return { process, call: call.resolve, enquiry: enquiry.resolve }
}

function outcomeOf(kind: Told): CodeOutcome {
  return kind === 'sent' ? { kind, session: 'a session' } : { kind }
}

function answerFor(told: Told, verificationId: string): string {
  if (told === 'sent') return verificationId
  return told === 'not_sent' ? 'otp_not_sent' : 'rail_unavailable'
}

async function assertSettledAs(business: GivenBusiness, told: Told): Promise<void> {
  const verification = await onlyVerificationOf(context, business)
  const isSent = told === 'sent'
  assert.equal(verification.failure, isSent ? null : told)
  const closed = isSent ? 'post_hold' : 'void_hold'
  assert.deepEqual(await feeOf(context, verification), ['hold', closed])
  const uses = await usesOf(context, verification)
  assert.deepEqual(uses, isSent ? [verification.verificationId] : [])
}

async function lookAt({ businessId }: GivenBusiness) {
  const [row] = await context.sql<{ state: string; dueAt: Date | null }[]>`
    select state, due_at from identity_verification where business_id = ${businessId}
  `
  return row!
}
