import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type Answer, type Api, openApi, useApi } from '../../test/api.ts'
import { assertBooksTie } from '../../test/books.ts'
import { breakable } from '../../test/faults.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import {
  begin,
  FEE,
  feeOf,
  freshNumber,
  givenWallet,
  onlyVerificationOf,
  railDeadlinesPass,
  refusalOf,
  usesOf,
  verificationsOf,
  watched,
} from '../../test/verifications.ts'
import { balancesOf } from '../core/ledger/ledger.ts'
import { MINUTE, SECOND } from '../platform/clock.ts'
import { newId, publicId } from '../platform/ids.ts'
import type { CodeOutcome } from '../providers/rails.ts'
import {
  DOWN_NUMBER,
  LATE_NUMBER,
  UNKNOWN_NUMBER,
  UNSENT_NUMBER,
} from '../providers/sandbox/identity.ts'
import { concludeDue } from './conclude.ts'

// The cost of an initiation for each answer of the registry, and of a second try.

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('the fee is held while the registry is asked, and taken when the code was sent', async () => {
  const business = await givenBusiness(context)
  await givenWallet(context, business, 3 * FEE)
  const seen: unknown[] = []
  const process = watched(context, (real) => ({
    sendCode: async (request) => {
      const verification = await onlyVerificationOf(context, business)
      seen.push([verification.state, await feeOf(context, verification), await purse(business)])
      return real.sendCode(request)
    },
  }))

  const verificationId = await begin(process, business)

  assert.deepEqual(seen, [['Requested', ['hold'], { left: 2 * FEE, posted: 3 * FEE, fees: 0 }]])
  const verification = await onlyVerificationOf(context, business)
  assert.deepEqual([verification.verificationId, verification.state], [verificationId, 'Pending'])
  assert.deepEqual(await feeOf(context, verification), ['hold', 'post_hold'])
  assert.deepEqual(await purse(business), { left: 2 * FEE, posted: 2 * FEE, fees: FEE })
  assert.deepEqual(await usesOf(context, verification), [verificationId])
})

for (const [what, number, code, failure] of [
  [
    'a number that the registry does not know',
    UNKNOWN_NUMBER,
    'identity_not_found',
    'unknown_number',
  ],
  ['somebody to whom no code is sent', UNSENT_NUMBER, 'otp_not_sent', 'not_sent'],
  ['a registry that is down', DOWN_NUMBER, 'rail_unavailable', 'unavailable'],
] as const) {
  test(`${what} costs nothing, and leaves nothing to verify`, async () => {
    const business = await givenBusiness(context)
    await givenWallet(context, business, FEE)
    const process = watched(context)

    const refusal = await refusalOf(begin(process, business, { number }))

    assert.equal(refusal.code, code)
    const verification = await onlyVerificationOf(context, business)
    assert.deepEqual([verification.state, verification.failure], ['FAILED', failure])
    assert.equal(verification.number, null)
    assert.deepEqual(await feeOf(context, verification), ['hold', 'void_hold'])
    assert.deepEqual(await purse(business), { left: FEE, posted: FEE, fees: 0 })
    assert.deepEqual(await usesOf(context, verification), [], 'its place is free again')
    assert.equal(process.asked.sendCode, 1)
  })
}

for (const [what, sendCode] of [
  ['says that it does not know', async () => ({ kind: 'unknown' as const })],
  ['breaks down in the middle', () => Promise.reject(new Error('the connection is lost'))],
  ['says nothing for fifteen seconds', () => new Promise<CodeOutcome>(() => {})],
] as [string, () => Promise<CodeOutcome>][]) {
  test(`where the registry ${what}, the fee is held and the answer names what to ask about`, async (t) => {
    const business = await givenBusiness(context)
    await givenWallet(context, business, FEE)
    const process = watched(context, () => ({ sendCode }))
    railDeadlinesPass(t)

    const refusal = await refusalOf(begin(process, business))

    const verification = await onlyVerificationOf(context, business)
    assert.equal(refusal.code, 'rail_timeout')
    assert.equal(
      refusal.verificationId,
      publicId('identity_verification', verification.verificationId),
    )
    assert.deepEqual(await feeOf(context, verification), ['hold'])
    assert.deepEqual(await purse(business), { left: 0, posted: FEE, fees: 0 })
    // A held amount cannot be spent again.
    assert.equal((await refusalOf(begin(process, business))).code, 'insufficient_balance')
    assert.equal(process.asked.sendCode, 1)
  })
}

test('an answer after fifteen seconds is ignored', async (t) => {
  const business = await givenBusiness(context)
  const { promise, resolve } = Promise.withResolvers<CodeOutcome>()
  const left = Promise.withResolvers<void>()
  const process = watched(context, (real) => ({
    sendCode: async (request) => {
      await real.sendCode(request)
      left.resolve()
      return promise
    },
  }))
  railDeadlinesPass(t)

  assert.equal((await refusalOf(begin(process, business))).code, 'rail_timeout')
  const before = await onlyVerificationOf(context, business)
  await left.promise
  t.mock.restoreAll()
  resolve({ kind: 'sent', session: 'too late' })
  await promise

  assert.deepEqual(await onlyVerificationOf(context, business), before)
  context.advance(3 * SECOND)
  await concludeDue(process)
  const after = await onlyVerificationOf(context, business)
  assert.equal(after.state, 'Pending')
  assert.deepEqual(await feeOf(context, after), ['hold', 'post_hold'])
})

test('a wallet with a kobo too little is refused before anything is sent; one with enough is not', async () => {
  const business = await givenBusiness(context)
  const process = watched(context)
  const through = await openApi(process)
  const post = () => verify(through, business, freshNumber())

  await givenWallet(context, business, FEE - 1)
  const { status, body } = await post()
  assert.deepEqual([status, body.code], [402, 'insufficient_balance'])
  assert.equal((await verificationsOf(context, business)).length, 0)
  assert.equal(process.asked.sendCode, 0)

  await givenWallet(context, business, FEE)
  assert.equal((await post()).status, 200)
  assert.equal((await post()).status, 402)
  assert.equal(process.asked.sendCode, 1)
  await through.app.close()
})

test('nothing is sent without a wallet', async () => {
  const process = watched(context)
  const nobody = { businessId: newId<'business'>(context.now()), mode: 'test' } as const
  const business = await givenBusiness(context)

  const [refused, begun] = await Promise.allSettled([
    begin(process, nobody),
    begin(process, business),
  ])

  assert.equal(refused.status, 'rejected')
  assert.equal(begun.status, 'fulfilled', 'it harms nobody else')
  assert.equal(process.asked.sendCode, 1)
})

test('504 has the id, under which the result of the fee can be read', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey

  const { status, body } = await verify(api, business, LATE_NUMBER)

  assert.deepEqual([status, body.code], [504, 'rail_timeout'])
  const look = async () => (await api.get(`/api/v1/identity/${body.verification_id}`, { key })).body
  const held = (await look()).data
  assert.deepEqual([held.status, held.amount, held.debitResponsCode], ['Pending', 50, 202])
  context.advance(3 * SECOND)
  await concludeDue(context)
  const taken = (await look()).data
  assert.deepEqual([taken.status, taken.amount, taken.debitResponsCode], ['Pending', 50, 200])
})

test('a repeat after 503 starts a new verification, with one fee for the code that is sent', async (t) => {
  const business = await givenBusiness(context)
  const down: CodeOutcome[] = [{ kind: 'unavailable' }]
  const process = watched(context, (real) => ({
    sendCode: async (request) => down.pop() ?? real.sendCode(request),
  }))
  const through = await openApi(process)
  t.after(() => through.app.close())
  const number = freshNumber()
  const send = () => verify(through, business, number, 'key 1')

  const first = await send()
  const second = await send()
  const third = await send()

  assert.deepEqual([first.status, first.body.code], [503, 'rail_unavailable'])
  assert.equal(second.status, 200)
  assert.deepEqual([third.status, third.text], [200, second.text])
  assert.equal(third.headers['idempotent-replayed'], 'true')
  const states = (await verificationsOf(context, business)).map(({ state }) => state)
  assert.deepEqual(states, ['FAILED', 'Pending'])
  assert.equal((await purse(business)).fees, FEE)
})

for (const [what, enquired, end] of [
  ['has left', 'sent', 200],
  ['has never left', 'not_found', 200],
  ['is for nobody', 'unknown_number', 422],
] as const) {
  test(`the same request again, after 504, answers as it stands; the code ${what}`, async (t) => {
    const business = await givenBusiness(context)
    await givenWallet(context, business, FEE)
    const silence: CodeOutcome[] = [{ kind: 'unknown' }]
    const process = watched(context, (real) => ({
      sendCode: async (request) => silence.pop() ?? real.sendCode(request),
      enquire: async () =>
        enquired === 'sent' ? { kind: enquired, session: 'a session' } : { kind: enquired },
    }))
    const through = await openApi(process)
    t.after(() => through.app.close())
    const number = freshNumber()
    const send = () => verify(through, business, number, 'key 1')

    const first = await send()
    const meanwhile = await send()
    context.advance(2 * MINUTE)
    await concludeDue(process)
    const last = await send()
    const replayed = await send()

    assert.deepEqual([first.status, meanwhile.status, last.status], [504, 504, end])
    assert.equal(meanwhile.body.verification_id, first.body.verification_id)
    const rows = await verificationsOf(context, business)
    // If nothing had happened, it is a new verification; otherwise the same one.
    const isAnew = enquired === 'not_found'
    assert.equal(rows.length, isAnew ? 2 : 1)
    assert.equal(process.asked.sendCode, isAnew ? 2 : 1)
    if (end === 200) {
      const same = last.body.verification_id === first.body.verification_id
      assert.equal(same, !isAnew)
    }
    assert.deepEqual([replayed.status, replayed.text], [last.status, last.text])
    assert.equal((await purse(business)).fees, end === 200 ? FEE : 0)
  })
}

test('a repeat after a crash finds the verification of the first try', async (t) => {
  const business = await givenBusiness(context)
  const number = freshNumber()
  const process = breakable(context)
  const broken = await openApi(process.context)
  t.after(() => broken.app.close())
  await givenWallet(context, business, 3 * FEE)
  await sendThrough(broken, business, number, 'what is asked once is known then')
  process.arm(null)
  await sendThrough(broken, business, number, 'counted')
  const reserved = process.disarm().findIndex((name) => name.startsWith('select identity_reserve'))
  assert(reserved > 0)

  process.arm({ point: reserved + 1, when: 'after', does: 'dies' })
  await sendThrough(broken, business, number, 'key 1').catch(() => {})
  process.disarm()
  context.advance(1 * MINUTE + 1)
  const second = await verify(api, business, number, 'key 1')
  context.advance(1 * MINUTE)
  await concludeDue(context)
  const third = await verify(api, business, number, 'key 1')
  const fourth = await verify(api, business, number, 'key 1')

  // The outcome was unknown. The registry had not been asked, so a new verification begins.
  assert.deepEqual([second.status, third.status], [504, 200])
  const ends = (await verificationsOf(context, business)).map(({ failure }) => failure)
  assert.deepEqual(ends, [null, null, 'not_found', null])
  assert.deepEqual([fourth.status, fourth.text], [200, third.text])
  assert.equal((await purse(business)).fees, 3 * FEE)
})

function verify(
  through: Api,
  { keys }: GivenBusiness,
  number: string,
  idempotencyKey?: string,
): Promise<Answer> {
  return through.post('/api/v1/bvn/verify', {
    key: keys.secretKey,
    body: { type: 'BVN', number },
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  })
}

/** Accepts every response, faults included. */
function sendThrough(through: Api, { keys }: GivenBusiness, number: string, key: string) {
  return through.app.inject({
    method: 'POST',
    url: '/api/v1/bvn/verify',
    headers: { authorization: `Bearer ${keys.secretKey}`, 'idempotency-key': key },
    payload: { type: 'BVN', number },
  })
}

async function purse(business: GivenBusiness) {
  const { available, fees } = await balancesOf(context, business)
  return {
    left: Number(available.available),
    posted: Number(available.posted),
    fees: Number(fees.posted),
  }
}
