import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterEach, before, beforeEach, test } from 'node:test'
import { type Answer, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { creditBody, leftBy, NOTHING, secondsOf, signed } from '../../../test/notifications.ts'
import {
  creditTo,
  eventsOf,
  givenDedicated,
  listDeposits,
  notify,
  notifyRaw,
} from '../../../test/payments.ts'
import {
  type GivenBusiness,
  givenBusiness,
  RAIL_SECRET,
  useContext,
} from '../../../test/support.ts'
import { listWaiting } from '../../payments/deposits/suspend.ts'
import { DAY, SECOND } from '../../platform/clock.ts'
import { memoryOf, sandboxRails } from './sandbox.ts'

// Who may notify of a credit, and what happens to a repeated, changed or unmatched one.

const PATH = '/api/v1/rails/sandbox/notifications'
const BODY_BYTES_MAX = 100 * 1024

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let accountNumber: string
const told: { fields: object; message: string }[] = []

before(async () => {
  await context.opened
  const tell = (fields: object, message: string) => void told.push({ fields, message })
  context.log = { info: () => {}, warn: tell, error: tell }
})
beforeEach(async () => {
  business = await givenBusiness(context)
  accountNumber = (await givenDedicated(api, business)).account_number
  told.length = 0
})
afterEach(() => assertBooksTie(context))

const bodyOf = (change: object = {}) => creditBody(accountNumber, context.now(), change)
const left = (run: () => Promise<void>) => leftBy(context, business, run)
const send = (body: string | Buffer) => notifyRaw(api, body, context.now())
const seconds = () => secondsOf(context.now())
const post = (raw: string | Buffer, headers: Record<string, string>) =>
  api.post(PATH, { raw, headers })

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

test('what is not signed by the bank is refused, all alike, and leaves nothing', async () => {
  const body = bodyOf()
  const now = seconds()
  const right = signed(body, now)
  const signature = right['x-service-signature']
  const other = signature.startsWith('0') ? '1' : '0'
  const wrong: [what: string, headers: Record<string, string>][] = [
    ['nothing', {}],
    ['no signature', { 'x-service-timestamp': String(now) }],
    ['no timestamp', { 'x-service-signature': signature }],
    ['an empty one', { ...right, 'x-service-signature': '' }],
    ['one digit off', { ...right, 'x-service-signature': other + signature.slice(1) }],
    ['cut short', { ...right, 'x-service-signature': signature.slice(0, -2) }],
    ['too long', { ...right, 'x-service-signature': `${signature}00` }],
    ['no hexadecimal', { ...right, 'x-service-signature': 'z'.repeat(128) }],
    ['another secret', signed(body, now, 'another secret')],
    ['an empty secret', signed(body, now, '')],
    ['the secret of webhooks', signed(body, now, business.webhookSecret)],
    ['another moment', { ...right, 'x-service-timestamp': String(now + 1) }],
    ['the body of another', signed(`${body} `, now)],
    ['a timestamp that is none', signed(body, 'now')],
    ['a timestamp with a fraction', signed(body, `${now}.0`)],
    ['a negative timestamp', signed(body, -now)],
    ['a timestamp with a sign', signed(body, `+${now}`)],
    [
      'another way to sign',
      {
        ...right,
        'x-service-signature': createHmac('sha256', RAIL_SECRET).update(body).digest('hex'),
      },
    ],
  ]
  const changed = await left(async () => {
    for (const [what, headers] of wrong) {
      const answer = await post(body, headers)
      assert.deepEqual(said(answer), [401, 'invalid_signature'], what)
    }
  })
  assert.deepEqual(changed, NOTHING)
  assert.equal((await post(body, right)).body.message, 'Credited', 'the right one is good')
})

test('a signature may be written in capitals', async () => {
  const body = bodyOf()
  const headers = signed(body, seconds())
  const signature = headers['x-service-signature'].toUpperCase()
  assert.equal((await post(body, { ...headers, 'x-service-signature': signature })).status, 200)
})

test('the bytes are what is signed: one space more is another body', async () => {
  const body = bodyOf()
  const headers = signed(body, seconds())
  for (const other of [`${body}\n`, body.replace('{"event"', '{ "event"'), body.slice(0, -1)]) {
    assert.deepEqual(said(await post(other, headers)), [401, 'invalid_signature'])
  }
  const spaced = ` ${body.replaceAll(',', ' ,\n')} `
  assert.equal((await post(spaced, signed(spaced, seconds()))).body.message, 'Credited')
})

test('a notification is believed for 300 seconds, before and after', async () => {
  const body = bodyOf()
  const signedAt = seconds()
  const at = new Date(signedAt * SECOND)
  const { readNotification } = sandboxRails({
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => at,
    notificationSecrets: [RAIL_SECRET],
  }).bank
  const kindAt = (offset: number) =>
    readNotification({ headers: signed(body, signedAt + offset), body: Buffer.from(body) }).kind

  for (const offset of [-300, -299, 0, 299, 300]) assert.equal(kindAt(offset), 'credit')
  for (const offset of [-301, 301, -DAY / SECOND, DAY / SECOND])
    assert.equal(kindAt(offset), 'stale')

  const changed = await left(async () => {
    for (const timestamp of [seconds() - 330, seconds() + 330, 0, 999_999_999_999]) {
      const answer = await post(body, signed(body, timestamp))
      assert.deepEqual(said(answer), [400, 'invalid_request'], String(timestamp))
      assert.equal(answer.body.errors[0].field, 'X-Service-Timestamp')
    }
  })
  assert.deepEqual(changed, NOTHING)
})

test('any of the secrets that are set is good, and without one nobody is believed', () => {
  const body = Buffer.from(bodyOf())
  const kindWith = (notificationSecrets: string[] | undefined, secret: string) =>
    sandboxRails({
      memory: memoryOf(new Map()),
      baseUrl: () => 'https://pay.example',
      now: context.now,
      ...(notificationSecrets && { notificationSecrets }),
    }).bank.readNotification({ headers: signed(body, seconds(), secret), body }).kind

  for (const secret of ['old', 'new']) assert.equal(kindWith(['new', 'old'], secret), 'credit')
  assert.equal(kindWith(['new', 'old'], 'older'), 'forged')
  assert.equal(kindWith(['new'], 'old'), 'forged')
  for (const none of [[], undefined]) assert.equal(kindWith(none, ''), 'forged')
})

test('headers that came twice are believed in no way', () => {
  const body = Buffer.from(bodyOf())
  const headers = signed(body, seconds())
  const twice = (name: keyof typeof headers) =>
    context.rails.test.bank.readNotification({
      headers: { ...headers, [name]: [headers[name], headers[name]] },
      body,
    })
  assert.deepEqual(twice('x-service-signature'), { kind: 'forged' })
  assert.deepEqual(twice('x-service-timestamp'), { kind: 'forged' })
})

test('the same bytes again are the same deposit', async () => {
  const body = bodyOf()
  const headers = signed(body, seconds())
  const answers: Answer[] = []
  const changed = await left(async () => {
    for (let time = 0; time < 20; time++) answers.push(await post(body, headers))
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => post(body, headers)))))
  })
  for (const { status, text } of answers) {
    assert.deepEqual([status, text], [200, '{"status":"success","message":"Credited"}'])
  }
  assert.deepEqual(changed, { ...NOTHING, deposits: 1 })
})

test('more than 100 KB is not read, whoever sends it', async () => {
  const body = ' '.repeat(BODY_BYTES_MAX + 1)
  assert.deepEqual(said(await send(body)), [413, 'body_too_large'])
  assert.deepEqual(said(await post(body, {})), [413, 'body_too_large'])
})

test('whatever the bank calls its content, it is read', async () => {
  const changed = await left(async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-7',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'json',
      'application/',
      ';;',
    ]) {
      const body = bodyOf()
      const answer = await post(body, { ...signed(body, seconds()), 'content-type': type })
      assert.equal(answer.body.message, 'Credited', `${type}: ${answer.text}`)
    }
    const body = bodyOf()
    const untyped = await api.send({
      method: 'POST',
      url: PATH,
      headers: signed(body, seconds()),
      payload: Buffer.from(body),
    })
    assert.equal(untyped.body.message, 'Credited')
  })
  assert.deepEqual(changed, { ...NOTHING, deposits: 9 })
})

test('a session id that comes again with other data is put aside once, and nothing is changed', async () => {
  const other = await givenDedicated(api, business)
  const credit = creditTo(context, accountNumber, 5_000)
  await notify(api, context, credit)
  const first = (await listDeposits(api, business))[0]
  const altered = [
    { amount: credit.amount + 1n },
    { accountNumber: other.account_number },
    { senderName: 'Somebody Else' },
    { senderBankCode: '058' },
    { senderAccountNumber: '1234567891' },
    { narration: 'another' },
  ]
  for (const change of altered) {
    told.length = 0
    const changed = await left(async () => {
      for (const _ of ['once', 'again']) {
        const answer = await notify(api, context, { ...credit, ...change } as typeof credit)
        assert.deepEqual([answer.status, answer.body.message], [200, 'Quarantined for review'])
      }
    })
    assert.deepEqual(changed, { ...NOTHING, quarantined: 1 }, JSON.stringify(Object.keys(change)))
    assert.equal(told.length, 1)
  }
  const later = { ...credit, occurredAt: new Date(credit.occurredAt.getTime() + SECOND) }
  assert.equal((await notify(api, context, later)).body.message, 'Credited', 'told anew')
  assert.deepEqual((await listDeposits(api, business))[0], first)
})

test('a credit to nobody’s account waits, in each mode apart', async () => {
  const { bank } = context.rails.test
  context.rails.live = [{ ...context.rails.test, bank: { ...bank, name: 'partner' } }]
  const body = bodyOf({ account_number: '0000000001' })
  const events = await eventsOf(context, business)
  const changed = await left(async () => {
    for (const rail of ['sandbox', 'partner', 'sandbox', 'partner']) {
      const path = `/api/v1/rails/${rail}/notifications`
      const answer = await api.post(path, { raw: body, headers: signed(body, seconds()) })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.message, 'Kept in suspense until it is assigned')
    }
  })
  assert.deepEqual(changed, { ...NOTHING, waiting: 1 })
  assert.equal((await listWaiting(context, 'live')).length, 1)
  assert.deepEqual(await eventsOf(context, business), events, 'nobody is told')

  // An account of test mode does not exist in live mode.
  const live = bodyOf()
  const path = '/api/v1/rails/partner/notifications'
  const answer = await api.post(path, { raw: live, headers: signed(live, seconds()) })
  assert.equal(answer.body.message, 'Kept in suspense until it is assigned')
})

test('a rail that is not there, and another method, are told like any other address', async () => {
  const body = bodyOf()
  const headers = signed(body, seconds())
  for (const rail of ['other', 'SANDBOX', 'sandbox%00', '%2e%2e', '__proto__']) {
    const answer = await api.post(`/api/v1/rails/${rail}/notifications`, { raw: body, headers })
    assert.deepEqual(said(answer), [404, 'not_found'], rail)
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
    const answer = await api.send({ method, url: PATH, headers })
    assert.deepEqual(said(answer), [405, 'method_not_allowed'], method)
    assert.equal(answer.headers['allow'], 'POST')
  }
})
