import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import { mock } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../src/core/context.ts'
import { buildApp } from '../src/http/app.ts'
import { threeDSecure } from '../src/providers/sandbox/sandbox.ts'
import type { TestContext } from './support.ts'

// Published Paystack clients, whose base URL is fixed: their requests are redirected to our
// service, below /paystack. They are otherwise unchanged.

const THEIRS = 'https://api.paystack.co'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any
type Method = (asked?: Loose, more?: Loose) => Promise<Loose>
type Client = Record<string, Record<string, Method>>
type Made = new (secretKey: string) => Client

const require = createRequire(import.meta.url)

/** Paystack's official client. */
export function officialClient(secretKey: string): Client {
  return new (require('@paystack/paystack-sdk') as Made)(secretKey)
}

/** The client most TypeScript shops use. */
export function communityClient(secretKey: string): Client {
  return new (require('paystack-sdk') as Made)(secretKey)
}

/** The service with its Paystack setting on, on its own port. */
export async function openPaystackApi(context: TestContext) {
  const config = { ...context.config, paystackApi: true }
  const { memory, baseUrl, now } = context
  const app = await buildApp(
    { ...(context as Context), config },
    {
      unready: () => null,
      threeDSecure: threeDSecure({ memory, baseUrl, now }),
    },
  )
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/paystack`
  return { app, url, close: () => app.close() }
}

/** Sends their host's traffic to ours until `mock.restoreAll()`. */
export function leadTheirHostTo(url: string): void {
  const { fetch } = globalThis
  const ours = (address: string) => address.replace(THEIRS, url)
  mock.method(globalThis, 'fetch', (address: string, init: RequestInit) =>
    fetch(ours(address), init),
  )
  const request = (
    base: string,
    options: http.RequestOptions,
    heard: (answer: http.IncomingMessage) => void,
  ) => {
    const { pathname, hostname, port } = new URL(ours(base))
    const path = `${pathname.replace(/\/$/, '')}${options.path}`
    return http.request({ ...options, hostname, port, path }, heard)
  }
  mock.method(https, 'request', request as typeof https.request)
}

export type Sent = {
  key?: string
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}

/** Sends a request without a client. */
export async function ask(
  app: FastifyInstance,
  line: string,
  { key = '', body, raw, headers }: Sent,
): Promise<{ status: number; body: Loose; text: string }> {
  const [method, path] = line.split(' ') as ['GET', string]
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await app.inject({
    method,
    url: `/paystack${path}`,
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const { statusCode: status, payload: text } = response
  return { status, body: JSON.parse(text) as Loose, text }
}
