import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Refusal, refuse } from '../platform/refusal.ts'

// Answers 405 for a known path with another method, and names the methods that it accepts.

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY'.split(' ')

/**
 * Collects the methods of each path as routes are registered. `except`: a prefix that has its own
 * answer.
 */
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

/** Ignores a slash at the end of a path. */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = '', ...query] = url.split('?')
  if (!path.endsWith('/') || path === '/') return url
  return [path.slice(0, -1), ...query].join('?')
}

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
