import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { forgetMessages } from '../../packages/devkit/sandbox/messages.ts'
import { type Answer, useApi } from '../../test/api.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { purge } from '../platform/idempotency.ts'
import { eraseDue, expireDue, forgetNumbers } from './erase.ts'
import { idOf } from './identity.routes.ts'
import { findVerification, type Verification } from './identity.sql.ts'
import { GUESSES_MAX, hashOfNumber } from './identity.ts'

const context = useContext()
const api = useApi(context)

const RIGHT = '123456'
const KEEPING = [
  { hours: 24, said: 'a day' },
  { hours: 168, said: 'seven days, where that is configured,' },
]

let business: GivenBusiness
/** A BVN that no other test uses. */
let number: string
beforeEach(async () => {
  business = await givenBusiness(context)
  number = `22${randomInt(10 ** 8, 10 ** 9)}`
  context.config = { ...context.config, identityDetailsHours: 24 }
})

for (const { hours, said } of KEEPING) {
  test(`${said} after the right code, number, code and details are gone, and the rest stays`, async () => {
    context.config = { ...context.config, identityDetailsHours: hours }
    const id = await begun()
    await validated(id)
    const before = await rowOf(id)
    const shownBefore = await shown(id)
    assert(before.number !== null && before.otpHash !== null && before.details !== null)

    context.advance(hours * HOUR - MINUTE)
    await eraseDue(context)
    assert.deepEqual(await rowOf(id), before, 'a minute before, nothing is')
    context.advance(MINUTE)
    assert.equal(await eraseDue(context), 1)
    assert.equal(await eraseDue(context), 0)

    const gone = { number: null, otpHash: null, details: null, dueAt: null }
    assert.deepEqual(await rowOf(id), { ...before, ...gone })
    assert.deepEqual(await shown(id), shownBefore)
    assert.equal(shownBefore.identityNumber, `*******${number.slice(-4)}`)
    assert.equal(shownBefore.status, 'SUCCESS')
    assert.deepEqual(before.numberHash, hashOfNumber(context.keys, 'test', { type: 'BVN', number }))
    assert.equal(before.fee, 5_000n)
    assert.equal(before.type, 'BVN')
  })

  test(`a kept answer is sent again with the same bytes, and is gone ${said} after`, async () => {
    context.config = { ...context.config, identityDetailsHours: hours }
    const id = await begun()
    const key = { 'idempotency-key': randomUUID() }
    const first = await validated(id, key)
    const kept = await keptAnswers(key)
    assert.equal(kept.length, 1)
    assert.deepEqual(kept[0]!.eraseAt, (await rowOf(id)).eraseAt)

    context.advance(hours * HOUR - MINUTE)
    await purge(context.sql, context.now())
    const replayed = await validated(id, key)
    assert.equal(replayed.headers['idempotent-replayed'], 'true')
    assert.equal(replayed.text, first.text)
    assert.equal((await shown(id)).accesses[0].how, 'replayed')

    context.advance(MINUTE)
    assert((await purge(context.sql, context.now())) >= 1)
    assert.equal((await keptAnswers(key)).length, 0, 'the row with its body')
    assertExpired(await guess(id, key))
    assert.equal((await shown(id)).accesses.length, 2, 'what shows nothing is no access')
  })
}

test('expired details are not shown, even before the job erases them', async () => {
  const id = await begun()
  const key = { 'idempotency-key': randomUUID() }
  await validated(id, key)
  context.advance(24 * HOUR)

  assertExpired(await guess(id, key))
  assertExpired(await guess(id))

  assert.deepEqual(await keptAnswers(key), [], 'the key keeps neither the details nor the refusal')
})

test('a number is erased at once if no code was sent', async () => {
  for (const special of ['00000000000', '11111111111', '44444444444']) {
    const answer = await initiate(special)
    assert(answer.status >= 422)
  }
  const { body } = await api.get('/api/v1/identity?status=FAILED', auth())
  assert.equal(body.data.length, 3)
  for (const { _id: id, identityNumber } of body.data) {
    await assertForgotten(id, 'FAILED')
    assert.match(identityNumber, /^\*{7}\d{4}$/)
  }
})

test('the fifth wrong code erases the number', async () => {
  const id = await begun()
  for (let i = 0; i < GUESSES_MAX; i++) {
    assert.notEqual((await rowOf(id)).number, null)
    assert.equal((await guess(id, {}, '654321')).status, 422)
  }
  await assertForgotten(id, 'LOCKED')
})

test('the number is erased when its code expires', async () => {
  const id = await begun()
  context.advance(10 * MINUTE + 29 * SECOND)
  await expireDue(context)
  assert.equal((await rowOf(id)).state, 'Pending', 'a guess that is under way comes to its end')

  context.advance(2 * SECOND)
  assert.equal(await expireDue(context), 1)

  await assertForgotten(id, 'EXPIRED')
})

test('more details than a batch has are erased in several batches', async () => {
  const id = await begun()
  await validated(id)
  const others = await context.sql<{ verificationId: string }[]>`
    insert into identity_verification
    select (jsonb_populate_record(v, jsonb_build_object('verification_id', gen_random_uuid()))).*
    from identity_verification v, generate_series(1, 1200)
    where v.business_id = ${business.businessId} and v.mode = 'test'
      and v.verification_id = ${idOf(id)}
    returning verification_id
  `
  context.advance(24 * HOUR)

  let erased = 0
  for (let some = -1; some !== 0; erased += some) some = await eraseDue(context)

  const [row] = await context.sql<[{ left: number }]>`
    select (count(details) + count(number) + count(otp_hash))::int as left
    from identity_verification where business_id = ${business.businessId} and mode = 'test'
  `
  await context.sql`
    delete from identity_verification
    where business_id = ${business.businessId} and mode = 'test'
      and verification_id = any(${others.map(({ verificationId }) => verificationId)}::uuid[])
  `
  assert.equal(row.left, 0)
  assert(erased >= 1_201)
})

test('messages of the sandbox are deleted after seven days', async () => {
  await begun()
  const sent = async () => (await api.get('/api/v1/sandbox/messages', auth())).body.data.length
  context.advance(7 * DAY - MINUTE)
  await forgetMessages(context)
  assert.equal(await sent(), 1)

  context.advance(2 * MINUTE)
  assert((await forgetMessages(context)) >= 1)

  assert.equal(await sent(), 0)
})

test('the uses of a number are deleted a day after the last one', async () => {
  const hash = hashOfNumber(context.keys, 'test', { type: 'BVN', number })
  const uses = async () => {
    const rows = await context.sql<{ uses: string[] }[]>`
      select uses from identity_number where mode = 'test' and number_hash = ${hash}
    `
    return rows[0]?.uses.length ?? null
  }
  context.advance(2 * DAY)
  await begun()
  context.advance(20 * HOUR)
  await begun()
  context.advance(23 * HOUR + 59 * MINUTE)
  await forgetNumbers(context)
  assert.equal(await uses(), 2)

  context.advance(2 * MINUTE)
  assert((await forgetNumbers(context)) >= 1)

  assert.equal(await uses(), null)
})

test('the response to an initiation has no data of the person and is stored like any other', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await initiate(number, key)
  assert.equal(first.status, 200)
  await validated(first.body.verification_id)
  assert.equal((await keptAnswers(key))[0]!.eraseAt, null)

  context.advance(7 * DAY - MINUTE)
  await eraseDue(context)
  await purge(context.sql, context.now())

  const again = await initiate(number, key)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert(!first.text.includes(number))
})

type Kept = { key: string; body: string | null; eraseAt: Date | null }

async function keptAnswers({ 'idempotency-key': sent }: { 'idempotency-key': string }) {
  const key = context.keys.fingerprint(`idempotency key secret ${sent}`).toString('base64url')
  return context.sql<Kept[]>`
    select key, body, erase_at from idempotency_key
    where business_id = ${business.businessId} and mode = 'test' and key = ${key}
  `
}

const auth = (headers: Record<string, string> = {}) => ({ key: business.keys.secretKey, headers })

function initiate(of: string, headers = {}): Promise<Answer> {
  const consent = { text: 'I agree' }
  const body = { type: 'BVN', number: of, consent }
  return api.post('/api/v1/bvn/verify', { ...auth(headers), body })
}

async function begun(): Promise<string> {
  const { status, body, text } = await initiate(number)
  assert.equal(status, 200, text)
  return body.verification_id
}

function guess(verification_id: string, headers = {}, otp = RIGHT): Promise<Answer> {
  const body = { verification_id, type: 'BVN', otp }
  return api.post('/api/v1/bvn/validate', { ...auth(headers), body })
}

async function validated(id: string, headers = {}): Promise<Answer> {
  const answer = await guess(id, headers)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.data.identityNumber, number)
  return answer
}

async function shown(id: string) {
  return (await api.get(`/api/v1/identity/${id}`, auth())).body.data
}

async function rowOf(id: string): Promise<Verification> {
  const { businessId, mode } = business
  const row = await findVerification(context.sql, { businessId, mode, verificationId: idOf(id)! })
  assert(row)
  return { ...row }
}

function assertExpired({ status, body }: Answer): void {
  assert.deepEqual([status, body.code], [422, 'otp_expired'])
}

async function assertForgotten(id: string, state: string): Promise<void> {
  const { number, details, otpHash, numberLast4, numberHash, ...row } = await rowOf(id)
  assert.deepEqual({ number, details, otpHash }, { number: null, details: null, otpHash: null })
  assert.equal(row.state, state)
  assert.match(numberLast4, /^\d{4}$/)
  assert.equal(numberHash.length, 32)
}
