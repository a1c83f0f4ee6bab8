import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context, Scope } from '../src/core/context.ts'
import type { EventId, NewEvent } from '../src/core/events/webhooks.sql.ts'
import { changeWebhooks, emit, eventBody } from '../src/core/events/webhooks.ts'
import { later } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { atEnd } from './shared.ts'

// A business's own server, and a verifier that shares no code with the signer.

export type Received = { headers: Record<string, string>; body: string }
type Answer = { status: number; headers?: Record<string, string>; body?: string }
/** The answer to the nth request, from 1. A promise that never resolves hangs the request. */
type Answers = (n: number, received: Received) => Answer | Promise<Answer>

export type Receiver = {
  url: string
  received: Received[]
  /** Requests waiting for an answer: now, and the most at any time. */
  open: () => number
  openMax: () => number
  /** Resolves once this many have arrived. */
  arrived: (count: number) => Promise<void>
}

/** Generous, because a busy machine may be slow. */
const ARRIVES_WITHIN_MS = 120_000

export async function givenReceiver(answers: Answers = () => ({ status: 200 })): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let open = 0
  let openMax = 0

  const server = http.createServer(async (incoming, reply) => {
    openMax = Math.max(openMax, ++open)
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString()
    const one = { headers: incoming.headers as Record<string, string>, body }
    received.push(one)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    const { status, headers = {}, body: text = '' } = await answers(received.length, one)
    open -= 1
    reply.writeHead(status, headers).end(text)
  })
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    open: () => open,
    openMax: () => openMax,
    async arrived(count) {
      if (received.length >= count) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ count, resolve })
      const late = () => reject(new Error(`${received.length} of ${count} have arrived`))
      const timer = setTimeout(late, ARRIVES_WITHIN_MS)
      await promise.finally(() => clearTimeout(timer))
    },
  }
}

export async function givenUrl(context: Context, scope: Scope, url: string): Promise<void> {
  await changeWebhooks(context, scope, { urls: { standard: url } })
}

export async function givenEvent(
  context: Context,
  { businessId, mode }: Scope,
  change: Partial<NewEvent> = {},
): Promise<EventId> {
  const at = context.now()
  const id = newId<'event'>(at)
  const type = change.type ?? 'transaction.success'
  const payload = eventBody(type, '{"amount":1.0e2,"metadata":{"b":1,"a":"😀"}}', at)
  const event = { businessId, mode, id, type, route: 'standard', payload, at, ...change } as const
  await context.sql.begin((sql) => emit(sql, [event]))
  return id
}

/** Emits all in one statement, with one timestamp; returns their ids in order. */
export async function givenEvents(
  context: Context,
  { businessId, mode }: Scope,
  count: number,
  change: Partial<NewEvent> = {},
): Promise<EventId[]> {
  const at = change.at ?? context.now()
  const type = change.type ?? 'transaction.success'
  const payload = eventBody(type, '{"amount":500000}', at)
  const events = Array.from({ length: count }, () => {
    const id = newId<'event'>(at)
    return { businessId, mode, id, type, route: 'standard', payload, at, ...change } as const
  })
  await context.sql.begin((sql) => emit(sql, events))
  return events.map(({ id }) => id).sort()
}

/**
 * Verifies as an integrator would, with WebCrypto: over the raw body, with the whole secret as key.
 */
export async function verifies({ headers, body }: Received, secret: string): Promise<boolean> {
  const text = `${headers['x-service-timestamp']}.${body}`
  const key = await importKey(Buffer.from(secret), 'SHA-512')
  const signature = Buffer.from(headers['x-service-signature']!, 'hex')
  assert.match(headers['x-service-signature']!, /^[0-9a-f]{128}$/)
  return crypto.subtle.verify('HMAC', key, signature, Buffer.from(text))
}

/** Verifies as a Standard Webhooks library would. */
export async function verifiesStandard(
  { headers, body }: Received,
  secret: string,
): Promise<boolean> {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = await importKey(Buffer.from(secret.slice('whsec_'.length), 'base64'), 'SHA-256')
  for (const one of headers['webhook-signature']!.split(' ')) {
    const [version, signature = ''] = one.split(',')
    assert.equal(version, 'v1')
    const bytes = Buffer.from(signature, 'base64')
    if (await crypto.subtle.verify('HMAC', key, bytes, Buffer.from(text))) return true
  }
  return false
}

function importKey(bytes: Buffer<ArrayBuffer>, hash: string) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['verify'])
}

/** A clock that stands still until it is moved. */
export function freeze<Given extends Context>(
  context: Given,
): { frozen: Given; advance: (ms: number) => void } {
  let moment = context.now()
  const advance = (ms: number) => {
    moment = later(moment, ms)
  }
  const monotonicMs = () => moment.getTime()
  return { frozen: { ...context, now: () => moment, monotonicMs }, advance }
}

/** Fails all pending deliveries, so that only new ones are due. */
export async function forgetPending({ sql }: Context): Promise<void> {
  await sql`
    update delivery
    set state = 'failed', next_at = null, lease_until = null, lease_token = null
    where state = 'pending'
  `
}

export type DeliveryRow = {
  state: string
  /** The endpoint whose queue it is in. */
  endpoint: string
  attempts: number
  nextAt: Date | null
  lastStatus: number | null
  lastError: string | null
}

export async function findDelivery({ sql }: Context, { businessId, mode }: Scope, id: EventId) {
  const [row] = await sql<DeliveryRow[]>`
    select state, endpoint, attempts, next_at, last_status, last_error
    from delivery
    where business_id = ${businessId} and mode = ${mode} and event_id = ${id}
  `
  assert.ok(row, 'there is a delivery')
  return { ...row }
}
