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
  countCodes,
  feeOf,
  freshNumber,
  guess,
  onlyVerificationOf,
  RIGHT,
  refusalOf,
  sorted,
  type Watched,
  WRONG,
  watched,
  whileLocked,
} from '../../test/verifications.ts'
import { MINUTE } from '../platform/clock.ts'
import { publicId } from '../platform/ids.ts'
import { GUESSES_MAX } from './identity.ts'
import { resend } from './resend.ts'

// Concurrent guesses, in one process and in several. guess-ends.test.ts has what else can happen
// during a guess.

const GUESSES = 10_000

const context = useContext()

afterEach(() => assertBooksTie(context))

test('of ten thousand concurrent guesses with the right one last, five are checked and none succeeds', async () => {
  const { business, verificationId } = await givenCode()
  const processes = [watched(context), watched(contextOn(context.database))]
  const otps = Array.from({ length: GUESSES - 1 }, (_, i) => String(200_000 + i))
  otps.push(RIGHT)

  const { done, refused } = await sorted(
    otps.map((otp, i) => guess(processes[i % 2]!, business, verificationId, otp)),
  )

  assert.equal(done.length, 0)
  assert.equal(submitted(processes), GUESSES_MAX)
  const { invalid_otp = 0, otp_locked } = countCodes(refused)
  assert(invalid_otp <= GUESSES_MAX - 1, `${invalid_otp} times`)
  assert.equal(otp_locked, GUESSES - invalid_otp)
  const { state, wrongs, attempts, number } = await onlyVerificationOf(context, business)
  assert.deepEqual([state, wrongs, attempts, number], ['LOCKED', GUESSES_MAX, GUESSES_MAX, null])
  for (const process of processes) {
    const last = await refusalOf(guess(process, business, verificationId, RIGHT))
    assert.equal(last.code, 'otp_locked')
  }
  assert.equal(submitted(processes), GUESSES_MAX)
  await disconnect(processes[1]!)
})

test('of eight concurrent wrong guesses, each that counts reports the attempts left', async () => {
  const { business, verificationId } = await givenCode()
  const process = watched(context)

  const guesses = Array.from({ length: 8 }, () => guess(process, business, verificationId, WRONG))
  const { refused } = await sorted(guesses)

  const told = refused.map(({ code, attemptsLeft }) => `${code} ${attemptsLeft ?? ''}`).sort()
  const counted = [1, 2, 3, 4].map((left) => `invalid_otp ${left}`)
  assert.deepEqual(told, [...counted, ...Array(4).fill('otp_locked ')])
})

test('of seven processes with a slow registry, five guesses are in progress and two are refused', async () => {
  const { business, verificationId } = await givenCode()
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const processes = Array.from({ length: 7 }, () => contextOn(context.database)).map((process) =>
    watched(process, (real) => ({
      submitCode: async (request) => {
        await open
        return real.submitCode(request)
      },
    })),
  )

  const heard: string[] = []
  const all = sorted(
    processes.map((process) =>
      guess(process, business, verificationId, WRONG).catch((refusal) => {
        heard.push(refusal.code)
        throw refusal
      }),
    ),
  )
  await until('two are refused', async () => heard.length === 2 && submitted(processes) === 5)
  assert.deepEqual(heard, ['otp_locked', 'otp_locked'])
  assert.equal((await onlyVerificationOf(context, business)).state, 'Pending')
  // With all five in progress, the right one is not checked either.
  const right = await refusalOf(guess(context, business, verificationId, RIGHT))
  assert.equal(right.code, 'otp_locked')
  resolve()

  const { refused } = await all
  const { invalid_otp = 0 } = countCodes(refused)
  assert(invalid_otp <= GUESSES_MAX - 1)
  assert.equal(submitted(processes), GUESSES_MAX)
  assert.equal((await onlyVerificationOf(context, business)).state, 'LOCKED')
  await Promise.all(processes.map(disconnect))
})

test('a resent code adds no guesses', async () => {
  const { business, verificationId } = await givenCode()
  const process = watched(context)
  const wrong = async () => refusalOf(guess(process, business, verificationId, WRONG))
  for (let i = 0; i < 3; i++) assert.equal((await wrong()).code, 'invalid_otp')

  context.advance(1 * MINUTE)
  await resend(process, business, verificationId)

  assert.equal((await onlyVerificationOf(context, business)).attempts, 3)
  assert.equal((await wrong()).attemptsLeft, 1)
  assert.equal((await wrong()).code, 'otp_locked')
  const right = await refusalOf(guess(process, business, verificationId, RIGHT))
  assert.equal(right.code, 'otp_locked')
  assert.equal(process.asked.submitCode, GUESSES_MAX)
})

test('codes resent during many guesses add none', async () => {
  const twin = contextOn(context.database)
  for (let round = 0; round < 10; round++) {
    const { business, verificationId } = await givenCode()
    const processes = [watched(context), watched(twin)]
    for (const process of processes) process.advance(1 * MINUTE)

    const all = Array.from({ length: 60 }, (_, i): Promise<unknown> => {
      const process = processes[i % 2]!
      if (i % 10 === 3) return resend(process, business, verificationId)
      return guess(process, business, verificationId, WRONG)
    })
    const { done } = await sorted(all)

    assert(done.length <= 1, 'one code may have been sent again')
    assert.equal(submitted(processes), GUESSES_MAX)
    const { state, wrongs } = await onlyVerificationOf(context, business)
    assert.deepEqual([state, wrongs], ['LOCKED', GUESSES_MAX])
  }
  await disconnect(twin)
})

test('two hundred concurrent right codes are one verification, with one record and one event', async () => {
  const { business, verificationId } = await givenCode()
  const processes = [watched(context), watched(contextOn(context.database))]

  const { done, refused } = await sorted(
    Array.from({ length: 200 }, (_, i) =>
      guess(processes[i % 2]!, business, verificationId, RIGHT),
    ),
  )

  assert.deepEqual(refused, [])
  const records = done.map(({ number, details, verification }) =>
    JSON.stringify([number, details, verification.state, verification.verifiedAt]),
  )
  assert.equal(new Set(records).size, 1)
  assert(submitted(processes) <= GUESSES_MAX, `${submitted(processes)} reached the registry`)
  assert.deepEqual(await toldOf(business), [publicId('identity_verification', verificationId)])
  assert.deepEqual(await accessesByKind(business), { validated: 1, validated_again: 199 })
  const verification = await onlyVerificationOf(context, business)
  assert.equal(verification.state, 'SUCCESS')
  assert.deepEqual(await feeOf(context, verification), ['hold', 'post_hold'])
  await disconnect(processes[1]!)
})

test('concurrent right codes in several processes use up no guesses', async () => {
  const { business, verificationId } = await givenCode()
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const processes = Array.from({ length: 5 }, () => contextOn(context.database)).map((process) =>
    watched(process, (real) => ({
      submitCode: async (request) => {
        await open
        return real.submitCode(request)
      },
    })),
  )

  const all = sorted(processes.map((process) => guess(process, business, verificationId, RIGHT)))
  await until('all are under way', async () => submitted(processes) === 5)
  resolve()
  const { done, refused } = await all

  assert.deepEqual([done.length, refused], [5, []])
  assert.deepEqual(await accessesByKind(business), { validated: 1, validated_again: 4 })
  const { attempts, wrongs, ...row } = await onlyVerificationOf(context, business)
  assert.deepEqual([attempts, wrongs], [0, 0])
  assert.deepEqual(row.updatedAt, row.verifiedAt, 'the record stays as it was told first')
  for (const { verification } of done) assert.deepEqual(verification.updatedAt, row.updatedAt)
  const wrong = await refusalOf(guess(context, business, verificationId, WRONG))
  assert.equal(wrong.attemptsLeft, 4)
  await Promise.all(processes.map(disconnect))
})

test('after the right code, concurrent wrong guesses count to the same five', async () => {
  const { business, verificationId } = await givenCode()
  const processes = [watched(context), watched(contextOn(context.database))]
  const again = (otp: string) => (_: unknown, i: number) =>
    guess(processes[i % 2]!, business, verificationId, otp)
  await again(RIGHT)(null, 0)

  const { refused } = await sorted(Array.from({ length: 300 }, again(WRONG)))
  const { done } = await sorted(Array.from({ length: 10 }, again(RIGHT)))

  assert.deepEqual(countCodes(refused), { invalid_otp: GUESSES_MAX - 1, otp_locked: 296 })
  assert.deepEqual([done.length, submitted(processes)], [0, 1])
  await disconnect(processes[1]!)
})

test('two concurrent wrong guesses after the right one, with one left, both report locked', async () => {
  const { business, verificationId } = await givenCode()
  await guess(context, business, verificationId, RIGHT)
  const wrong = () => refusalOf(guess(context, business, verificationId, WRONG))
  for (let i = 0; i < 4; i++) await wrong()
  const twin = contextOn(context.database)

  const both = await whileLocked(context, 'identity_verification', business, async (waiting) => {
    const told = Promise.all([wrong(), refusalOf(guess(twin, business, verificationId, WRONG))])
    await waiting(2)
    return { told }
  })

  assert.deepEqual(countCodes(await both.told), { otp_locked: 2 })
  await disconnect(twin)
})

test('a hundred concurrent resends send one code', async () => {
  const { business, verificationId } = await givenCode()
  const processes = [watched(context), watched(contextOn(context.database))]
  for (const process of processes) process.advance(1 * MINUTE)

  const { done, refused } = await sorted(
    Array.from({ length: 100 }, (_, i) => resend(processes[i % 2]!, business, verificationId)),
  )

  assert.equal(done.length, 1)
  assert.deepEqual(countCodes(refused), { otp_too_soon: 99 })
  assert.equal(processes[0]!.asked.sendCode + processes[1]!.asked.sendCode, 1)
  const { otpResends, otpId, state } = await onlyVerificationOf(context, business)
  assert.deepEqual([otpResends, state], [1, 'Pending'])
  assert.equal(otpId, done[0]!.otpId)
  await disconnect(processes[1]!)
})

async function givenCode() {
  const business = await givenBusiness(context)
  const verificationId = await begin(context, business, { number: freshNumber() })
  return { business, verificationId }
}

function submitted(processes: Watched[]): number {
  return processes.reduce((sum, { asked }) => sum + asked.submitCode, 0)
}

/** The verifications with an event. */
async function toldOf(business: GivenBusiness): Promise<string[]> {
  const events = await eventsOf(context, business)
  return events.map(({ type, data }) => {
    assert.equal(type, 'identity.verified')
    return data._id
  })
}

async function accessesByKind({ businessId }: GivenBusiness): Promise<Record<string, number>> {
  const rows = await context.sql<{ how: string; count: number }[]>`
    select how, count(*)::int as count from identity_access
    where business_id = ${businessId} group by how order by how
  `
  return Object.fromEntries(rows.map(({ how, count }) => [how, count]))
}
