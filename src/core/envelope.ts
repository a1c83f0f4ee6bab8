import type { FastifyReply } from 'fastify'
import { isoOf } from '../platform/clock.ts'
import type { Meta } from '../platform/paging.ts'

// The envelope of every response: `{status, message, data, meta}`.

const JSON_TYPE = 'application/json; charset=utf-8'

/** JSON text that is sent unchanged as `data`. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export class WithMessage<Data> {
  readonly message: string
  readonly data: Data
  constructor(message: string, data: Data) {
    this.message = message
    this.data = data
  }
}

/** Returned by a handler whose message depends on the outcome. */
export function withMessage<const Data>(message: string, data: Data): WithMessage<Data> {
  return new WithMessage(message, data)
}

export function enveloped(reply: FastifyReply, message: string, data: unknown, read?: Meta) {
  const meta = read && toWireMeta(read)
  if (data instanceof WithMessage)
    return { status: 'success', message: data.message, data: data.data }
  if (!(data instanceof JsonText)) {
    return { status: 'success', message, data, ...(meta && { meta }) }
  }
  const rest = meta ? `,"meta":${JSON.stringify(meta)}` : ''
  const head = `{"status":"success","message":${JSON.stringify(message)},"data":`
  return reply.type(JSON_TYPE).send(`${head}${data.text}${rest}}`)
}

function toWireMeta({ totalCapped, archivedUntil, ...meta }: Meta) {
  const archived = archivedUntil && { archived_until: isoOf(archivedUntil) }
  return { ...meta, total_capped: totalCapped, ...archived }
}

/** The JSON text of a page of a list. */
export function textOf(reply: FastifyReply, message: string, data: unknown, meta: Meta): string {
  if (data instanceof JsonText) return `{"data":${data.text}}`
  const body = { status: 'success', message, data, meta: toWireMeta(meta) }
  return reply.serializeInput(body, '200') as string
}
