import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { compressedOnce } from '../../core/static.ts'
import { type Locale, localeOf } from './languages.ts'

// Sends a page: in the requested language, and compressed. The size reveals nothing (BREACH): who
// can make a browser request a checkout page already knows its address, the only secret on it.

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept-Language')
  return reply.send(await compressedOnce(request, reply, page))
}

/** `fixed`: the language that the business sets for all its customers. */
export function localeIn(request: FastifyRequest, fixed: string | null = null): Locale {
  const { lang: asked } = request.query as { lang?: unknown }
  return localeOf({ fixed, asked, accepted: request.headers['accept-language'] })
}

/** For an error page, which must not fail when the settings cannot be read. */
export async function localeOfRefusal(context: Context, request: FastifyRequest): Promise<Locale> {
  const scope: Scope | null = request.scope ?? null
  const settings = scope && (await settingsOf(context, scope).catch(() => null))
  return localeIn(request, settings?.checkoutLanguage)
}
