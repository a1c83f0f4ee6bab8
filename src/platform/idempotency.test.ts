import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenBusiness, useContext } from '../../test/support.ts'
import { DAY, HOUR, later, MINUTE } from './clock.ts'
import {
  type ClaimedName,
  claim,
  finish,
  type IdempotencyName,
  purge,
  release,
  setAside,
} from './idempotency.ts'
import { sha256 } from './secrets.ts'

const context = useContext()

const REQUEST = sha256('POST /payouts {"amount": 100}')
const OTHER_REQUEST = sha256('POST /payouts {"amount": 200}')
const ANSWER = {
  status: 200,
  contentType: 'application/json',
  body: '{"b" :1.0,"a":"é"}',
  etag: null,
  eraseAt: null,
}

let name: IdempotencyName
beforeEach(async () => {
  const { businessId, mode } = await givenBusiness(context)
  name = { businessId, mode, key: 'order 42' }
})

/** The last claim of the key. */
async function held(of = name): Promise<ClaimedName> {
  const [row] = await context.sql<{ leaseUntil: Date }[]>`
    select lease_until from idempotency_key
    where business_id = ${of.businessId} and mode = ${of.mode} and key = ${of.key}
  `
  return { ...of, leaseUntil: row!.leaseUntil, isTakenOver: false }
}
const claimed = (request = REQUEST, of = name) => claim(context.sql, context.now(), of, request)

async function givenAnswered(): Promise<void> {
  assert.equal((await claimed()).kind, 'first')
  await finish(context.sql, await held(), ANSWER)
}

test('of twenty that claim one key at once, one is first and the others find it running', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimed()))

  const kinds = claims.map(({ kind }) => kind).sort()
  assert.deepEqual(kinds, ['first', ...Array(19).fill('running')])
})

test('a key is one of its business and mode: what becomes of it changes no other', async () => {
  const others: IdempotencyName[] = [
    { ...name, key: 'order 41' },
    { ...name, mode: 'live' },
  ]
  // At one moment, so that all have the same lease.
  const now = context.now()
  for (const other of others) await claim(context.sql, now, other, OTHER_REQUEST)
  await claim(context.sql, now, name, REQUEST)

  await release(context.sql, context.now(), await held())

  for (const other of others) assert.equal((await claimed(OTHER_REQUEST, other)).kind, 'running')
  assert.equal((await claimed()).kind, 'first')
  await finish(context.sql, await held(), ANSWER)
  assert.deepEqual(await claimed(), { kind: 'answered', answer: ANSWER })
  for (const other of others) assert.equal((await claimed(OTHER_REQUEST, other)).kind, 'running')
})

test('what was answered is answered again with the same bytes, for seven days', async () => {
  await givenAnswered()
  assert.deepEqual(await claimed(), { kind: 'answered', answer: ANSWER })

  context.advance(7 * DAY - MINUTE)
  assert.deepEqual(await claimed(), { kind: 'answered', answer: ANSWER })
  assert.equal(await purge(context.sql, context.now()), 0)

  context.advance(2 * MINUTE)
  assert.equal((await claimed()).kind, 'first', 'then the key is new again')
})

test('the key stands for one request, while it runs and when it is answered', async () => {
  assert.equal((await claimed()).kind, 'first')
  assert.deepEqual(await claimed(OTHER_REQUEST), { kind: 'reused' })

  await finish(context.sql, await held(), ANSWER)

  assert.deepEqual(await claimed(OTHER_REQUEST), { kind: 'reused' })
})

test('the same key of another business or mode is another key', async () => {
  await givenAnswered()
  const { businessId } = await givenBusiness(context, 'Other Store')

  for (const of of [
    { ...name, businessId },
    { ...name, mode: 'live' },
    { ...name, key: 'Order 42' },
    { ...name, key: 'order 42 ' },
  ]) {
    assert.equal((await claimed(OTHER_REQUEST, of)).kind, 'first')
  }
})

test('a request that did nothing leaves the key free, also for another body', async () => {
  assert.equal((await claimed()).kind, 'first')
  await release(context.sql, context.now(), await held())

  assert.equal((await claimed(OTHER_REQUEST)).kind, 'first')
})

test('a second try that did nothing does not free what the first may have done', async () => {
  const first = await claimed()
  await setAside(context.sql, context.now(), await held())
  context.advance(1)
  const second = await claimed()
  assert(first.kind === 'first' && second.kind === 'first')
  assert.deepEqual([first.isTakenOver, second.isTakenOver], [false, true])

  await release(context.sql, context.now(), { ...(await held()), isTakenOver: true })

  context.advance(1)
  const third = await claimed()
  assert(third.kind === 'first')
  assert.equal(third.effectId, first.effectId)
  assert.equal(third.isTakenOver, true)
  assert.equal((await claimed(OTHER_REQUEST)).kind, 'reused')
})

test('an answer is never released or written over', async () => {
  await givenAnswered()

  await release(context.sql, context.now(), await held())
  await finish(context.sql, await held(), { ...ANSWER, status: 500, body: 'later' })

  assert.deepEqual(await claimed(), { kind: 'answered', answer: ANSWER })
})

test('a claim whose process died is taken over by one, when the lease has passed', async () => {
  const died = await claimed()
  assert(died.kind === 'first')
  context.advance(59_000)
  assert.equal((await claimed()).kind, 'running')

  context.advance(2_000)
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimed()))

  const first = claims.filter((one) => one.kind === 'first')
  assert.equal(first.length, 1)
  assert.equal(first[0]!.effectId, died.effectId, 'it finds what the dead one made')
  assert.equal(claims.filter(({ kind }) => kind === 'running').length, 19)
})

test('who was overtaken neither answers nor frees the key of who took it over', async () => {
  await claimed()
  const overtaken = await held()
  context.advance(61_000)
  assert.equal((await claimed()).kind, 'first')

  await release(context.sql, context.now(), overtaken)
  await finish(context.sql, overtaken, { ...ANSWER, body: 'too late' })
  await setAside(context.sql, context.now(), overtaken)

  assert.equal((await claimed()).kind, 'running')
  await finish(context.sql, await held(), ANSWER)
  assert.deepEqual(await claimed(), { kind: 'answered', answer: ANSWER })
})

test('only what is older than seven days is forgotten', async () => {
  await givenAnswered()
  context.advance(4 * DAY)
  const younger = { ...name, key: 'younger' }
  await claimed(REQUEST, younger)
  await finish(context.sql, await held(younger), ANSWER)
  context.advance(4 * DAY)

  const forgotten = await purge(context.sql, context.now())

  assert(forgotten >= 1)
  const rows = await context.sql<{ key: string }[]>`
    select key from idempotency_key
    where business_id = ${name.businessId} and mode = ${name.mode}
  `
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['younger'],
  )
})

async function givenAnsweredUntil(eraseAt: Date, of = name): Promise<void> {
  assert.equal((await claimed(REQUEST, of)).kind, 'first')
  await finish(context.sql, await held(of), { ...ANSWER, eraseAt })
}

test('an answer that must be gone sooner than its key is answered again until then', async () => {
  const eraseAt = later(context.now(), HOUR)
  await givenAnsweredUntil(eraseAt)

  context.advance(HOUR - MINUTE)
  await purge(context.sql, context.now())
  assert.deepEqual(await claimed(), { kind: 'answered', answer: { ...ANSWER, eraseAt } })
  assert.deepEqual(await claimed(OTHER_REQUEST), { kind: 'reused' })

  context.advance(MINUTE)
  const again = await claimed(OTHER_REQUEST)
  assert.equal(again.kind, 'first', 'then the key is new, though nobody has purged')
  assert.deepEqual(await bodies(), [null])
})

test('what must be gone is purged when it is due, row and body, and nothing else', async () => {
  const [other, kept] = [
    { ...name, key: 'a day' },
    { ...name, key: 'as ever' },
  ]
  await givenAnsweredUntil(later(context.now(), HOUR))
  await givenAnsweredUntil(later(context.now(), DAY), other)
  await claimed(REQUEST, kept)
  await finish(context.sql, await held(kept), ANSWER)

  context.advance(HOUR)
  assert((await purge(context.sql, context.now())) >= 1)
  assert.deepEqual(await bodies(), [ANSWER.body, ANSWER.body])
  context.advance(DAY)
  assert((await purge(context.sql, context.now())) >= 1)
  assert.deepEqual(await bodies(), [ANSWER.body])

  assert.deepEqual(await claimed(REQUEST, kept), { kind: 'answered', answer: ANSWER })
})

test('a lease that has run out is taken over for one key alone', async () => {
  const all: IdempotencyName[] = [name, { ...name, key: 'order 41' }, { ...name, mode: 'live' }]
  const now = context.now()
  for (const one of all) await claim(context.sql, now, one, REQUEST)
  context.advance(2 * MINUTE)

  for (const one of all) assert.equal((await claimed(REQUEST, one)).kind, 'first', one.key)
  for (const one of all) assert.equal((await claimed(REQUEST, one)).kind, 'running', one.key)
})

async function bodies(): Promise<(string | null)[]> {
  const rows = await context.sql<{ body: string | null }[]>`
    select body from idempotency_key
    where business_id = ${name.businessId} and mode = ${name.mode}
  `
  return rows.map(({ body }) => body)
}
