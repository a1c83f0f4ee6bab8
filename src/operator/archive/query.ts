import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Database } from '../../platform/db.ts'
import type { ArchivedMonth } from './archive.sql.ts'
import * as rows from './archive.sql.ts'
import { sha256 } from './manifest.ts'
import type { Store } from './store.ts'
import { type Column, type ColumnType, columnsOf, sourceOf, TABLES, type Table } from './tables.ts'
import { ArchiveError } from './work.ts'

// SQL over the archive, by DuckDB. The files that a query needs are copied from the store to a
// folder of its own, and each is checked against its digest. DuckDB reads that folder and nothing
// else: no other files, no network, no extensions. The folder is removed at the end.

export type Answer = { columns: string[]; rows: DuckDBValue[][] }

/** What a query may read. Both ends are months such as 2025-01, and both belong to it. */
export type Span = { from: string | null; to: string | null }

const PACKAGE = '@duckdb/node-api@1.5.6-r.1'

const TYPES: Record<ColumnType, string> = {
  uuid: 'uuid',
  text: 'varchar',
  int: 'integer',
  bigint: 'bigint',
  bool: 'boolean',
  time: 'timestamptz',
}

/** The statement sees a view for each table that it names. */
export async function queryArchive(
  { sql, store }: { sql: Database; store: Store },
  span: Span,
  statement: string,
): Promise<Answer> {
  const months = await monthsOf(sql, span)
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-archive-'))
  try {
    const { DuckDBInstance } = await loadDuckDb()
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const table of TABLES.filter((one) => one.name === sourceOf(one))) {
      if (!new RegExp(`\\b${table.name}\\b`, 'i').test(statement)) continue
      const files = await copyFiles({ sql, store }, months, table, folder)
      await connection.run(viewOf(table, await columnsOf(sql, table), files))
    }
    await lock(connection, folder)
    return await ask(connection, statement)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The months that are verified. Others may lack rows. */
export async function monthsOf(sql: Database, { from, to }: Span): Promise<ArchivedMonth[]> {
  const all = await rows.listMonths(sql)
  const own = all.filter(({ month }) => {
    const name = month.slice(0, 7)
    return (from === null || name >= from) && (to === null || name <= to)
  })
  const open = own.find(({ state }) => state !== 'verified')
  if (open) {
    throw new ArchiveError(
      `${open.month.slice(0, 7)} is not verified (${open.state}): archive it with --before, or ` +
        'leave it out with --from and --to.',
    )
  }
  if (own.length === 0) throw new ArchiveError('No month of these is archived.')
  return own
}

async function copyFiles(
  { sql, store }: { sql: Database; store: Store },
  months: readonly ArchivedMonth[],
  table: Table,
  folder: string,
): Promise<string[]> {
  const copied: string[] = []
  for (const { month } of months) {
    for (const file of await rows.listFiles(sql, month)) {
      if (!TABLES.some((one) => one.name === file.tableName && sourceOf(one) === table.name))
        continue
      const bytes = await store.get(file.path, Number(file.bytes))
      if (bytes === null || !sha256(bytes).equals(file.digest)) {
        throw new ArchiveError(
          `${file.path}: the store has ${bytes === null ? 'no such file' : 'other bytes'}. Run ` +
            'npm run archive -- --before with a later month and --again.',
        )
      }
      const own = join(folder, file.path)
      await mkdir(dirname(own), { recursive: true })
      await writeFile(own, bytes, { mode: 0o600 })
      copied.push(own)
    }
  }
  return copied
}

/** Files of an older version may lack columns: these are null. */
function viewOf({ name }: Table, columns: readonly Column[], files: readonly string[]): string {
  const none = columns.map((column) => `null::${TYPES[column.type]} as "${column.name}"`)
  const list = files.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')
  return files.length === 0
    ? `create view "${name}" as select ${none.join(', ')} where false`
    : `create view "${name}" as select * from
       read_parquet([${list}], union_by_name = true)`
}

async function lock(connection: DuckDBConnection, folder: string): Promise<void> {
  const allowed = `${folder.replaceAll("'", "''")}/`
  await connection.run(`set allowed_directories = ['${allowed}']`)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
}

async function ask(connection: DuckDBConnection, statement: string): Promise<Answer> {
  try {
    const reader = await connection.runAndReadAll(statement)
    return { columns: reader.columnNames(), rows: reader.getRows() }
  } catch (error) {
    throw new ArchiveError((error as Error).message)
  }
}

async function loadDuckDb() {
  try {
    return await import('@duckdb/node-api')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ArchiveError(`Queries need DuckDB: npm install --no-save ${PACKAGE}`)
  }
}
