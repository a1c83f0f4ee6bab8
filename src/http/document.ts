import assert from 'node:assert/strict'
import { REFUSED } from '../core/refused.ts'
import { CSV_TYPE } from '../core/route.ts'
import { TAGS } from '../core/tags.ts'
import { API_VERSIONS, NEWEST_VERSION, VERSION_HEADER } from '../core/versions.ts'
import { isRetryable, Refusal, type RefusalCode } from '../platform/refusal.ts'
import { refusals } from '../platform/refusals.ts'
import { exampleOf, type Node, type SchemaWriter, schemaWriter } from './document-schemas.ts'
import { webhooksOf } from './document-webhooks.ts'

// Makes the OpenAPI documents from what @fastify/swagger has collected: one of the API, one of the
// calls of the service's own pages. Nothing here is about a particular route: this adds names,
// headers and examples.

type Operation = Node & { tags?: string[]; parameters?: Node[]; responses: Record<string, Node> }
type Operations = Record<string, Operation>

const INTERNAL = /^\/(dashboard\/api|checkout)\//
const DOCS = 'http://localhost:3000/docs'
/** Clients have it in their comments, because it is part of the description. */
const BETA = 'Beta: its fields can change in any release, and the changelog then says so.'
const REQUEST_ID = '5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11'

const HEADERS: Record<string, Node> = {
  'X-Request-Id': {
    description: 'The id of this request. Quote it when you ask for support.',
    schema: { type: 'string', examples: [REQUEST_ID] },
  },
  'Idempotent-Replayed': {
    description: 'Sent with the stored response of an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description: 'The version of this record. Send it as `If-Match` with a change.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'Retry-After': {
    description: 'How many seconds to wait before you retry.',
    schema: { type: 'integer', minimum: 0, examples: [2] },
  },
  [VERSION_HEADER]: {
    description: 'The version of the API that the body is in.',
    schema: { type: 'string', examples: [NEWEST_VERSION] },
  },
  RateLimit: {
    description: 'What is left of each limit, and the seconds until the whole quota is there.',
    schema: { type: 'string', examples: ['"key";r=199;t=1'] },
  },
  'RateLimit-Policy': {
    description: 'Each limit that counts: its name, a quota of requests, its window in seconds.',
    schema: { type: 'string', examples: ['"key";q=200;w=2'] },
  },
}
const PARAMETERS: Record<string, Node> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe. The same key with the same body returns the same response, for ' +
      'seven days, and has one effect.',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$', examples: ['order-1042-attempt'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the record as you read it. If it has changed since, nothing is done: 412.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  Version: {
    name: VERSION_HEADER,
    in: 'header',
    required: false,
    description: 'The version of the API. By default the one that your business is pinned to.',
    schema: { type: 'string', enum: API_VERSIONS },
  },
}

export type Documents = { api: Node; internal: Node }

/** From what @fastify/swagger has collected. */
export function documentsOf(gathered: object): Documents {
  // Drops `undefined` and functions.
  const { paths, ...rest } = JSON.parse(JSON.stringify(gathered)) as Node & {
    paths: Record<string, Operations>
  }
  // A path that is served with and without the prefix is documented once.
  const described = Object.entries(paths).filter(([path]) => !(`/api/v1${path}` in paths))
  const of = (isInternal: boolean) =>
    documentOf(
      rest,
      described.filter(([path]) => INTERNAL.test(path) === isInternal),
      isInternal,
    )
  return { api: of(false), internal: of(true) }
}

function documentOf(
  rest: Node,
  described: [path: string, operations: Operations][],
  isInternal: boolean,
): Node {
  const { schemas, securitySchemes } = rest['components'] as Record<string, Record<string, Node>>
  const writer = schemaWriter(schemas!)
  const mapped = <One, Made>(all: Record<string, One>, made: (one: One) => Made) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, made(one)]))
  const paths = mapped(Object.fromEntries(described), (operations) =>
    mapped(operations, (one) => operationOf(one, writer)),
  )
  const all = {
    headers: HEADERS,
    parameters: PARAMETERS,
    responses: refusalsIn(writer, !isInternal),
    schemas: writer.named,
  }
  const webhooks = isInternal ? {} : webhooksOf(writer)
  const components = usedOf(all, [paths, webhooks])
  const tags = new Set(Object.values(paths).flatMap(tagsOf))
  const isNamed = (name: string) => JSON.stringify(paths).includes(`"${name}":[`)
  const schemes = Object.entries(securitySchemes!).filter(([name]) => isNamed(name))
  return {
    ...rest,
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: { securitySchemes: Object.fromEntries(schemes), ...components },
  }
}

function tagsOf(operations: Record<string, Node>): string[] {
  return Object.values(operations).flatMap(({ tags }) => tags as string[])
}

/**
 * Not as media types of the response: generators would make each result a record or a string.
 */
const AS_FILE =
  'With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.'

function operationOf(
  {
    'x-message': message,
    'x-idempotent': isIdempotent,
    'x-versioned': isVersioned,
    'x-csv': csv,
    'x-files': files,
    'x-tagged': isTagged,
    'x-takes-tag': takesTag,
    ...operation
  }: Operation,
  writer: SchemaWriter,
): Node {
  const isBeta = operation['x-stability'] === 'beta'
  const isFile = Boolean(isVersioned && files)
  const { operationId, summary, tags = [], parameters = [], requestBody, responses } = operation
  assert(operationId && summary, `an operation needs operationId and summary: ${summary}`)
  for (const tag of tags) assert(tag in TAGS, `${tag} is not a tag in tags.ts`)
  const shown = parameters.map((one) => {
    const schema = writer.write(one['schema'] as Node)
    // Several values are separated by commas.
    return { ...one, schema, ...('anyOf' in schema && { style: 'form', explode: false }) }
  })
  const headers = [
    ...(isIdempotent ? ['IdempotencyKey'] : []),
    ...(takesTag ? ['IfMatch'] : []),
    ...(isVersioned ? ['Version'] : []),
  ]
  const written = Object.entries(responses).map(([status, one]) => [
    status,
    responseOf(Number(status), one, {
      writer,
      message,
      isReplayed: Boolean(isIdempotent),
      isTagged: Boolean(isTagged),
      isVersioned: Boolean(isVersioned),
    }),
  ])
  return {
    operationId,
    tags,
    summary,
    description: [
      operation['description'] ?? `${summary}.`,
      ...(isBeta ? [BETA] : []),
      ...(isFile ? [AS_FILE] : []),
    ].join(' '),
    ...(isBeta && { 'x-stability': 'beta' }),
    ...(isFile && { 'x-files': files }),
    ...('x-alias-of' in operation && { 'x-alias-of': operation['x-alias-of'] }),
    security: operation['security'] ?? [],
    ...(shown.length + headers.length > 0 && {
      parameters: [
        ...shown,
        ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ],
    }),
    ...(operation['deprecated'] === true && { deprecated: true }),
    ...(requestBody !== undefined && {
      requestBody: bodyOf(requestBody as Node, operationId as string, writer, csv),
    }),
    responses: Object.fromEntries(written),
  }
}

/** Named after its operation, with an example of its own or made from its fields. `csv`: a file. */
function bodyOf(body: Node, operationId: string, writer: SchemaWriter, csv: unknown): Node {
  const title = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`
  const content = Object.entries(body['content'] as Record<string, Node>).map(([type, media]) => {
    if (type === CSV_TYPE) return [type, { schema: { type: 'string' }, example: csv }]
    const schema = writer.write({ ...(media['schema'] as Node), title })
    const { example = exampleOf(schema, writer.named) } = media
    return [type, { schema, example }]
  })
  return { ...body, content: Object.fromEntries(content) }
}

type Answer = {
  writer: SchemaWriter
  message: unknown
  isReplayed: boolean
  isTagged: boolean
  isVersioned: boolean
}

function responseOf(status: number, response: Node, answer: Answer): Node {
  const { writer, message, isReplayed, isTagged, isVersioned } = answer
  const { description, content = {}, headers: own = {} } = response
  const refused = REFUSED[status]
  if (refused !== undefined && description === refused.says) {
    return { $ref: `#/components/responses/${refused.name}` }
  }
  if (status >= 400) {
    assert(refused, `${status} has no row in REFUSED`)
    return { ...refusalOf(status, refused, writer, isVersioned), description }
  }
  const media = Object.entries(content as Record<string, Node>).map(([type, { schema }]) => {
    const { description: _, ...written } = writer.writeSent(schema as Node)
    if (type !== 'application/json') return [type, { schema: written }]
    const example = exampleOf(written, writer.named)
    const told = typeof message === 'string' && message !== '' && { message }
    return [type, { schema: written, example: { ...(example as object), ...told } }]
  })
  return {
    description,
    headers: {
      ...(own as object),
      ...headersOf([
        ...ON_EACH,
        ...(isVersioned ? [VERSION_HEADER] : []),
        ...(isTagged ? ['ETag'] : []),
        ...(isReplayed ? ['Idempotent-Replayed'] : []),
      ]),
    },
    ...(media.length > 0 && { content: Object.fromEntries(media) }),
  }
}

/** Rate limits: where the call counts toward one. */
const ON_EACH = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

function headersOf(names: string[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function refusalsIn(writer: SchemaWriter, isVersioned: boolean): Record<string, Node> {
  const entries = Object.entries(REFUSED).map(([status, refused]) => [
    refused.name,
    refusalOf(Number(status), refused, writer, isVersioned),
  ])
  return Object.fromEntries(entries)
}

function refusalOf(
  status: number,
  { says, codes }: (typeof REFUSED)[number],
  writer: SchemaWriter,
  isVersioned: boolean,
): Node {
  const examples = codes.map((code) => [code, { value: errorOf(code) }])
  const isLimit = status === 429
  const headers = headersOf([
    ...ON_EACH,
    ...(isVersioned ? [VERSION_HEADER] : []),
    ...(isLimit || status === 503 ? ['Retry-After'] : []),
  ])
  const schema = writer.writeSent({ $ref: '#/components/schemas/Error' })
  const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
  return { description: says, headers, content }
}

function errorOf(code: RefusalCode): Node {
  const { message } = refusals[code]
  const errors = [
    { field: 'amount', code: 'too_small', message: 'amount must be at least 100 kobo (₦1.00).' },
  ]
  return {
    status: 'error',
    code,
    message,
    ...(code === 'invalid_request' && {
      message: '`amount` must be at least 100 kobo (₦1.00).',
      errors,
    }),
    retryable: isRetryable(new Refusal(code)),
    doc_url: `${DOCS}/errors#${code}`,
    request_id: REQUEST_ID,
  }
}

/** Keeps the components that the paths refer to, directly or through other components. */
function usedOf(all: Record<string, Record<string, Node>>, from: unknown): Node {
  const used = new Set<string>()
  const look = (text: string) => {
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      look(JSON.stringify(all[kind!]?.[name!]))
    }
  }
  look(JSON.stringify(from))
  const kept = Object.entries(all).map(([kind, some]) => [
    kind,
    Object.fromEntries(Object.entries(some).filter(([name]) => used.has(`${kind}/${name}`))),
  ])
  return Object.fromEntries(kept)
}
