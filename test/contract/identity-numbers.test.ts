import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, beforeEach, test } from 'node:test'
import { concludeDue } from '../../src/identity/conclude.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { type Answer, useApi } from '../api.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import {
  availableOf,
  fetchVerification,
  freshNumber,
  givenVerification,
  initiate,
  messagesOf,
  said,
  validate,
} from './identity-calls.ts'

// What a number decides: the sandbox's special ones and the people behind the others; and how often
// one may be asked for, which the contract leaves open.

const context = useContext()
stopNow(context)
const api = useApi(context)

const FEE_KOBO = 5_000
const USES_MAX = 5
const LIMITED = [429, 'identity_limit_reached']

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

/** More often than one number may be used: what sends no code does not count. */
async function initiateOften(number: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i <= USES_MAX; i++) answers.push(await initiate(api, business, { number }))
  return answers
}

async function use(number: string, times: number, by = business): Promise<void> {
  for (let i = 0; i < times; i++) await givenVerification(api, by, { number })
}

for (const [number, whose, status, code] of [
  ['00000000000', 'nobody’s', 422, 'identity_not_found'],
  ['11111111111', 'of a registry that is down', 503, 'rail_unavailable'],
  ['44444444444', 'one to which no code is sent', 422, 'otp_not_sent'],
] as const) {
  test(`${number}, ${whose}: ${code}, with the fee given back in full, however often`, async () => {
    const before = await availableOf(api, business)

    const answers = await initiateOften(number)

    for (const answer of answers) {
      assert.deepEqual(said(answer), [status, code])
      assert(!answer.text.includes(number), 'the number is not said back')
      const retryAfter = answer.headers['retry-after']
      if (status === 503) assert.match(String(retryAfter), /^[1-9]\d*$/)
      else assert.equal(retryAfter, undefined)
    }
    assert.equal(await availableOf(api, business), before)
    assert.deepEqual(await messagesOf(api, business), [])
    const { body } = await api.get('/api/v1/identity?status=FAILED', {
      key: business.keys.secretKey,
    })
    assert.equal(body.meta.total, answers.length)
  })
}

test('33333333333 is watch-listed, and told so by the details alone', async () => {
  for (const type of ['BVN', 'NIN'] as const) {
    const given = await givenVerification(api, business, { type, number: '33333333333' })
    const { body } = await validate(api, business, given)
    assert.equal(body.data.providerResponse.watchListed, 'YES')
    assert(!JSON.stringify(await fetchVerification(api, business, given)).includes('YES'))
  }
})

test('00000000504: 504 names the verification, which goes on when the registry is asked again', async () => {
  const before = await availableOf(api, business)
  const { status, body, headers } = await initiate(api, business, { number: '00000000504' })
  assert.deepEqual([status, body.code], [504, 'rail_timeout'])
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
  assert.match(body.verification_id, /^idv_[0-9a-f]{32}$/)
  assert.equal(await availableOf(api, business), before - FEE_KOBO, 'held')

  context.advance(1 * MINUTE)
  await untilDone(context, concludeDue)

  const given = { id: body.verification_id, type: 'BVN' } as const
  const record = await fetchVerification(api, business, given)
  assert.deepEqual([record.status, record.debitResponsCode], ['Pending', 200])
  assert.equal((await validate(api, business, given)).status, 200)
  assert.equal(await availableOf(api, business), before - FEE_KOBO)
})

test('00000000505: 504, and the fee comes back when it is known that nothing arrived', async () => {
  const before = await availableOf(api, business)
  const { status, body } = await initiate(api, business, { number: '00000000505' })
  assert.deepEqual([status, body.code], [504, 'rail_timeout'])
  assert.equal(await availableOf(api, business), before - FEE_KOBO, 'held')

  for (let minute = 0; minute < 3; minute++) {
    context.advance(1 * MINUTE)
    await untilDone(context, concludeDue)
  }

  const record = await fetchVerification(api, business, { id: body.verification_id })
  assert.deepEqual([record.status, record.amount], ['FAILED', 0])
  assert.equal(await availableOf(api, business), before)
  assert.deepEqual(await messagesOf(api, business), [])
})

test('any other eleven digits are a person, the same each time and another by the other type', async () => {
  const number = freshNumber()
  const detailsOf = async (type: 'BVN' | 'NIN') => {
    const given = await givenVerification(api, business, { type, number })
    return (await validate(api, business, given)).body.data.providerResponse
  }
  const bvn = await detailsOf('BVN')
  const nin = await detailsOf('NIN')

  assert.deepEqual(await detailsOf('BVN'), bvn)
  assert.deepEqual([bvn.bvn, nin.nin], [number, number])
  assert.notEqual(bvn.residentialAddress, nin.residentialAddress)
  for (const [name, value] of Object.entries(bvn)) {
    if (name === 'registrationDate') assert.equal(value, null)
    else assert.equal(typeof value, 'string', name)
  }
  assert.match(bvn.dateOfBirth, /^\d\d-\d\d-\d{4}$/)
})

test('the people of people.json come back as they stand there, by BVN and by NIN', async () => {
  const path = new URL('../../src/providers/sandbox/people.json', import.meta.url)
  const people = JSON.parse(readFileSync(path, 'utf8')) as { bvn: string; nin: string }[]
  assert.equal(people.length, 40)
  for (const person of people) {
    const faces = new Set<string>()
    for (const [type, number] of [
      ['BVN', person.bvn],
      ['NIN', person.nin],
    ] as const) {
      const given = await givenVerification(api, business, { type, number })
      const { body } = await validate(api, business, given)
      const { imageBase64, ...details } = body.data.providerResponse
      assert.deepEqual(details, person, number)
      faces.add(imageBase64)
    }
    assert.equal(faces.size, 1, 'one person has one face')
  }
})

test('the sixth initiation of a number within 24 h is refused, and told when to come again', async () => {
  const number = freshNumber()
  for (let i = 0; i < USES_MAX; i++) {
    await use(number, 1)
    context.advance(1 * HOUR)
  }
  const before = await availableOf(api, business)

  const sixth = await initiate(api, business, { number })

  assert.deepEqual(said(sixth), LIMITED)
  const wait = Number(sixth.headers['retry-after'])
  // The first was five hours ago.
  assert(wait > (19 * HOUR - MINUTE) / SECOND && wait <= (19 * HOUR) / SECOND, `${wait} s`)
  assert.equal(await availableOf(api, business), before, 'nothing was taken')
  assert.equal((await messagesOf(api, business)).length, USES_MAX)
  await use(freshNumber(), 1)

  context.advance((wait - 5) * SECOND)
  assert.deepEqual(said(await initiate(api, business, { number })), LIMITED, 'not before')
  context.advance(5 * SECOND + 1)
  await use(number, 1)
  const seventh = await initiate(api, business, { number })
  assert.deepEqual(said(seventh), LIMITED, 'one was free, and the next in an hour')
  const next = Number(seventh.headers['retry-after'])
  assert(next > (1 * HOUR - MINUTE) / SECOND && next <= (1 * HOUR) / SECOND, `${next} s`)
  context.advance(10 * MINUTE)
  const { headers } = await initiate(api, business, { number })
  assert.equal(
    headers['retry-after'],
    String(HOUR / SECOND),
    'to the hour: whose use it was is not told',
  )

  context.advance(1 * DAY)
  await use(number, USES_MAX)
})

test('the limit is over all businesses, both prefixes and every outcome of the code', async () => {
  const others = [await givenBusiness(context, 'Second'), await givenBusiness(context, 'Third')]
  const number = freshNumber()
  const first = await givenVerification(api, business, { number })
  await validate(api, business, first)
  const second = await givenVerification(api, others[0]!, { number })
  for (let i = 0; i < 5; i++) await validate(api, others[0]!, second, '000000')
  assert.equal((await initiate(api, others[0]!, { number }, { prefix: 'bvn' })).status, 200)
  await use(number, 2, others[1])

  for (const one of [business, ...others]) {
    for (const prefix of ['bvn', 'identity'] as const) {
      assert.deepEqual(said(await initiate(api, one, { number }, { prefix })), LIMITED)
    }
  }
  const { body } = await api.get('/api/v1/identity', { key: business.keys.secretKey })
  assert.equal(body.meta.total, 1, 'what was refused is not there')
})

test('a BVN and a NIN of the same digits are two numbers', async () => {
  const number = freshNumber()
  await use(number, USES_MAX)
  assert.deepEqual(said(await initiate(api, business, { number })), LIMITED)
  assert.equal((await initiate(api, business, { number, type: 'NIN' })).status, 200)
})

test('a number whose code was confirmed late has been used, one whose code never left has not', async () => {
  // Whatever other tests did to these numbers is forgotten.
  context.advance(1 * DAY + 1 * MINUTE)
  for (const [number, expected] of [
    ['00000000504', LIMITED],
    ['00000000505', [504, 'rail_timeout']],
  ] as const) {
    const own = await givenBusiness(context, 'Late Store')
    for (let i = 0; i < USES_MAX; i++) {
      assert.equal((await initiate(api, own, { number })).status, 504)
    }
    assert.deepEqual(said(await initiate(api, own, { number })), LIMITED, 'while nobody knows')
    for (let minute = 0; minute < 3; minute++) {
      context.advance(1 * MINUTE)
      await untilDone(context, concludeDue)
    }
    assert.deepEqual(said(await initiate(api, own, { number })), expected)
  }
})

test('a refusal for another reason leaves the number its places', async () => {
  const number = freshNumber()
  await use(number, USES_MAX - 1)
  const poor = await givenBusiness(context, 'Poor Store')
  await api.post('/api/v1/sandbox/wallet', { key: poor.keys.secretKey, body: { amount: 0 } })
  for (const body of [
    { number, type: 'bvn' },
    { number, consent: {} },
  ]) {
    assert.equal((await initiate(api, business, body)).status, 400)
  }
  assert.equal((await initiate(api, poor, { number })).status, 402)
  await use(number, 1)
  assert.deepEqual(said(await initiate(api, business, { number })), LIMITED)
})
