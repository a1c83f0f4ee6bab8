import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../src/http/app.ts'
import { documentsOf } from '../src/http/document.ts'
import { OPEN_ENUM } from '../src/http/document-schemas.ts'
import type { Versions } from '../src/http/versions/versions.ts'
import { threeDSecure } from '../src/providers/sandbox/sandbox.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// The API as a caller sees it. Checks every answer, errors included, against the OpenAPI document
// the service publishes: it must list the status, and the body must match.

type Json = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any
/** The record that a create has answered, without `created`. */
export function recordIn({ body }: Pick<Answer, 'body'>) {
  const { created: _, ...record } = body.data
  return record
}

export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Loose
  text: string
}
export type Call = {
  key?: string
  body?: unknown
  headers?: Record<string, string>
  /** A body that is sent unchanged. */
  raw?: string | Buffer
}
export type Api = {
  app: FastifyInstance
  get(path: string, call?: Call): Promise<Answer>
  post(path: string, call?: Call): Promise<Answer>
  put(path: string, call?: Call): Promise<Answer>
  patch(path: string, call?: Call): Promise<Answer>
  delete(path: string, call?: Call): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
}

let check: ReturnType<typeof checker> | null = null

export function useApi(context: TestContext, versions?: Versions): Api {
  const api = {} as Api
  before(async () => {
    await context.opened
    Object.assign(api, await openWith(context, versions))
  })
  after(() => api.app.close())
  return api
}

export function openApi(context: TestContext): Promise<Api> {
  return openWith(context)
}

async function openWith(context: TestContext, versions?: Versions): Promise<Api> {
  const { memory, baseUrl, now } = context
  const app = await buildApp(context, {
    unready: () => null,
    threeDSecure: threeDSecure({ memory, baseUrl, now }),
    ...(versions && { versions }),
  })
  await app.ready()
  // The document depends on code alone, so every app of this process shares it.
  check ??= checker(app)
  const checkAnswer = check

  async function send(options: InjectOptions): Promise<Answer> {
    const response = await app.inject(options)
    const { statusCode: status, headers, payload: text } = response
    const isJson = /^application\/json/.test(String(headers['content-type']))
    const answer = { status, headers, body: isJson ? JSON.parse(text) : null, text }
    checkAnswer(options, answer)
    return answer
  }
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (path: string, { key, body, headers, raw }: Call = {}) => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      return send({
        method,
        url: path,
        headers: {
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      })
    }
  return {
    app,
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    send,
  }
}

/** An initialized payment that is not yet paid. */
export async function givenPayment(api: Api, business: GivenBusiness, body: Json = {}) {
  const { body: answer } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', ...body },
  })
  assert.equal(answer.status, 'success', JSON.stringify(answer))
  return answer.data as {
    access_code: string
    authorization_url: string
    id: string
    reference: string
  }
}

type Response = { $ref?: string; headers?: object; content?: Record<string, { schema: object }> }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

function checker(app: FastifyInstance) {
  const { api, internal } = documentsOf(app.swagger()) as unknown as Record<string, Document>
  const formats = { email: true, uri: true, 'date-time': true } as const
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  // Open for whoever reads it, but the service sends no value that the document does not name.
  ajv.addKeyword({ keyword: OPEN_ENUM, macro: (known) => ({ enum: [...known, null] }) })
  const both = { api: api!, internal: internal! }
  const all = Object.entries(both).flatMap(([name, document]) => {
    ajv.addSchema({ ...document, $id: name })
    return Object.entries(document.paths).map(([path, operations]) => ({ name, path, operations }))
  })
  const paths = all.map((one) => ({
    ...one,
    pattern: new RegExp(`^(/api/v1)?${one.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
  }))
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()

  return ({ url, method }: InjectOptions, { status, headers, body }: Answer) => {
    const isFault = status === 500 || status === 502
    assert(!isFault, `no fault: ${method} ${url} answered ${status}`)
    if (body === null) return
    if (status >= 400) assert.match(JSON.stringify(body), /"request_id"/)
    const address = String(url).split('?')[0]!
    const route =
      paths.find(({ path }) => path === address) ??
      paths.find(({ pattern }) => pattern.test(address))
    const operation = route?.operations[String(method).toLowerCase()]
    if (!route || !operation) return
    const named = operation.responses[status]
    assert(named, `${method} ${route.path} may not answer ${status}: ${JSON.stringify(body)}`)
    const isTagged = named.headers !== undefined && 'ETag' in named.headers
    assert(!isTagged || 'etag' in headers, `${method} ${route.path} ${status} has an ETag`)
    const { components } = both[route.name as keyof typeof both]
    const shared = named.$ref?.replace('#/components/responses/', '')
    const found = shared === undefined ? named : components.responses[shared]!
    if (!found.content?.['application/json']?.schema) return
    const name = `${method} ${route.path} ${status}`
    const steps =
      shared === undefined
        ? ['paths', route.path, String(method).toLowerCase(), 'responses', status]
        : ['components', 'responses', shared]
    const pointer = [...steps, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const check = compiled.get(name) ?? ajv.compile({ $ref: `${route.name}#/${pointer}` })
    compiled.set(name, check)
    assert(check(body), `${name}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`)
  }
}
