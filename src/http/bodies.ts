import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import { CSV_TYPE, PATCH_TYPE } from '../core/route.ts'
import { FORM_FIELDS_MAX } from '../core/wire.ts'
import type { FormFields } from '../platform/form-fields.ts'
import { JsonError, readJson } from '../platform/json.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { overwrite, takeDigits } from '../platform/secret-digits.ts'

// Reads bodies: JSON everywhere, forms where a page posts one. The text is kept beside the value,
// for what is signed, replayed or returned unchanged.

const FORM_BYTES_MAX = 16 * 1024
/** Each chunk costs as much as hundreds of bytes, however small it is. */
export const CHUNKS_MAX = 1_000

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const CARD_FIELDS = ['number', 'cvv', 'pin', 'otp'] as const

/** Rejects a chunked body of more than CHUNKS_MAX chunks. */
export function boundChunks(app: FastifyInstance): void {
  const excessive = new WeakSet<FastifyRequest>()
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isChunked(request)) return done()
    let count = 0
    const bounded = new Transform({
      transform(chunk, _encoding, next) {
        count += 1
        if (count <= CHUNKS_MAX) return next(null, chunk)
        excessive.add(request)
        reply.header('connection', 'close')
        const message = `Send the body in at most ${CHUNKS_MAX} chunks.`
        next(new Refusal('body_too_large', { message }))
      },
    })
    payload.once('error', (error) => bounded.destroy(error))
    done(null, payload.pipe(bounded))
  })
  // Otherwise Node would read the rest of the body to discard it.
  app.addHook('onResponse', (request, _reply, done) => {
    if (excessive.has(request)) request.raw.socket.destroy()
    done()
  })
}

export function isChunked({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined
}

export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => jsonOf(request, bytes),
  )
  app.addContentTypeParser(
    PATCH_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!request.routeOptions.config.takesPatch) refuse('unsupported_media_type')
      return jsonOf(request, bytes)
    },
  )
}

/** For routes that take a file. They read the text; there is no body. */
export function readCsvBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    CSV_TYPE,
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      if (!request.routeOptions.config.takesCsv) refuse('unsupported_media_type')
      request.rawBody = text
      return null
    },
  )
}

function jsonOf(request: FastifyRequest, bytes: Buffer): unknown {
  const charset = /charset=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) refuse('unsupported_media_type')
  // Many clients send a type without a body. Fine, if the route takes no body.
  if (bytes.length === 0 && !request.routeOptions.schema?.body) return undefined
  try {
    const { value, text } = readJson(bytes)
    request.rawBody = text
    return value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new Refusal('invalid_json', { message: error.message })
  }
}

/**
 * For card data: JSON only. Digits never become strings: they are in `cardDigits`, and the body has
 * a placeholder of the same form. Digits and received bytes are overwritten when the call ends; a
 * keyed digest of the body stays, to compare requests.
 */
export function readCardBodies({ keys }: Context, scope: FastifyInstance): void {
  scope.removeContentTypeParser([JSON_TYPE, PATCH_TYPE, FORM_TYPE])
  scope.decorateRequest('cardDigits')
  scope.addHook('preParsing', (_request, _reply, payload, done) => {
    const chunks: Buffer[] = []
    payload.on('data', (chunk: Buffer) => chunks.push(chunk))
    payload.once('close', () => overwrite(...chunks))
    done(null, payload)
  })
  scope.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const digest = keys.fingerprint(bytes).toString('base64url')
      try {
        request.cardDigits = takeDigits(bytes, CARD_FIELDS)
        const value = jsonOf(request, bytes)
        refuseHidden(value, request.cardDigits)
        return value
      } finally {
        request.rawBody = digest
        overwrite(bytes)
      }
    },
  )
  scope.addHook('onResponse', (request, _reply, done) => {
    overwrite(...(request.cardDigits?.values() ?? []))
    done()
  })
}

/** Rejects escapes that spell a card field: `n\u0075mber`. */
function refuseHidden(value: unknown, taken: Map<string, Buffer>): void {
  const isHidden = (name: string) => Object.hasOwn(Object(value), name) && !taken.has(name)
  if (!CARD_FIELDS.some(isHidden)) return
  throw new Refusal('invalid_json', { message: 'Send the field names without escape sequences.' })
}

/** Accepts forms in this scope. Elsewhere a form is rejected. */
export function readForms(scope: FastifyInstance, read = flatFields): void {
  scope.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (request: FastifyRequest, text: string) => {
      request.rawBody = text
      return read(text)
    },
  )
}

/** Field names as sent, for the pages of the service. */
function flatFields(text: string): FormFields {
  const fields: Record<string, string | string[]> = Object.create(null)
  const sent = new URLSearchParams(text)
  if (sent.size > FORM_FIELDS_MAX) {
    const message = `A form has at most ${FORM_FIELDS_MAX} fields.`
    throw new Refusal('invalid_request', { message })
  }
  for (const [name, value] of sent) {
    const before = fields[name]
    if (before === undefined) fields[name] = value
    else if (typeof before === 'string') fields[name] = [before, value]
    else before.push(value)
  }
  return fields
}
