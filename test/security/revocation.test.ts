import assert from 'node:assert/strict'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { before, type TestContext as Running, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import type { KeyId } from '../../src/accounts/businesses/keys.sql.ts'

import { changeKey, revokeKey, rollKey } from '../../src/accounts/businesses/roll.ts'
import { changeRole, removeMember } from '../../src/accounts/logins/members.ts'
import { businessSessionOf, sessionsOf } from '../../src/accounts/logins/sessions.ts'
import type { BusinessId } from '../../src/core/context.ts'
import { EVENTS_TOPIC, rollWebhookSecret } from '../../src/core/events/webhooks.ts'
import { HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/ids.ts'
import { givenPayment, useApi } from '../api.ts'
import { type Browser, givenPerson, PASSWORD, signedInAs } from '../logins.ts'
import { givenEvent } from '../receiver.ts'
import {
  asOwner,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenProcess,
  until,
  useContext,
} from '../support.ts'

// Whoever loses what let them in hears nothing more: an answer that was begun before is cut.

/** More of them than fit into the buffers of a connection that nobody reads. */
const PAYMENTS = 15_000
const ELSEWHERE = ['203.0.113.0/24']

const context = useContext()
const api = useApi(context)
const connections: Socket[] = []

let business: GivenBusiness
before(async () => {
  await until('there is an app', async () => api.app !== undefined)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  api.app.server.on('connection', (socket: Socket) => connections.push(socket))
  business = await givenBusiness(context)
  await givenPayment(api, business, { reference: 'first' })
  await givenManyPayments()
})

const ANSWERS = {
  'a stream of events': '/events/stream',
  'a file that is being read': '/transactions/export',
}
type What = keyof typeof ANSWERS

type Key = { keyId: KeyId; key: string }
const KEY_LOSSES: Record<string, (key: Key) => Promise<unknown>> = {
  'is revoked': ({ keyId }) => revokeKey(context, business, keyId),
  'is rolled at once': ({ keyId }) => rollKey(context, business, keyId, 0),
  'was rolled, and its last hour is over': async ({ keyId }) => {
    await rollKey(context, business, keyId, 1)
    context.advance(1 * HOUR)
  },
  'loses its scopes': ({ keyId }) =>
    changeKey(context, business, keyId, { scopes: ['payouts:write'] }, null),
  'is kept to other networks': ({ keyId }) =>
    changeKey(context, business, keyId, { allowedIps: ELSEWHERE }, null),
}

const LOGIN_LOSSES: Record<string, (browser: Browser) => Promise<unknown>> = {
  'signs out': (browser) => browser.delete('/session'),
  'ends the session from another browser': async ({ person }) => {
    const other = await signedInAs(api, person)
    await other.delete('/sessions')
  },
  'changes the password in another browser': async ({ person }) => {
    const other = await signedInAs(api, person)
    const change = { current_password: PASSWORD, password: `${PASSWORD} anew` }
    assert.equal((await other.put('/password', change)).status, 200)
  },
  'leaves the team': ({ person }) => removeMember(context, business.businessId, person.loginId),
  'becomes support': ({ person }) =>
    changeRole(context, business.businessId, person.loginId, 'support'),
  'has done nothing for half an hour': async () => context.advance(30 * MINUTE),
}

for (const [what, path] of Object.entries(ANSWERS) as [What, string][]) {
  for (const [happens, lose] of Object.entries(KEY_LOSSES)) {
    test(`${what} is cut within a second when its key ${happens}`, async (t) => {
      const key = await addKey(context, business, 'secret', {
        scopes: ['events:read', 'transactions:export'],
      })
      const answer = await open(t, `/api/v1${path}`, { authorization: `Bearer ${key.key}` })
      await lose(key)
      await assertCut(what, answer)
    })
  }

  for (const [happens, lose] of Object.entries(LOGIN_LOSSES)) {
    test(`${what} is cut within a second when who asked ${happens}`, async (t) => {
      const browser = await givenOwner()
      const answer = await open(t, `/dashboard/api${path}`, headersOf(browser))
      await lose(browser)
      await assertCut(what, answer)
    })
  }
}

test('a key that another process revokes is cut off within a second here too', async (t) => {
  const other = await givenProcess(context)
  t.after(() => disconnect(other))
  for (const what of Object.keys(ANSWERS) as What[]) {
    const { keyId, key } = await addKey(context, business, 'secret')
    const headers = { authorization: `Bearer ${key}` }
    const answer = await open(t, `/api/v1${ANSWERS[what]}`, headers)
    await revokeKey(other, business, keyId)
    await assertClosed(answer)
  }
})

test('whether somebody may still hear is asked more than twice a second', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { keyId, key } = await addKey(context, business, 'secret')
  const answer = await open(t, '/api/v1/events/stream', { authorization: `Bearer ${key}` })
  await revokeKey(context, business, keyId)
  t.mock.timers.tick(SECOND / 2 - 1)
  await assertClosed(answer)
})

test('whoever may still hear goes on hearing, with a rolled secret as in a delivery', async (t) => {
  const { key } = await addKey(context, business, 'secret')
  const browser = await givenOwner()
  const answers = [
    await open(t, '/api/v1/events/stream', { authorization: `Bearer ${key}` }),
    await open(t, '/dashboard/api/events/stream', headersOf(browser)),
  ]
  await rollWebhookSecret(context, business, 'standard', 0)
  await looked(t)

  const id = await tellAll()
  for (const answer of answers) {
    await until('it is told', async () => answer.text().includes(id))
    assert.equal(answer.socket.destroyed, false)
  }
})

test('hearing is no request: it does not keep a session alive', async (t) => {
  const browser = await givenOwner()
  const answer = await open(t, '/dashboard/api/events/stream', headersOf(browser))
  for (let i = 0; i < 5; i += 1) {
    context.advance(5 * MINUTE)
    await looked(t)
    assert.equal(answer.socket.destroyed, false)
  }
  context.advance(6 * MINUTE)
  await assertClosed(answer)
})

test('two hundred sessions at once are looked at by one statement', async () => {
  const browser = await givenOwner()
  const [session] = await sessionsOf(context, browser.person.loginId)
  let statements = 0
  const sql = new Proxy(context.sql, {
    apply(target, self, args) {
      statements += 1
      return Reflect.apply(target, self, args)
    },
  })
  const counted = { ...context, sql }
  const found = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const businessId = i === 7 ? newId<'business'>(context.now()) : business.businessId
      const asked = { sessionId: session!.sessionId, businessId: businessId as BusinessId }
      return businessSessionOf(counted, asked)
    }),
  )

  assert.equal(statements, 1)
  assert.deepEqual(
    found.map((session) => session?.role ?? null),
    found.map((_, i) => (i === 7 ? null : 'owner')),
  )
})

/** Every answer's credential has been asked for since: one that is good no more is cut. */
async function looked(t: Running): Promise<void> {
  const { keyId, key } = await addKey(context, business, 'secret')
  const answer = await open(t, '/api/v1/events/stream', { authorization: `Bearer ${key}` })
  await revokeKey(context, business, keyId)
  await assertClosed(answer)
}

type Open = {
  socket: Socket
  text: () => string
  resume: () => void
  /** All that was sent has come. */
  closed: Promise<unknown>
}

/** Of a file nothing is read, so that most of it waits here. */
async function open(t: Running, path: string, headers: Record<string, string>): Promise<Open> {
  const { port } = api.app.server.address() as AddressInfo
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = http.get({ port, host: '127.0.0.1', path, headers, agent: false }, resolve)
  request.on('error', reject)
  t.after(() => request.destroy())
  const response = await answered
  assert.equal(response.statusCode, 200)
  const socket = connections.find(({ remotePort }) => remotePort === request.socket!.localPort)!
  const closed = new Promise((resolve) => response.once('close', resolve))
  let text = ''
  response.on('error', () => {}).setEncoding('utf8')
  const resume = () =>
    response.on('data', (part: string) => {
      text += part
    })
  if (!path.endsWith('/export')) resume()
  return { socket, text: () => text, resume, closed }
}

async function assertCut(what: What, answer: Open): Promise<void> {
  const id = await tellAll()
  await assertClosed(answer)
  answer.resume()
  await answer.closed
  if (what === 'a stream of events') assert(!answer.text().includes(id), 'it is told nothing more')
  else assert(answer.text().split('\r\n').length < PAYMENTS, 'the rest is not sent')
}

async function assertClosed({ socket }: Open): Promise<void> {
  await until('it is cut', async () => socket.destroyed)
}

async function tellAll(): Promise<string> {
  const payload = JSON.stringify({ event: 'payout.failed', data: { note: crypto.randomUUID() } })
  await givenEvent(context, business, { type: 'payout.failed', payload })
  context.pubSub.publish(EVENTS_TOPIC)
  return JSON.parse(payload).data.note
}

async function givenOwner(): Promise<Browser> {
  return signedInAs(api, await givenPerson(context, business), business.businessId)
}

function headersOf(browser: Browser): Record<string, string> {
  return {
    'cowrie-dashboard': '1',
    'cowrie-business': business.businessId,
    cookie: browser.cookie(),
  }
}

async function givenManyPayments(): Promise<void> {
  await asOwner(
    context,
    (sql) => sql`
      insert into transaction (business_id, mode, id, reference, status, amount, requested_amount,
        channels, customer_id, email, customer_name, made_with, created_at, expires_at)
      select business_id, mode, ('01990000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
        'many-' || i, 'abandoned', 100000, 100000, 'card', customer_id, email,
        repeat('Ada Example ', 40), 'secret', created_at, created_at
      from transaction, generate_series(1, ${PAYMENTS}::int) i
      where business_id = ${business.businessId} and reference = 'first'
    `,
  )
}
