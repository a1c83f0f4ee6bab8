import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JsonError, readJson } from './lib/json.ts'
import { Refusal, refuse } from './lib/refusal.ts'
import { FORM_FIELDS_MAX } from './wire.ts'

// How bodies are read: JSON everywhere, forms where a page posts one. The text stays beside the
// value, for what is signed, replayed or returned unchanged.

const FORM_BYTES_MAX = 16 * 1024

export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const charset = /charset=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (charset && !/^utf-?8$/i.test(charset)) refuse('unsupported_media_type')
      // Many clients name a type whatever they send. Where nothing is wanted, nothing is right.
      if (bytes.length === 0 && !request.routeOptions.schema?.body) return undefined
      try {
        const { value, text } = readJson(bytes)
        request.rawBody = text
        return value
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        throw new Refusal('invalid_json', { message: error.message })
      }
    },
  )
}

/** Only where a page posts a form: anywhere else a form is no body. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (request: FastifyRequest, text: string) => {
      request.rawBody = text
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
    },
  )
}
