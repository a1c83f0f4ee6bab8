import assert from 'node:assert/strict'
import { before } from 'node:test'
import { balancesOf } from '../src/core/ledger/ledger.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { eraseDue, expireDue } from '../src/identity/erase.ts'
import type { VerificationId } from '../src/identity/identity.sql.ts'
import { DAY, MINUTE, SECOND } from '../src/platform/clock.ts'
import { publicId } from '../src/platform/ids.ts'
import { LATE_NUMBER, LOST_NUMBER, UNKNOWN_NUMBER } from '../src/providers/sandbox/identity.ts'
import { type Api, useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { useSweep } from './crash-points.ts'
import { eventsOf, runJobsOnce } from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import {
  begin,
  type Counted,
  FEE,
  feeOf,
  freshNumber,
  guess,
  onlyVerificationOf,
  RIGHT,
  refusalOf,
  verificationsOf,
  WRONG,
  watched,
} from './verifications.ts'

// Identity verifications, stopped at each point; crash-points.ts says how. Whoever heard nothing
// asks again as a client that knows its trade.

const TRIES_MAX = 8
const GUESSES_MAX = 5
const PLAY_MONEY = 10_000_000

const context = useContext()
let asked: Counted
before(async () => {
  await context.opened
  const counting = watched(context)
  asked = counting.asked
  context.rails = counting.rails
})
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

for (const [what, numberOf, statusAtLast, codes] of [
  ['a code that leaves', freshNumber, 200, 1],
  ['a code that leaves unheard', () => LATE_NUMBER, 200, 1],
  ['a number that nobody has', () => UNKNOWN_NUMBER, 422, 0],
] as const) {
  sweep({
    name: `initiate with an Idempotency-Key: ${what}`,
    passes: [
      'insert into idempotency_key',
      'select identity_reserve',
      'identity rail: sendCode',
      what === 'a code that leaves unheard'
        ? 'update identity_verification set due_at'
        : 'select identity_record',
      'update idempotency_key',
    ],
    given: async () => {
      await forgetUses()
      const business = await givenBusiness(context)
      return { business, number: numberOf(), key: 'once', heard: [] as string[], last: 0 }
    },
    run: (given) => verify(broken, given),
    again: async (given) => {
      given.last = await untilSettled(() => verify(api, given))
      // And once more, for good measure.
      assert.equal(await verify(api, given), given.last)
    },
    check: async ({ business, heard, last }) => {
      assert.equal(last, statusAtLast)
      const rows = await verificationsOf(context, business)
      const sent = rows.filter(({ state }) => state !== 'FAILED')
      assert.equal(sent.length, codes)
      assert.equal(await feesOf(business), codes * FEE)
      assert.equal(await countMessages(business), codes)
      // What was promised first is promised again.
      const promised = new Set(heard.filter((text) => text !== ''))
      assert.deepEqual(
        promised,
        new Set(
          sent.map(({ verificationId }) => publicId('identity_verification', verificationId)),
        ),
      )
    },
  })
}

for (const [what, numberOf, fees] of [
  ['a code that leaves', freshNumber, [0, FEE]],
  ['a call that never arrives', () => LOST_NUMBER, [0]],
] as const) {
  sweep({
    name: `initiate without an Idempotency-Key: ${what}`,
    passes: ['select identity_reserve', 'identity rail: sendCode'],
    given: async () => {
      await forgetUses()
      const business = await givenBusiness(context)
      return { business, number: numberOf(), heard: [] as string[] }
    },
    run: (given) => verify(broken, given),
    again: async () => {},
    check: async ({ business, heard }) => {
      const rows = await verificationsOf(context, business)
      assert(rows.length <= 1)
      const taken = await feesOf(business)
      assert((fees as readonly number[]).includes(taken), `${taken} kobo`)
      // Paid is a code that left, and no other.
      assert.equal(taken, (await countMessages(business)) * FEE)
      if (heard.some((text) => text !== '')) assert.equal(taken, FEE)
    },
  })
}

for (const key of [null, 'once']) {
  sweep({
    name: `the right code ${key === null ? 'without' : 'with'} an Idempotency-Key`,
    passes: [
      'update identity_verification set attempts',
      'identity rail: submitCode',
      'update identity_verification set state',
      'insert into identity_access',
      'select event_emit',
      'commit',
    ],
    // The wallet's own number is part of the record: once it is not there yet.
    given: () => givenCode(key, key !== null),
    run: (given) => validate(broken, given, RIGHT),
    again: async (given) => {
      const status = await untilSettled(() => validate(api, given, RIGHT))
      assert.equal(status, 200, given.heard.join(', '))
    },
    check: async ({ business, verificationId, heard }) => {
      const { state, attempts, details } = await onlyVerificationOf(context, business)
      assert.equal(state, 'SUCCESS')
      assert(attempts <= 1, 'only the guess that was stopped may be counted')
      assert(details !== null)
      const told = await eventsOf(context, business)
      assert.deepEqual(
        told.map(({ type, data }) => [type, data._id]),
        [['identity.verified', publicId('identity_verification', verificationId)]],
      )
      const records = heard.filter((text) => text.startsWith('{'))
      assert.equal(new Set(records).size, 1)
      assert.equal(await feesOf(business), FEE)
    },
  })
}

sweep({
  name: 'a wrong code',
  passes: [
    'update identity_verification set attempts',
    'identity rail: submitCode',
    'update identity_verification set wrongs',
  ],
  given: async () => {
    const given = await givenCode(null)
    return { ...given, before: asked.submitCode }
  },
  run: (given) => validate(broken, given, WRONG),
  // An attacker who is not told tries on and on, and at last with the right one.
  again: async (given) => {
    for (let tries = 0; tries < 2 * GUESSES_MAX; tries++) await validate(api, given, WRONG)
    assert.equal(await validate(api, given, RIGHT), 422)
    assert.equal(given.heard.at(-1), 'otp_locked')
  },
  check: async ({ business, before: earlier, heard }) => {
    assert(asked.submitCode - earlier <= GUESSES_MAX)
    assert(heard.filter((text) => text === 'invalid_otp').length <= GUESSES_MAX - 1)
    const { state, number, details } = await onlyVerificationOf(context, business)
    assert(state === 'LOCKED' || state === 'EXPIRED', state)
    assert.deepEqual([number, details], [null, null])
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.deepEqual(types, [`identity.${state.toLowerCase()}`])
  },
})

sweep({
  name: 'a code that is sent again',
  passes: [
    'update identity_verification set otp_id',
    'identity rail: sendCode',
    'update identity_verification set rail_session',
  ],
  given: async () => {
    const given = await givenCode(null)
    await refusalOf(guess(context, given.business, given.verificationId, WRONG))
    context.advance(1 * MINUTE)
    return given
  },
  run: (given) => sendAgain(broken, given),
  again: async (given) => {
    const status = await untilSettled(() => sendAgain(api, given), [429])
    assert.equal(status, 200)
    const { attempts, otpResends } = await onlyVerificationOf(context, given.business)
    assert.deepEqual([attempts, otpResends >= 1 && otpResends <= 2], [1, true])
    // Whatever was lost, the code that came last is good.
    assert.equal(await validate(api, given, RIGHT), 200)
  },
  check: async ({ business }) => {
    const { state } = await onlyVerificationOf(context, business)
    assert.equal(state, 'SUCCESS')
    assert.equal(await feesOf(business), FEE)
  },
})

for (const [what, number, kinds] of [
  ['had left', LATE_NUMBER, ['hold', 'post_hold']],
  ['had not', LOST_NUMBER, ['hold', 'void_hold']],
] as const) {
  sweep({
    name: `asking about a code that ${what}`,
    passes: ['with due as', 'identity rail: enquire', 'select identity_record'],
    given: async () => {
      await forgetUses()
      const business = await givenBusiness(context)
      await refusalOf(begin(context, business, { number }))
      context.advance(number === LOST_NUMBER ? 2 * MINUTE : 3 * SECOND)
      return business
    },
    run: () => concludeDue(process.context),
    again: async () => {},
    check: async (business) => {
      const verification = await onlyVerificationOf(context, business)
      assert.deepEqual(await feeOf(context, verification), kinds)
    },
  })
}

for (const [what, wait, run, state] of [
  ['the end of a code', 11 * MINUTE, expireDue, 'EXPIRED'],
  ['the end of the details', DAY + 1, eraseDue, 'SUCCESS'],
] as const) {
  sweep({
    name: what,
    passes: ['update identity_verification'],
    given: async () => {
      const given = await givenCode(null)
      if (state === 'SUCCESS') assert.equal(await validate(api, given, RIGHT), 200)
      context.advance(wait)
      return given
    },
    run: () => run(process.context),
    again: async () => {},
    check: async ({ business }) => {
      const verification = await onlyVerificationOf(context, business)
      const { number, details, otpHash } = verification
      assert.equal(verification.state, state)
      assert.deepEqual([number, details, otpHash], [null, null, null])
      await assertBooksTie(context)
    },
  })
}

type Given = { business: GivenBusiness; heard: string[] }
type GivenCode = Given & { verificationId: VerificationId; key: string | null }

async function givenCode(key: string | null, isWalletOpen = true): Promise<GivenCode> {
  const business = await givenBusiness(context)
  if (isWalletOpen) await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const verificationId = await begin(context, business)
  return { business, verificationId, key, heard: [] }
}

/** The numbers that end in a certain way are few, and each is used often here: a day goes by. */
async function forgetUses(): Promise<void> {
  context.advance(DAY + 1)
}

function verify(through: Api, given: Given & { number: string; key?: string }): Promise<number> {
  const { number, key = null } = given
  return send(through, given, 'verify', { type: 'BVN', number }, key, (body) =>
    body.status === 'success' ? String(body.verification_id) : '',
  )
}

function validate(through: Api, given: GivenCode, otp: string): Promise<number> {
  const verification_id = publicId('identity_verification', given.verificationId)
  return send(
    through,
    given,
    'validate',
    { verification_id, type: 'BVN', otp },
    given.key,
    (body) =>
      body.status === 'success' ? JSON.stringify(body.data.providerResponse) : String(body.code),
  )
}

function sendAgain(through: Api, given: GivenCode): Promise<number> {
  const verification_id = publicId('identity_verification', given.verificationId)
  return send(through, given, 'resend', { verification_id }, null, (body) => String(body.code))
}

type Body = {
  status: string
  code?: string
  verification_id?: string
  data: { providerResponse: object }
}

async function send(
  through: Api,
  { business, heard }: Given,
  what: string,
  payload: object,
  key: string | null,
  noted: (body: Body) => string,
): Promise<number> {
  const answer = await through.app.inject({
    method: 'POST',
    url: `/api/v1/identity/${what}`,
    headers: {
      authorization: `Bearer ${business.keys.secretKey}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    payload,
  })
  heard.push(noted(JSON.parse(answer.payload) as Body))
  return answer.statusCode
}

/** The same request again while the answer may be another, and the jobs run meanwhile. */
async function untilSettled(ask: () => Promise<number>, more: number[] = []): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const status = await ask()
    if (status !== 409 && status < 500 && !more.includes(status)) return status
    context.advance(1 * MINUTE)
    await runJobsOnce(context)
  }
  return assert.fail('there is an answer in the end')
}

/** What was taken; all else of the play money is there to spend. */
async function feesOf(business: GivenBusiness): Promise<number> {
  const { available, fees } = await balancesOf(context, business)
  assert.equal(Number(available.available + fees.posted), PLAY_MONEY)
  return Number(fees.posted)
}

async function countMessages({ businessId }: GivenBusiness): Promise<number> {
  const rows = await context.sql`
    select from sandbox_message where business_id = ${businessId}
  `
  return rows.length
}
