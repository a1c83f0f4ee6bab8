import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertBooksTie } from '../../test/books.ts'
import { eventsOf } from '../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../test/support.ts'
import {
  begin,
  freshNumber,
  guess,
  onlyVerificationOf,
  RIGHT,
  railDeadlinesPass,
  refusalOf,
  WRONG,
  watched,
} from '../../test/verifications.ts'
import { MINUTE, SECOND } from '../platform/clock.ts'
import { publicId } from '../platform/ids.ts'
import type { DetailsOutcome } from '../providers/rails.ts'
import { expireDue } from './erase.ts'
import { giveGuessBack } from './guesses.sql.ts'
import { GUESSES_MAX } from './identity.ts'
import { resend } from './resend.ts'

// The end of a guess during which the code expired, other guesses used up the rest, the registry
// was down or silent, or a resend failed.

const context = useContext()

afterEach(() => assertBooksTie(context))

for (const [ended, otp, end] of [
  ['is over and swept away', RIGHT, 'otp_expired'],
  ['is over and swept away', WRONG, 'otp_expired'],
  ['has just run out', RIGHT, 'SUCCESS'],
  ['has just run out', WRONG, 'invalid_otp'],
] as const) {
  const what = otp === RIGHT ? 'right' : 'wrong'
  test(`a ${what} guess under way while the time ${ended} ends as ${end}`, async () => {
    const { business, verificationId } = await givenCode()
    const { process, answer } = heldUp()
    const all = answered(guess(process, business, verificationId, otp))
    await until('it is under way', async () => process.asked.submitCode === 1)

    context.advance(10 * MINUTE + (ended === 'has just run out' ? 20 : 31) * SECOND)
    const swept = await expireDue(context)
    answer()

    assert.equal(await all, end)
    const { state, details, number } = await onlyVerificationOf(context, business)
    const isSwept = ended === 'is over and swept away'
    assert.equal(swept, isSwept ? 1 : 0)
    assert.equal(state, isSwept ? 'EXPIRED' : end === 'SUCCESS' ? 'SUCCESS' : 'Pending')
    assert.deepEqual([details !== null, number !== null], [end === 'SUCCESS', !isSwept])
    assert.equal((await toldOf(business)).length, end === 'SUCCESS' ? 1 : 0)
    const next = await refusalOf(guess(context, business, verificationId, WRONG))
    assert.equal(next.code, end === 'SUCCESS' ? 'invalid_otp' : 'otp_expired')
  })
}

for (const [otp, end, state] of [
  [RIGHT, 'SUCCESS', 'SUCCESS'],
  [WRONG, 'otp_locked', 'LOCKED'],
] as const) {
  test(`a guess under way, while others use up the rest, is the last one: ${end}`, async () => {
    const { business, verificationId } = await givenCode()
    const twin = contextOn(context.database)
    const { process, answer } = heldUp()
    const all = answered(guess(process, business, verificationId, otp))
    await until('it is under way', async () => process.asked.submitCode === 1)

    const others: string[] = []
    for (let i = 0; i < 6; i++) {
      others.push((await refusalOf(guess(twin, business, verificationId, WRONG))).code)
    }
    answer()

    assert.equal(await all, end)
    const wrong = Array(4).fill('invalid_otp')
    assert.deepEqual(others, [...wrong, 'otp_locked', 'otp_locked'])
    const verification = await onlyVerificationOf(context, business)
    assert.equal(verification.state, state)
    assert.equal(verification.attempts, state === 'SUCCESS' ? 4 : 5)
    await disconnect(twin)
  })
}

test('a guess that a registry did not check because it was down is returned, each time', async () => {
  const { business, verificationId } = await givenCode()
  const process = watched(context, () => ({
    submitCode: async () => ({ kind: 'unavailable' }),
  }))

  for (let i = 0; i < 2 * GUESSES_MAX; i++) {
    const refusal = await refusalOf(guess(process, business, verificationId, RIGHT))
    assert.equal(refusal.code, 'rail_unavailable')
  }

  assert.equal((await onlyVerificationOf(context, business)).attempts, 0)
  const { verification } = await guess(context, business, verificationId, RIGHT)
  assert.equal(verification.state, 'SUCCESS')
})

test('returning a guess does not return concurrent wrong ones', async () => {
  const { business, verificationId } = await givenCode()
  const twin = contextOn(context.database)
  const { process, answer } = heldUp({ kind: 'unavailable' })
  const all = answered(guess(process, business, verificationId, RIGHT))
  await until('it is under way', async () => process.asked.submitCode === 1)
  for (let i = 0; i < 4; i++) await refusalOf(guess(twin, business, verificationId, WRONG))

  answer()

  assert.equal(await all, 'rail_unavailable')
  const { attempts, wrongs } = await onlyVerificationOf(context, business)
  assert.deepEqual([attempts, wrongs], [4, 4])
  const last = await refusalOf(guess(twin, business, verificationId, WRONG))
  assert.equal(last.code, 'otp_locked')
  await disconnect(twin)
})

test('a guess that a silent registry may have checked counts', async (t) => {
  const { business, verificationId } = await givenCode()
  const process = watched(context, () => ({
    submitCode: () => new Promise<DetailsOutcome>(() => {}),
  }))
  railDeadlinesPass(t)

  for (let i = 0; i < GUESSES_MAX; i++) {
    const refusal = await refusalOf(guess(process, business, verificationId, RIGHT))
    assert.equal(refusal.code, 'rail_timeout')
    assert.equal(refusal.verificationId, publicId('identity_verification', verificationId))
  }

  const sixth = await refusalOf(guess(process, business, verificationId, RIGHT))
  assert.equal(sixth.code, 'otp_locked')
  assert.equal(process.asked.submitCode, GUESSES_MAX)
})

for (const [kind, code, end] of [
  ['unknown', 'rail_timeout', 'SUCCESS'],
  ['not_sent', 'otp_not_sent', 'otp_expired'],
  ['unavailable', 'rail_unavailable', 'otp_expired'],
] as const) {
  const what = end === 'SUCCESS' ? 'ten new minutes, because it may have left' : 'no new time'
  test(`a resend of which the registry says ${kind} brings ${what}`, async () => {
    const { business, verificationId } = await givenCode()
    const process = watched(context, () => ({ sendCode: async () => ({ kind }) }))
    context.advance(9 * MINUTE)
    const refusal = await refusalOf(resend(process, business, verificationId))
    assert.equal(refusal.code, code)

    context.advance(9 * MINUTE)
    await expireDue(context)

    assert.equal(await answered(guess(context, business, verificationId, RIGHT)), end)
  })
}

async function givenCode() {
  const business = await givenBusiness(context)
  const verificationId = await begin(context, business, { number: freshNumber() })
  return { business, verificationId }
}

/** A registry that answers a guess, as usual or as named, when the test says so. */
function heldUp(outcome?: DetailsOutcome) {
  const { promise: open, resolve: answer } = Promise.withResolvers<void>()
  const process = watched(context, (real) => ({
    submitCode: async (request) => {
      const judged = outcome ?? (await real.submitCode(request))
      await open
      return judged
    },
  }))
  return { process, answer }
}

/** The state, or the code of the refusal. */
function answered(guessed: ReturnType<typeof guess>): Promise<string> {
  return guessed.then(
    ({ verification }) => verification.state,
    ({ code }) => code,
  )
}

/** The verifications with an event. */
async function toldOf(business: GivenBusiness): Promise<string[]> {
  const events = await eventsOf(context, business)
  return events.filter(({ type }) => type === 'identity.verified').map(({ data }) => data._id)
}

test('a wrong guess is never returned', async () => {
  const { business, verificationId } = await givenCode()
  await refusalOf(guess(context, business, verificationId, WRONG))
  const { mode, businessId } = business

  await giveGuessBack(context.sql, context.now(), { businessId, mode, verificationId })

  assert.equal((await onlyVerificationOf(context, business)).attempts, 1)
})
