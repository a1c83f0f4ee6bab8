import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { KeyId } from '../../accounts/businesses/keys.sql.ts'
import type { Scope } from '../../core/context.ts'

// How a call is written: a JSON text on a line. Lines of one business and mode form a block, which
// is compressed; the tokens of a block are hashes of what its lines are searched by.

const DECODED_MAX = 64 * 1024 * 1024
/** The fastest. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const compressed = promisify(zstdCompress)

/** A call as it is kept. */
export type Line = {
  /** When it was answered: milliseconds since 1970. */
  at: number
  requestId: string
  keyId: KeyId
  method: string
  path: string
  status: number
  ms: number
  /** Ids, references and codes of records, as the caller knows them. */
  records: string[]
  userAgent?: string | undefined
  version?: string | undefined
  idempotencyKey?: string | undefined
  isReplayed?: true | undefined
  errorCode?: string | undefined
  /** What is kept of query and bodies; missing: nothing. */
  query?: unknown
  request?: unknown
  response?: unknown
}

export function packed(lines: Buffer): Promise<Buffer> {
  return compressed(lines, LEVEL)
}

/** Oldest first. */
export function unpacked(body: Buffer): Line[] {
  const text = zstdDecompressSync(body, { maxOutputLength: DECODED_MAX }).toString()
  return text.split('\n').map((line) => JSON.parse(line) as Line)
}

/** What a search can look for exactly. */
export type Searched = 'request' | 'record' | 'error' | 'status' | 'key' | 'method'

/** 32 bits. Others may have the same: it finds blocks, and their lines are compared. */
export function tokenOf(scope: Scope, what: Searched, value: string): number {
  return tokensFor(scope)(what, value)
}

/** The same, for many calls of one business: what all of them hash alike is hashed once. */
export function tokensFor({ businessId, mode }: Scope): (what: Searched, value: string) => number {
  const begun = hashed(FNV_START, `${businessId} ${mode}`)
  const kinds = new Map<Searched, number>()
  return (what, value) => {
    const kind = kinds.get(what) ?? hashed(begun, ` ${what} `)
    kinds.set(what, kind)
    return hashed(kind, value) | 0
  }
}

/** FNV-1a: a hundredth of the cost of a cryptographic hash. */
const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

function hashed(begun: number, text: string): number {
  let hash = begun
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return hash
}

export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}
