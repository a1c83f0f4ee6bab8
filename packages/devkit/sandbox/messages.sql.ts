import type { BusinessId, Scope } from '../../../src/core/context.ts'
import type { Sql } from '../../../src/platform/db.ts'
import type { Id } from '../../../src/platform/ids.ts'
import { type Listed, listOf, type Page } from '../../../src/platform/paging.ts'

export type MessageId = Id<'message'>

export type KeptMessage = {
  businessId: BusinessId
  messageId: MessageId
  /** The masked phone number, for a text message. */
  recipient: string
  /** The message as JSON, encrypted. */
  content: string
  createdAt: Date
}

/** Keeps a message that exists already. */
export async function insertMessages(sql: Sql, messages: KeptMessage[]): Promise<void> {
  await sql`
    insert into sandbox_message (business_id, mode, message_id, recipient, content, created_at)
    select n.business_id, 'test', n.message_id, n.recipient, n.content, n.created_at
    from unnest(
      ${messages.map(({ businessId }) => businessId)}::uuid[],
      ${messages.map(({ messageId }) => messageId)}::uuid[],
      ${messages.map(({ recipient }) => recipient)}::text[],
      ${messages.map(({ content }) => content)}::text[],
      ${messages.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
    ) as n (business_id, message_id, recipient, content, created_at)
    on conflict do nothing
  `
}

export async function wasKept(
  sql: Sql,
  businessId: BusinessId,
  messageId: MessageId,
): Promise<boolean> {
  const [row] = await sql`
    select from sandbox_message
    where business_id = ${businessId} and mode = 'test' and message_id = ${messageId}
  `
  return row !== undefined
}

/** Newest first. */
export function listKept(
  sql: Sql,
  { businessId, mode }: Scope,
  page: Page,
): Promise<Listed<KeptMessage>> {
  const rows = sql`
    select business_id, message_id, recipient, content, created_at from sandbox_message
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf(sql, page, 'messageId', rows)
}

/** Returns how many. */
export async function deleteKeptBefore(sql: Sql, before: Date, max: number): Promise<number> {
  const rows = await sql`
    delete from sandbox_message
    where (business_id, mode, message_id) in (
      select business_id, mode, message_id from sandbox_message
      where created_at < ${before}
      order by created_at
      limit ${max}
    )
    returning message_id
  `
  return rows.length
}
