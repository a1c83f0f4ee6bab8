import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { EVENT_TYPES } from '../src/core/events/types.ts'
import { connectAsOwner, type Database, type DatabaseAddress } from '../src/platform/db.ts'

import type { Person } from './canary-people.ts'
import { type Started, startService } from './process.ts'
import { givenReceiver, type Receiver } from './receiver.ts'
import { until } from './support.ts'

// Everything that can happen to a person's number, over HTTP against a service in its own process.

export const CODE = '123456'
const WRONG = '654321'
const ENVIRONMENT = {
  COWRIE_LOG_LEVEL: 'debug',
  COWRIE_RATE_LIMIT_PER_SECOND: '100000',
  COWRIE_RATE_LIMIT_BURST: '100000',
  COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: '100000',
}
const SPECIAL: Record<string, number> = {
  '00000000000': 422,
  '11111111111': 503,
  '33333333333': 200,
  '44444444444': 422,
  '00000000504': 504,
  '00000000505': 504,
}

const TRIES_MAX = 20
const RETRY_MS = 300

export type World = {
  folder: string
  environment: Named
  service: Started
  /** Bypasses the application's rights, to inspect tables and to lock them. */
  owner: Database
  receiver: Receiver
  /** Output of the earlier processes. */
  saidBefore: string
  /** After a database crash: retries when the answer says so. */
  isPatient?: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Answered = { status: number; headers: Headers; text: string; body: any }
/** Request headers by name. */
type Named = Record<string, string>

/** Each SIGUSR2 writes the objects in memory into the folder. */
export async function beginIn(folder: string, more: Named = {}): Promise<World> {
  const receiver = await givenReceiver()
  const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`
  const environment = { ...ENVIRONMENT, NODE_OPTIONS, ...more }
  const service = await startService(folder, environment)
  const world = { folder, environment, service, owner: ownerIn(folder), receiver, saidBefore: '' }
  const settings = JSON.stringify({ url: receiver.url, events: EVENT_TYPES })
  await expect(200, send(world, 'PUT', '/webhooks', settings))
  return world
}

export function post(
  world: World,
  path: string,
  body: object,
  headers: Named = {},
): Promise<Answered> {
  return send(world, 'POST', path, JSON.stringify(body), headers)
}

export function get(world: World, path: string, headers: Named = {}): Promise<Answered> {
  return send(world, 'GET', path, undefined, headers)
}

/** Successful verifications, each answer requested twice, and every way to view it afterwards. */
export async function letThrough(world: World, people: Person[]): Promise<void> {
  const ids = await Promise.all(people.map((person) => verifyTwice(world, person)))
  const listed = await expect(200, get(world, '/identity?perPage=100'))
  assert(ids.every((id) => listed.text.includes(id)))
  await expect(200, get(world, '/identity?status=SUCCESS'))
  await expect(200, get(world, '/sandbox/messages?perPage=100'))
  for (const id of ids) {
    await until('it is told', async () =>
      world.receiver.received.some(({ body }) => body.includes(id)),
    )
  }
}

async function verifyTwice(world: World, person: Person): Promise<string> {
  const first = keyed()
  const initiated = await expect(200, initiate(world, person, first))
  assert.equal((await initiate(world, person, first)).text, initiated.text)
  const id = initiated.body.verification_id as string
  const key = keyed()
  const shown = await expect(200, guess(world, person, id, CODE, key))
  assert.deepEqual(shown.body.data.providerResponse, person.details)
  const replayed = await guess(world, person, id, CODE, key)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.equal(replayed.text, shown.text)
  await expect(200, guess(world, person, id, CODE))
  const fetched = await expect(200, get(world, `/identity/${id}`))
  assert.equal(fetched.body.data.consent.text, person.consent)
  assert.equal(fetched.body.data.accesses.length, 3)
  return id
}

export async function mistake(world: World, people: Person[]): Promise<void> {
  for (const person of people) {
    const id = await begun(world, person)
    for (const left of [4, 3]) {
      const { body } = await expect(422, guess(world, person, id, WRONG, keyed()))
      assert.equal(body.attempts_left, left)
    }
    await expect(422, guess(world, { ...person, type: otherType(person) }, id, CODE))
    await expect(200, guess(world, person, id, CODE, keyed()))
    await expect(422, guess(world, person, id, WRONG))
  }
}

export async function lock(world: World, people: Person[]): Promise<void> {
  for (const person of people) {
    const id = await begun(world, person)
    const wrong = Array.from({ length: 5 }, () => expect(422, guess(world, person, id, WRONG)))
    await Promise.all(wrong)
    const { body } = await expect(422, guess(world, person, id, CODE))
    assert.equal(body.code, 'otp_locked')
  }
}

export async function sendAgain(world: World, people: Person[]): Promise<void> {
  for (const person of people) {
    const verification_id = await begun(world, person)
    const resend = () => post(world, '/bvn/resend', { verification_id }, keyed())
    await expect(429, resend())
    await world.owner`
      update identity_verification set otp_sent_at = otp_sent_at - interval '2 minutes'
      where state = 'Pending'
    `
    await expect(200, resend())
    await expect(200, guess(world, person, verification_id, CODE))
    await expect(409, resend())
  }
}

export async function letExpire(world: World, people: Person[]): Promise<void> {
  for (const person of people) {
    const id = await begun(world, person)
    await world.owner`
      update identity_verification
      set otp_expires_at = otp_expires_at - interval '1 hour', due_at = due_at - interval '1 hour'
      where state = 'Pending'
    `
    const { body } = await expect(422, guess(world, person, id, CODE))
    assert.equal(body.code, 'otp_expired')
  }
}

/** Sends the number where it does not belong, and a valid number beside invalid fields. */
export async function misplace(world: World, people: Person[]): Promise<void> {
  for (const person of people) {
    const { type, number } = person
    const id = await begun(world, person)
    const bodies: object[] = [
      { type: number, number },
      { type, number: Number(number) },
      { type, number: `${number}0` },
      { type, number: [number] },
      { type, number: { number } },
      { type, number, consent: { text: '', ip: number, at: number } },
      { type, number, consent: number },
      { number, [number]: number },
    ]
    for (const body of bodies) await expect(400, post(world, '/bvn/verify', body, keyed()))
    await expect(400, guess(world, person, id, number, keyed()))
    await expect(404, guess(world, person, number, CODE, keyed()))
    await expect(404, post(world, '/identity/resend', { verification_id: number }))
    await misplaceInAddress(world, number)
    await misplaceInBytes(world, number)
    await expect(200, guess(world, person, id, CODE))
  }
}

async function misplaceInAddress(world: World, number: string): Promise<void> {
  await expect(404, get(world, `/identity/${number}`))
  await expect(404, get(world, `/identity/idv_${number}`))
  await expect(404, get(world, `/bvn/verify/${number}?number=${number}`))
  await expect(404, post(world, `/identity/${number}/validate`, { number }))
  await expect(400, get(world, `/identity?status=${number}`))
  await expect(400, get(world, `/identity?cursor=${number}&perPage=${number}`))
  await expect(405, send(world, 'DELETE', `/identity/${number}`))
  await expect(404, get(world, `/transactions/verify/${number}`))
  await expect(414, get(world, `/identity?status=${number.repeat(200)}`))
  await expect(401, send(world, 'GET', '/identity', undefined, { authorization: number }))
}

async function misplaceInBytes(world: World, number: string): Promise<void> {
  const text = `{"type":"BVN","number":"${number}"`
  const sent = (body: string, headers?: Named) => send(world, 'POST', '/bvn/verify', body, headers)
  await expect(400, sent(text, keyed()))
  await expect(400, sent(`${text},"__proto__":"${number}"}`))
  await expect(413, sent(`${text},"more":"${number.repeat(10_000)}"}`))
  await expect(415, sent(`${text}}`, { 'content-type': 'text/plain' }))
  const { hostname, port } = new URL(world.service.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.end(`POST /api/v1/bvn/verify?number=${number} HTTP/9.9\r\n${number}\r\n\r\n${text}}`)
  const answer = Buffer.concat(await Array.fromAsync(socket)).toString()
  assert.match(answer, /^HTTP\/1.1 400 /)
}

/** Refusals for insufficient balance and for too many requests. */
export async function refuse(world: World, poor: Person, popular: Person): Promise<void> {
  await expect(200, post(world, '/sandbox/wallet', { amount: 4_999 }))
  await expect(402, initiate(world, poor, keyed()))
  await expect(200, post(world, '/sandbox/wallet', { amount: 1_000_000_000 }))
  for (let times = 0; times < 5; times++) await begun(world, popular)
  await expect(429, initiate(world, popular, keyed()))
}

export async function trySpecialNumbers(world: World): Promise<void> {
  for (const [number, status] of Object.entries(SPECIAL)) {
    for (const type of ['BVN', 'NIN']) {
      await expect(status, post(world, '/identity/verify', { type, number }, keyed()))
    }
  }
}

/** Opens accounts with a customer's BVN or NIN, which is sealed: it is not a verification. */
export async function openAccounts(world: World, people: Person[]): Promise<void> {
  const path = '/dedicated-virtual-accounts'
  for (const { type, number, details } of people) {
    const field = type === 'BVN' ? 'bvn' : 'nin'
    const customer = {
      first_name: 'Ada',
      last_name: 'Example',
      email: `${randomUUID()}@example.com`,
    }
    const open = (sent: string) =>
      post(world, path, { customer: { ...customer, [field]: sent } }, keyed())
    await expect(400, open(`${number}1`))
    const { body } = await expect(200, open(number))
    assert.equal(body.data.customer[field], `*******${number.slice(-4)}`)
    await expect(200, open(number))
    const other = field === 'bvn' ? details.nin : details.bvn
    await expect(409, open(other))
    await expect(200, get(world, `${path}/${body.data.id}`))
  }
  await expect(200, get(world, path))
}

export function saidIn({ saidBefore, service }: World): string {
  return saidBefore + service.said()
}

export async function begun(world: World, person: Person): Promise<string> {
  const { body } = await expect(200, initiate(world, person))
  return body.verification_id
}

export function initiate(world: World, person: Person, headers?: Named): Promise<Answered> {
  const { type, number, consent: text } = person
  const consent = { text, ip: '192.0.2.1', at: '2026-03-01T12:00:00Z' }
  return post(world, `${prefixOf(person)}/verify`, { type, number, consent }, headers)
}

export function guess(
  world: World,
  person: Person,
  verification_id: string,
  otp: string,
  headers?: Named,
): Promise<Answered> {
  const { type } = person
  return post(world, `${prefixOf(person)}/validate`, { verification_id, type, otp }, headers)
}

function prefixOf({ type }: Person): string {
  return type === 'BVN' ? '/bvn' : '/identity'
}

function otherType({ type }: Person): 'BVN' | 'NIN' {
  return type === 'BVN' ? 'NIN' : 'BVN'
}

export function keyed(): Named {
  return { 'idempotency-key': randomUUID() }
}

/**
 * After a database crash, each connection that was in use fails once more for its next user: 503,
 * nothing was done.
 */
async function send(
  world: World,
  method: string,
  path: string,
  body?: string,
  headers: Named = {},
): Promise<Answered> {
  let answer = await sendOnce(world, method, path, body, headers)
  for (let tries = 1; world.isPatient && answer.status > 502 && tries < TRIES_MAX; tries++) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    answer = await sendOnce(world, method, path, body, headers)
  }
  return answer
}

async function sendOnce(
  { service }: World,
  method: string,
  path: string,
  body: string | undefined,
  headers: Named,
): Promise<Answered> {
  const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.demo.test.secret_key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
}

export async function expect(status: number, asked: Promise<Answered>): Promise<Answered> {
  const answer = await asked
  assert.equal(answer.status, status, answer.text)
  return answer
}

export function ownerIn(folder: string): Database {
  const address = readFileSync(join(folder, 'postgres.json'), 'utf8')
  return connectAsOwner(JSON.parse(address) as DatabaseAddress)
}
