import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import type { WebhookEvent, WebhookHandler } from '../../clients/node/dist/index.js'
import { CowrieError, WebhookError, webhooks } from '../../clients/node/dist/index.js'
import { newWebhookSecret, signedHeaders, signingKey } from '../../src/core/events/sign.ts'

// Webhooks in the Node client: the published vectors, and an endpoint in each framework.

type Vector = {
  name: string
  secrets: string[]
  id: string
  timestamp: number
  body: string
  x_service_signature: string
}
const { vectors } = JSON.parse(readFileSync('docs/webhook-vectors.json', 'utf8')) as {
  vectors: Vector[]
}
const SECRET = newWebhookSecret()
const BODY =
  '{"event":"webhook.test","data":{"message":"Adé 😀"},"created_at":"2026-01-02T03:04:05Z"}'
const EVER = { tolerance: Number.POSITIVE_INFINITY }

/** As the service sends it. */
function signed(body = BODY, secret = SECRET, at = new Date()): Record<string, string> {
  return {
    ...signedHeaders({ publicId: 'evt_1', attempt: 2, body, at }, [signingKey(secret)]),
    'content-type': 'application/json',
  }
}

for (const { name, secrets, id, timestamp, body, x_service_signature } of vectors) {
  test(`vector, ${name}: verified, and not once a byte of it is changed`, async () => {
    const headers = {
      'X-Service-Event-Id': id,
      'X-Service-Attempt': '1',
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Signature': x_service_signature,
    }
    const asked = { body, headers, secret: secrets, ...EVER }
    assert.deepEqual(await webhooks.verify(asked), { id, attempt: 1, ...JSON.parse(body) })
    const rejected: [object, string][] = [
      [{ body: `${body} ` }, 'forged'],
      [{ secret: newWebhookSecret() }, 'forged'],
      [{ headers: { ...headers, 'X-Service-Signature': undefined } }, 'forged'],
      [{ headers: { ...headers, 'X-Service-Timestamp': String(timestamp + 1) } }, 'forged'],
      [{ headers: { ...headers, 'X-Service-Timestamp': undefined } }, 'no_timestamp'],
      [{ tolerance: undefined }, 'stale'],
    ]
    for (const [change, code] of rejected) {
      await assert.rejects(webhooks.verify({ ...asked, ...change }), (error) => {
        assert(error instanceof WebhookError && error instanceof CowrieError)
        assert.deepEqual([error.code, error.status], [code, 400])
        return true
      })
    }
  })
}

test('while a secret is rolled, the old and the new one are accepted', async () => {
  const secret = [newWebhookSecret(), SECRET]
  const event = await webhooks.verify({ body: BODY, headers: new Headers(signed()), secret })
  assert.deepEqual([event.id, event.attempt, event.event], ['evt_1', 2, 'webhook.test'])
  const unset = webhooks.verify({ body: BODY, headers: signed(), secret: '' })
  await assert.rejects(unset, /^TypeError: A webhook secret is missing/)
})

type Sent = { headers: Record<string, string>; body: string }
type Framework = {
  name: string
  /** Sends a request to an endpoint that the handler makes, and gives its status and text. */
  send(handler: WebhookHandler, sent: Sent): Promise<{ status: number; text: string }>
}

/** Over a socket: `before` is what a framework does with a request before a handler sees it. */
async function overHttp(
  handler: WebhookHandler,
  { headers, body }: Sent,
  before: (request: IncomingMessage & { body?: unknown }) => Promise<void> = async () => {},
) {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    await before(request)
    await handler(request, response, () => assert.fail('there is nobody behind it'))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  try {
    const url = `http://127.0.0.1:${port}/webhooks`
    const answer = await fetch(url, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text() }
  } finally {
    server.close()
  }
}

async function overFastify(handler: WebhookHandler, { headers, body }: Sent, keepsRaw: boolean) {
  const app = fastify()
  if (keepsRaw) {
    const kept = { parseAs: 'buffer' } as const
    app.addContentTypeParser('application/json', kept, (_request, raw, done) => done(null, raw))
  }
  app.post('/webhooks', handler)
  const answer = await app.inject({ method: 'POST', url: '/webhooks', headers, payload: body })
  await app.close()
  return { status: answer.statusCode, text: answer.payload }
}

const frameworks: Framework[] = [
  {
    name: 'a web Request, as Next.js (app), Bun and Deno have it',
    async send(handler, { headers, body }) {
      const request = new Request('https://shop.example', { method: 'POST', headers, body })
      const answer = await handler(request, { params: {} })
      return { status: answer.status, text: await answer.text() }
    },
  },
  {
    name: 'Express with express.raw()',
    send: (handler, sent) =>
      overHttp(handler, sent, async (request) => {
        request.body = Buffer.concat(await request.toArray())
      }),
  },
  { name: 'node:http, and Express or Next.js (pages) without a parser', send: overHttp },
  { name: 'Fastify', send: (handler, sent) => overFastify(handler, sent, true) },
]

for (const { name, send } of frameworks) {
  test(`an endpoint for ${name}`, async () => {
    const events: WebhookEvent[] = []
    const errors: unknown[] = []
    let fault: Error | null = null
    const options = { secret: SECRET, onError: (error: unknown) => errors.push(error) }
    const handler = webhooks.handle(options, async (event) => {
      if (fault) throw fault
      events.push(event)
    })

    const sent = { headers: signed(), body: BODY }
    assert.deepEqual(await send(handler, sent), { status: 200, text: 'ok' })
    assert.equal((await send(handler, sent)).status, 200, 'the shop sees what arrives twice')
    assert.deepEqual(
      events.map(({ id, event }) => [id, event]),
      Array(2).fill(['evt_1', 'webhook.test']),
    )

    const forged = { ...sent, headers: signed(BODY, newWebhookSecret()) }
    const old = { ...sent, headers: signed(BODY, SECRET, new Date(Date.now() - 301_000)) }
    const other = { ...sent, body: BODY.replace('Adé', 'Eve') }
    const unsigned = { ...sent, headers: { 'content-type': 'application/json' } }
    for (const wrong of [forged, old, other, unsigned]) {
      assert.equal((await send(handler, wrong)).status, 400)
    }
    assert.deepEqual([events.length, errors.length], [2, 0])

    fault = new Error('the database is away')
    const failed = await send(handler, sent)
    assert.equal(failed.status, 500)
    assert.doesNotMatch(failed.text, /database/)
    assert.deepEqual(errors, [fault])
  })
}

test('a body that was parsed before is the shop’s mistake, and says how to fix it', async () => {
  const errors: unknown[] = []
  const options = { secret: SECRET, onError: (error: unknown) => errors.push(error) }
  const handler = webhooks.handle(options, () => assert.fail('it cannot be verified'))
  const sent = { headers: signed(), body: BODY }
  const express = await overHttp(handler, sent, async (request) => {
    request.body = JSON.parse(Buffer.concat(await request.toArray()).toString())
  })
  const { status } = await overFastify(handler, sent, false)
  assert.deepEqual([express.status, status], [500, 500])
  assert.equal(errors.length, 2)
  for (const error of errors) assert.match(String(error), /^TypeError: The raw body is gone.*raw/)
})

test('a body that does not end is not kept', async () => {
  const handler = webhooks.handle({ secret: SECRET }, () => assert.fail('it is too large'))
  const body = `"${'a'.repeat(1024 * 1024)}"`
  assert.equal((await overHttp(handler, { headers: signed(body), body })).status, 400)
})
