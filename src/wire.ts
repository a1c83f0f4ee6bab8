import type {} from '@fastify/swagger'
import type { ErrorObject } from 'ajv'
import type {} from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Scope } from './context.ts'
import { isoOf } from './lib/clock.ts'
import type { Id } from './lib/ids.ts'
import { depthOf } from './lib/json.ts'
import { type FieldError, type RefusalCode, refuseFields } from './lib/refusal.ts'
import { fieldErrors } from './lib/validation.ts'

// What the routes share: what a request carries once its credential was checked, and the envelopes
// in which everything is answered.

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key this is. Set by the scope of the credential before any handler runs. */
    scope: Scope
    /** The body as it was sent; empty for requests without one. Of a card: a keyed digest of it. */
    rawBody: string
    /** What was typed of a card, by field, until the call is over. Set where cards are typed. */
    cardDigits?: Map<string, Buffer>
    /** The same for each try with one Idempotency-Key, so that a second try can find the first. */
    effectId: string | null
    /** Of the key in `scope`; empty where there is none. */
    keyId: string
    /** Set by a handler whose answer may be kept for a repeated request until then only. */
    eraseAnswerAt: Date | null
    /** Who is signed in, where the credential is a login and not a key. */
    login: SignedIn | null
  }
}

export type SignedIn = {
  loginId: Id<'login'>
  sessionId: Id<'login_session'>
  email: string
  /** Of the service itself, not of a business. */
  isOperator: boolean
  hasSecondFactor: boolean
  /** `second_factor`: the password was right, the code is missing. */
  stage: 'second_factor' | 'open'
  createdAt: Date
  seenAt: Date
  /** Until then nobody asks for the password again. */
  freshUntil: Date
}

const METADATA_BYTES_MAX = 8_192
const METADATA_DEPTH_MAX = 5
/** More than fit into so many bytes. */
const METADATA_KEYS_MAX = 2_000

export const FORM_FIELDS_MAX = 500

export const KOBO_MIN = 100
export const KOBO_MAX = 1_000_000_000_000

/** What may be asked for at the API: ₦1.00 to ₦10 billion. */
export const KoboAmount = (description: string) =>
  Type.Integer({ minimum: KOBO_MIN, maximum: KOBO_MAX, description, 'x-unit': 'kobo' })

export const Timestamp = (description: string) =>
  Type.String({ description: `${description} ISO 8601, UTC, milliseconds.` })

/** Whatever a business likes. `wrongMetadata` knows how long and how deep. */
export const Metadata = (description: string) =>
  Type.Object({}, { additionalProperties: true, maxProperties: METADATA_KEYS_MAX, description })

/** `T | null` in the answers. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The bank at which an account that we issued is held. */
export const BankOfAccount = Type.Object({
  name: Type.String(),
  code: Type.String(),
  slug: Type.String(),
})

export const Success = <T extends TSchema>(data: T) =>
  Type.Object({
    status: Type.Literal('success', {
      description: 'The call worked. It says nothing of whether a payment did: see data.status.',
    }),
    message: Type.String(),
    data,
  })

export const ListMeta = Type.Object({
  total: Type.Integer({
    description: 'How many there are in all, counted up to 10000: 10000 means that many or more.',
  }),
  page: Type.Integer(),
  perPage: Type.Integer(),
  pageCount: Type.Integer({
    description:
      'Of the total. Pages beyond it are there where the total is 10000 or more; a walk through ' +
      'many pages is quick by next, and slower with each page by number.',
  }),
  next: Nullable(Type.String({ description: 'Send it as cursor for the next page.' })),
})

export const SuccessList = <T extends TSchema>(item: T) =>
  Type.Object({
    status: Type.Literal('success'),
    message: Type.String(),
    data: Type.Array(item),
    meta: ListMeta,
  })

export const ErrorBody = Type.Object(
  {
    status: Type.Literal('error'),
    code: Type.String({
      description: 'What your code matches on. Listed in docs/api/refusals.md.',
    }),
    message: Type.String({ description: 'For people. It may change.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'A dotted path into what you sent.' }),
          code: Type.String(),
          message: Type.String(),
        }),
        { description: 'Every wrong field, all at once; of very many the first 100.' },
      ),
    ),
    attempts_left: Type.Optional(
      Type.Integer({ description: 'With invalid_otp: how many more guesses are taken.' }),
    ),
    verification_id: Type.Optional(
      Type.String({ description: 'With rail_timeout: the verification to ask about.' }),
    ),
    request_id: Type.String(),
  },
  { $id: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? '' : '_'}${Lowercase<Letter>}${Snake<Rest>}`
  : ''
type Wire<Row> = Row extends Date
  ? string
  : Row extends bigint
    ? number
    : Row extends (infer One)[]
      ? Wire<One>[]
      : Row extends string | number | boolean | null | undefined
        ? Row
        : { [Name in keyof Row as Snake<Name & string>]: Wire<Row[Name]> }

/**
 * A row as answers spell it: names in snake_case, moments in ISO 8601, amounts as numbers. Fields
 * that the schema of the answer does not name are not sent.
 */
export function toWire<Row>(row: Row): Wire<Row> {
  return spelled(row) as Wire<Row>
}

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name

/**
 * What was sent as a story takes it: names in camelCase, values as they are. Only what the schema
 * names, so that no request reaches another column of a row.
 */
export function fromWire<Sent extends object>({ properties }: TObject, sent: Sent) {
  const named = Object.entries(sent)
    .filter(([name]) => Object.hasOwn(properties, name))
    .map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ])
  return Object.fromEntries(named) as { [Name in keyof Sent as Camel<Name & string>]: Sent[Name] }
}

function spelled(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return isoOf(value)
  if (Array.isArray(value)) return value.map(spelled)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  const wire: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) wire[snakeOf(name)] = spelled(one)
  return wire
}

/** Of columns: as many as there are in our tables. */
const snakes = new Map<string, string>()

function snakeOf(name: string): string {
  const known = snakes.get(name)
  if (known !== undefined) return known
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakes.set(name, snake)
  return snake
}

/** A schema that was added to the service under this name, by reference. */
export const named = (name: string) => Type.Unsafe({ $ref: `${name}#` })

/** What a status of a refusal means, its name in the document, and codes that show it. */
export const REFUSED: Record<number, { name: string; says: string; codes: RefusalCode[] }> = {
  400: {
    name: 'BadRequest',
    says: 'The request is not valid. `errors` lists every invalid field.',
    codes: ['invalid_request', 'unknown_parameter', 'invalid_json'],
  },
  401: {
    name: 'Unauthorized',
    says: 'The credential is missing or not valid.',
    codes: ['missing_key', 'invalid_key'],
  },
  402: {
    name: 'PaymentRequired',
    says: 'The available balance does not cover this. Nothing was taken.',
    codes: ['insufficient_balance'],
  },
  403: {
    name: 'Forbidden',
    says: 'This credential does not allow this.',
    codes: ['wrong_key_type', 'insufficient_scope'],
  },
  404: {
    name: 'NotFound',
    says: 'Unknown, or part of another business or mode.',
    codes: ['not_found', 'transaction_not_found'],
  },
  409: {
    name: 'Conflict',
    says: 'The request conflicts with what exists.',
    codes: ['duplicate_reference', 'idempotency_key_in_use'],
  },
  413: { name: 'ContentTooLarge', says: 'The body is too large.', codes: ['body_too_large'] },
  414: { name: 'UriTooLong', says: 'The URL is too long.', codes: ['uri_too_long'] },
  415: {
    name: 'UnsupportedMediaType',
    says: 'The body is not of the expected type.',
    codes: ['unsupported_media_type'],
  },
  422: {
    name: 'UnprocessableContent',
    says: 'The request is well-formed but cannot be done.',
    codes: ['idempotency_key_reused', 'invalid_split'],
  },
  429: {
    name: 'TooManyRequests',
    says: 'Too many requests. Wait for `Retry-After` seconds.',
    codes: ['rate_limited'],
  },
  500: {
    name: 'InternalError',
    says: 'The service failed. Quote `request_id` when you report it.',
    codes: ['internal_error'],
  },
  503: {
    name: 'ServiceUnavailable',
    says:
      'Overloaded, or a provider is down. Retry after `Retry-After` seconds, with the same ' +
      '`Idempotency-Key`.',
    codes: ['overloaded', 'rail_unavailable'],
  },
  504: {
    name: 'GatewayTimeout',
    says: 'A provider did not answer in time. The outcome is unknown: fetch it, do not repeat.',
    codes: ['rail_timeout'],
  },
}

/** The response schema of a refusal. */
export function refused(status: number) {
  return { $ref: 'Error#', description: REFUSED[status]?.says }
}

/** Response schemas of a route: the answer, and the error body for each status of a refusal. */
export function answers<T extends TSchema>(success: T, statuses: number[]) {
  const errors = [401, 403, 429, 500, 503, ...statuses].map((status) => [status, refused(status)])
  const described = { ...success, description: 'Success.' }
  return { 200: described, ...Object.fromEntries(errors) } as { 200: T }
}

/** As `answers`, of a route that makes a resource: 201. */
export function created<T extends TSchema>(success: T, statuses: number[]) {
  const { 200: _, ...errors } = answers(success, statuses)
  return { ...errors, 201: { ...success, description: 'Created.' } } as { 201: T }
}

/** The page and filters that every list takes, as they come in a query: texts. */
export const pageQuery = {
  page: Type.Optional(Type.String({ description: 'From 1. For people; walk with cursor.' })),
  perPage: Type.Optional(Type.String({ description: '1 to 100, 50 by default.' })),
  cursor: Type.Optional(Type.String({ description: 'meta.next of the page before.' })),
}

/**
 * What the schema of a route found wrong, where the handler looks for more before it says so. A
 * list that is too long is refused at once: nobody looks into it.
 */
export function wrongIn(validationError: { validation?: unknown } | undefined): FieldError[] {
  const errors = (validationError?.validation ?? []) as ErrorObject[]
  const found = fieldErrors(errors)
  if (errors.some(({ keyword }) => keyword === 'maxItems')) refuseFields(found)
  return found
}

/** Of `metadata` as it was sent, and as it was read. */
export function wrongMetadata(text: string | null, value: object | undefined): FieldError[] {
  if (text === null) return []
  const field = 'metadata'
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) {
    return [{ field, code: 'too_large', message: 'metadata must be at most 8 KB of JSON.' }]
  }
  if (depthOf(value) > METADATA_DEPTH_MAX) {
    return [{ field, code: 'too_deep', message: 'metadata must be at most 5 levels deep.' }]
  }
  return []
}
