import * as helper from '../../../helpers/webhooks.mjs'
import { WebhookError } from './errors.ts'
import type { WebhookEvent } from './generated.ts'

// Webhooks: verify one yourself, or have a whole endpoint made. The check itself is the helper that
// anybody may copy, helpers/webhooks.mjs; the build puts it in here.

const BODY_BYTES_MAX = 1024 * 1024

export type VerifyOptions = {
  /** `whsec_…`. While you roll it, the old one and the new one. */
  secret: string | string[]
  /** Seconds that the timestamp may be from now. Default: 300. */
  tolerance?: number | undefined
}

export type RawBody = string | ArrayBuffer | Uint8Array
export type HeadersLike = Headers | Record<string, string | string[] | undefined>

export type HandleOptions = VerifyOptions & {
  /** Gets what your handler throws. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
}

/** What Express, Next.js (pages) and node:http hand to a handler. */
type NodeRequest = AsyncIterable<Uint8Array | string> & {
  headers: Record<string, string | string[] | undefined>
  readableEnded: boolean
  body?: unknown
  rawBody?: unknown
}
type NodeResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}
type FastifyRequest = { raw: NodeRequest; body: unknown; rawBody?: unknown }
type FastifyReply = { code(status: number): unknown; send(payload: string): unknown }

export type WebhookHandler = {
  /** Next.js (app), Bun, Deno, Hono: `export const POST = handler`. */
  (request: Request, ...rest: unknown[]): Promise<Response>
  /** Fastify: `app.post('/webhooks', handler)`, with a parser that keeps the raw body. */
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Express, Next.js (pages), node:http: `app.post('/webhooks', handler)`. */
  (request: NodeRequest, response: NodeResponse, ...rest: unknown[]): Promise<unknown>
}

export const webhooks = { verify, handle }

/** The event, if signature and timestamp are right; otherwise rejects with a WebhookError. */
async function verify({
  body,
  headers,
  secret,
  tolerance,
}: VerifyOptions & { body: RawBody; headers: HeadersLike }): Promise<WebhookEvent> {
  try {
    const event = await helper.verifyWebhook({
      body,
      headers: lowerCase(headers),
      secrets: [secret].flat(),
      ...(tolerance !== undefined && { toleranceSeconds: tolerance }),
    })
    return event as unknown as WebhookEvent
  } catch (error) {
    if (!(error instanceof helper.WebhookError)) throw error
    throw new WebhookError(error.reason, error.message, { status: 400 })
  }
}

/**
 * An endpoint. Answers 400 to what cannot be verified, 500 where `onEvent` throws, so that the
 * event is sent again, and 200 when `onEvent` is done. The same event can arrive twice: process
 * each `event.id` once.
 */
function handle(options: HandleOptions, onEvent: (event: WebhookEvent) => unknown): WebhookHandler {
  const { onError = (error: unknown) => console.error(error), ...how } = options
  const answer = async (headers: HeadersLike, read: () => Promise<RawBody>) => {
    try {
      await onEvent(await verify({ ...how, headers, body: await read() }))
      return { status: 200, text: 'ok' }
    } catch (error) {
      if (error instanceof WebhookError) return { status: 400, text: error.message }
      onError(error)
      return { status: 500, text: 'The event was not processed.' }
    }
  }
  const handler = async (
    request: Request | FastifyRequest | NodeRequest,
    reply: FastifyReply | NodeResponse,
  ) => {
    if ('arrayBuffer' in request) {
      const { status, text } = await answer(request.headers, () => request.arrayBuffer())
      return new Response(text, { status })
    }
    if ('raw' in request) {
      const to = reply as FastifyReply
      const { status, text } = await answer(request.raw.headers, () => bodyOf(request, request.raw))
      to.code(status)
      return to.send(text)
    }
    const to = reply as NodeResponse
    const { status, text } = await answer(request.headers, () => bodyOf(request, request))
    to.statusCode = status
    to.setHeader('content-type', 'text/plain')
    return to.end(text)
  }
  return handler as WebhookHandler
}

/** As it came: kept by a parser, or still to be read. What was parsed has no signature. */
async function bodyOf(
  { rawBody, body }: { rawBody?: unknown; body?: unknown },
  stream: NodeRequest,
): Promise<RawBody> {
  for (const one of [rawBody, body]) {
    if (typeof one === 'string' || one instanceof Uint8Array) return one
  }
  if (stream.readableEnded) {
    throw new TypeError(
      'The raw body is gone: it was parsed before this handler. With Express, use ' +
        "express.raw({ type: 'application/json' }) for this path, before express.json(). With " +
        'Fastify, add a content type parser that keeps a buffer.',
    )
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    length += bytes.length
    if (length > BODY_BYTES_MAX) throw new WebhookError('forged', 'The body is too large.')
    parts.push(bytes)
  }
  const all = new Uint8Array(length)
  parts.reduce((at, part) => {
    all.set(part, at)
    return at + part.length
  }, 0)
  return all
}

/** Some platforms hand them over as they were written. */
function lowerCase(headers: HeadersLike): Headers | Record<string, string | string[] | undefined> {
  if (typeof headers.get === 'function') return headers
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return Object.fromEntries(entries)
}
