import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { deliverDue } from '../../src/core/events/webhooks.ts'
import { eraseDue } from '../../src/identity/erase.ts'
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.ts'
import { refusals } from '../../src/platform/refusals.ts'
import { personOf } from '../../src/providers/sandbox/people.ts'
import { useApi } from '../api.ts'
import { eventsOf } from '../payments.ts'
import { givenReceiver, type Receiver, verifies } from '../receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import {
  fetchVerification,
  freshNumber,
  type Given,
  givenVerification,
  initiate,
  messagesOf,
  RIGHT,
  resend,
  validate,
  WRONG,
} from './identity-calls.ts'

// What is read of verifications afterwards, all of it open in the contract: one, the list, the
// messages of the sandbox, and the event. None of it holds a detail of a person.

const context = useContext()
const api = useApi(context)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const FIELDS = [
  ...['_id', 'clientId', 'identityNumber', 'type', 'amount', 'status', 'debitAccountNumber'],
  ...['vat', 'stampDuty', 'isDeleted', 'otpVerified', 'otpResendCount', 'createdAt', 'updatedAt'],
  ...['__v', 'debitMessage', 'debitResponsCode', 'debitSessionId', 'otpId', 'domain'],
]

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  // The sandbox's special numbers may be used again.
  context.advance(1 * DAY + 1 * MINUTE)
  business = await givenBusiness(context)
})

async function list(query = '', by = business) {
  const { status, body, text } = await api.get(`/api/v1/identity${query}`, {
    key: by.keys.secretKey,
  })
  assert.equal(status, 200, text)
  const ids = body.data.map(({ _id }: { _id: string }) => _id) as string[]
  return { data: body.data as Record<string, unknown>[], ids, meta: body.meta, text }
}

/** Nothing that the registry knows of this person, the number that was asked for included. */
function assertNothingOf({ type, number }: Given, text: string): void {
  const { gender, title, watchListed, nationality, ...person } = personOf(type, number)
  for (const [name, value] of Object.entries({ ...person, number })) {
    // A bank code and a first name may stand in any id.
    if (value === null || value.length < 5) continue
    assert(!text.includes(value), `${name} ${value} in ${text}`)
  }
  assert.doesNotMatch(text, /providerResponse|fullName|dateOfBirth|imageBase64|phoneNumber/)
}

/** One in each state that is shown: the newest is last. */
async function givenEachState(): Promise<Record<string, Given>> {
  const expired = await givenVerification(api, business)
  context.advance(10 * MINUTE)
  const success = await givenVerification(api, business, { type: 'NIN' })
  await validate(api, business, success)
  const locked = await givenVerification(api, business)
  for (let i = 0; i < 5; i++) await validate(api, business, locked, WRONG)
  await initiate(api, business, { number: '44444444444' })
  const failed: Given = { id: (await list()).ids[0]!, type: 'BVN', number: '44444444444' }
  const { body } = await initiate(api, business, { number: '00000000504' })
  const waiting: Given = { id: body.verification_id, type: 'BVN', number: '00000000504' }
  const pending = await givenVerification(api, business)
  return { expired, success, locked, failed, waiting, pending }
}

test('a list is newest first, and each is the record without its details', async () => {
  const given = await givenEachState()
  const other = await givenBusiness(context, 'Other Store')
  await givenVerification(api, other)

  const { data, ids, meta, text } = await list()

  assert.deepEqual(
    ids,
    Object.values(given)
      .map(({ id }) => id)
      .toReversed(),
  )
  assert.deepEqual(meta, {
    total: 6,
    total_capped: false,
    page: 1,
    perPage: 50,
    pageCount: 1,
    next: null,
  })
  for (const record of data) {
    const more = record['status'] === 'FAILED' ? ['failure_code', 'failure_message'] : []
    assert.deepEqual(Object.keys(record), [...FIELDS, ...more])
    assert.match(String(record['identityNumber']), /^\*{7}\d{4}$/)
    assert.equal(record['clientId'], business.businessId)
    const { consent, accesses, ...fetched } = await fetchVerification(api, business, {
      id: String(record['_id']),
    })
    assert.deepEqual(fetched, record, 'as it is fetched')
  }
  for (const one of Object.values(given)) assertNothingOf(one, text)
})

test('a list is filtered by each status; whose time is over is EXPIRED before a job has seen it', async () => {
  const { expired, success, locked, failed, waiting, pending } = await givenEachState()
  const expected = {
    Pending: [pending, waiting],
    SUCCESS: [success],
    FAILED: [failed],
    LOCKED: [locked],
    EXPIRED: [expired],
  }
  for (const [status, given] of Object.entries(expected)) {
    const { data, ids, meta } = await list(`?status=${status}`)
    assert.deepEqual(
      ids,
      given.map((one) => one!.id),
      status,
    )
    assert.deepEqual(
      [meta.total, new Set(data.map((one) => one['status']))],
      [ids.length, new Set([status])],
    )
  }
  const [row] = await context.sql<{ state: string }[]>`
    select state from identity_verification
    where business_id = ${business.businessId} and mode = 'test'
    order by verification_id
    limit 1
  `
  assert.equal(row?.state, 'Pending', 'no job has been there')
})

test('pages of two, walked by cursor while others are begun: each once', async () => {
  const given: string[] = []
  for (let i = 0; i < 5; i++) {
    given.unshift((await givenVerification(api, business)).id)
    context.advance(1)
  }
  const first = await list('?perPage=2')
  assert.deepEqual(first.ids, given.slice(0, 2))
  assert.deepEqual((await list('?perPage=2&page=3')).ids, given.slice(4))
  assert.deepEqual((await list('?perPage=2&page=4')).ids, [])

  const walked = [...first.ids]
  for (let next = first.meta.next; next !== null; ) {
    await givenVerification(api, business)
    const page = await list(`?perPage=2&cursor=${next}`)
    walked.push(...page.ids)
    next = page.meta.next
  }
  assert.deepEqual(walked, given)
})

test('one is fetched with consent, and with whom its details were shown to', async () => {
  const consent = { text: 'I agree that my name is looked up.', ip: '102.89.0.1' }
  const given = await givenVerification(api, business, { consent })
  await validate(api, business, given, WRONG)
  assert.deepEqual((await fetchVerification(api, business, given)).accesses, [])
  const ids = ['first-look', 'second-look', 'third-look']
  const key = { 'idempotency-key': 'one-look' }
  await validate(api, business, given, RIGHT, { headers: { 'x-request-id': ids[0]!, ...key } })
  await validate(api, business, given, RIGHT, { headers: { 'x-request-id': ids[1]! } })
  const replayed = { headers: { 'x-request-id': ids[2]!, ...key } }
  assert.equal((await validate(api, business, given, RIGHT, replayed)).status, 200)

  const answer = await api.get(`/api/v1/identity/${given.id}`, { key: business.keys.secretKey })

  const { message, data } = answer.body
  assert.equal(message, 'Verification found')
  assert.deepEqual(Object.keys(data), [...FIELDS, 'consent', 'accesses'])
  assert.deepEqual(data.consent, { ...consent, at: null })
  assert.deepEqual(
    data.accesses.map(({ how, request_id }: Record<string, string>) => [how, request_id]),
    [
      ['replayed', 'third-look'],
      ['validated_again', 'second-look'],
      ['validated', 'first-look'],
    ],
  )
  for (const { key_id, ip_address, created_at } of data.accesses) {
    assert.match(key_id, /^key_[0-9a-f]{32}$/)
    assert.equal(ip_address, '127.0.0.1')
    assert.match(created_at, ISO)
  }
  assertNothingOf(given, answer.text)
})

test('consent with all its parts comes back as it was told, and none is null', async () => {
  const consent = { text: 'Yes, I do: 😀', ip: '2c0f:f248::1', at: '2026-11-21T09:30:00+01:00' }
  const whole = await givenVerification(api, business, { consent })
  const none = await givenVerification(api, business)
  assert.deepEqual((await fetchVerification(api, business, whole)).consent, consent)
  assert.equal((await fetchVerification(api, business, none)).consent, null)
  assert(!(await list()).text.includes('Yes, I do'), 'the list does not tell it')
})

test('what is erased leaves the masked number, type, status, fee, times, consent and accesses', async () => {
  const consent = { text: 'I agree.', ip: null, at: null }
  const given = await givenVerification(api, business, { consent: { text: 'I agree.' } })
  await validate(api, business, given)
  const before = await fetchVerification(api, business, given)
  context.advance(1 * DAY)
  await untilDone(context, eraseDue)
  const after = await fetchVerification(api, business, given)
  assert.deepEqual(after, before)
  assert.deepEqual([after.consent, after.status], [consent, 'SUCCESS'])
  assert.deepEqual([after.identityNumber, after.amount], [`*******${given.number.slice(-4)}`, 50])
  assert.equal(after.accesses.length, 1)
})

test('"/sandbox/messages" shows each code that was sent, of resends too, newest first, to its own business only', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const bvn = await givenVerification(api, business)
  await givenVerification(api, other)
  context.advance(1 * MINUTE)
  const nin = await givenVerification(api, business, { type: 'NIN' })
  await resend(api, business, bvn)
  await initiate(api, business, { number: '00000000504' })
  for (const number of ['00000000000', '11111111111', '44444444444', '00000000505']) {
    await initiate(api, business, { number })
  }

  const messages = await messagesOf(api, business)

  const phone = (type: 'BVN' | 'NIN', number: string) =>
    personOf(type, number).phoneNumber1.replace(/^(\d{4})\d{5}(\d\d)$/, '$1*****$2')
  assert.deepEqual(
    messages.map(({ to, text }) => [to, /your (BVN|NIN) details/.exec(text)?.[1]]),
    [
      [phone('BVN', '00000000504'), 'BVN'],
      [phone('BVN', bvn.number), 'BVN'],
      [phone('NIN', nin.number), 'NIN'],
      [phone('BVN', bvn.number), 'BVN'],
    ],
  )
  for (const message of messages) {
    const fields = ['id', 'channel', 'to', 'subject', 'text', 'html', 'otp', 'created_at']
    assert.deepEqual(Object.keys(message).sort(), fields.sort())
    assert.deepEqual([message.channel, message.subject, message.html], ['sms', null, null])
    assert.match(message.id, /^msg_[0-9a-f]{32}$/)
    assert.equal(message.otp, '123456')
    assert(message.text.includes('123456'))
    assert.match(message.created_at, ISO)
  }
  assertNothingOf(bvn, JSON.stringify(messages))
  assert.equal((await messagesOf(api, other)).length, 1)
  const pages = await Promise.all(
    [1, 2, 3].map((page) => messagesOf(api, business, `?perPage=3&page=${page}`)),
  )
  assert.deepEqual(pages.flat(), messages)
})

/** A business whose server listens, and what it has asked to be told. */
async function givenListener(events?: string[]): Promise<{ own: GivenBusiness; at: Receiver }> {
  const own = await givenBusiness(context, 'Listening Store')
  const at = await givenReceiver()
  const { status, text } = await api.put('/api/v1/webhooks', {
    key: own.keys.secretKey,
    body: { url: at.url, ...(events && { events }) },
  })
  assert.equal(status, 200, text)
  return { own, at }
}

test('"identity.verified" goes, once and without details, to who asked for it, and to nobody else', async () => {
  const subscribed = await givenListener(['identity.verified'])
  const usual = await givenListener()
  const elsewhere = await givenListener(['transaction.success', 'payout.failed'])
  const number = freshNumber()
  const given: Given[] = []
  for (const { own } of [subscribed, usual, elsewhere]) {
    const one = await givenVerification(api, own, { number, consent: { text: 'I do agree.' } })
    given.push(one)
    await validate(api, own, one, WRONG)
    await Promise.all([validate(api, own, one), validate(api, own, one), validate(api, own, one)])
    context.advance(1 * HOUR)
    await validate(api, own, one)
  }
  const locked = await givenVerification(api, subscribed.own)
  for (let i = 0; i < 5; i++) await validate(api, subscribed.own, locked, WRONG)

  await untilDone(context, deliverDue)

  const [request, ...more] = subscribed.at.received
  assert(request && more.length === 0, `${more.length} more`)
  assert.deepEqual([usual.at.received, elsewhere.at.received], [[], []])
  assert(await verifies(request, subscribed.own.webhookSecret))
  const { event, data, created_at, ...rest } = JSON.parse(request.body)
  assert.deepEqual([event, rest], ['identity.verified', {}])
  assert.match(created_at, ISO)
  assert.deepEqual([data._id, data.status], [given[0]!.id, 'SUCCESS'])
  const listed = await list('?status=SUCCESS', subscribed.own)
  assert.deepEqual(listed.data, [data], 'the record as it is listed')
  assertNothingOf(given[0]!, request.body)
  assert(!request.body.includes('I do agree'))
})

test('an event is kept of what was verified, locked or failed, whoever is told', async () => {
  const given = await givenEachState()
  const events = await eventsOf(context, business)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data._id]),
    [
      ['identity.verified', given['success']?.id],
      ['identity.locked', given['locked']?.id],
      ['identity.failed', given['failed']?.id],
    ],
  )
  const { failure_code, failure_message } = events.at(-1)!.data
  assert.equal(failure_code, 'otp_not_sent')
  assert.equal(failure_message, refusals.otp_not_sent.message)
})
