import { createHash, randomBytes } from 'node:crypto'
import {
  APPLICATION_ROLE,
  connect,
  connectAsOwner,
  connectHot,
  type Database,
  type Sql,
} from '../src/platform/db.ts'
import { listFunctions } from '../src/platform/functions.ts'
import {
  ensureApplicationRole,
  grantToApplication,
  listMigrations,
  migrate,
} from '../src/platform/migrate.ts'
import { atEnd } from './shared.ts'

// Databases for tests. Creating and dropping one costs PostgreSQL 130 to 440 ms of CPU time;
// emptying it, 5 ms. So a process keeps its files' databases, empties them and lends them again.
// Its connections are kept with it, because PostgreSQL reads its catalogs anew for each: the first
// verification of the books costs 70 ms on a new one, 12 ms on a kept one; a file with one payment
// 70 ms, and 20.
//
//   lent  [takeDatabase]  ──> idle     [giveBack]  emptied, if the schema is still the template's
//                         └─> dropped  [giveBack]  if a test changed its tables or functions

// The server that `npm test` started for all test files: {host, port, user}.
export const SERVER = JSON.parse(
  process.env['COWRIE_TEST_POSTGRES'] ?? '{"host":"/tmp","port":5432,"user":"postgres"}',
) as { host: string; port: number; user: string }

const TEMPLATE_LOCK = 3_141_592

type Pristine = { schema: string; tables: { name: string; columns: string; rows: string }[] }

export type Connections = { sql: Database; hot: Database }

/** Tells kept connections from those that a test has left open. */
const KEPT = 'cowrie kept'

const idle: string[] = []
const owners = new Map<string, Database>()
const kept = new Map<string, Connections>()
let pristine: Promise<Pristine> | null = null

/** An empty database with all migrations. Return it with `giveBack`. */
export async function takeDatabase({ isNew }: { isNew: boolean }): Promise<string> {
  const kept = isNew ? undefined : idle.pop()
  if (kept !== undefined) return kept
  const database = await createDatabase()
  pristine ??= readPristine(ownerOf(database))
  await pristine
  return database
}

/** Its owner, past the application's rights. Settings stay until `giveBack`. */
export function ownerOf(database: string): Database {
  const owner = owners.get(database) ?? connectAsOwner({ ...SERVER, database })
  owners.set(database, owner)
  return owner
}

/**
 * The application's, which the next file that borrows the database uses again. Each time as new
 * objects: what the service remembers of a database, it remembers by these.
 */
export function keptOf(database: string): Connections {
  const connections = kept.get(database) ?? connectionsTo(database, KEPT)
  kept.set(database, connections)
  return { sql: lend(connections.sql), hot: lend(connections.hot) }
}

const lent = new WeakSet<Database>()

function lend(sql: Database): Database {
  const own = new Proxy(sql, {})
  lent.add(own)
  return own
}

/** Whether others will use these connections again. */
export function isLent({ sql }: Connections): boolean {
  return lent.has(sql)
}

export function connectionsTo(database: string, application_name = 'cowrie'): Connections {
  const address = { ...SERVER, database, application_name }
  return { sql: connect(address, APPLICATION_ROLE), hot: connectHot(address, APPLICATION_ROLE) }
}

export async function endConnections({ sql, hot }: Connections): Promise<void> {
  await Promise.all([sql.end({ timeout: 5 }), hot.end({ timeout: 5 })])
}

async function endKept(database: string): Promise<void> {
  const connections = kept.get(database)
  kept.delete(database)
  if (connections) await endConnections(connections)
}

/** Closes all connections to it but the owner's and the kept ones. */
export async function giveBack(database: string): Promise<void> {
  // Created by the test itself, before this process took any database.
  if (pristine === null) return dropDatabase(database)
  const { schema, tables } = await pristine
  const sql = ownerOf(database)
  await endOthers(sql)
  if ((await schemaVersion(sql)) !== schema) return dropDatabase(database)
  await empty(sql, tables)
  if (idle.length === 0) atEnd(dropIdle)
  // Only the one that is lent next keeps its own: the server has room for 200.
  for (const other of idle) await endKept(other)
  idle.push(database)
}

async function dropIdle(): Promise<void> {
  for (const database of idle.splice(0)) await dropDatabase(database)
}

/** A database that is never lent again. */
export async function createDatabase(): Promise<string> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await cloneTemplate(database)
  return database
}

export async function dropDatabase(database: string): Promise<void> {
  await endKept(database)
  await owners.get(database)?.end()
  owners.delete(database)
  await administer((sql) => sql`drop database if exists ${sql(database)} with (force)`)
}

async function readPristine(sql: Database): Promise<Pristine> {
  const schema = await schemaVersion(sql)
  const names = await sql<{ name: string; columns: string }[]>`
    select relname as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and attgenerated = '' and not attisdropped
    group by relname`
  const tables: Pristine['tables'] = []
  for (const { name, columns } of names) {
    const [row] = await sql.unsafe(
      `select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`,
    )
    tables.push({ name, columns, rows: row!['rows'] as string })
  }
  return { schema, tables }
}

/** Changes with every change to a table, function, trigger or setting of this database. */
async function schemaVersion(sql: Database): Promise<string> {
  const catalogs = [
    'pg_class',
    'pg_attribute',
    'pg_attrdef',
    'pg_constraint',
    'pg_index',
    'pg_trigger',
    'pg_proc',
    'pg_namespace',
  ]
  const versions = catalogs.map(
    (name) => `(select count(*) || '/' || max(xmin::text::bigint) from ${name})`,
  )
  const settings = `(
    select count(*) from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()))`
  const [row] = await sql.unsafe(
    `select concat_ws(' ', ${[...versions, settings].join(', ')}) as version`,
  )
  return row!['version'] as string
}

/**
 * Closes connections a test left open, such as those of a process it killed, and kept ones that are
 * still at work.
 */
async function endOthers(sql: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'
      and (application_name <> ${KEPT} or state <> 'idle')`
}

/** Runs in one transaction, past the triggers that forbid deletes. */
async function empty(sql: Database, tables: Pristine['tables']): Promise<void> {
  const seeded = tables.filter(({ rows }) => rows !== '[]')
  await sql.unsafe(
    [
      // Of the last file: plans for its rows, and settings such as one that skips triggers.
      'discard plans',
      'reset all',
      'begin',
      'set local session_replication_role = replica',
      ...tables.map(({ name }) => `delete from "${name}"`),
      ...seeded.map(
        ({ name, columns, rows }) =>
          `insert into "${name}" (${columns}) select ${columns}
           from json_populate_recordset(null::"${name}", '${rows.replaceAll("'", "''")}')`,
      ),
      'commit',
    ].join(';\n'),
  )
}

/** The first process to need it builds the template, once per version of the schema. */
async function cloneTemplate(database: string): Promise<void> {
  const hash = createHash('sha256')
  for (const part of [...listMigrations(), ...listFunctions()]) hash.update(part.hash)
  const template = `template_${hash.digest('hex').slice(0, 12)}`
  await administer(async (sql) => {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`
    const [existing] = await sql`select 1 from pg_database where datname = ${template}`
    if (!existing) await makeTemplate(sql, template)
    await sql`select pg_advisory_unlock(${TEMPLATE_LOCK})`
    // `file_copy` would force two checkpoints: 440 ms of CPU time instead of 130.
    await sql.unsafe(`create database ${database} template ${template} strategy wal_log`)
  })
}

async function makeTemplate(sql: Sql, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`
  await sql.unsafe(`drop database if exists ${unfinished} with (force)`)
  await sql.unsafe(`create database ${unfinished}`)
  const owner = connectAsOwner({ ...SERVER, database: unfinished })
  await migrate(owner)
  const role = await ensureApplicationRole(owner)
  if (role === null) throw new Error('The tests run as a superuser of their own server.')
  await grantToApplication(owner, role)
  await owner.end()
  await sql.unsafe(`alter database ${unfinished} rename to ${template}`)
}

async function administer(run: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connectAsOwner({ ...SERVER, database: 'postgres' })
  // Uses one connection, because it holds the advisory lock.
  await sql.reserve(run)
  await sql.end()
}
