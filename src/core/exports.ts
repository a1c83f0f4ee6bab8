import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { isoOf } from '../platform/clock.ts'
import { type Cell, csvHead, csvLine } from '../platform/csv.ts'
import { dayOf } from '../platform/lagos.ts'
import type { Meta } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { type Access, scopeOf } from './access.ts'
import { sendFile } from './streaming.ts'

// A whole list as a file, for a key or a person that asks for one with `Accept`: CSV, with a column
// for each field, or NDJSON, with a record in each line. A page is read when the one before it has
// been sent, and no connection of the database is held in between. If reading fails, the connection
// is cut, so that no file looks complete.

export const FILE_TYPES = ['text/csv', 'application/x-ndjson'] as const
type FileType = (typeof FILE_TYPES)[number]

type Record = { [name: string]: unknown }
type Schema = { $ref?: string; anyOf?: Schema[]; properties?: { [name: string]: Schema } }

/**
 * Null for JSON, and for routes that have no files. A person gets those that a key gets; the scope
 * of logins checks that the role may export.
 */
export function fileTypeOf({ method, headers, routeOptions }: FastifyRequest): FileType | null {
  const { config, schema } = routeOptions
  const { credential, ...access } = config as { credential?: string } & Partial<Access>
  const hasFiles = schema !== undefined && 'x-files' in schema
  if (!hasFiles || method !== 'GET') return null
  const isPersons = credential === 'login' && scopeOf(access) !== undefined
  if (credential !== 'secret_key' && !isPersons) return null
  const wanted = (headers.accept ?? '').toLowerCase().split(/[,;\s]+/)
  return FILE_TYPES.find((type) => wanted.includes(type)) ?? null
}

/** `page` reads the page at a cursor, or the first; its text is that of the JSON response. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, item, now, page }: { type: FileType; item: TSchema; now: Date; page: ReadPage },
): Promise<FastifyReply> {
  const [list = 'list'] = request.url.split('?')[0]!.split('/').slice(-1)
  const name = `${list}-${dayOf(now)}.${type === 'text/csv' ? 'csv' : 'ndjson'}`
  const columns = columnsIn(item as Schema, (id) => request.server.getSchema(id) as Schema)
  // If it is refused, the answer is an ordinary error.
  const first = await page(null)
  const { total, totalCapped, archivedUntil } = first.meta
  if (!totalCapped) reply.header('x-total-count', String(total))
  if (archivedUntil) reply.header('x-archived-until', isoOf(archivedUntil))
  return sendFile(request, reply, { type, name }, linesOf(type, columns, first, page))
}

type ReadPage = (cursor: string | null) => Promise<{ text: string; meta: Meta }>

async function* linesOf(
  type: FileType,
  columns: string[],
  first: Awaited<ReturnType<ReadPage>>,
  page: ReadPage,
): AsyncGenerator<string> {
  if (type === 'text/csv') yield csvHead(columns)
  const endsAt = ({ archivedUntil }: Meta) => archivedUntil?.getTime()
  for (let { text, meta } = first; ; { text, meta } = await page(meta.next)) {
    // Its last records have left the database since it began.
    if (endsAt(meta) !== endsAt(first.meta)) refuse('archived')
    const { data } = JSON.parse(text, exactly) as { data: Record[] }
    const lines = data.map((one) =>
      type === 'text/csv' ? csvLine(cellsOf(one, columns)) : `${JSON.stringify(one)}\n`,
    )
    if (lines.length > 0) yield lines.join('')
    if (meta.next === null) return
  }
}

/** Numbers keep their digits, also those in metadata. */
function exactly(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? JSON.rawJSON(source!) : value
}

/** The fields of a record, those of an object within as `customer.email`. */
function columnsIn(schema: Schema, find: (id: string) => Schema): string[] {
  if (schema.$ref !== undefined) return columnsIn(find(schema.$ref.replace(/#$/, '')), find)
  const alternatives = schema.anyOf?.map((one) => columnsIn(one, find)) ?? []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const within = columnsIn(field, find)
    return within.length === 0 ? [name] : within.map((column) => `${name}.${column}`)
  })
  return [...new Set([...fields, ...alternatives.flat()])]
}

function cellsOf(record: Record, columns: string[]): Cell[] {
  return columns.map((column) => {
    const value = column.split('.').reduce<unknown>((at, name) => (at as Record)?.[name], record)
    if (value === null || value === undefined) return null
    if (typeof value === 'string') return value
    const text = JSON.stringify(value)
    return /^-?\d+$/.test(text) ? BigInt(text) : text
  })
}
