import { HOUSE } from '../../src/core/context.ts'
import type { Database } from '../../src/platform/db.ts'
import type { GivenBusiness } from '../support.ts'

// The contents of every table in the database.

export type Row = Record<string, unknown>
export type Rows = Record<string, Row[]>

type TableName = { name: string; key: string; hasBusiness: boolean }

let tables: readonly TableName[] | null = null

/** Every table the service may read, with its primary key. The audit log has its own tests. */
async function tablesOf(sql: Database): Promise<readonly TableName[]> {
  tables ??= await sql<TableName[]>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as key,
      exists (
        select from pg_attribute b where b.attrelid = c.oid and b.attname = 'business_id'
      ) as has_business
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
      and has_table_privilege(c.oid, 'select')
      and c.relname not in ('audit_entry', 'audit_head')
      and (i.indrelid is null or a.attnum = any(i.indkey))
    group by c.oid, c.relname
    order by c.relname
  `
  return tables
}

/** All rows as JSON; with `whose`, only those of that business, and of the house since then. */
export async function rowsIn(
  sql: Database,
  whose?: { business: GivenBusiness; since: Date },
): Promise<Rows> {
  const all = await tablesOf(sql)
  const read = all.filter(({ hasBusiness }) => whose === undefined || hasBusiness)
  const only = whose === undefined ? '' : conditionOf(whose)
  const each = read.map(
    ({ name, key }) =>
      `(select '${name}' as name, to_json(t) as row from "${name}" t ${only} order by ${key})`,
  )
  const rows = (await sql.unsafe(each.join(' union all '))) as unknown as {
    name: string
    row: Row
  }[]
  const found: Rows = {}
  for (const { name, row } of rows) found[name] = [...(found[name] ?? []), row]
  return found
}

function conditionOf({ business, since }: { business: GivenBusiness; since: Date }): string {
  return `where business_id = '${business.businessId}' and to_json(t) ->> 'mode' = 'test'
    or business_id = '${HOUSE}'
      and (to_json(t) ->> 'created_at')::timestamptz > '${since.toISOString()}'`
}
