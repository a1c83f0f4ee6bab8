import type { Scope } from '../../core/context.ts'
import { type Database, rowsOf, type Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'

export type BlockId = Id<'request_block'>
export type NewBlock = Scope & { blockId: BlockId; calls: number; tokens: number[]; body: Buffer }
type BlockRow = { blockId: BlockId; body: Buffer }

/** Makes and drops partitions. Returns until when there are some. */
export async function turnPartitions(sql: Sql, now: Date): Promise<Date> {
  const [row] = await sql<[{ until: Date }]>`select request_log_turn(${now}) as until`
  return row.until
}

export async function insertBlocks(sql: Database, blocks: NewBlock[]): Promise<void> {
  const rows = blocks.map((one) => ({ ...one, body: `\\x${one.body.toString('hex')}` }))
  await sql`insert into request_log select * from ${rowsOf(sql, 'request_log', rows)}`
}

type BlockSearch = {
  /** Ids of blocks: inclusive, exclusive. */
  from: string
  until: string
  /** A block must have all of them. */
  tokens: number[]
  /** And one of these. */
  some: number[] | null
  limit: number
}

/** Newest first. */
export function listBlocks(sql: Sql, { businessId, mode }: Scope, search: BlockSearch) {
  const { from, until, tokens, some, limit } = search
  return sql<BlockRow[]>`
    select block_id, body from request_log
    where business_id = ${businessId} and mode = ${mode}
      and block_id >= ${from} and block_id < ${until}
      and ${tokens.length > 0 ? sql`tokens @> ${tokens}::integer[]` : sql`true`}
      and ${some === null ? sql`true` : sql`tokens && ${some}::integer[]`}
    order by block_id desc
    limit ${limit}
  `
}
