import assert from 'node:assert/strict'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import ipaddr from 'ipaddr.js'
import { appOf } from './app-addresses.ts'
import { costsOf, guarded, type Schema, TIDIES, type Tidied } from './bounds.ts'
import type { FieldCode, FieldError } from './first-field.ts'
import { formatNaira, kobo } from './money.ts'
import { readEdge, readMoment, WANTS_EDGE, WANTS_MOMENT } from './range.ts'
import { FIELD_ERRORS_MAX, Refusal, refuseFields } from './refusal.ts'
import { unknownParameter } from './unknown-parameter.ts'

// Validates requests and reports all wrong fields at once, each with the fix. The schema of the
// route decides; nothing is coerced.

const EMAIL_MAX = 254
const URL_MAX = 2_048
/** `0000:0000:0000:0000:0000:ffff:255.255.255.255`. */
const ADDRESS_MAX = 45
// An unquoted local part, one @, and a name with a dot.
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, 'u')
/** Clients drop `.` and `..` from a path, so such a reference could not be fetched. */
export const REFERENCE = /^(?!\.{1,2}$)[A-Za-z0-9._=-]{1,100}$/
const CONTROL_OR_SPACE = /[\p{Cc}\s]/u

/** Longer than anything with a format. Longer texts are not checked. */
const FORMATTED_MAX = 4_096

/** A format: the check, what the error says, and its standard form in the document. */
type Format = { check: (text: string) => boolean; wants: string; published: object }

const matching = (pattern: RegExp, example: string, wants: string): Format => ({
  check: (text) => pattern.test(text),
  wants,
  published: { pattern: pattern.source, examples: [example] },
})

const formats: Record<string, Format> = {
  email: {
    check: (text) => text.length <= EMAIL_MAX && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text),
    wants: 'must be an email address such as ada@example.com',
    published: { format: 'email', maxLength: EMAIL_MAX, examples: ['ada@example.com'] },
  },
  'web-address': {
    check: isWebAddress,
    wants: `must be an http or https URL of at most ${URL_MAX} characters`,
    published: { format: 'uri', maxLength: URL_MAX, examples: ['https://shop.example/thanks'] },
  },
  'return-address': {
    check: (text) => isWebAddress(text) || isAppAddress(text),
    wants:
      'must be an http or https URL, or a URL of your app such as myapp://paid, of at most ' +
      `${URL_MAX} characters`,
    published: { format: 'uri', maxLength: URL_MAX, examples: ['https://shop.example/thanks'] },
  },
  'person-name': {
    check: (text) => text.trim() !== '' && !/\p{Cc}/u.test(text),
    wants: 'must be a name on one line',
    published: { pattern: '\\S', examples: ['Ada Example'] },
  },
  phone: matching(
    /^\+?[0-9][0-9 ()-]{5,18}[0-9]$/,
    '+2348030000000',
    'must be a phone number such as +2348030000000',
  ),
  reference: matching(
    REFERENCE,
    'order-1042',
    'must be 1 to 100 characters from A-Z a-z 0-9 . _ = - (not . or .. alone)',
  ),
  'account-number': matching(/^[0-9]{10}$/, '0000000018', 'must be a string of 10 digits'),
  'bank-code': matching(
    /^[0-9A-Z]{3,10}$/,
    '058',
    'must be a bank code: a string of 3 to 10 digits or capital letters',
  ),
  'eleven-digits': matching(/^[0-9]{11}$/, '22222222222', 'must be a string of 11 digits'),
  'ip-address': {
    check: (text) =>
      text.length <= ADDRESS_MAX &&
      (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)),
    wants: 'must be an IP address such as 102.89.0.1',
    published: { maxLength: ADDRESS_MAX, examples: ['102.89.0.1'] },
  },
  timestamp: {
    check: (text) => readMoment(text) !== null,
    wants: WANTS_MOMENT,
    published: { format: 'date-time', examples: ['2026-11-21T09:30:00Z'] },
  },
  // As both ends of a range, because the end of a day is later.
  'day-or-time': {
    check: (text) => readEdge(text, 'from') !== null && readEdge(text, 'to') !== null,
    wants: WANTS_EDGE,
    published: {
      pattern: '^\\d{4}-\\d\\d-\\d\\d(T.+(Z|[+-]\\d\\d:\\d\\d))?$',
      examples: ['2026-11-28', '2026-11-28T09:30:00Z'],
    },
  },
  month: matching(/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/, '2026-11', 'must be a month such as 2026-11'),
  'session-id': matching(
    /^[\x21-\x7e]{1,64}$/,
    '000013261121093000000000000001',
    'must be 1 to 64 printable characters without spaces',
  ),
  pin: matching(/^[0-9]{4}$/, '1234', 'must be a string of 4 digits'),
  otp: matching(/^[0-9]{6}$/, '123456', 'must be a string of 6 digits'),
  slug: matching(
    /^[a-z0-9-]{3,60}$/,
    'adire-workshop',
    'must be 3 to 60 characters from a-z 0-9 -',
  ),
  'registration-number': matching(
    /^([Rr][Cc]|[Bb][Nn])[ -]?[0-9]{1,8}$/,
    'RC1234567',
    'must be RC or BN and the number on the certificate, such as RC1234567',
  ),
  'not-blank': {
    check: (text) => text.trim() !== '',
    wants: 'must not be blank',
    published: { pattern: '\\S' },
  },
  'one-line': {
    check: (text) => !/\p{Cc}/u.test(text),
    wants: 'must be one line without control characters',
    published: {},
  },
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  coerceTypes: false,
  useDefaults: true,
})
for (const [name, { check }] of Object.entries(formats)) {
  ajv.addFormat(name, (text) => text.length <= FORMATTED_MAX && check(text))
}
// `uniqueItems` in linear time.
ajv.addKeyword({
  keyword: 'x-distinct',
  type: 'array',
  validate: (_: true, list: unknown[]) => new Set(list).size === list.length,
})

// Validated, but dropped before the handler.
ajv.addKeyword({
  keyword: 'x-not-kept',
  modifying: true,
  errors: false,
  validate: (_: true, _sent: unknown, _schema?: object, of?: DataValidationCxt) => {
    if (of) delete of.parentData[of.parentDataProperty]
    return true
  },
})

ajv.addKeyword({
  keyword: TIDIES,
  type: 'object',
  modifying: true,
  before: 'properties',
  errors: false,
  validate: ({ nulls, objects, emails }: Tidied, fields: Record<string, unknown>) => {
    for (const name of nulls) if (fields[name] === null) delete fields[name]
    for (const name of objects) {
      const value = fields[name]
      if (Array.isArray(value) && value.length === 0) fields[name] = {}
    }
    for (const name of emails) {
      const value = fields[name]
      if (typeof value === 'string') fields[name] = value.trim()
    }
    return true
  },
})

/** What the document says of a format; for a standard one, its name. */
export function publishedFormat(name: string): object {
  return formats[name]?.published ?? { format: name }
}

/** `isShort`: the schema describes part of the URL. */
export function compile(schema: object, isShort = false): ValidateFunction {
  assertBounded(schema, isShort)
  return ajv.compile(guarded(schema as Schema))
}

export function assertBounded(schema: object, isShort: boolean): void {
  const costs = costsOf(schema as Schema, isShort)
  assert(costs.length === 0, `a schema must be bounded: ${costs.join('; ')}`)
}

/** One error per field: the first found. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const error of errors) {
    if (found.size === FIELD_ERRORS_MAX) break
    const fieldError = toFieldError(error)
    if (!fieldError || found.has(fieldError.field)) continue
    const isToldWithin = () => [...found.keys()].some((at) => at.startsWith(`${fieldError.field}.`))
    if (isOfOther(error) && isToldWithin()) continue
    found.set(fieldError.field, fieldError)
  }
  return [...found.values()]
}

/** An object that may be null also fails "must be null" when its fields are wrong. */
function isOfOther({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'type' && params['type'] === 'null')
}

/**
 * Runs all checks, and refuses with the wrong fields of all of them. For one field, the first error
 * counts.
 */
export function checkAll<Results extends unknown[]>(
  errors: FieldError[],
  ...checks: { [I in keyof Results]: () => Results[I] }
): Results {
  const found = [...errors]
  const results = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Refusal) || error.errors.length === 0) throw error
      found.push(...error.errors)
      return undefined
    }
  })
  const first = new Map(found.toReversed().map((error) => [error.field, error]))
  if (first.size > 0) refuseFields([...first.values()].toReversed())
  return results as Results
}

function toFieldError(error: ErrorObject): FieldError | null {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const { params } = error
  switch (error.keyword) {
    case 'required': {
      const field = path === '' ? params['missingProperty'] : `${path}.${params['missingProperty']}`
      return { field, code: 'required', message: `${field} is required.` }
    }
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema as Schema)['properties'] ?? {})
      return unknownParameter(path, params['additionalProperty'], known)
    }
    case 'type':
      return fieldError(path, 'invalid_type', `must be ${wanted(params['type'], error)}`)
    case 'minimum':
      return fieldError(path, 'too_small', `must be at least ${amountOf(params['limit'], error)}`)
    case 'exclusiveMinimum':
      return fieldError(path, 'too_small', `must be more than ${amountOf(params['limit'], error)}`)
    case 'maximum':
      return fieldError(path, 'too_large', `must be at most ${amountOf(params['limit'], error)}`)
    case 'minLength':
    case 'minItems':
      return fieldError(path, 'too_short', `must not be empty`)
    case 'maxLength':
      return fieldError(path, 'too_long', `must have at most ${params['limit']} characters`)
    case 'maxItems':
    case 'maxProperties':
      return fieldError(path, 'too_long', `must have at most ${params['limit']} entries`)
    case 'x-distinct':
      return fieldError(path, 'repeated', 'must not contain duplicates')
    case 'format':
      return fieldError(
        path,
        'invalid_format',
        formats[params['format']]?.wants ?? 'has an invalid format',
      )
    case 'const':
      return fieldError(path, 'not_allowed', `must be ${params['allowedValue']}`)
    case 'enum':
      return fieldError(path, 'not_allowed', `must be one of ${params['allowedValues'].join(', ')}`)
    // Follows from the errors of its parts.
    default:
      return error.keyword === 'anyOf' ? fieldError(path, 'not_allowed', 'is not allowed') : null
  }
}

function fieldError(path: string, code: FieldCode, wants: string): FieldError {
  const field = path === '' ? 'body' : path
  return { field, code, message: `${field} ${wants}.` }
}

function wanted(type: string, { data, parentSchema }: ErrorObject): string {
  if (type === 'string') return 'a string'
  if (type !== 'integer') return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
  const whole = isKobo(parentSchema)
    ? 'a whole number of kobo: 500000 is ₦5,000.00'
    : 'a whole number'
  return typeof data === 'string' ? `${whole}, not a string` : whole
}

function amountOf(limit: number, { parentSchema }: ErrorObject): string {
  return isKobo(parentSchema) ? `${limit} kobo (${formatNaira(kobo(limit))})` : `${limit}`
}

/** `x-unit` says what the number counts. */
function isKobo(schema: object | undefined): boolean {
  return schema !== undefined && 'x-unit' in schema && schema['x-unit'] === 'kobo'
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && isPlainAddress(text)
}

function isAppAddress(text: string): boolean {
  return appOf(text) !== null && isPlainAddress(text)
}

function isPlainAddress(text: string): boolean {
  if (text.length > URL_MAX || CONTROL_OR_SPACE.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.port !== '0'
}
