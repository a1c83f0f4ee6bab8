// The most expensive bodies to process for the schema of a route.

/** The parts of a schema that this file reads. */
export type Schema = {
  [keyword: string]: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
}
type Put = (value: unknown) => unknown
type Body = [name: string, body: string]

const SAMPLES: Record<string, string> = {
  email: 'ada@example.com',
  'web-address': 'https://shop.example/',
  'return-address': 'https://shop.example/',
  phone: '+2348030000000',
  'account-number': '0000000018',
  'bank-code': '058',
  'eleven-digits': '22222222222',
  'ip-address': '102.89.0.1',
  timestamp: '2099-01-01T00:00:00Z',
  pin: '1111',
  otp: '123456',
  'registration-number': 'RC1234567',
}

/**
 * Texts that slow a pattern or parser when repeated before a last letter that does not match. The
 * two combining marks are out of order, so normalization has to sort them.
 */
const PUMPS = [
  ...['a', '0', ' ', '.', '-', ':', '/', '@', '=', ';', ',', '%', '&', '{', '[', '(', '"', '<'],
  ...['a.', 'a-', '0:', '::', 'a@', '%41', '\u0315\u0316', '\n', '\t', 'ﷺ', '😀', '\\u0061'],
]
const TEXTS_WITHIN = ['a', ' ', '/', '\u0315\u0316']
const PREFIXES: Record<string, string> = {
  'web-address': 'https://',
  'return-address': 'myapp://',
  email: 'a@',
}
const DEPTH_MAX = 64

/** Texts of about this many bytes. */
export function longTexts(bytes: number, format = ''): string[] {
  return PUMPS.map(
    (pump) =>
      `${PREFIXES[format] ?? ''}${pump.repeat(Math.floor(bytes / Buffer.byteLength(pump)))}!`,
  )
}

/** Bodies derived from a schema: JSON of at most `bytes`. */
export function worstBodies(schema: Schema, bytes: number): Body[] {
  const wrong = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, [{}]]))
  const long = TEXTS_WITHIN.map(
    (pump): Body => [`texts of ${JSON.stringify(pump)}`, JSON.stringify(longestOf(schema, pump))],
  )
  return [
    ['every field wrong', JSON.stringify(wrong)],
    ...long,
    ...worstOf(schema, (value) => value, bytes, ''),
  ]
}

/** Every property, with each string at its maximum length. */
function longestOf(schema: Schema, pump: string): unknown {
  if (schema.anyOf) return longestOf(schema.anyOf[0]!, pump)
  if (schema.type === 'string' && !schema.enum && !schema.format) {
    return pump.repeat(Number(schema['maxLength']) / pump.length)
  }
  if (schema.type === 'array') {
    const one = longestOf(schema.items!, pump)
    return Array.from({ length: Math.min(Number(schema['maxItems']), 5) }, () => one)
  }
  if (schema.type !== 'object') return sampleOf(schema)
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([name, one]) => [name, longestOf(one, pump)]))
}

/** The smallest value that a schema accepts. */
export function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties![name]!)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items!))
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return SAMPLES[schema.format ?? ''] ?? 'example'
  }
}

/** `put` places a value for this schema into an otherwise valid body. */
function* worstOf(schema: Schema, put: Put, bytes: number, path: string): Iterable<Body> {
  for (const one of schema.anyOf ?? []) yield* worstOf(one, put, bytes, path)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const rest = sampleOf(schema) as object
    yield* worstOf(inner, (value) => put({ ...rest, [name]: value }), bytes, `${path}.${name}`)
  }
  if (schema.type === 'array') yield* worstLists(schema, put, bytes, path)
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0) {
    yield [`${path} with many keys`, JSON.stringify(put(manyKeys(bytes / 2)))]
    yield [`${path}, deep`, JSON.stringify(put(nested(DEPTH_MAX - 8, bytes / 2)))]
  }
}

function* worstLists(schema: Schema, put: Put, bytes: number, path: string): Iterable<Body> {
  const items = schema.items ?? {}
  const right = sampleOf(items)
  const wrongs = [right, {}, '', 'https://x', 0]
  for (const item of wrongs) {
    const name = `${path} full of ${JSON.stringify(item)}`
    yield [name, filled((list) => put(list), Array(bytes).fill(item), bytes)]
  }
  yield [`${path} of different`, filled(put, unlike(bytes), bytes)]
  yield [
    `${path} of objects`,
    filled(
      put,
      unlike(bytes).map((a) => ({ a })),
      bytes,
    ),
  ]
  if (items.properties) {
    yield* worstOf(items, (value) => put([value]), bytes, `${path}[]`)
    const wrong = Object.fromEntries(Object.keys(items.properties).map((name) => [name, {}]))
    const named = Object.keys(items.properties)[0]!
    const objects = unlike(bytes).map((text) => ({ [named]: text }))
    yield [`${path} of objects, each different`, filled(put, objects, bytes)]
    yield [`${path} with every field wrong`, filled(put, Array(bytes).fill(wrong), bytes)]
  }
}

/** The most expensive JSON to parse, in a field that no route knows. */
export function worstJson(bytes: number): Body[] {
  const within = (text: string) => `{"x":${text}}`
  const room = bytes - 100
  const many = (piece: string) => piece.repeat(Math.floor(room / (piece.length + 1)))
  const list = (piece: string) => within(`[${many(`${piece},`).slice(0, -1)}]`)
  return [
    ['many keys', JSON.stringify(manyKeys(room))],
    ['keys that read as numbers', JSON.stringify(numberedKeys(room))],
    ['one key again and again', `{${many('"a":1,').slice(0, -1)}}`],
    ['brackets that never close', '['.repeat(bytes)],
    ['strings that never close', '"\\'.repeat(bytes / 2)],
    ['as deep as is read', within(JSON.stringify(nested(DEPTH_MAX - 2, room)))],
    ['many empty objects', list('{}')],
    ['many empty lists', list('[]')],
    ['many numbers', list('1')],
    ['many fractions', list('1.5')],
    ['many exponents', list('1e-9')],
    ['one long number', within(`1${'0'.repeat(room)}`)],
    ['one long fraction', within(`0.${'0'.repeat(room)}1`)],
    ['one long text', within(`"${'a'.repeat(room)}"`)],
    ['many escapes', within(`"${many('\\u0061')}"`)],
    ['many escaped quotes', within(`"${many('\\"')}"`)],
    ['one long key', `{"${'k'.repeat(room)}":1}`],
    ['blanks', `${' '.repeat(room)}{}`],
    ['fractions below many keys', JSON.stringify(manyKeys(room, 0.5))],
    ['many lists with a fraction', within(`[${many('[],').slice(0, -1)},1.5]`)],
  ]
}

/** Takes as much of the list as fits. */
function filled(put: Put, list: unknown[], bytes: number): string {
  let room = bytes - Buffer.byteLength(JSON.stringify(put([])))
  const fits = list.findIndex((item) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1
    return room < 0
  })
  return JSON.stringify(put(list.slice(0, fits < 0 ? list.length : fits)))
}

function unlike(count: number): string[] {
  return Array.from({ length: count / 8 }, (_, i) => `${i}`)
}

function manyKeys(bytes: number, value = 1): object {
  return Object.fromEntries(
    Array.from({ length: Math.floor(bytes / 12) }, (_, i) => [`a${i}`, value]),
  )
}

/** Keys that collide in a hash table that does not mix the key's value. */
function numberedKeys(bytes: number): object {
  const keys = Array.from({ length: Math.floor(bytes / 14) }, (_, i) => [String(i * 65_536), 1])
  return Object.fromEntries(keys)
}

function nested(depth: number, bytes: number): unknown {
  const wide = JSON.stringify(Array(Math.floor(bytes / depth / 5)).fill({}))
  return JSON.parse(`${`{"a":${wide},"b":`.repeat(depth / 2)}1${'}'.repeat(depth / 2)}`) as unknown
}

/** The most expensive forms to parse, and fields of one. */
export function worstForms(bytes: number): Body[] {
  const fill = (piece: (i: number) => string) => {
    let form = ''
    for (let i = 0; form.length + piece(i).length <= bytes; i++) form += piece(i)
    return form
  }
  const within = (start: string, piece: string) =>
    start + piece.repeat((bytes - start.length) / piece.length)
  return [
    ['many names', fill((i) => `a${i}=&`)],
    ['one name', fill(() => 'a=&')],
    ['nothing but &', '&'.repeat(bytes)],
    ['nothing but =', '='.repeat(bytes)],
    ['escapes', within('name=', '%41')],
    ['broken escapes', within('name=', '%')],
    ['many channels', within('channels=', 'card,')],
    ['many different channels', `channels=${fill((i) => `${i},`).slice(0, -20)}`],
    ['much metadata', fill((i) => `metadata[${i}]=&`)],
    ['open brackets', within('metadata[', '[')],
    ['metadata of lists', within('metadata=', '[')],
    ['metadata of fractions', `${within('metadata={"a":[1', ',1.5')}]}`.slice(-bytes)],
    ['a long amount', within('amount=', '0')],
    ['a long amount with commas', within('naira=', '1,')],
    ['a long e-mail address', within('email=a@', 'a.')],
    ['a long card number', within('number=', '4 ')],
    ['a long name of blanks', `${within('name=', '+')}x`.slice(-bytes)],
  ]
}
