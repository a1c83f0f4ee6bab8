import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify'
import { registerDocs } from './app-docs.ts'
import { headersOf, refusalOf, registerErrors, sendRefusal } from './app-errors.ts'
import { idempotent } from './app-idempotency.ts'
import { limitAddresses, publicKey, secretKey } from './app-scopes.ts'
import { loadCheckoutAssets } from './checkout/assets.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { keyOf } from './checkout/checkout.ts'
import { publicRoutes, sendProblem } from './checkout/public.routes.ts'
import type { Context } from './context.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { homeRoutes } from './home.routes.ts'
import { SECOND } from './lib/clock.ts'
import { JsonError, readJson } from './lib/json.ts'
import { Refusal, refuse, statusOf } from './lib/refusal.ts'
import { compile } from './lib/validation.ts'
import type { ThreeDSecure } from './rails/sandbox/sandbox.ts'
import { sandboxRoutes, threeDSecureRoutes } from './sandbox/sandbox.routes.ts'
import { transactionRoutes } from './transactions/transactions.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

// Context -> Fastify. A route belongs to the scope of one credential, so no route can forget to
// check: secret key, public key, access code, or none.

const JSON_BYTES_MAX = 100 * 1024
const FORM_BYTES_MAX = 16 * 1024
const URL_BYTES_MAX = 2_048
const HEADER_BYTES_MAX = 16 * 1024
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const SECRET_IN_URL = /sk_(test|live)_/

export type Readiness = { isReady(): Promise<boolean> }

export async function buildApp(
  context: Context,
  { isReady, threeDSecure }: Readiness & { threeDSecure: ThreeDSecure },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_BYTES_MAX,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 65 * SECOND,
    http: { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: 10 * SECOND },
    routerOptions: { maxParamLength: URL_BYTES_MAX },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) =>
      sendRefusal(request, reply as unknown as FastifyReply, new Refusal('not_found')),
    clientErrorHandler: answerBrokenHttp,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorateRequest('scope', null as never)
  app.decorateRequest('rawBody', '')
  app.decorateRequest('effectId', null)
  app.setValidatorCompiler(({ schema }) => compile(schema as object))
  const taken = notePaths(app)
  readJsonBodies(app)
  registerErrors(context, app)
  await registerDocs(app)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (request.url.length > URL_BYTES_MAX) return done(new Refusal('uri_too_long'))
    if (!SECRET_IN_URL.test(request.url)) return done()
    context.log.warn({ requestId: request.id }, 'a secret key was sent in a URL: roll it')
    done(new Refusal('secret_key_exposed'))
  })

  const assets = loadCheckoutAssets()
  app.register(async (open) => {
    open.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'success' }))
    open.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
      const ready = await isReady()
      return reply.status(ready ? 200 : 503).send({ status: ready ? 'success' : 'error' })
    })
    open.register(homeRoutes())
    readForms(open)
    open.register(threeDSecureRoutes(threeDSecure))
  })

  app.register(
    async (scope) => {
      secretKey(context, scope)
      idempotent(context, scope, () => 'secret')
      scope.register(transactionRoutes(context))
      scope.register(depositRoutes(context))
      scope.register(webhookRoutes(context))
      scope.register(sandboxRoutes(context))
    },
    { prefix: '/api/v1' },
  )

  app.register(
    async (scope) => {
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        const refusal = refusalOf(context, error, request)
        if (wantsJson(request)) return sendRefusal(request, reply, refusal)
        reply.headers(headersOf(refusal))
        return sendProblem(context, assets, reply, refusal, statusOf(refusal))
      })
      readForms(scope)
      limitAddresses(context, scope)
      publicKey(context, scope)
      idempotent(context, scope, () => 'public')
      scope.register(publicRoutes(context))
    },
    { prefix: '/api/v1' },
  )

  app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => {
      const { access_code: code } = request.params as { access_code?: string }
      if (request.method === 'POST' && code) request.scope = keyOf(context, code)
    })
    idempotent(context, scope, ({ params }) => keyOf(context, accessCodeIn(params)).id)
    readForms(scope)
    scope.register(checkoutRoutes(context, assets))
  })

  answerOtherMethods(app, taken)
  return app
}

/** Anybody else was sent here by a link or a form, and reads a page. */
function wantsJson({ headers }: FastifyRequest): boolean {
  return /application\/json/.test(headers.accept ?? '')
}

function accessCodeIn(params: unknown): string {
  return (params as { access_code?: string }).access_code ?? ''
}

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const own = request.headers['x-request-id']
  return typeof own === 'string' && REQUEST_ID.test(own) ? own : randomUUID()
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const charset = /charset=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (charset && !/^utf-?8$/i.test(charset)) refuse('unsupported_media_type')
      try {
        const { value, text } = readJson(bytes)
        request.rawBody = text
        return value
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        throw new Refusal('invalid_json', { message: error.message })
      }
    },
  )
}

/** Only where a page posts a form: anywhere else a form is no body. */
function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (request: FastifyRequest, text: string) => {
      request.rawBody = text
      const fields: Record<string, string | string[]> = Object.create(null)
      const params = new URLSearchParams(text)
      for (const name of params.keys()) {
        const values = params.getAll(name)
        fields[name] = values.length === 1 ? values[0]! : values
      }
      return fields
    },
  )
}

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY'.split(' ')

/** The methods of each path, as the routes come. */
function notePaths(app: FastifyInstance): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return taken
}

/** A known path with another method: 405, with the methods that it takes. */
function answerOtherMethods(app: FastifyInstance, taken: Map<string, Set<string>>): void {
  app.after(() => {
    for (const [url, methods] of [...taken]) {
      const others = METHODS.filter((method) => !methods.has(method))
      const allow = [...methods].sort().join(', ')
      app.route({
        method: others as HTTPMethods[],
        url,
        schema: { hide: true },
        onRequest: async () => {
          throw new Refusal('method_not_allowed', { headers: { allow } })
        },
        handler: async () => refuse('method_not_allowed'),
      })
    }
  })
}

/** What is not HTTP, or comes too slowly, never reaches a route. */
function answerBrokenHttp(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = tooLarge ? 431 : tooSlow ? 408 : 400
  const requestId = randomUUID()
  const body = JSON.stringify({
    status: 'error',
    code: 'invalid_request',
    message: tooLarge ? 'The headers are too large.' : 'This is not a complete HTTP request.',
    request_id: requestId,
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
}
