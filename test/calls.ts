import assert from 'node:assert/strict'
import { writeUses } from '../src/accounts/businesses/businesses.ts'
import { endStreams } from '../src/core/streaming.ts'
import type { Answer, Api } from './api.ts'
import type { TestContext } from './support.ts'

// Shared by several tests of the API, beyond the client itself.

type Column = 'rows' | 'contents'
const READS: Record<Column, string> = {
  rows: 'count(*)::int',
  contents: "count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), ''))",
}
const statements = new Map<Column, string>()

/** Row count of each of the service's tables. */
export function countRows(context: TestContext): Promise<Record<string, number>> {
  return readEach<number>(context, 'rows')
}

/**
 * A digest of each of the service's tables: a refused request must leave every column of every row
 * unchanged. Leaves out the audit log, which records attempts.
 */
export function contentsOf(context: TestContext): Promise<Record<string, string>> {
  return readEach<string>(context, 'contents')
}

/** Includes the last uses of keys, which a process keeps in memory until a job writes them. */
export async function contentsWithUses(context: TestContext): Promise<Record<string, string>> {
  await writeUses(context)
  return contentsOf(context)
}

async function readEach<Value>(
  { sql }: TestContext,
  column: Column,
): Promise<Record<string, Value>> {
  if (!statements.has(column)) {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and has_table_privilege(oid, 'select')
        and relname not in ('audit_entry', 'audit_head')
      order by relname
    `
    assert(tables.length > 40, 'the tables are found')
    const each = tables.map(
      ({ name }) => `select '${name}' as name, ${READS[column]} as value from "${name}" t`,
    )
    statements.set(column, each.join(' union all '))
  }
  // As a part of a statement, it is planned once per connection: that takes 15 of its 20 ms.
  const rows = await sql`${sql.unsafe(statements.get(column)!)}`
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The first moments of a stream, which only the service ends. */
export async function beginningOf(stream: Promise<Answer>): Promise<Answer> {
  const ending = setInterval(endStreams, 50)
  try {
    return await stream
  } finally {
    clearInterval(ending)
  }
}

let addresses = 0

/** Calls initialize-public, by default from a new address to stay below rate limits. */
export function startPublicly(
  api: Api,
  fields: Record<string, string> | string,
  {
    method = 'GET',
    headers = {},
    from,
  }: { method?: 'GET' | 'POST'; headers?: object; from?: string } = {},
): Promise<Answer> {
  const text = typeof fields === 'string' ? fields : String(new URLSearchParams(fields))
  const isPost = method === 'POST'
  addresses += 1
  return api.send({
    method,
    url: `/api/v1/transactions/initialize-public${isPost ? '' : `?${text}`}`,
    remoteAddress: from ?? `10.1.${addresses >> 8}.${addresses & 255}`,
    headers: {
      accept: 'application/json',
      ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(isPost && { payload: text }),
  })
}

/** Splits the fields into groups of 100, the most that one refusal names. */
export function inHundreds(fields: Record<string, unknown>): Record<string, unknown>[] {
  const all = Object.entries(fields)
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, i) =>
    Object.fromEntries(all.slice(i * 100, (i + 1) * 100)),
  )
}
