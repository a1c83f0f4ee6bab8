import assert from 'node:assert/strict'
import { afterEach, type TestContext as Case, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { EVENTS, type Expected, suffer, USUAL_WAITS } from '../../../test/hostile-deliveries.ts'
import {
  type Behaviour,
  drips,
  givenHostile,
  says,
  saysAndEnds,
} from '../../../test/hostile-receiver.ts'
import { forgetPending, freeze, givenEvent, givenUrl } from '../../../test/receiver.ts'
import { bodiesBegun, stopClock } from '../../../test/stopped-clock.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { deliverDue, findWebhooks } from './webhooks.ts'

// Receivers that accept the request and then misbehave. The business sees a state, a row for each
// attempt and the next time; once its receiver works, it gets every event.

const context = useContext()
const inner = givenHostile(saysAndEnds('HTTP/1.1 200 OK\r\n\r\n'))
/** So short that a hanging receiver costs little time. */
const SHORT_MS = 400

afterEach(() => forgetPending(context))

const empty = 'Content-Length: 0\r\n\r\n'
const refused = (status: number): Expected => ({ status, error: null, waits: USUAL_WAITS })
const failed = (error: string): Expected => ({ status: null, error, waits: USUAL_WAITS })
const taken = (status: number, answer = ''): Expected => ({
  ...{ status, error: null, answer, waits: [] },
})
const hangs: Expected = { ...failed('timeout'), deadlineMs: SHORT_MS, latencyMsMin: SHORT_MS - 5 }

for (const status of [300, 301, 302, 303, 304, 305, 306, 307, 308, 399]) {
  test(`a redirect with ${status} is a failure and leads nowhere`, async () => {
    const { url } = await inner
    const head = `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${url}\r\nRefresh: 0; url=${url}\r\n`
    const receiver = await givenHostile(says(`${head}Content-Location: ${url}\r\n${empty}`))
    await suffer(context, receiver.url, refused(status))
    assert.equal((await inner).connections(), 0)
  })
}

for (const status of [400, 401, 403, 404, 405, 408, 413, 418, 422, 451, 499]) {
  test(`${status} is a failure like any other`, async () => {
    const receiver = await givenHostile(says(`HTTP/1.1 ${status} No\r\n${empty}`))
    await suffer(context, receiver.url, refused(status))
  })
}
for (const status of [500, 501, 502, 503, 504, 521, 599, 600, 999, 0, 99]) {
  test(`${status} is a failure like any other, whether it exists or not`, async () => {
    const answer = status < 100 ? '' : 'oops' // Undici reads no body after these.
    const line = `HTTP/1.1 ${String(status).padStart(3, '0')} Oops\r\n`
    const receiver = await givenHostile(says(`${line}Content-Length: 4\r\n\r\noops`))
    await suffer(context, receiver.url, { ...refused(status), answer })
  })
}
for (const status of [200, 201, 202, 204, 226, 299]) {
  test(`${status} is taken for received`, async () => {
    const receiver = await givenHostile(says(`HTTP/1.1 ${status} Fine\r\n${empty}`))
    await suffer(context, receiver.url, taken(status))
    assert.equal(receiver.requests.length, 3)
  })
}

// The response of a busy receiver, and the waits in seconds that follow.
const now = 'Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n'
const asked: [string, string, number[]][] = [
  ['seconds', 'Retry-After: 120\r\n', [120, 120, 300]],
  ['no seconds', 'Retry-After: 0\r\n', [5, 60, 300]],
  ['a date', `${now}Retry-After: Thu, 01 Jan 2026 00:01:30 GMT\r\n`, [90, 90, 300]],
  ['a date that has passed', `${now}Retry-After: Thu, 01 Jan 2015 00:00:00 GMT\r\n`, [5, 60, 300]],
  ['the end of time', `${now}Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n`, [86_400, 86_400]],
  ['a date, but not its own', 'Retry-After: Thu, 01 Jan 2026 00:01:30 GMT\r\n', [5, 60, 300]],
  ['more than a day', 'Retry-After: 1000000\r\n', [86_400, 86_400]],
  ['four hundred digits', `Retry-After: ${'9'.repeat(400)}\r\n`, [86_400, 86_400]],
  ['nonsense', 'Retry-After: tomorrow\r\n', [5, 60, 300]],
  ['less than nothing', 'Retry-After: -5\r\n', [5, 60, 300]],
  ['nothing at all', 'Retry-After:\r\n', [5, 60, 300]],
]
for (const [name, headers, waits] of asked) {
  for (const status of [429, 503]) {
    test(`${status} that asks for ${name} is obeyed within reason`, async () => {
      const receiver = await givenHostile(says(`HTTP/1.1 ${status} Busy\r\n${headers}${empty}`))
      await suffer(context, receiver.url, { status, error: null, waits })
    })
  }
}

test('after 410, another URL gets the pending deliveries', async () => {
  const receiver = await givenHostile(says(`HTTP/1.1 410 Gone\r\n${empty}`))
  await suffer(context, receiver.url, { status: 410, error: null, waits: [5] })
  assert.equal(receiver.requests.length, 3)

  const business = await givenBusiness(context)
  await givenUrl(context, business, receiver.url)
  await givenEvent(context, business)
  await deliverDue(context)
  assert.equal((await findWebhooks(context.sql, business)).standard.disabledReason, 'gone')
})

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
const bomb = gzipSync(Buffer.alloc(2 ** 26))
// A status was received, and it counts, whatever follows.
const received: [string, Behaviour, Expected][] = [
  ['100 Continue before it', says(`HTTP/1.1 100 Continue\r\n\r\n${OK}${empty}`), taken(200)],
  ['103 Early Hints before it', says(`HTTP/1.1 103 Hint\r\n\r\n${OK}${empty}`), taken(200)],
  ['trailers after it', says(`${OK}${CHUNKED}2\r\nok\r\n0\r\nX: y\r\n\r\n`), taken(200, 'ok')],
  ['trailers in nonsense after it', says(`${OK}${CHUNKED}2\r\nok\r\n0\r\n\0:\0\r\n`), taken(200)],
  ['the body of HTTP/1.0', saysAndEnds('HTTP/1.0 200 OK\r\n\r\nold'), taken(200, 'old')],
  ['a body that breaks off', saysAndEnds(`${OK}Content-Length: 90\r\n\r\nbroken`), taken(200)],
  ['bytes that are no text', says(Buffer.from(`${OK}\r\n\xff\x00\xfe`, 'latin1')), hangsWith('')],
  ['another answer after it', says(`${OK}${empty}HTTP/1.1 500 No\r\n${empty}`), taken(200)],
  ['chunks of a wrong size', says(`${OK}${CHUNKED}zz\r\nok\r\n`), taken(200)],
  ['a body that hangs', says(`${OK}Content-Length: 9\r\n\r\nbegun`), hangsWith('begun')],
  ['a body that drips', drips(`${OK}\r\n${'drop '.repeat(200)}`, 2), hangsWith('')],
  ['a bomb of gzip', zipped('gzip'), taken(200)],
  ['a bomb of nested gzip', zipped('gzip, gzip, gzip'), taken(200)],
]
for (const [name, behaviour, expected] of received) {
  test(`200 with ${name} is taken for received`, async (t) => {
    const receiver = await givenHostile(behaviour)
    const suffered = () => suffer(context, receiver.url, expected)
    await (expected.deadlineMs === undefined ? suffered() : atDeadline(t, suffered))
  })
}

test('200 before the body was read, then a reset, counts as received', async () => {
  const receiver = await givenHostile({
    greet: (socket) => socket.write(`${OK}Content-Length: 5\r\n\r\nearly`),
    answer: (socket) => socket.resetAndDestroy(),
  })
  await suffer(context, receiver.url, taken(200, 'early'))
})

test('200 with part of its body, then a reset, counts as received', async () => {
  const receiver = await givenHostile({
    answer: (socket) => {
      socket.write(`${OK}Content-Length: 50\r\n\r\npart`, () => socket.resetAndDestroy())
    },
  })
  await suffer(context, receiver.url, taken(200, 'part'))
})

// No status was received.
const unanswered: [string, Behaviour, Expected][] = [
  ['says nothing', {}, hangs],
  ['says half a status', says('HTTP/1.1 20'), hangs],
  ['says half of its headers', says(`${OK}Content-Le`), hangs],
  ['lets its status drip', drips(`HTTP/1.1 200 ${'O'.repeat(900)}`, 5), hangs],
  ['lets its headers drip', drips(`${OK}X: ${'y'.repeat(900)}`, 2), hangs],
  ['only ever says 103 Early Hints', says('HTTP/1.1 103 Hint\r\n\r\n'), hangs],
  ['hangs up', { answer: (socket) => socket.end() }, failed('reset')],
  ['hangs up at once', { greet: (socket) => socket.end() }, failed('reset')],
  ['resets', { answer: (socket) => socket.resetAndDestroy() }, failed('reset')],
  ['hangs up in its headers', saysAndEnds(`${OK}Content-Le`), failed('reset')],
  [
    'says two lengths',
    says(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n`),
    failed('protocol'),
  ],
  ['speaks SSH', says('SSH-2.0-OpenSSH_9.9\r\n'), failed('protocol')],
  [
    'leaves HTTP',
    says('HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    failed('protocol'),
  ],
]
for (const [name, behaviour, expected] of unanswered) {
  test(`a receiver that ${name} is tried again, with the reason kept`, async () => {
    const receiver = await givenHostile(behaviour)
    await suffer(context, receiver.url, expected)
  })
}

const DEADLINE_MS = 15_000

test('a response a millisecond before the deadline counts', async (t) => {
  const receiver = await givenHostile(answersAfter(stopClock(t), DEADLINE_MS - 1))
  assert.equal(await statusOf(receiver.url), 200)
})

test('a response at the deadline does not count', async (t) => {
  const receiver = await givenHostile(answersAfter(stopClock(t), DEADLINE_MS))
  assert.equal(await statusOf(receiver.url), null)
})

async function statusOf(url: string): Promise<number | null> {
  const { frozen } = freeze(context)
  const business = await givenBusiness(frozen)
  await givenUrl(frozen, business, url)
  await givenEvent(frozen, business)
  await deliverDue(frozen)
  const [row] = await context.sql<{ lastStatus: number | null }[]>`
    select last_status from delivery where business_id = ${business.businessId} and mode = 'test'
  `
  await forgetPending(context)
  return row!.lastStatus
}

function answersAfter(pass: (ms: number) => void, ms: number): Behaviour {
  return {
    answer: (socket) => {
      pass(ms)
      socket.write(`${OK}${empty}`)
    },
  }
}

/** Delivered, although the body lasted until the deadline. */
function hangsWith(answer: string): Expected {
  return { ...taken(200, answer), deadlineMs: SHORT_MS, latencyMsMin: SHORT_MS }
}

/** The deadline passes once the bodies of all three responses have begun. */
async function atDeadline(t: Case, run: () => Promise<void>): Promise<void> {
  const pass = stopClock(t)
  const begun = bodiesBegun(t, EVENTS)
  const running = run()
  await begun
  pass(SHORT_MS)
  await running
}

function zipped(coding: string): Behaviour {
  const length = `Content-Length: ${bomb.length}\r\n`
  const head = `${OK}Content-Encoding: ${coding}\r\n${length}\r\n`
  return says(Buffer.concat([Buffer.from(head), bomb]))
}
