import type { FastifyInstance, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { API_VERSIONS, VERSION_HEADER } from '../../core/versions.ts'
import { SECOND } from '../../platform/clock.ts'
import { wrongFields } from '../../platform/refusal.ts'
import { type Body, CHANGES, type Change } from './changes.ts'

// The only place that knows older versions of the API. Each answer is made in the newest version,
// and leaves in the one that the request names, else in the one that the business is pinned to.

export type Versions = { known: string[]; changes: Change[] }

const OURS: Versions = { known: API_VERSIONS, changes: CHANGES }
const HEADER = VERSION_HEADER.toLowerCase()

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the header, else that of the business; empty until it is known. */
    apiVersion: string
  }
}

/** Its hooks must run before others that read or compress what is sent. */
export function versioned(scope: FastifyInstance, { known, changes } = OURS): void {
  const newest = known.at(-1)!
  scope.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, 'x-versioned': true } as object
    const { deprecated } = route.config ?? {}
    if (deprecated !== undefined) announceEnd(route, deprecated)
  })
  scope.addHook('onRequest', (request, _reply, done) => {
    const sent = request.headers[HEADER]
    if (sent === undefined) return done()
    if (typeof sent !== 'string' || !known.includes(sent)) return done(unknownVersion(known))
    request.apiVersion = sent
    done()
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const version = request.apiVersion || newest
    reply.header(HEADER, version)
    // A replay has the bytes of the first response.
    const isMade = typeof payload === 'string' && !reply.hasHeader('idempotent-replayed')
    const isJson = /json/.test(String(reply.getHeader('content-type')))
    if (version === newest || !isMade || !isJson || payload === '') return done(null, payload)
    const name = operationOf(request)
    done(
      null,
      downTo(version, payload, changes, ({ answer }, body) => answer?.(body, name) ?? body),
    )
  })
}

/** As RFC 9745 and RFC 8594 write it, on each answer of the route. */
function announceEnd(route: RouteOptions, since: string): void {
  const begins = new Date(since)
  const ends = new Date(begins)
  ends.setUTCFullYear(ends.getUTCFullYear() + 1)
  const headers = {
    deprecation: `@${begins.getTime() / SECOND}`,
    sunset: ends.toUTCString(),
    link: '</docs/versions>; rel="deprecation"; type="text/html"',
  }
  route.schema = { ...route.schema, deprecated: true }
  const announce: onSendHookHandler = (_request, reply, payload, done) => {
    reply.headers(headers)
    done(null, payload)
  }
  route.onSend = [route.onSend ?? [], announce].flat() as onSendHookHandler[]
}

/** The body of an event in this version. */
export function eventIn(version: string, payload: string, { changes } = OURS): string {
  return downTo(version, payload, changes, ({ event }, body) => event?.(body) ?? body)
}

/** Applies the changes that are later than the version, the newest first. */
function downTo(
  version: string,
  text: string,
  changes: Change[],
  apply: (change: Change, body: Body) => Body,
): string {
  const later = changes.filter(({ date }) => date > version)
  if (later.length === 0) return text
  const body = later.reduceRight((made, change) => apply(change, made), exactly(text))
  return JSON.stringify(body)
}

/** Metadata is returned as it was sent, so a number that JavaScript would write otherwise stays. */
function exactly(text: string): Body {
  type Source = { source: string }
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }
  const read = (_name: string, value: unknown, { source }: Source) =>
    typeof value === 'number' && String(value) !== source ? rawJSON(source) : value
  return JSON.parse(text, read as Parameters<typeof JSON.parse>[1]) as Body
}

function operationOf({ routeOptions }: FastifyRequest): string {
  return String((routeOptions.schema as { operationId?: string } | undefined)?.operationId ?? '')
}

function unknownVersion(known: string[]) {
  const message = `${VERSION_HEADER} must be one of ${known.join(', ')}.`
  return wrongFields([{ field: VERSION_HEADER, code: 'not_allowed', message }])
}
