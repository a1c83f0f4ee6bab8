import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { encodingFor } from '../../core/static.ts'
import { type Locale, localeOf } from './languages.ts'

// The language of a page, and its compression. Compression leaks no secret: whoever can make a
// browser request a checkout knows its URL, and so all that is on it.

const BROTLI_QUALITY = 5
/** For a page of 28 KB, level 7 costs more time than its smaller size saves. */
const GZIP_LEVEL = 6

const brotli = promisify(brotliCompress)
const zip = promisify<string, object, Buffer>(gzip)
const compress = {
  br: (page: string) =>
    brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (page: string) => zip(page, { level: GZIP_LEVEL }),
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept-Language')
  const encoding = encodingFor(request)
  if (encoding === undefined) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await compress[encoding](page))
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
