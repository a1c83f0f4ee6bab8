import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Refusal, refuse } from '../platform/refusal.ts'

// A known path with a method that it does not take is 405, and says which it takes.

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY'.split(' ')

/** The methods of each path, as the routes come. `except`: what answers for itself. */
export function notePaths(app: FastifyInstance, except: string): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith(`${except}/`)) return
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return taken
}

/** A path with a slash at its end is the same without it, before anything reads it. */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = '', ...query] = url.split('?')
  if (!path.endsWith('/') || path === '/') return url
  return [path.slice(0, -1), ...query].join('?')
}

/** A known path with another method: 405, with the methods that it takes. */
export function answerOtherMethods(app: FastifyInstance, taken: Map<string, Set<string>>): void {
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
