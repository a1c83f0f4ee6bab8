// What the request log keeps of a body. It fails closed:
//
// (1) Only fields that the schema of the route names are kept.
// (2) Fields named in REPLACED are replaced, and in free-form data whatever is named like a secret.
// (3) In strings, 11 digits (a BVN, NIN or phone number) and card numbers are replaced, wherever
//     they stand.
// (4) A body, a string, a list and the depth have a limit. What is left out is marked.

export const BODY_LENGTH_MAX = 8_192
const STRING_LENGTH_MAX = 1_000
const DEPTH_MAX = 8
/** What a name, a number or a bracket counts. */
const LENGTH_OF_REST = 8

export const REDACTED = '[redacted]'
const CUT = '[cut]'

/** Secrets, identity details, and what opens a checkout; whatever is inside. */
export const REPLACED: ReadonlySet<string> = new Set([
  ...['number', 'cvv', 'pin', 'otp', 'bvn', 'nin', 'identityNumber', 'providerResponse', 'consent'],
  ...[
    'access_code',
    'authorization_url',
    'secret',
    'secret_key',
    'webhook_secret',
    'dedicated_virtual_account_webhook_secret',
    'key',
    'token',
    'proof',
    'password',
    'signature',
  ],
  // Messages of the sandbox, which have codes and links in them.
  ...['text', 'html'],
  // Shown masked everywhere else.
  'sender_account_number',
])
/** In free-form data, where nobody knows what a name means. */
const SECRET_NAME =
  /secret|passw|token|key|cvv|cvc|otp|bvn|nin$|pin$|pan$|card_?n|consent|signat|authori|access_?c/i

/** Written at a stretch, or with spaces and hyphens. */
const DIGITS = /\d(?:[ -]?\d){10}/
/** Ids of ours can have eleven digits in a row, and are what a call is searched by. */
const ID = '\\b[a-z]+_[0-9a-f]{32}\\b|\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b'
const STRETCHES = new RegExp(`${ID}|\\d{11,}`, 'g')
const SPACED = new RegExp(`${ID}|\\d(?:[ -]?\\d){10,}`, 'g')
const IN_AN_ID = /[a-z]/
const NUMBER_LENGTH = 11
const CARD_LENGTH_MIN = 13
const CARD_LENGTH_MAX = 19

type Schema = { readonly [keyword: string]: unknown }
/** Finds a shared schema by its name. */
type FindSchema = (name: string) => unknown

type Budget = { left: number }
/** What is kept of a value; undefined: nothing. */
type Keep = (value: unknown, budget: Budget, depth: number) => unknown
/** What is kept of a body; undefined: nothing. */
export type Redact = (body: unknown) => unknown

export function redactorOf(schema: unknown, find: FindSchema): Redact {
  const keep = keeperOf([schema], find, new Map())
  return (body) => keep(body, { left: BODY_LENGTH_MAX }, 0) ?? undefined
}

/** `schemas`: the value may be any of them. What any of them names is kept. */
function keeperOf(schemas: unknown[], find: FindSchema, known: Map<string, Keep>): Keep {
  const all = branchesOf(schemas, find)
  const properties = new Map<string, Schema[]>()
  for (const one of all) {
    for (const [name, part] of Object.entries((one['properties'] ?? {}) as Schema)) {
      properties.set(name, [...(properties.get(name) ?? []), part as Schema])
    }
  }
  const inner = (parts: unknown[]) => onceFor(parts, known, () => keeperOf(parts, find, known))
  const fields = [...properties].map(([name, parts]) => ({
    name,
    keep: REPLACED.has(name) ? replaced : inner(parts),
  }))
  const items = all.flatMap(({ items: one }) => (one === undefined ? [] : [one]))
  const keepItem = items.length > 0 ? inner(items) : null
  const patterns = all.flatMap(({ patternProperties: one }) => Object.values(one ?? {}))
  const keepAny = patterns.length > 0 ? inner(patterns) : null
  const isFree = all.some(({ additionalProperties: one }) => one === true)
  const isPlain = all.some(isScalar)

  return (value, budget, depth) => {
    if (value === null) return null
    if (typeof value !== 'object') return isPlain ? keptScalar(value, budget) : undefined
    if (Array.isArray(value)) {
      return keepItem === null ? undefined : keptItems(value, keepItem, budget, depth)
    }
    if (isFree) return keptFreely(value, budget, depth)
    if (keepAny !== null) return keptAll(value, keepAny, budget, depth)
    if (fields.length === 0) return undefined
    const kept: Record<string, unknown> = {}
    for (const { name, keep } of fields) {
      const sent = (value as Record<string, unknown>)[name]
      if (sent === undefined || !Object.hasOwn(value, name)) continue
      budget.left -= LENGTH_OF_REST
      kept[name] = budget.left > 0 ? keep(sent, budget, depth + 1) : CUT
    }
    return kept
  }
}

/** One keeper for each schema, which may refer to itself. */
function onceFor(parts: unknown[], known: Map<string, Keep>, make: () => Keep): Keep {
  const [only] = parts as [Schema]
  const name = parts.length === 1 && typeof only['$ref'] === 'string' ? only['$ref'] : null
  if (name === null) return make()
  const found = known.get(name)
  if (found) return found
  let made: Keep | null = null
  const keep: Keep = (...of) => made!(...of)
  known.set(name, keep)
  made = make()
  return keep
}

function branchesOf(schemas: unknown[], find: FindSchema): Schema[] {
  return schemas.flatMap((one) => {
    const schema = (one ?? {}) as Schema
    const { $ref: name, anyOf: some, allOf: every } = schema
    if (typeof name === 'string') return branchesOf([find(name.replace(/#$/, ''))], find)
    const parts = [...((some ?? []) as unknown[]), ...((every ?? []) as unknown[])]
    return [schema, ...branchesOf(parts, find)]
  })
}

function isScalar({ type, enum: some, const: only }: Schema): boolean {
  if (some !== undefined || only !== undefined) return true
  return [type].flat().some((one) => /^(string|integer|number|boolean)$/.test(String(one)))
}

const replaced: Keep = (value) => (value === null ? null : REDACTED)

function keptScalar(value: unknown, budget: Budget): unknown {
  budget.left -= LENGTH_OF_REST
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const most = Math.max(0, Math.min(STRING_LENGTH_MAX, budget.left))
  budget.left -= Math.min(value.length, most)
  return value.length <= most ? masked(value) : `${masked(value).slice(0, most)}${CUT}`
}

function keptItems(values: unknown[], keep: Keep, budget: Budget, depth: number): unknown[] {
  const kept: unknown[] = []
  for (const value of values) {
    if (budget.left <= 0) return [...kept, CUT]
    const one = keep(value, budget, depth + 1)
    if (one !== undefined) kept.push(one)
  }
  return kept
}

function keptAll(value: object, keep: Keep, budget: Budget, depth: number): object {
  const kept: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    if (budget.left <= 0) return { ...kept, [CUT]: CUT }
    budget.left -= name.length + LENGTH_OF_REST
    kept[masked(name)] = SECRET_NAME.test(name) ? REDACTED : keep(one, budget, depth + 1)
  }
  return kept
}

function keptFreely(value: unknown, budget: Budget, depth: number): unknown {
  if (depth > DEPTH_MAX) return CUT
  if (Array.isArray(value)) return keptItems(value, keptFreely, budget, depth)
  if (typeof value === 'object' && value !== null) return keptAll(value, keptFreely, budget, depth)
  if (typeof value !== 'number') return value === null ? null : keptScalar(value, budget)
  const text = masked(String(value))
  return text === String(value) ? keptScalar(value, budget) : text
}

/** Replaces numbers of persons and cards. Session ids, which are longer, and ids of ours stay. */
export function masked(text: string): string {
  return text.length < NUMBER_LENGTH || !DIGITS.test(text) ? text : maskedIn(text)
}

function maskedIn(text: string): string {
  const unlessNumber = (found: string) => {
    if (IN_AN_ID.test(found)) return found
    const digits = found.replaceAll(/\D/g, '')
    return digits.length === NUMBER_LENGTH || isCard(digits) ? REDACTED : found
  }
  return text.replaceAll(STRETCHES, unlessNumber).replaceAll(SPACED, unlessNumber)
}

function isCard(digits: string): boolean {
  if (digits.length < CARD_LENGTH_MIN || digits.length > CARD_LENGTH_MAX) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (1 + (i % 2))
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
