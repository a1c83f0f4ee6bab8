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

export function packed(lines: string): Promise<Buffer> {
  return compressed(Buffer.from(lines), LEVEL)
}

/** Oldest first. */
export function unpacked(body: Buffer): Line[] {
  const text = zstdDecompressSync(body, { maxOutputLength: DECODED_MAX }).toString()
  return text.split('\n').map((line) => JSON.parse(line) as Line)
}

/** What a search can look for exactly. */
export type Searched = 'request' | 'record' | 'error' | 'status' | 'key' | 'method'

/** 32 bits. Others may have the same: it finds blocks, and their lines are compared. */
export function tokenOf({ businessId, mode }: Scope, what: Searched, value: string): number {
  const text = `${businessId} ${mode} ${what} ${value}`
  // FNV-1a: a hundredth of the cost of a cryptographic one.
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}
