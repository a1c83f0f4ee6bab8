import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Voice, voiceOf } from './languages.ts'

// How a page goes out: in which language it was asked for, and compressed. Nothing that a stranger
// could vary stands in a page beside what they may not know: whoever can make a browser ask for a
// checkout knows its address already. So its compressed size tells nobody anything.

const BROTLI_QUALITY = 5
/** Of a page of 28 KB, what the next step would save is less than what it costs in time. */
const GZIP_LEVEL = 6

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept-Language')
  const accepts = encodingsOf(request)
  if (accepts.has('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
    return reply.header('content-encoding', 'br').send(await toBrotli(page, { params }))
  }
  if (accepts.has('gzip')) {
    return reply.header('content-encoding', 'gzip').send(await toGzip(page, { level: GZIP_LEVEL }))
  }
  return reply.send(page)
}

/** `fixed`: the language that the business has chosen for all its customers. */
export function voiceIn(request: FastifyRequest, fixed: string | null = null): Voice {
  const { lang: asked } = request.query as { lang?: unknown }
  return voiceOf({ fixed, asked, accepted: request.headers['accept-language'] })
}

function encodingsOf({ headers }: FastifyRequest): Set<string> {
  const wishes = String(headers['accept-encoding'] ?? '').split(',')
  const wanted = wishes.filter((wish) => !/;\s*q=0(\.0*)?\s*$/.test(wish))
  return new Set(wanted.map((wish) => wish.split(';')[0]!.trim().toLowerCase()))
}
