import type { Sql } from '../src/platform/db.ts'

// The schema after all migrations, as SQL, so that a migration can be reviewed as a diff. (The
// embedded PostgreSQL has no pg_dump.) Sorted by name; the same whenever and wherever it is
// written.

const ROWS_MAX = 10_000

export async function dumpSchema(sql: Sql): Promise<string> {
  const tables = await listTables(sql)
  const parts = tables.map(({ name, columns, constraints, options, partitions }) => {
    const lines = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    const by = partitions === null ? '' : ` partition by ${partitions}`
    const having = options === null ? '' : ` with (${options})`
    return `create table ${name} (\n${lines}\n)${by}${having};\n`
  })
  for (const { text } of await listTypes(sql)) parts.push(`${text};\n`)
  for (const { text } of await listIndexes(sql)) parts.push(`${text};\n`)
  for (const { text } of await listViews(sql)) parts.push(`${text}\n`)
  for (const { text } of await listFunctions(sql)) parts.push(`${text.trim()};\n`)
  for (const { text } of await listTriggers(sql)) parts.push(`${text};\n`)
  for (const { name, text } of await listComments(sql)) {
    parts.push(`comment on table ${name} is '${text.replaceAll("'", "''")}';\n`)
  }
  const head = '-- The result of db/migrations and db/functions, written by `npm run generate`.'
  return `${head}\n\n${parts.join('\n')}`
}

type TableRow = {
  name: string
  columns: string[]
  constraints: string[]
  options: string | null
  partitions: string | null
}

/** Partitions are not of the schema: jobs make and drop them. */
function listTables(sql: Sql) {
  return sql<TableRow[]>`
    select c.relname as name,
      array(
        select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end
          || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        order by a.attnum
      ) as columns,
      array(
        select 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
        from pg_constraint k
        where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f')
        order by array_position(array['p', 'u', 'f', 'c'], k.contype::text), k.conname
      ) as constraints,
      coalesce(array_to_string(c.reloptions, ', '), (
        -- A partitioned table has none of its own.
        select array_to_string(part.reloptions, ', ')
        from pg_inherits i
        join pg_class part on part.oid = i.inhrelid
        where i.inhparent = c.oid and part.reloptions is not null
        limit 1
      )) as options, pg_get_partkeydef(c.oid) as partitions
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    order by c.relname
    limit ${ROWS_MAX}
  `
}

function listTypes(sql: Sql) {
  return sql<{ text: string }[]>`
    select 'create type ' || c.relname || ' as (' || string_agg(
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum
    ) || ')' as text
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace
    group by c.relname
    order by c.relname
    limit ${ROWS_MAX}
  `
}

function listIndexes(sql: Sql) {
  return sql<{ text: string }[]>`
    select regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public[.]', ' ON ') as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
    order by c.relname
    limit ${ROWS_MAX}
  `
}

function listViews(sql: Sql) {
  return sql<{ text: string }[]>`
    select 'create view ' || c.relname || E' as\n' || pg_get_viewdef(c.oid) as text
    from pg_class c
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    order by c.relname
    limit ${ROWS_MAX}
  `
}

function listFunctions(sql: Sql) {
  return sql<{ text: string }[]>`
    select replace(pg_get_functiondef(p.oid), 'public.', '') as text
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
    order by p.proname, pg_get_function_identity_arguments(p.oid)
    limit ${ROWS_MAX}
  `
}

function listTriggers(sql: Sql) {
  return sql<{ text: string }[]>`
    select replace(pg_get_triggerdef(t.oid), 'public.', '') as text
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and not c.relispartition
    where not t.tgisinternal
    order by t.tgname
    limit ${ROWS_MAX}
  `
}

function listComments(sql: Sql) {
  return sql<{ name: string; text: string }[]>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as text
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
      and obj_description(c.oid, 'pg_class') is not null
    order by c.relname
    limit ${ROWS_MAX}
  `
}
