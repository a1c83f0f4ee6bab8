import type { FastifyPluginCallback } from 'fastify'
import type { Context } from '../../core/context.ts'
import { KEPT_FOR_GOOD, sendStatic, staticFile } from '../../core/static.ts'
import { inlineManifest, loadInline } from './inline.ts'

// inline.js, its manifest and its types, and Paystack's pop-up over it, for pages of any origin.

const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
/** A fix reaches all pages within minutes. The URL with a hash never changes. */
const FOR_MINUTES = { ...FOR_ANY_PAGE, 'cache-control': 'public, max-age=300' }
const FOR_EVER = { ...FOR_ANY_PAGE, ...KEPT_FOR_GOOD }
const SCRIPT = 'text/javascript; charset=utf-8'
const PREFLIGHT_SECONDS = 86_400

/** Pages of any origin may post here, so browsers send a preflight request. */
const STARTS = '/api/v1/transactions/initialize-public'

export function inlineRoutes(context: Context): FastifyPluginCallback {
  const inline = loadInline()
  const hidden = {
    config: { needs: 'anyone', load: 'initialize' },
    schema: { hide: true },
  } as const
  return (app, _options, done) => {
    const serve = (path: string, type: string, body: Buffer, headers: Record<string, string>) => {
      const file = staticFile(type, body)
      app.get(path, hidden, (request, reply) => sendStatic(request, reply.headers(headers), file))
    }
    serve('/v1/inline.js', SCRIPT, inline.newest.body, FOR_MINUTES)
    serve('/v1/inline.d.ts', 'text/plain; charset=utf-8', inline.types, FOR_MINUTES)
    for (const { path, body } of [inline.newest, ...inline.releases]) {
      serve(path, SCRIPT, body, FOR_EVER)
    }
    if (context.config.paystackApi) {
      for (const version of ['v1', 'v2']) {
        serve(`/paystack/${version}/inline.js`, SCRIPT, inline.popup.script, FOR_MINUTES)
        serve(`/paystack/${version}/inline.mjs`, SCRIPT, inline.popup.module, FOR_MINUTES)
      }
    }
    app.get('/v1/inline.json', hidden, (_request, reply) =>
      reply.headers(FOR_MINUTES).send(inlineManifest(context.baseUrl(), inline)),
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
