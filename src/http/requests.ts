import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOAD_CLASSES } from '../core/access.ts'
import type { Context, Meter } from '../core/context.ts'
import { beginRequest, endRequest, isTraced, runTraced, type Traced } from '../platform/tracing.ts'

// Observes each request: a log line, a metric, a span. What is not wanted gets no hook and costs
// nothing.
//
// Only the route is recorded, never the path: it can contain an access code, an address, or a
// number that somebody typed. Nor are query strings, headers or bodies, except the caller's request
// id and the id of the business.

declare module 'fastify' {
  interface FastifyRequest {
    traced: Traced | null
  }
}

/** Above `info`, the lines are not logged. */
const LOGGED_FROM = ['info', 'debug', 'trace']
const NO_ROUTE = 'none'

export function watchRequests(context: Context, app: FastifyInstance): void {
  const { meter, config } = context
  const isLogged = LOGGED_FROM.includes(config.logLevel)
  const isSpanned = isTraced()
  if (isSpanned) traceRequests(app)
  if (meter) nameClasses(meter)
  if (!meter && !isLogged && !isSpanned) return
  app.addHook('onResponse', (request, reply, done) => {
    if (meter) {
      const { load = NO_ROUTE } = request.routeOptions.config
      if (load !== 'stream') meter.request(load, reply.statusCode, reply.elapsedTime)
    }
    if (isLogged) context.log.info(lineOf(request, reply), 'request')
    if (isSpanned) endSpan(request, reply)
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    requestId: request.id,
    route: routeOf(request),
    method: request.method,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...whoseOf(request),
  }
}

/** The pattern of the route, with parameters by name. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? NO_ROUTE
}

function whoseOf(request: FastifyRequest): { business?: string; mode?: string } {
  const scope = request.scope as FastifyRequest['scope'] | null
  return scope === null ? {} : { business: scope.businessId, mode: scope.mode }
}

function nameClasses(meter: Meter): void {
  for (const name of [NO_ROUTE, ...LOAD_CLASSES]) if (name !== 'stream') meter.expect(name)
}

function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const attributes = { 'http.request.method': request.method }
    request.traced = beginRequest(request.headers['traceparent'], attributes)
    runTraced(request.traced, done)
  })
  // Hooks after the body run in the async context of the socket, so the span is set again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced === null) done()
    else runTraced(request.traced, done)
  })
}

function endSpan(request: FastifyRequest, reply: FastifyReply): void {
  if (request.traced === null) return
  const { business, mode } = whoseOf(request)
  const attributes = {
    'http.route': routeOf(request),
    'http.response.status_code': reply.statusCode,
    'cowrie.request_id': request.id,
    ...(business !== undefined && { 'cowrie.business': business, 'cowrie.mode': mode! }),
  }
  const name = `${request.method} ${routeOf(request)}`
  endRequest(request.traced, name, attributes, reply.statusCode < 500)
}
