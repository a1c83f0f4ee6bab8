import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { givenAuthority } from '../../test/certificates.ts'
import {
  type Conduct,
  givenMailServer,
  type MailServer,
  type Step,
} from '../../test/mail-server.ts'
import { until } from '../../test/support.ts'
import { MINUTE } from '../platform/clock.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import type { Mail } from './rails.ts'
import { mailRailOf, type SmtpOptions, smtpRail } from './smtp.ts'

// With a scripted mail server (test/mail-server.ts).

const FROM = 'receipts@pay.example'
const KEY = '019c0000-0000-7000-8000-000000000001'
/** A deadline that is never reached, or only by moving the clock. */
const WHOLE_MS = 2 * MINUTE
/** Much shorter than the timeout of a silent connection. */
const GIVEN_UP_MS_MAX = 30_000

function givenMail(differing: Partial<Mail> = {}): Mail {
  return {
    key: KEY,
    onBehalfOf: '019c0000-0000-7000-8000-00000000000b',
    fromName: 'Adire Studio',
    to: 'ada@example.com',
    subject: 'Receipt from Adire Studio: ₦25,000.00',
    text: 'You paid ₦25,000.00.\n.\nThe line above is a full stop.\n',
    html: '<p>You paid ₦25,000.00.</p>',
    ...differing,
  }
}

function givenRail(server: Pick<MailServer, 'port'>, options: Partial<SmtpOptions> = {}) {
  const url = `smtp://127.0.0.1:${server.port}`
  const rail = smtpRail({ url, from: FROM, connectMs: WHOLE_MS, wholeMs: WHOLE_MS, ...options })
  after(() => rail.close())
  return rail
}

/** The headers by name, with folded lines joined. */
function headersOf(text: string): Map<string, string[]> {
  const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = new Map<string, string[]>()
  for (const line of head.split('\r\n')) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()])
  }
  return headers
}

/** Decodes the encoded words of RFC 2047. */
function decoded(header: string): string {
  return header.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    /b/i.test(kind)
      ? Buffer.from(text, 'base64').toString()
      : decodeURIComponent(text.replaceAll('%', '%25').replaceAll('_', ' ').replaceAll('=', '%')),
  )
}

test('a mail arrives once, from the operator’s address in the name of the business', async () => {
  const server = await givenMailServer()
  const rail = givenRail(server)

  assert.deepEqual(await rail.sendMail(givenMail()), { kind: 'sent' })

  const [arrival] = server.arrivals
  assert.equal(server.arrivals.length, 1)
  assert.deepEqual([arrival!.from, arrival!.to], [FROM, ['ada@example.com']])
  const headers = headersOf(arrival!.text)
  assert.deepEqual(headers.get('from'), [`Adire Studio <${FROM}>`])
  assert.deepEqual(headers.get('to'), ['ada@example.com'])
  assert.deepEqual(headers.get('message-id'), [`<${KEY}@pay.example>`])
  assert.deepEqual(headers.get('auto-submitted'), ['auto-generated'])
  assert.match(headers.get('content-type')![0]!, /^multipart\/alternative/)
  assert.match(arrival!.text, /You paid =E2=82=A625,000\.00\./)
  assert.match(arrival!.text, /\r\n\.\r\nThe line above is a full stop\./)
  assert.match(arrival!.text, /<p>You paid =E2=82=A625,000\.00\.<\/p>/)
})

test('the same mail again is the same message, and goes over the same connection', async () => {
  const server = await givenMailServer()
  const rail = givenRail(server)

  for (let i = 0; i < 3; i++) assert.equal((await rail.sendMail(givenMail())).kind, 'sent')

  const ids = server.arrivals.map(({ text }) => headersOf(text).get('message-id')?.[0])
  assert.deepEqual(ids, Array(3).fill(`<${KEY}@pay.example>`))
  assert.equal(server.connections(), 1)
})

test('many mails at once take a few connections', async () => {
  const server = await givenMailServer()
  const rail = givenRail(server)

  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      rail.sendMail(givenMail({ key: `${KEY.slice(0, -2)}${10 + i}`, to: `c${i}@example.com` })),
    ),
  )

  assert(outcomes.every(({ kind }) => kind === 'sent'))
  assert.equal(new Set(server.arrivals.map(({ to }) => to.join())).size, 40)
  assert(server.connections() <= 5, `${server.connections()} connections`)
})

test('a connection that the server let go meanwhile is made anew', async () => {
  const server = await givenMailServer()
  const rail = givenRail(server)
  await rail.sendMail(givenMail())

  server.hangUp()
  const outcome = await rail.sendMail(givenMail())

  assert.equal(outcome.kind, 'sent')
  assert.equal(server.connections(), 2)
})

const OUTCOMES: [what: string, step: Step, conduct: Conduct, outcome: object, taken?: number][] = [
  ['nobody of this name', 'RCPT', '550 5.1.1 nobody', { kind: 'refused', reason: 'smtp_550' }],
  ['a full mailbox', 'RCPT', '452 4.2.2 full', { kind: 'unavailable' }],
  ['somebody who is not greylisted yet', 'RCPT', '451 4.7.1 later', { kind: 'unavailable' }],
  [
    'a message it does not like',
    'message',
    '554 5.7.1 no',
    { kind: 'refused', reason: 'smtp_554' },
  ],
  ['a message it cannot keep now', 'message', '451 4.3.0 no', { kind: 'unavailable' }],
  ['no messages at all', 'DATA', '554 5.5.1 no', { kind: 'refused', reason: 'smtp_554' }],
  // An error of our session says nothing about the recipient.
  ['a sender it does not know', 'MAIL', '550 5.7.1 who?', { kind: 'unavailable' }],
  ['a session that is not logged in', 'RCPT', '530 5.7.0 log in', { kind: 'unavailable' }],
  ['no session', 'greeting', '554 no', { kind: 'unavailable' }],
  ['a session for others', 'greeting', '421 busy', { kind: 'unavailable' }],
  ['an end after the greeting', 'EHLO', 'drops', { kind: 'unavailable' }],
  ['an end before the message', 'RCPT', 'drops', { kind: 'unavailable' }],
  ['an end where the message would begin', 'DATA', 'drops', { kind: 'unavailable' }],
  ['an end after the message', 'message', 'drops', { kind: 'unknown' }, 1],
  ['silence instead of a greeting', 'greeting', 'hangs', { kind: 'unavailable' }],
  ['silence before the message', 'RCPT', 'hangs', { kind: 'unavailable' }],
  ['silence where the message would begin', 'DATA', 'hangs', { kind: 'unavailable' }],
  ['silence after the message', 'message', 'hangs', { kind: 'unknown' }, 1],
]
for (const [what, step, conduct, outcome, taken = 0] of OUTCOMES) {
  test(`a server with ${what}: ${Object.values(outcome).join(' ')}, and the next mail arrives`, async (t) => {
    stopDeadlines(t)
    const server = await givenMailServer()
    const rail = givenRail(server)
    server.conduct[step] = conduct

    const sending = rail.sendMail(givenMail())
    if (conduct === 'hangs') await giveUp(t, server, 1)

    assert.deepEqual(await inTime(sending), outcome)
    assert.equal(server.arrivals.length, taken, 'what was not told of is not sent once more')
    delete server.conduct[step]
    const next = givenMail({ key: KEY.replace(/1$/, '2') })
    assert.deepEqual(await rail.sendMail(next), { kind: 'sent' })
    assert.equal(server.arrivals.length, taken + 1)
  })
}

test('where nobody listens nothing has happened', async () => {
  const server = await givenMailServer()
  await server.stop()

  assert.deepEqual(await givenRail(server).sendMail(givenMail()), { kind: 'unavailable' })
})

test('mails that wait for a server that says nothing are given up at the deadline', async (t) => {
  stopDeadlines(t)
  const server = await givenMailServer()
  const rail = givenRail(server)
  server.conduct.RCPT = 'hangs'

  const outcomes = Promise.all([rail.sendMail(givenMail()), rail.sendMail(givenMail())])
  await giveUp(t, server, 2)

  assert.deepEqual(await inTime(outcomes), [{ kind: 'unavailable' }, { kind: 'unavailable' }])
})

/** Until `giveUp`. */
function stopDeadlines(t: TestContext): void {
  // Missing in the types.
  t.mock.timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] })
}

/** Moves the clock to the deadline after the server was silent this often. */
async function giveUp(t: TestContext, server: MailServer, times: number): Promise<void> {
  await until('it says nothing', async () => server.hung === times)
  t.mock.timers.tick(WHOLE_MS)
}

async function inTime<Value>(sending: Promise<Value>): Promise<Value> {
  let outcome: Value | undefined
  void sending.then((value) => (outcome = value))
  return until('it is given up', async () => outcome, GIVEN_UP_MS_MAX)
}

// (1) TLS, except to this machine.

const authority = givenAuthority({ name: 'A Test Authority', mayVouch: true })
const certificate = authority.sign({ name: 'localhost' })
const forSomebodyElse = authority.sign({ name: 'mail.example' })

test('from the first byte under TLS, with a certificate that is believed', async () => {
  const server = await givenMailServer({ tls: 'first', certificate })
  const url = `smtps://localhost:${server.port}`

  const believing = givenRail(server, { url, authority: authority.cert })
  assert.deepEqual(await believing.sendMail(givenMail()), { kind: 'sent' })

  const others = givenRail(server, { url })
  assert.deepEqual(await others.sendMail(givenMail()), { kind: 'unavailable' })
  assert.equal(server.arrivals.length, 1)
})

test('a certificate for another name is not believed', async () => {
  const server = await givenMailServer({ tls: 'first', certificate: forSomebodyElse })
  const url = `smtps://localhost:${server.port}`

  const rail = givenRail(server, { url, authority: authority.cert })

  assert.deepEqual(await rail.sendMail(givenMail()), { kind: 'unavailable' })
  assert.deepEqual(server.lines, [])
})

// This machine under another name counts as another machine.
const ELSEWHERE = 'LOCALHOST'

test('to another machine smtp:// goes on under TLS before anything is said', async () => {
  const server = await givenMailServer({ tls: 'offered', certificate })
  const url = `smtp://ada:secret@${ELSEWHERE}:${server.port}`
  const rail = givenRail(server, { url, authority: authority.cert })

  const outcome = await rail.sendMail(givenMail())

  assert.deepEqual(outcome, { kind: 'sent' })
  const [hello, upgrade, ...secret] = server.lines.map((line) => line.slice(0, 4))
  assert.deepEqual([hello, upgrade, secret[0], secret[1]], ['EHLO', 'STAR', 'EHLO', 'AUTH'])
})

test('where TLS is refused neither password nor mail is said', async () => {
  const server = await givenMailServer()
  const url = `smtp://ada:secret@${ELSEWHERE}:${server.port}`

  const outcome = await givenRail(server, { url }).sendMail(givenMail())

  assert.deepEqual(outcome, { kind: 'unavailable' })
  assert(server.lines.length > 0, 'it was asked')
  assert(!server.lines.some((line) => /^(AUTH|MAIL)/.test(line)), server.lines.join(' | '))
})

test('user and password are those of the address, percent signs undone', async () => {
  const server = await givenMailServer()
  const url = `smtp://ada%40pay.example:p%3Ass%2Fword@127.0.0.1:${server.port}`

  assert.equal((await givenRail(server, { url }).sendMail(givenMail())).kind, 'sent')

  const [, said = ''] = /^AUTH PLAIN (\S+)$/.exec(server.lines.find((line) => /^AUTH/.test(line))!)!
  assert.equal(Buffer.from(said, 'base64').toString(), '\0ada@pay.example\0p:ss/word')
})

test('a wrong password is not the reader’s fault', async () => {
  const server = await givenMailServer()
  server.conduct.AUTH = '535 5.7.8 no'
  const url = `smtp://ada:wrong@127.0.0.1:${server.port}`

  assert.deepEqual(await givenRail(server, { url }).sendMail(givenMail()), { kind: 'unavailable' })
})

// (2) No text becomes a header or an address.

const INJECTIONS = [
  'Ada\r\nBcc: everybody@example.com',
  'Ada\nBcc: everybody@example.com',
  'Ada\r\n\r\nA body of its own',
  'Ada\r\n.\r\nMAIL FROM:<x@example.com>\r\n',
  'Ada" <everybody@example.com>, "',
  'everybody@example.com, other@example.com',
  '=?utf-8?q?=0D=0ABcc:_everybody=40example.com?= @',
  'Ada\u2028Bcc: everybody@example.com\u0000',
]
for (const text of INJECTIONS) {
  test(`what is written in a name and a subject stays there: ${JSON.stringify(text)}`, async () => {
    const server = await givenMailServer()
    const rail = givenRail(server)

    await rail.sendMail(givenMail({ fromName: text, subject: text }))

    assert.equal(server.arrivals.length, 1)
    const { from, to, text: message } = server.arrivals[0]!
    assert.deepEqual([from, to], [FROM, ['ada@example.com']])
    const names = [...headersOf(message).keys()].sort()
    const wanted = ['auto-submitted', 'content-type', 'date', 'from', 'message-id']
    assert.deepEqual(names, [...wanted, 'mime-version', 'subject', 'to'])
    const sender = headersOf(message).get('from')![0]!
    assert(sender.endsWith(`<${FROM}>`) && sender.indexOf('<') === sender.lastIndexOf('<'), sender)
    assert(!server.lines.some((line) => /everybody|other/.test(line)), server.lines.join(' | '))
    for (const name of ['from', 'subject']) {
      const shown = decoded(headersOf(message).get(name)![0]!)
      assert(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(shown), JSON.stringify(shown))
    }
  })

  test(`an address that is none is refused, and nobody is written to: ${JSON.stringify(text)}`, async () => {
    const server = await givenMailServer()

    const outcome = await givenRail(server).sendMail(givenMail({ to: `${text}@example.com` }))

    assert.deepEqual(outcome, { kind: 'refused', reason: 'address' })
    assert.deepEqual([server.lines, server.arrivals], [[], []])
  })
}

test('neither text nor HTML is taken for a file or an address to fetch', async () => {
  const server = await givenMailServer()
  const path = { path: '/etc/hostname' } as unknown as string

  const outcome = await givenRail(server).sendMail(givenMail({ text: path, html: path }))

  assert.notEqual(outcome.kind, 'sent')
  assert.deepEqual(server.arrivals, [])
})

test('each mode has its own server, and none without an address to send from', async () => {
  const servers = {
    COWRIE_SMTP_URL: 'smtps://mail.example',
    COWRIE_TEST_SMTP_URL: 'smtp://localhost:1025',
  }
  const given = { ...servers, COWRIE_MAIL_FROM: FROM }
  assert.equal(mailRailOf(readConfig({}), 'test'), null)
  assert.equal(mailRailOf(readConfig({ COWRIE_MAIL_FROM: FROM }), 'live'), null)
  assert.equal(mailRailOf(readConfig(given), 'live')?.name, 'smtp')
  const onlyTest = readConfig({ ...given, COWRIE_SMTP_URL: '' })
  assert.equal(mailRailOf(onlyTest, 'live'), null)
  assert.equal(mailRailOf(onlyTest, 'test')?.name, 'smtp')
  for (const [name, url] of Object.entries(servers)) {
    assert.throws(() => readConfig({ [name]: url }), ConfigError)
  }
})

test('the pool is closed for good', async () => {
  const server = await givenMailServer()
  const rail = givenRail(server)
  await rail.sendMail(givenMail())

  rail.close()

  await until('it said goodbye', async () => server.lines.length > 0)
})
