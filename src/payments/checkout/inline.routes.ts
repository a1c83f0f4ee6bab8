import type { FastifyPluginCallback } from 'fastify'
import type { Context } from '../../core/context.ts'
import { KEPT_FOR_GOOD, sendStatic, staticFile } from '../../core/static.ts'
import { inlineManifest, loadInline } from './inline.ts'

// inline.js and what belongs to it: for any page of anybody, under whatever policy it is.

const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
/** A mended one is everywhere within minutes; a page that wants the same bytes names their hash. */
const FOR_MINUTES = { ...FOR_ANY_PAGE, 'cache-control': 'public, max-age=300' }
const FOR_EVER = { ...FOR_ANY_PAGE, ...KEPT_FOR_GOOD }
const SCRIPT = 'text/javascript; charset=utf-8'
const PREFLIGHT_SECONDS = 86_400

/** Where a page may post from any origin: what a browser asks ahead of a request with headers. */
const STARTS = '/api/v1/transactions/initialize-public'

export function inlineRoutes(context: Context): FastifyPluginCallback {
  const inline = loadInline()
  const hidden = {
    config: { needs: 'anyone', load: 'initialize' },
    schema: { hide: true },
  } as const
  return (app, _options, done) => {
    const newest = staticFile(SCRIPT, inline.newest.body)
    app.get('/v1/inline.js', hidden, (request, reply) =>
      sendStatic(request, reply.headers(FOR_MINUTES), newest),
    )

    for (const { path, body } of [inline.newest, ...inline.releases]) {
      const release = staticFile(SCRIPT, body)
      app.get(path, hidden, (request, reply) =>
        sendStatic(request, reply.headers(FOR_EVER), release),
      )
    }

    app.get('/v1/inline.json', hidden, (_request, reply) =>
      reply.headers(FOR_MINUTES).send(inlineManifest(context.baseUrl(), inline)),
    )

    const types = staticFile('text/plain; charset=utf-8', inline.types)
    app.get('/v1/inline.d.ts', hidden, (request, reply) =>
      sendStatic(request, reply.headers(FOR_MINUTES), types),
    )

    app.options(STARTS, hidden, (_request, reply) =>
      reply
        .status(204)
        .headers({
          ...FOR_ANY_PAGE,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, idempotency-key, x-request-id',
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        })
        .send(),
    )
    done()
  }
}
