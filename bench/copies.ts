import type { Sql } from '../src/platform/db.ts'

// Rows by the million, as the service wrote the first of them: each is a copy of a row of its own,
// all columns but those that are said, so that what a table holds is never told twice.

/** What a column is to hold instead, as an expression. `t` is the row that is copied. */
export type Own = Record<string, string>

/** `from`: what follows `from`, where `t` is a row of this table. */
export async function copyRows(
  sql: Sql,
  table: string,
  own: Own,
  from: string,
  into = table,
): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position
  `
  const names = columns.map(({ name }) => name)
  const unknown = Object.keys(own).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`${table} has no column ${unknown}`)
  const values = names.map((name) => own[name] ?? `t.${name}`)
  await sql.unsafe(
    `insert into ${into} (${names.join(', ')}) select ${values.join(', ')} from ${from}`,
  )
}
