import type {} from '@fastify/swagger'
import type { ErrorObject } from 'ajv'
import type {} from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { isoOf } from '../platform/clock.ts'
import type { FieldError } from '../platform/first-field.ts'
import { type Id, type Kind, publicId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { fieldErrors } from '../platform/validation.ts'
import { FAILURE_CODES, failureSentence } from '../providers/failures.ts'
import type { Scope } from './context.ts'
import { REFUSED } from './refused.ts'

// What routes share: what a request carries after its credential is checked, common schemas, and
// the envelopes of responses.

declare module 'fastify' {
  interface FastifyRequest {
    /** The business and mode of the credential. Its scope sets them before any handler runs. */
    scope: Scope
    /** The body as sent; empty without one. For card data, a keyed digest of it. */
    rawBody: string
    /** Card digits by field, until the call ends. Set on card routes only. */
    cardDigits?: Map<string, Buffer>
    /**
     * The same for each attempt with one Idempotency-Key, so that a retry finds the first effect.
     */
    effectId: string | null
    /** The key of `scope`; empty without a key. */
    keyId: string
    /** Set by a handler: the response may be kept for replay only until then. */
    eraseAnswerAt: Date | null
    /** The signed-in person, if the credential is a login. */
    login: SignedIn | null
  }
}

export type SignedIn = {
  loginId: Id<'login'>
  sessionId: Id<'login_session'>
  email: string
  /** An operator of the service, not of a business. */
  isOperator: boolean
  hasSecondFactor: boolean
  /** `second_factor`: the password was accepted, the code is missing. */
  stage: 'second_factor' | 'open'
  createdAt: Date
  seenAt: Date
  /** Until then, the password need not be entered again. */
  freshUntil: Date
}

export const FORM_FIELDS_MAX = 500

export const KOBO_MIN = 100
export const KOBO_MAX = 1_000_000_000_000

/** An amount in a request: ₦1.00 to ₦10 billion. */
export const KoboAmount = (description: string) =>
  Type.Integer({
    minimum: KOBO_MIN,
    maximum: KOBO_MAX,
    description,
    examples: [500_000],
    'x-unit': 'kobo',
  })

/** An amount in a response. */
export const Kobo = (description: string, example = 500_000) =>
  Type.Integer({ description, examples: [example], 'x-unit': 'kobo' })

export const Count = (description: string, example = 1) =>
  Type.Integer({ description, examples: [example] })

/** A string in a response or a path. */
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

/** The id of a record of this type: `ref_…`. */
export const PublicId = (kind: Kind, description = 'The id of this record.') =>
  Text(description, publicId(kind, '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'))

export const SubaccountCode = (description: string) =>
  Text(description, 'ACCT_AZqmA2NQe2e4sK1d8v6cXw')
export const SplitCode = (description: string) => Text(description, 'SPL_AZqmA2NQe2e4sK1d8v6cXw')
export const SessionId = (description: string) =>
  Text(description, '000013261121093000000000000001')

/** Query values are strings; the document shows this type instead. */
export const QueryInteger = (
  published: { minimum: number; maximum?: number; default?: number },
  description: string,
  example: number,
) =>
  Type.String({
    description,
    'x-published': { type: 'integer', ...published, examples: [example] },
  })

/** An end of a range, parsed by `src/platform/range.ts`. */
export const DayOrTime = (description: string) =>
  Type.String({ format: 'day-or-time', description })

/** Filters a list by time of creation. */
export const rangeQuery = {
  from: Type.Optional(DayOrTime('Created at or after this time, or from this day in Lagos on.')),
  to: Type.Optional(DayOrTime('Created before this time, or until the end of this day in Lagos.')),
}

export const Timestamp = (description: string) =>
  Type.String({
    description: `${description} ISO 8601, UTC.`,
    'x-published': { format: 'timestamp', examples: ['2026-11-21T09:30:00.000Z'] },
  })

// Fields with one meaning everywhere.

export const Domain = Type.Enum(['test', 'live'], { description: 'The mode of this record.' })
export const Currency = Type.Literal('NGN', { description: 'Always `NGN`.' })
/** Validated, and passed to no handler. */
export const SentCurrency = Type.Optional(
  Type.Literal('NGN', { description: '`NGN`, or left out.', 'x-not-kept': true }),
)
export const CHANNELS_PAID = [
  'card',
  'bank_transfer',
  'ussd',
  'bank',
  'opay',
  'dedicated_virtual_account',
] as const
export const Channel = Type.Enum([...CHANNELS_PAID], { description: 'How it was paid.' })
export const PAYMENT_STATUSES = [
  'pending',
  'ongoing',
  'success',
  'failed',
  'abandoned',
  'reversed',
] as const

/**
 * What a call returns that finds or creates a record: the record, and which of both. `action` sends
 * 201 for a new one, 200 for a found one.
 */
export const Created = <P extends TProperties>(name: string, { properties }: TObject<P>) =>
  Type.Object(
    {
      ...properties,
      created: Type.Boolean({
        description: 'true: this call made it. false: it existed, and nothing was done.',
      }),
    },
    { title: `Created${name}` },
  )

/** `T | null` in a response. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** `failureFields` writes them. */
export const failureSchema = {
  failure_code: Nullable(
    Type.Enum(FAILURE_CODES, {
      description: 'Why it failed or was returned. docs/api/failures.md has all codes.',
      examples: ['account_closed'],
    }),
  ),
  failure_message: Nullable(
    Text('The same for people. It can change.', failureSentence('account_closed')),
  ),
}

/** The bank of an account number that we issued. */
export const BankOfAccount = Type.Object(
  {
    name: Text('The name of the bank.', 'Test Bank'),
    code: Text('The bank code.', '001'),
    slug: Text('For URLs and logos.', 'test-bank'),
  },
  { title: 'IssuingBank', description: 'The bank that holds the account.' },
)

/** The bank of any other account. */
export const BankName = Type.Object(
  {
    name: Text('The name of the bank.', 'Guaranty Trust Bank'),
    code: Text('The bank code.', '058'),
  },
  { title: 'BankName', description: 'The bank that holds the account.' },
)

const Worked = Type.Literal('success', {
  description: 'The call worked. For the state of a payment, see `data.status`.',
})
const Message = Text('For people. It can change.', 'Done')

export const Success = <T extends TSchema>(data: T) =>
  Type.Object({ status: Worked, message: Message, data })

export const ErrorBody = Type.Object(
  {
    status: Type.Literal('error', { description: 'Always `error`.' }),
    code: Text(
      'Match on this in your code. All codes are in docs/api/refusals.md.',
      'invalid_request',
    ),
    message: Text('For people. It can change.', '`amount` must be at least 100 kobo (₦1.00).'),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Text('A dotted path into your request.', 'amount'),
            code: Text('Match on this in your code.', 'too_small'),
            message: Text(
              'For people. It can change.',
              'amount must be at least 100 kobo (₦1.00).',
            ),
          },
          { title: 'FieldError' },
        ),
        { description: 'Every invalid field; at most 100.' },
      ),
    ),
    attempts_left: Type.Optional(Count('With `invalid_otp`: how many attempts are left.', 4)),
    verification_id: Type.Optional(
      PublicId('identity_verification', 'With `rail_timeout`: the verification to fetch.'),
    ),
    retryable: Type.Boolean({
      description:
        'True: the same request may succeed later, with the same `Idempotency-Key`. Wait for ' +
        '`Retry-After` seconds where it is given.',
      examples: [false],
    }),
    doc_url: Text('What the code means.', 'http://localhost:3000/docs/errors#invalid_request'),
    request_id: Text('Quote it when you report a problem.', '5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11'),
  },
  { $id: 'Error', description: 'The response to a call that failed.' },
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
 * Converts a row for a response: snake_case names, ISO 8601 times, amounts as numbers. The schema
 * of the response drops fields that it does not name.
 */
export function toWire<Row>(row: Row): Wire<Row> {
  return spelled(row) as Wire<Row>
}

export type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name

/**
 * Converts a request for a story: camelCase names, unchanged values. Keeps fields of the schema
 * only, so that no request reaches another column.
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

/** A cache of column names. */
const snakes = new Map<string, string>()

function snakeOf(name: string): string {
  const known = snakes.get(name)
  if (known !== undefined) return known
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakes.set(name, snake)
  return snake
}

/** A reference to a schema that docs.ts has added under this name. */
export const named = (name: string) => Type.Unsafe({ $ref: `${name}#` })

/** The response schema of a refusal. */
export function refused(status: number) {
  return { $ref: 'Error#', description: REFUSED[status]?.says }
}

/** The response schemas of a route: its answer, and the error body for each refusal. */
export function answers<T extends TSchema>(success: T, statuses: number[]) {
  const errors = [401, 403, 429, 500, 501, 503, ...statuses].map((status) => [
    status,
    refused(status),
  ])
  const described = { ...success, description: 'Success.' }
  return { 200: described, ...Object.fromEntries(errors) } as { 200: T }
}

/** As `answers`, for a route that creates a resource: 201. */
export function created<T extends TSchema>(success: T, statuses: number[]) {
  const { 200: _, ...errors } = answers(success, statuses)
  return { ...errors, 201: { ...success, description: 'Created.' } } as { 201: T }
}

/** As both, for a route that finds or creates a resource. */
function createdOrFound<T extends TSchema>(success: T, statuses: number[]) {
  const found = { ...success, description: 'It existed: `created` is false.' }
  return { ...created(success, statuses), 200: found } as { 200: T; 201: T }
}

export const ANSWERS_BY_STATUS = {
  200: answers,
  201: created,
  'found or created': createdOrFound,
}

/**
 * The errors of the schema, for a handler that adds its own. A list that is too long is refused
 * immediately, without reading its items.
 */
export function wrongIn(validationError: { validation?: unknown } | undefined): FieldError[] {
  const errors = (validationError?.validation ?? []) as ErrorObject[]
  const found = fieldErrors(errors)
  if (errors.some(({ keyword }) => keyword === 'maxItems')) refuseFields(found)
  return found
}
