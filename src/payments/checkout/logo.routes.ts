import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { logoNamed } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { refuse } from '../../platform/refusal.ts'

// The logos of businesses. The name of each is a hash of its content, so browsers can cache it
// forever. The headers keep a browser from running anything in it.

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
}

export function logoRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/checkout/logo/:name',
      {
        config: { needs: 'anyone', load: 'initialize' },
        schema: { hide: true, params: Type.Object({ name: Type.String() }) },
      },
      async ({ params }, reply) => {
        const logo = (await logoNamed(context, params.name)) ?? refuse('not_found')
        return reply.headers(HEADERS).type(logo.type).send(logo.bytes)
      },
    )
    done()
  }
}
