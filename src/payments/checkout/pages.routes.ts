import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { encodingFor } from '../../core/static.ts'
import { type Locale, localeOf } from './languages.ts'

// How a page goes out: in which language it was asked for, and compressed. Nothing that a stranger
// could vary stands in a page beside what they may not know: whoever can make a browser ask for a
// checkout knows its address already. So its compressed size tells nobody anything.

const BROTLI_QUALITY = 5
/** Of a page of 28 KB, what the next step would save is less than what it costs in time. */
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

/** `fixed`: the language that the business has chosen for all its customers. */
export function localeIn(request: FastifyRequest, fixed: string | null = null): Locale {
  const { lang: asked } = request.query as { lang?: unknown }
  return localeOf({ fixed, asked, accepted: request.headers['accept-language'] })
}

/** Of a page that says what failed. It must not fail too where the settings cannot be read. */
export async function localeOfRefusal(context: Context, request: FastifyRequest): Promise<Locale> {
  const scope: Scope | null = request.scope ?? null
  const settings = scope && (await settingsOf(context, scope).catch(() => null))
  return localeIn(request, settings?.checkoutLanguage)
}
