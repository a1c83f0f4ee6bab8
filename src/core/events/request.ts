import assert from 'node:assert/strict'
import { publicId } from '../../platform/ids.ts'
import type { Scope } from '../context.ts'
import { VERSION_HEADER } from '../versions.ts'
import { type SigningKey, signedHeaders } from './sign.ts'
import type { Secrets, signingKeys } from './signing-keys.ts'
import type { EndpointKey, EventId, WebhookFormat } from './webhooks.sql.ts'

// The request of an attempt: the body as this endpoint reads it, signed now.

/** Another event format: the body that is sent, and additional headers. */
export type Formatter = {
  bodyOf(payload: string, whose: Scope): Promise<string>
  headersOf(body: string, whose: Scope, key: SigningKey): Promise<Record<string, string>>
}

export type Formats = Partial<Record<WebhookFormat, Formatter>>

export type WireOf = {
  formats: Formats
  /** The body of an event in an older version of the API. */
  inVersion(version: string, payload: string): string
}

type Sent = Scope &
  Secrets & {
    route: EndpointKey
    eventId: EventId
    payload: string
    format: WebhookFormat
    apiVersion: string
    attempt: number
    at: Date
  }

export async function signedRequest(
  { formats, inVersion }: WireOf,
  keysOf: ReturnType<typeof signingKeys>,
  sent: Sent,
): Promise<{ headers: Record<string, string>; body: string }> {
  const { payload, apiVersion, attempt, at } = sent
  const other = formatterOf(formats, sent.format)
  const body = (await other?.bodyOf(payload, sent)) ?? inVersion(apiVersion, payload)
  const keys = keysOf(sent, at)
  const added = (await other?.headersOf(body, sent, keys[0])) ?? { [VERSION_HEADER]: apiVersion }
  const request = { publicId: publicId('event', sent.eventId), attempt, body, at }
  return { headers: { ...signedHeaders(request, keys), ...added }, body }
}

/** Null for our own format. */
function formatterOf(formats: Formats, format: WebhookFormat): Formatter | null {
  if (format === 'standard') return null
  const formatter = formats[format]
  assert(formatter, `no formatter for events in the format ${format}`)
  return formatter
}
