import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOAD_CLASSES } from '../core/access.ts'
import type { Context, Meter } from '../core/context.ts'
import { beginRequest, endRequest, isTraced, runTraced, type Traced } from '../platform/tracing.ts'

// What is told of each request to whoever watches: a line in the log, a count, a span. Each only
// where somebody wants it; where nobody does, no hook is there and a request costs nothing more.
//
// Of a request, its route is named and never its path: an access code, an address or a number that
// somebody typed may be in that. Nor is a query string, a header or a body, but for the id that the
// caller gave the request, and the id of the business.

declare module 'fastify' {
  interface FastifyRequest {
    traced: Traced | null
  }
}

/** Above `info` nobody reads the lines. */
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

/** As it was registered, its variable parts by their names. */
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
  // What follows the reading of a body runs as its socket does: what was set before is lost there.
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
