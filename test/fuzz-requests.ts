import fc from 'fast-check'
import type { InjectOptions } from 'fastify'

// Requests made from the API document: valid ones, valid ones with a fault, and wild ones.

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  examples?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, unknown>
}
export type Document = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema> }
}
type Values = { [name: string]: unknown }
/** What an operation is sent when nothing is wrong. */
type Good = { path: string; body: Values }

const JSON_TYPE = 'application/json'
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('ada@example.com', 'BOLA@EXAMPLE.COM', "o'neil+x@mail.example"),
  uri: fc.constantFrom('https://shop.example/done', 'http://127.0.0.1:1/hook', 'myapp://paid'),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
}
const EDGES: unknown[] = [
  ...[null, true, '', ' ', '0', 0, -1, 1, 1.5, 99, 100, 1e12, 1e13, 2 ** 53, 1e300, -1e-9],
  ...['null', '\u0000', '\ud800', '😀'.repeat(30), 'x'.repeat(5_000), 'a\r\nb', '%', "';--"],
  ...['2026-02-30', '2026-11-28', '2026-11-28T09:30:00Z', '99999-01-01', 'NaN', '1e9', '-0'],
  ...[[], [[]], {}, { a: { b: [null] } }, ['card', 'card'], [null], [{}], Array(60).fill('a')],
]
const HEADERS: [name: string, values: string[]][] = [
  ['idempotency-key', ['again-1', 'again-2', 'again-3', '', 'ünlesbar', 'k'.repeat(300)]],
  ['x-service-version', ['2026-12-01', '2020-01-01', '', 'latest']],
  ['x-request-id', ['mine', 'not good', 'r'.repeat(100)]],
  ['content-type', ['text/plain', 'application/xml', 'application/json; charset=latin1', ';']],
  ['accept', ['text/html', '*/*', 'application/json']],
  ['x-service-signature', ['abc']],
  ['if-none-match', ['*', '"x"']],
  ['if-match', ['*', '"x"', 'W/"1"']],
]

const edge = fc.oneof(fc.constantFrom(...EDGES), fc.jsonValue({ maxDepth: 3 }))

/** `known`: ids, references and codes that exist. */
export function requestsOf(
  document: Document,
  operations: { operation: Operation; good: Good }[],
  known: string[],
): fc.Arbitrary<{ operationId: string; request: InjectOptions }> {
  const madeOf = values(document, known)
  const texts = fc.oneof(
    fc.constantFrom(...known),
    fc.string({ minLength: 1, maxLength: 30 }),
    edge,
  )
  const choices = operations.map(({ operation, good }) => {
    const { method, path, parameters = [], requestBody } = operation
    const query = parameters.filter((one) => one.in === 'query')
    const schema =
      requestBody?.content[JSON_TYPE]?.schema ??
      requestBody?.content['application/x-www-form-urlencoded']?.schema
    const goodQuery = fc.record(
      Object.fromEntries(query.map((one) => [one.name, madeOf(one.schema)])),
      { requiredKeys: query.filter((one) => one.required).map(({ name }) => name) },
    )
    const goodBody = schema
      ? fc.oneof(fc.constant(good.body), madeOf(schema))
      : fc.constant(undefined)
    const goodPath = fc.constant(good.path)
    const wildPath = fc
      .array(texts, { minLength: 3, maxLength: 3 })
      .map((some) =>
        some.reduce<string>((url, one) => url.replace(/\{\w+\}/, segmentOf(one)), path),
      )
    const headers = fc.oneof(
      { weight: 5, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...HEADERS)
          .chain(([name, some]) => fc.constantFrom(...some).map((value) => ({ [name]: value }))),
      },
    )
    const valid = fc.record({ url: goodPath, query: goodQuery, body: goodBody, headers })
    const nearly = fc.record({
      url: fc.oneof(goodPath, wildPath),
      query: goodQuery.chain(withFault),
      body: goodBody.chain((body) =>
        body === undefined ? fc.constant(body) : withFault(body as Values),
      ),
      headers,
    })
    const wild = fc.record({
      url: wildPath,
      query: fc.dictionary(fc.string({ maxLength: 12 }), edge, { maxKeys: 4 }),
      body: fc.oneof(edge, fc.string(), fc.constant(undefined)),
      headers,
    })
    return fc
      .oneof(
        { weight: 4, arbitrary: valid },
        { weight: 4, arbitrary: nearly },
        { weight: 2, arbitrary: wild },
      )
      .map(({ url, query: asked, body, headers: more }) => ({
        operationId: operation.operationId,
        request: {
          method,
          url: withQuery(url, asked as Values),
          headers: { ...(body !== undefined && { 'content-type': JSON_TYPE }), ...more },
          ...(body !== undefined && { payload: textOf(body) }),
        },
      }))
  })
  return fc.oneof(...choices)
}

/** Values that a schema accepts. */
function values(document: Document, known: string[]) {
  return function madeOf(schema: Schema): fc.Arbitrary<unknown> {
    const { $ref, anyOf, enum: some, examples = [] } = schema
    if ($ref) return madeOf(document.components.schemas[$ref.split('/').at(-1)!]!)
    if (anyOf) return fc.oneof(...anyOf.map(madeOf))
    if (some) return fc.constantFrom(...some)
    const types = [schema.type].flat().map((type) => ofType(type, schema))
    return fc.oneof(...types, ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []))
  }

  function ofType(type: string | undefined, schema: Schema): fc.Arbitrary<unknown> {
    const madeOf = values(document, known)
    const { minimum = 0, maximum = 1_000_000, properties = {}, required = [] } = schema
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
      case 'number':
        return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 31 - 1)) })
      case 'array':
        return fc.array(madeOf(schema.items ?? {}), {
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        })
      case 'object': {
        const fields = Object.entries(properties).map(([name, one]) => [name, madeOf(one)])
        const open = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
        if (fields.length === 0) return open
        return fc.record<Values>(Object.fromEntries(fields), { requiredKeys: required })
      }
      case 'string': {
        const text = fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 40) })
        return FORMATS[schema.format ?? ''] ?? fc.oneof(fc.constantFrom(...known), text)
      }
      default:
        return fc.jsonValue()
    }
  }
}

/** One field less, one of another kind, or one that nobody knows. */
function withFault(good: Values): fc.Arbitrary<Values> {
  const names = Object.keys(good ?? {})
  const extra = fc.tuple(
    fc.constantFrom('__proto__', 'colour', 'id', 'constructor', 'Amount'),
    edge,
  )
  const added = extra.map(([name, value]) => ({ ...good, [name]: value }))
  if (names.length === 0) return added
  const one = fc.constantFrom(...names)
  return fc.oneof(
    added,
    one.map((name) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))),
    {
      weight: 3,
      arbitrary: fc.tuple(one, edge).map(([name, value]) => ({ ...good, [name]: value })),
    },
  )
}

function withQuery(url: string, query: Values): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
  const text = pairs
    .map((pair) => pair.map((one) => encodeURIComponent(one!.toWellFormed())).join('='))
    .join('&')
  return text === '' ? url : `${url}?${text}`
}

/** A dot alone, or nothing, would lead to another address. */
function segmentOf(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  return /^\.{0,2}$/.test(text) ? 'x' : encodeURIComponent(text)
}

/** A text is sent as it is, so some bodies are no JSON. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
