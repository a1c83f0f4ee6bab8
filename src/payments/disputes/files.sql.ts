import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { firstRow } from '../../platform/rows.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import type { DisputeKey, FileFacts } from './disputes.sql.ts'

export type DisputeFile = DisputeKey &
  FileFacts & {
    digest: Buffer
    /** Sealed. */
    content: string
    createdAt: Date
  }

export async function insertFiles(sql: Sql, files: DisputeFile[]): Promise<void> {
  for (const file of files) await sql`insert into dispute_file ${sql(file)}`
}

/** Without their contents. */
export async function listFiles(sql: Sql, { businessId, mode, disputeId }: DisputeKey) {
  return sql<Omit<DisputeFile, 'content'>[]>`
    select business_id, mode, dispute_id, number, type, size, digest, created_at
    from dispute_file
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
    order by number
    limit 100
  `
}

export function findFile(sql: Sql, { businessId, mode, disputeId }: DisputeKey, number: number) {
  return firstRow(sql<DisputeFile[]>`
    select * from dispute_file
    where business_id = ${businessId} and mode = ${mode} and dispute_id = ${disputeId}
      and number = ${number}
  `)
}

/** Of the disputes of these payments. */
export async function eraseFiles(
  sql: Sql,
  { businessId, mode }: Scope,
  payments: TransactionId[],
): Promise<void> {
  await sql`
    delete from dispute_file f
    using dispute d
    where f.business_id = ${businessId} and f.mode = ${mode}
      and d.business_id = ${businessId} and d.mode = ${mode}
      and d.dispute_id = f.dispute_id and d.transaction_id = any(${payments})
  `
}
