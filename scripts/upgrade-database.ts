import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifyBooks } from '../src/operator/books.ts'
import {
  connectAsOwner,
  type Database,
  type DatabaseAddress,
  type Sql,
} from '../src/platform/db.ts'
import {
  EmbeddedPostgresError,
  movedDirectory,
  startEmbeddedPostgres,
} from '../src/platform/embedded-postgres.ts'
import { findPrograms, type Programs } from '../src/platform/embedded-postgres-prepare.ts'
import { NO_FUNCTIONS } from '../src/platform/functions.ts'
import { listMigrations, migrate, planMigration } from '../src/platform/migrate.ts'

// Moves the embedded database to the included PostgreSQL version, through a copy beside it:
//
//   postgres, of PostgreSQL 17
//     ──> + postgres.upgrading  [copy: tables by our migrations, rows, books verified]
//     ──> + postgres.upgraded   [renamed: it is whole]
//     ──> postgres.17, postgres.upgraded  ──> postgres.17, postgres   [swap]
//
// Until `postgres.upgraded` exists, the next try starts again. After that it continues from there,
// and the service does not start before it has.

/** Written by migrations on the new server. */
/** The request log starts anew. */
const NOT_COPIED = ['migration', 'database_function', 'schema_level', 'request_log']
const TABLES_MAX = 1_000

type Move = {
  dataDirectory: string
  say: (line: string) => void
  /** The programs of the version that made the data. */
  programsOf: (major: string) => Promise<Programs>
  /** For tests: also if the version is the included one. */
  isForced?: boolean
}

/** Returns where the old database is kept; null if there was nothing to do. */
export async function moveDatabase(move: Move): Promise<string | null> {
  const { dataDirectory, say, isForced = false } = move
  const moved = movedDirectory(dataDirectory)
  if (!existsSync(moved)) {
    const major = majorOf(dataDirectory)
    if (major === findPrograms().major && !isForced) return null
    const kept = `${dataDirectory}.${major}`
    if (existsSync(kept)) {
      throw new EmbeddedPostgresError(`${kept} of an earlier upgrade exists: move it away first.`)
    }
    await copyBeside(move, major)
  } else say('Continuing an interrupted upgrade ...')
  return swap(dataDirectory, moved)
}

function majorOf(dataDirectory: string): string {
  return readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim()
}

async function copyBeside({ dataDirectory, say, programsOf }: Move, major: string): Promise<void> {
  const next = `${dataDirectory}.upgrading`
  remove(next)
  say(`Starting PostgreSQL ${major} on the existing database ...`)
  const programs = await programsOf(major)
  const old = await startEmbeddedPostgres({ dataDirectory, say, programs })
  try {
    const fresh = await startEmbeddedPostgres({ dataDirectory: next, say })
    try {
      await copyDatabase(old, fresh, say)
    } finally {
      await fresh.stop()
    }
  } finally {
    await old.stop()
  }
  renameSync(next, movedDirectory(dataDirectory))
}

/** And the target of a link. */
function remove(path: string): void {
  if (existsSync(path)) rmSync(realpathSync(path), { recursive: true })
  rmSync(path, { force: true })
}

function swap(dataDirectory: string, moved: string): string {
  const major = existsSync(dataDirectory) ? majorOf(dataDirectory) : null
  if (major !== null) renameSync(dataDirectory, `${dataDirectory}.${major}`)
  renameSync(moved, dataDirectory)
  rmSync(`${dataDirectory}.upgrading.log`, { force: true })
  return major === null ? 'the folder next to it' : `${dataDirectory}.${major}`
}

async function copyDatabase(
  old: DatabaseAddress,
  fresh: DatabaseAddress,
  say: (line: string) => void,
): Promise<void> {
  const [from, to] = [connectAsOwner(old), connectAsOwner(fresh)]
  try {
    // Refuses a database with another history.
    const { due } = await planMigration(from)
    const migrations = listMigrations()
    const done = migrations.slice(0, migrations.length - due.length)
    say(`Creating the tables, up to migration ${done.at(-1)?.name ?? 'none'} ...`)
    await migrate(to, done, NO_FUNCTIONS)
    await copyTables(from, to, say)
    await migrate(to)
    await to`analyze`
    say('Verifying the books of the copy ...')
    const wrong = await verifyBooks(to)
    if (wrong.length === 0) return
    const { what, where } = wrong[0]!
    throw new EmbeddedPostgresError(
      `The books of the copy are wrong in ${wrong.length} rows (${what}: ${where}). The database ` +
        'was not changed. Run `npm run ledger:verify` with the previous version.',
    )
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

/** From one snapshot, through a file that both servers can reach. */
async function copyTables(from: Database, to: Database, say: (line: string) => void) {
  const [{ dataDirectory }] = (await to`show data_directory`) as unknown as [
    { dataDirectory: string },
  ]
  const file = join(dataDirectory, 'rows.copy')
  await from.reserve(async (before) => {
    await before.unsafe('begin isolation level repeatable read read only')
    const tables = await listTables(before)
    const known = new Set((await listTables(to)).map(({ name }) => name))
    const foreign = tables.find(({ name }) => !known.has(name))
    if (foreign) {
      throw new EmbeddedPostgresError(
        `The database has a table ${foreign.name} that is not Cowrie's: move it away first.`,
      )
    }
    await to.begin(async (after) => {
      await after`set local session_replication_role = replica`
      if (tables.length > 0) {
        await after.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      }
      for (const { name, columns } of tables) {
        // Of a partitioned table, only a query can be copied.
        const rows = `(select ${columns} from ${name})`
        const written = await before.unsafe(`copy ${rows} to '${quoted(file)}'`)
        const read = await after.unsafe(`copy ${name} (${columns}) from '${quoted(file)}'`)
        rmSync(file)
        if (written.count !== read.count) {
          throw new EmbeddedPostgresError(
            `Of ${written.count} rows of ${name}, ${read.count} were copied; nothing was changed.`,
          )
        }
        if (read.count > 0) say(`  ${name}: ${read.count} rows`)
      }
      await copySequences(before, after)
    })
  })
}

/** Without generated columns. */
function listTables(sql: Sql) {
  return sql<{ name: string; columns: string }[]>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attgenerated = '' and c.relname <> all(${NOT_COPIED})
      and not c.relispartition
    group by c.relname
    order by c.relname
    limit ${TABLES_MAX}
  `
}

async function copySequences(before: Sql, after: Sql): Promise<void> {
  const sequences = await before<{ name: string; value: bigint }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null
    limit ${TABLES_MAX}
  `
  for (const { name, value } of sequences) await after`select setval(${name}::regclass, ${value})`
}

function quoted(path: string): string {
  return path.replaceAll("'", "''")
}
