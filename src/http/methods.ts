import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { Refusal, refuse } from '../platform/refusal.ts'

// Answers 405 for a known path with another method, and names the methods that it accepts.

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY'.split(' ')

/** Ignores a slash at the end of a path. */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = '', ...query] = url.split('?')
  if (!path.endsWith('/') || path === '/') return url
  return [path.slice(0, -1), ...query].join('?')
}

/** `routes`: those registered so far. `except`: a prefix that has its own answer. */
export function answerOtherMethods(
  app: FastifyInstance,
  routes: RouteOptions[],
  except: string,
): void {
  app.after(() => {
    const own = routes.filter(({ url }) => !url.startsWith(`${except}/`))
    for (const [url, same] of Map.groupBy(own, (route) => route.url)) {
      const methods = new Set(same.flatMap(({ method }) => method))
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
