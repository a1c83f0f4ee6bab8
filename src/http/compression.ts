import type { FastifyInstance, onSendHookHandler, RouteOptions } from 'fastify'
import { compressedOnce } from '../core/static.ts'

// Compresses long responses that are made for one request.
//
// A compressed size can reveal a secret beside text that an attacker chooses (BREACH). So secrets
// are only in responses to POST, and to routes that say `fresh` or `hasSecrets`.

/** Below this size, headers dominate a response. */
const COMPRESSED_FROM = 1_024

const compress: onSendHookHandler<unknown> = async (request, reply, payload) => {
  reply.header('vary', 'accept-encoding')
  const isLong = typeof payload === 'string' && payload.length >= COMPRESSED_FROM
  return isLong ? compressedOnce(request, reply, payload) : payload
}

/** Adds a hook to the GET routes registered after this call. Other routes get no cost. */
export function compressAnswers(
  scope: FastifyInstance,
  takes: (config: NonNullable<RouteOptions['config']>) => boolean = () => true,
): void {
  scope.addHook('onRoute', (route) => {
    const { method, config = {} } = route
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || config.fresh || config.hasSecrets || !takes(config)) return
    const own = [route.onSend ?? []].flat()
    // Last, so that others see the text. Fastify leaves HEAD without a body in a hook of its own.
    const all = method === 'HEAD' ? [compress, ...own] : [...own, compress]
    route.onSend = all as onSendHookHandler[]
  })
}
