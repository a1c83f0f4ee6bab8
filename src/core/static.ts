import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { turns } from '../platform/keyed-calls.ts'

// Sends bytes that are the same for everyone: scripts, styles, documents, pages without data. Each
// file is one buffer in memory, compressed at its first use and shared by all responses. So a
// thousand clients that do not read use no more memory than one.
//
// Large files are sent in pieces, one per turn of the event loop over all responses: writing 4 MB
// to a thousand sockets at once takes seconds, in which nothing else is served.

/** Compresses a larger file in a third of a second instead of thirteen, to 14 % more bytes. */
const BEST_QUALITY_BYTES_MAX = 1_000_000
const QUALITY_OF_LARGE = 6
/** For responses that are sent once: the next level would cost more time than its bytes save. */
const ONCE = { br: 5, gzip: 6 }
const PIECE_BYTES = 65_536
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** They are compressed already. */
const PACKED = /^font\//

/** For bytes that may change under the same URL: browsers revalidate each time, and get 304. */
export const ASK_EACH_TIME = { 'cache-control': 'public, no-cache' }
/** For URLs that contain the hash of the bytes. */
export const KEPT_FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The tags in If-None-Match, which can contain commas. Weak ones (`W/`) match too. */
const ENTITY_TAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g

/** The bytes to send. Each encoding of a file has its own tag. */
type Tagged = { type: string; tag: string; bytes: Buffer; encoding?: Encoding }
export type StaticFile = Tagged & { forms: Partial<Record<Encoding, Promise<Tagged>>> }

/** Responses that share the bytes of a static file: sockets.ts does not count them. */
export const sharing = new WeakSet<object>()

export function tagged(type: string, content: string | Buffer): Tagged {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { type, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes }
}

export function staticFile(type: string, content: string | Buffer): StaticFile {
  return { ...tagged(type, content), forms: {} }
}

/** The only way to send static bytes. Set other headers on the reply first. */
export async function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const encoding = PACKED.test(file.type) ? undefined : encodingFor(request)
  if (encoding !== undefined) file.forms[encoding] ??= compress(file, encoding)
  sharing.add(reply.raw)
  reply.header('vary', 'accept-encoding')
  return sendTagged(request, reply, encoding === undefined ? file : await file.forms[encoding]!)
}

/** Sends 304 if the client has these bytes. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, bytes, encoding }: Tagged,
) {
  reply.header('etag', tag)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send()
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  reply.type(type)
  if (bytes.length <= PIECE_BYTES) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(pieces(bytes)))
}

const takeTurn = turns()

async function* pieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await takeTurn('piece', () => nextTurn())
    yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

async function compress({ type, tag, bytes: plain }: Tagged, encoding: Encoding): Promise<Tagged> {
  const isLarge = plain.length > BEST_QUALITY_BYTES_MAX
  const brotliLevel = isLarge ? QUALITY_OF_LARGE : constants.BROTLI_MAX_QUALITY
  const level = encoding === 'br' ? brotliLevel : constants.Z_BEST_COMPRESSION
  const bytes = await compressors[encoding](plain, level)
  return { type, tag: `${tag.slice(0, -1)}-${encoding}"`, bytes, encoding }
}

const brotli = promisify(brotliCompress)
const zip = promisify<string | Buffer, object, Buffer>(gzip)
const compressors = {
  br: (plain: string | Buffer, level: number): Promise<Buffer> =>
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  gzip: (plain: string | Buffer, level: number) => zip(plain, { level }),
}

/** Compresses the body of one response if the client accepts that, and sets `content-encoding`. */
export async function compressedOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  const encoding = encodingFor(request)
  if (encoding === undefined) return text
  reply.header('content-encoding', encoding)
  return compressors[encoding](text, ONCE[encoding])
}

/** The best encoding that the client accepts; `br;q=0` rejects one. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const wishes = String(headers['accept-encoding'] ?? '').split(',')
  const wanted = wishes.filter((wish) => !/;\s*q=0(\.0*)?\s*$/.test(wish))
  const names = new Set(wanted.map((wish) => wish.split(';')[0]!.trim().toLowerCase()))
  return ENCODINGS.find((name) => names.has(name))
}

function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(ENTITY_TAGS)].some(([known]) => known === tag)
}
