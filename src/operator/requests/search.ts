import type { Context, Scope } from '../../core/context.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { bytesOf, idAt, momentOf, parsePublicId, publicId, uuidOf } from '../../platform/ids.ts'
import { type Line, type Searched, statusClass, tokenOf, unpacked } from './lines.ts'
import { type BlockId, listBlocks } from './requests.sql.ts'

// Reads the request log: newest first, block by block. A search ends after BLOCKS_MAX blocks and
// says how far it came, so that its cost has a limit however many calls a business makes.

export const KEPT_DAYS = 30
const BLOCKS_A_STATEMENT = 50
const BLOCKS_MAX = 1_000
/** A call is usually written within a second; later if the database was busy. */
const WRITTEN_WITHIN_MS = 1 * MINUTE

export type RequestFilter = {
  from?: Date | null
  to?: Date | null
  method?: string | undefined
  /** A status such as 402, or a class such as 4xx. */
  status?: string | undefined
  keyId?: string | undefined
  requestId?: string | undefined
  /** A request id, a record, an error code, or a part of the path, which begins with a slash. */
  q?: string | undefined
}

/** A line, by its block and its number in it. */
export type Place = { blockId: BlockId; index: number }
export type FoundRequest = Line & { id: string }
type FoundRequests = {
  rows: FoundRequest[]
  /** Where the next page begins; null at the end of the log. */
  next: Place | null
  /** The calls after this time were searched; null: all were. */
  searchedTo: Date | null
}

export function idOfLine({ blockId, index }: Place): string {
  return `${publicId('request_block', blockId)}_${index}`
}

export function placeOfLine(text: string): Place | null {
  const [, id = '', index = ''] = /^(req_[0-9a-f]{32})_(\d{1,6})$/.exec(text) ?? []
  const blockId = parsePublicId('request_block', id)
  return blockId && { blockId, index: Number(index) }
}

/** Up to `limit` calls before the one at `before`. */
export async function searchRequests(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  scope: Scope,
  filter: RequestFilter,
  { before, limit }: { before: Place | null; limit: number },
): Promise<FoundRequests> {
  const oldest = later(now(), -KEPT_DAYS * DAY)
  const from = idAt(filter.from && filter.from > oldest ? filter.from : oldest)
  const tokens = tokensOf(scope, filter)
  const some = someTokensOf(scope, filter)
  const rows: FoundRequest[] = []
  let until = after(idAt(later(filter.to ?? now(), WRITTEN_WITHIN_MS)))
  // Its block is read again, for the lines before it.
  if (before !== null) until = after(before.blockId)
  for (let read = 0; read < BLOCKS_MAX; read += BLOCKS_A_STATEMENT) {
    const search = { from, until, tokens, some, limit: BLOCKS_A_STATEMENT }
    const blocks = await listBlocks(sql, scope, search)
    for (const { blockId, body } of blocks) {
      const lines = unpacked(body)
      const end = blockId === before?.blockId ? before.index : lines.length
      for (let index = Math.min(end, lines.length) - 1; index >= 0; index--) {
        const line = lines[index]!
        if (!matches(line, filter)) continue
        if (rows.length === limit) {
          return { rows, next: placeOfLine(rows.at(-1)!.id), searchedTo: null }
        }
        rows.push({ ...line, id: idOfLine({ blockId, index }) })
      }
      until = blockId
    }
    if (blocks.length < BLOCKS_A_STATEMENT) return { rows, next: null, searchedTo: null }
  }
  const next = { blockId: until as BlockId, index: 0 }
  return { rows, next, searchedTo: momentOf(until) }
}

/** By its own id, or the newest with this request id. */
export async function findRequest(
  context: Pick<Context, 'sql' | 'now'>,
  scope: Scope,
  id: string,
): Promise<FoundRequest | null> {
  const place = placeOfLine(id)
  if (place !== null) {
    const { blockId, index } = place
    const search = { from: blockId, until: after(blockId), tokens: [], some: null, limit: 1 }
    const [block] = await listBlocks(context.sql, scope, search)
    const line = block && unpacked(block.body)[index]
    if (line) return { ...line, id }
  }
  const page = { before: null, limit: 1 }
  const { rows } = await searchRequests(context, scope, { requestId: id }, page)
  return rows[0] ?? null
}

function tokensOf(scope: Scope, filter: RequestFilter): number[] {
  const { requestId, keyId, method, status } = filter
  const wanted: [Searched, string | undefined][] = [
    ['request', requestId],
    ['key', keyId],
    ['method', method],
    ['status', status === undefined ? undefined : `${status[0]}xx`],
  ]
  return wanted.flatMap(([what, value]) =>
    value === undefined ? [] : [tokenOf(scope, what, value)],
  )
}

/** Null: every block. Paths have no tokens. */
function someTokensOf(scope: Scope, { q }: RequestFilter): number[] | null {
  if (q === undefined || q.startsWith('/')) return null
  return (['request', 'record', 'error'] as const).map((what) => tokenOf(scope, what, q))
}

function matches(line: Line, filter: RequestFilter): boolean {
  const { from, to, method, status, keyId, requestId, q } = filter
  return (
    (!from || line.at >= from.getTime()) &&
    (!to || line.at < to.getTime()) &&
    (method === undefined || line.method === method) &&
    (status === undefined || [String(line.status), statusClass(line.status)].includes(status)) &&
    (keyId === undefined || line.keyId === keyId) &&
    (requestId === undefined || line.requestId === requestId) &&
    (q === undefined || says(line, q))
  )
}

function says({ path, requestId, errorCode, records }: Line, q: string): boolean {
  if (q.startsWith('/')) return path.includes(q)
  return requestId === q || errorCode === q || records.includes(q)
}

/** The next id: the end of a range that includes this one. */
function after(id: string): string {
  const next = BigInt(`0x${bytesOf(id).toString('hex')}`) + 1n
  return uuidOf(Buffer.from(next.toString(16).padStart(32, '0'), 'hex'))
}
