import assert from 'node:assert/strict'

// Reads docs/api/openapi.json into what the generators of client libraries need: resources with
// methods, named types, events. All clients are generated from this, so a method has the same name
// in each: `cowrie.transactions.initialize` in TypeScript and PHP, and with underscores in Python.

export type ClientApi = {
  /** The API's version, such as `2026-12-01`, which each request names. */
  version: string
  resources: Resource[]
  /** All types that methods and events use, in the document's order. */
  types: NamedType[]
  events: WebhookEvent[]
}

export type Resource = {
  /** Lower case: `['payment', 'links']`. */
  words: string[]
  methods: Method[]
}

export type Method = {
  /** The operationId, which is unique: `listTransactions`. */
  id: string
  /** Lower case; without the words of the resource: `['get', 'timeline']`. */
  words: string[]
  http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/api/v1/transactions/{id}` */
  path: string
  /** The names in braces in `path`, in order. */
  pathParams: Field[]
  query: Field[]
  /** The type of the JSON body; optional if no field is required. */
  body: { type: string; isOptional: boolean } | null
  /** Whether the service reads an Idempotency-Key. */
  takesKey: boolean
  /** Whether the service reads an If-Match. */
  takesTag: boolean
  /** Whether the answer has an ETag. The client adds it to the record: `etag`. */
  hasTag: boolean
  result: Result
  summary: string
  description: string
}

export type Result =
  /** `data` of the response. */
  | { kind: 'data'; type: TypeNode }
  /** A list with `meta`; `meta.next` is the `cursor` of the next page. */
  | { kind: 'page'; item: TypeNode }
  /** The whole JSON, if it has no `data`. */
  | { kind: 'whole'; type: TypeNode }
  /** A text file: CSV, SVG. */
  | { kind: 'text' }
  | { kind: 'bytes' }

export type Field = {
  name: string
  type: TypeNode
  isRequired: boolean
  description: string
}

/** The fields of an object, or the type of an alias. */
export type NamedType = { name: string; type: TypeNode; description: string }

export type TypeNode =
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' }
  /** `isOpen`: the service may send other values later. */
  | { kind: 'enum'; values: (string | number | boolean)[]; isOpen: boolean }
  | { kind: 'array'; items: TypeNode }
  /** `isOpen`: it may have other fields. */
  | { kind: 'object'; fields: Field[]; isOpen: boolean }
  | { kind: 'named'; name: string }
  | { kind: 'union'; of: TypeNode[] }

export type WebhookEvent = {
  /** `transaction.success` */
  name: string
  /** The type of the body: `TransactionSuccessEvent`. */
  type: string
  description: string
}

type Json = { [key: string]: unknown }
type Operation = {
  operationId: string
  summary: string
  description?: string
  parameters?: Json[]
  requestBody?: { content: Record<string, { schema: Json }> }
  'x-alias-of'?: string
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Json }> }>
}
type Document = {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** Browsers call these with a public key; `cowrie listen` reads the stream. */
const NOT_FOR_SERVERS = [
  'initializePublicTransaction',
  'initializePublicTransactionByLink',
  'streamEvents',
]
/** Exceptions where `methodWords` would give two methods one name, or an unclear one. */
const NAMED: Record<string, string[]> = {
  resendEvents: ['resend', 'many'],
  getVerification: ['get'],
  listVerifications: ['list'],
  tryRule: ['try', 'out'],
}
/** Words that Python allows for no method, of those that a name of a call could be. */
const KEYWORDS = 'assert,break,continue,del,for,from,global,import,in,is,not,pass,raise,return,try'
const SUCCESS = ['200', '201']
const ALWAYS = ['Error', 'FieldError', 'ListMeta']

export function readDocument(document: object): ClientApi {
  const { info, paths, webhooks, components } = document as Document
  const resources = new Map<string, Resource>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [http, operation] of Object.entries(operations)) {
      if (NOT_FOR_SERVERS.includes(operation.operationId)) continue
      if (operation['x-alias-of'] !== undefined) continue
      const segment = path.replace('/api/v1/', '').split('/')[0]!
      const words = segment.split('-')
      const resource = resources.get(segment) ?? { words, methods: [] }
      resources.set(segment, resource)
      resource.methods.push(methodOf(words, http, path, operation, components.schemas))
    }
  }
  for (const { words, methods } of resources.values()) {
    const names = methods.map((one) => one.words.join(' '))
    assert.equal(new Set(names).size, names.length, `${words.join(' ')} has a name twice: ${names}`)
    const keyword = names.find((name) => KEYWORDS.split(',').includes(name))
    assert.equal(keyword, undefined, `${words.join(' ')}: ${keyword} can be no name`)
  }
  const events = Object.entries(webhooks).map(([name, { post }]) => eventOf(name, post!))
  const made = { version: info.version, resources: [...resources.values()], events }
  return { ...made, types: withTags(typesOf(made, components.schemas), made.resources) }
}

const ETAG: Field = {
  name: 'etag',
  type: { kind: 'string' },
  isRequired: false,
  description:
    'The version of the record, in the result of a call that reads or changes it alone. Give it ' +
    'to a change, which is then made only if nobody else has changed the record.',
}

/** With `etag` in each record that a method gives with one. */
function withTags(types: NamedType[], resources: Resource[]): NamedType[] {
  const tagged = new Set(
    resources.flatMap(({ methods }) =>
      methods.flatMap(({ hasTag, result }) =>
        hasTag && result.kind === 'data' && result.type.kind === 'named' ? [result.type.name] : [],
      ),
    ),
  )
  return types.map((one) => {
    const { name, type } = one
    if (!tagged.has(name) || type.kind !== 'object') return one
    return { ...one, type: { ...type, fields: [...type.fields, ETAG] } }
  })
}

/** `['dedicated', 'virtual', 'accounts']` is `dedicatedVirtualAccounts`. */
export function camelCase(words: string[]): string {
  return words.map((word, i) => (i === 0 ? word : capitalized(word))).join('')
}

export function pascalCase(words: string[]): string {
  return words.map(capitalized).join('')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function methodOf(
  resource: string[],
  http: string,
  path: string,
  { operationId, summary, description = '', parameters = [], requestBody, responses }: Operation,
  schemas: Record<string, Json>,
): Method {
  const fields = parameters.filter((one) => one['$ref'] === undefined)
  const inPath = new Map(
    fields.filter((one) => one['in'] === 'path').map((one) => [one['name'], one]),
  )
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const status = SUCCESS.find((one) => one in responses)
  assert(status, `${operationId} has an answer`)
  return {
    id: operationId,
    words: NAMED[operationId] ?? methodWords(resource, operationId),
    http: http.toUpperCase() as Method['http'],
    path,
    pathParams: names.map((name) => parameterOf(inPath.get(name)!)),
    query: fields.filter((one) => one['in'] === 'query').map(parameterOf),
    body: requestBody === undefined ? null : bodyOf(requestBody, schemas),
    takesKey: parameters.some((one) => String(one['$ref']).endsWith('/IdempotencyKey')),
    takesTag: parameters.some((one) => String(one['$ref']).endsWith('/IfMatch')),
    hasTag: 'ETag' in (responses[status]!.headers ?? {}),
    result: resultOf(responses[status]!.content ?? {}),
    summary,
    description,
  }
}

/** The operationId without the words of the resource, in the singular or the plural. */
function methodWords(resource: string[], operationId: string): string[] {
  const words = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const said = new Set(resource.flatMap((word) => [word, word.replace(/s$/, '')]))
  return words.filter((word, i) => i === 0 || !(said.has(word) || said.has(word.replace(/s$/, ''))))
}

function parameterOf(one: Json): Field {
  const { name, required, description } = one as { name: string; required?: boolean } & Json
  const type = typeOf(one['schema'] as Json)
  const isFlag = type.kind === 'enum' && String([...type.values].sort()) === 'false,true'
  return {
    name,
    type: isFlag ? { kind: 'boolean' } : type,
    isRequired: required === true,
    description: String(description ?? ''),
  }
}

function bodyOf(
  { content }: NonNullable<Operation['requestBody']>,
  schemas: Record<string, Json>,
): Method['body'] {
  const type = typeOf(content['application/json']!.schema)
  assert(type.kind === 'named', 'a body has a name')
  const required = (schemas[type.name]!['required'] ?? []) as string[]
  return { type: type.name, isOptional: required.length === 0 }
}

function resultOf(content: Record<string, { schema: Json }>): Result {
  const [media = '', answer] = Object.entries(content)[0] ?? []
  assert(answer, 'an answer has a body')
  if (media !== 'application/json') {
    return { kind: /^text\/|xml$/.test(media) ? 'text' : 'bytes' }
  }
  const fields = answer.schema['properties'] as Record<string, Json> | undefined
  const type = typeOf(fields?.['data'] ?? answer.schema)
  if (fields?.['data'] === undefined) return { kind: 'whole', type }
  if (fields['meta'] === undefined) return { kind: 'data', type }
  assert(type.kind === 'array', 'a page is of a list')
  return { kind: 'page', item: type.items }
}

function eventOf(name: string, { requestBody, description = '' }: Operation): WebhookEvent {
  const type = typeOf(requestBody!.content['application/json']!.schema)
  assert(type.kind === 'named', 'the body of an event has a name')
  return { name, type: type.name, description }
}

function typeOf(schema: Json): TypeNode {
  if (schema['$ref'] !== undefined) {
    return { kind: 'named', name: String(schema['$ref']).split('/').at(-1)! }
  }
  const open = schema['x-extensible-enum'] as (string | number)[] | undefined
  if (open !== undefined) return openEnumOf(open, schema['type'] as string | string[])
  if ('const' in schema) return { kind: 'enum', values: [schema['const'] as string], isOpen: false }
  if (schema['enum'] !== undefined) return enumOf(schema['enum'] as (string | null)[])
  const either = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (either !== undefined) return { kind: 'union', of: either.map(typeOf) }
  const type = schema['type'] as string | string[] | undefined
  if (Array.isArray(type))
    return { kind: 'union', of: type.map((one) => typeOf({ ...schema, type: one })) }
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: type }
    case 'array':
      return { kind: 'array', items: typeOf((schema['items'] ?? {}) as Json) }
    case 'object':
      return objectOf(schema)
    default:
      return { kind: 'unknown' }
  }
}

function enumOf(given: (string | null)[]): TypeNode {
  const values = given.filter((one) => one !== null)
  const type: TypeNode = { kind: 'enum', values, isOpen: false }
  return values.length === given.length ? type : { kind: 'union', of: [type, { kind: 'null' }] }
}

function openEnumOf(values: (string | number)[], type: string | string[]): TypeNode {
  const known: TypeNode = { kind: 'enum', values, isOpen: true }
  return type.includes('null') ? { kind: 'union', of: [known, { kind: 'null' }] } : known
}

function objectOf(schema: Json): TypeNode {
  const required = (schema['required'] ?? []) as string[]
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  return {
    kind: 'object',
    fields: fields.map(([name, one]) => ({
      name,
      type: typeOf(one),
      isRequired: required.includes(name),
      description: descriptionOf(one),
    })),
    isOpen: Boolean(schema['additionalProperties']),
  }
}

/** A nullable schema has its description in the other variant. */
function descriptionOf(schema: Json): string {
  const either = (schema['anyOf'] ?? []) as Json[]
  const described = [schema, ...either].find((one) => one['description'] !== undefined)
  return String(described?.['description'] ?? '')
}

/** The types that are used, directly or by others. */
function typesOf(
  { resources, events }: Omit<ClientApi, 'types'>,
  schemas: Record<string, Json>,
): NamedType[] {
  const needed = new Set<string>()
  const need = (type: TypeNode): void => {
    if (type.kind === 'array') need(type.items)
    if (type.kind === 'union') for (const one of type.of) need(one)
    if (type.kind === 'object') for (const one of type.fields) need(one.type)
    if (type.kind !== 'named' || needed.has(type.name)) return
    assert(schemas[type.name], `${type.name} is described`)
    needed.add(type.name)
    need(typeOf(schemas[type.name]!))
  }
  const named = (name: string) => need({ kind: 'named', name })
  for (const name of [...ALWAYS, ...events.map(({ type }) => type)]) named(name)
  for (const { body, query, pathParams, result } of resources.flatMap(({ methods }) => methods)) {
    for (const { type } of [...query, ...pathParams]) need(type)
    if (body !== null) named(body.type)
    if (result.kind === 'page') need(result.item)
    if (result.kind === 'data' || result.kind === 'whole') need(result.type)
  }
  return Object.entries(schemas)
    .filter(([name]) => needed.has(name))
    .map(([name, schema]) => ({ name, type: typeOf(schema), description: descriptionOf(schema) }))
}
