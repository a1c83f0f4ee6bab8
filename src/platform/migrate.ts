import { createHash, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from './clock.ts'
import { APPLICATION_ROLE, type Database, type Sql, sqlState } from './db.ts'
import { assumeStatistics } from './first-statistics.ts'
import { applyFunctions, listDueFunctions, readFunctions } from './functions.ts'
import { isWithoutTransaction, statementsOf } from './migration-statements.ts'
import { type Level, levelOf, readLevel, refuseOutside } from './schema-level.ts'

// Migrations are numbered files, forward only, one subject each, never edited once merged. They run
// at start or by `npm run migrate`, while processes of the previous version serve:
//
// (1) If several processes start, one runs them and the others wait.
// (2) Each is a transaction of its own. It waits LOCK_MS at most for a lock, because everything
//     behind it waits too; then it is tried again a little later.
// (3) A file that begins with `-- no transaction` has statements such as `create index
//     concurrently`. They must be safe to run twice.
// (4) Changes row by row are left to a job: backfill.ts.
//
// The database functions are in db/functions (functions.ts).

const FOLDER = join(import.meta.dirname, '../../db/migrations')
/** The last commit with migrations 0001 to 0059, which 0059_baseline.sql replaces. */
const BEFORE_BASELINE = 'f9a9dad0'
const LOCK = 7_203_415 // Any number, as long as it is ours alone in this database.
/** The service gives up on a lock after 2 s, so those who wait behind us must get it before. */
const LOCK_MS = SECOND / 2
const TRIES_MAX = 240
const PAUSE_MS = { min: SECOND / 5, max: SECOND }
const INSUFFICIENT_PRIVILEGE = '42501'
const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
/** The lock was not free in time, or there was a deadlock. */
const NOT_NOW = ['55P03', '40P01']

export type Migration = {
  number: number
  name: string
  text: string
  hash: string
  /** Hashes of earlier texts with the same result. */
  formerHashes: string[]
}
export class MigrationError extends Error {}

export function listMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const formerHashes = [...text.matchAll(/^-- formerly ([0-9a-f]{64})$/gm)].map(([, of]) => of!)
      return { number: Number(name.slice(0, 4)), name, text, hash, formerHashes }
    })
}

type Migrated = {
  migrations: string[]
  /** The replaced functions; null if the database has a newer set, which is kept. */
  functions: string[] | null
}

type Progress = {
  /** Called while it waits. */
  tell?: (line: string) => void
  triesMax?: number
}

/** Returns what it ran. */
export async function migrate(
  owner: Database,
  migrations = listMigrations(),
  functions = readFunctions(),
  { tell = () => {}, triesMax = TRIES_MAX }: Progress = {},
): Promise<Migrated> {
  return owner.reserve(async (sql) => {
    await takeLock(sql)
    try {
      // So that no lock is held until a disk or a standby has the commit. The grants that follow
      // wait.
      await sql`set synchronous_commit = off`
      await makeOwnTables(sql)
      const due = await listDue(sql, migrations)
      const patiently = (what: string, work: () => Promise<void>) =>
        untilLocked({ what, tell, triesMax }, work)
      const isNew = due.length === migrations.length
      for (const migration of due) {
        await patiently(migration.name, () => run(sql, migration, isNew))
      }
      let replaced: string[] | null = []
      await patiently('the functions', async () => {
        replaced = await inTransaction(sql, () => applyFunctions(sql, functions))
      })
      if (due.length > 0) await assumeStatistics(sql)
      return { migrations: due.map(({ name }) => name), functions: replaced }
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.catch(() => {})
    }
  })
}

/** Polls, because a waiting statement would block `create index concurrently`. */
async function takeLock(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql`select pg_try_advisory_lock(${LOCK}) as taken`
    if (row!['taken']) return
    await pause(randomInt(50, 150))
  }
}

/** The runner's own tables, which must exist before the first migration. */
async function makeOwnTables(sql: Sql): Promise<void> {
  const [known] = await sql`select to_regclass('backfill') is not null as are_there`
  if (known!['areThere']) return
  await inTransaction(sql, () =>
    sql.unsafe(`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        hash text not null,
        run_at timestamptz not null default now()
      );
      create table schema_level (
        is_only boolean primary key default true check (is_only),
        minimum integer not null,
        current integer not null,
        check (minimum <= current)
      );
      insert into schema_level (minimum, current)
      select 0, coalesce(max(number), 0) from migration;
      create table backfill (
        name text primary key,
        place text,
        handled bigint not null default 0,
        done_at timestamptz
      );
    `),
  )
}

async function untilLocked(
  { what, tell, triesMax }: Required<Progress> & { what: string },
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!NOT_NOW.includes(sqlState(error) ?? '')) throw error
      if (tries >= triesMax) {
        throw new MigrationError(
          `${what}: another session holds a lock on a table that it changes, and did not release ` +
            `it in ${tries} attempts. Look for a long transaction in pg_stat_activity and run ` +
            'this again; migrations that already ran are kept.',
        )
      }
      if (tries === 1) tell(`${what}: waiting for a lock on a table ...`)
      await pause(randomInt(PAUSE_MS.min, PAUSE_MS.max))
    }
  }
}

/** A new database has no other users, and everything is faster in a transaction. */
async function run(sql: Sql, migration: Migration, isNew: boolean): Promise<void> {
  const { number, name, hash } = migration
  const text = isNew ? migration.text.replace(/ concurrently\b/gi, '') : migration.text
  const isApart = isWithoutTransaction(text) && !isNew
  if (isApart) for (const statement of statementsOf(text)) await runApart(sql, statement)
  await inTransaction(sql, async () => {
    if (!isApart) await sql.unsafe(text)
    await sql`insert into migration ${sql({ number, name, hash })}`
    await sql`update schema_level set current = ${number}`
  })
}

/** Blocks nobody while it waits. An index that was left incomplete is rebuilt. */
async function runApart(sql: Sql, statement: string): Promise<void> {
  const build = /^create (?:unique )?index concurrently if not exists (\w+)/i
  const [, index] = build.exec(statement) ?? []
  if (index) {
    const [broken] = await sql`
      select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid
    `
    if (broken) await sql.unsafe(`drop index concurrently ${index}`)
  }
  await sql.unsafe(statement)
}

async function inTransaction<Result>(sql: Sql, work: () => PromiseLike<Result>): Promise<Result> {
  await sql`begin`
  try {
    await sql.unsafe(`set local lock_timeout = ${LOCK_MS}`)
    const result = await work()
    await sql`commit`
    return result
  } catch (error) {
    await sql`rollback`.catch(() => {})
    throw error
  }
}

export type Plan = {
  /** Null: there are no Cowrie tables yet. */
  level: Level | null
  needed: number
  due: Migration[]
  /** Functions to replace; null if the database has a newer set, which is kept. */
  functions: string[] | null
}

/** What `migrate` would do. Only reads. */
export async function planMigration(sql: Sql): Promise<Plan> {
  const migrations = listMigrations()
  const needed = levelOf(migrations)
  const [known] = await sql`select to_regclass('migration') is not null as is_there`
  if (!known!['isThere']) {
    return {
      level: null,
      needed,
      due: migrations,
      functions: readFunctions().functions.map(nameOf),
    }
  }
  const due = await listDue(sql, migrations)
  const level = await readLevel(sql)
  const functions = (await listDueFunctions(sql, readFunctions()))?.map(nameOf) ?? null
  return { level, needed, due, functions }
}

function nameOf({ name }: { name: string }): string {
  return name
}

/** Throws if this version may not serve the database, or its history differs. */
async function listDue(sql: Sql, migrations: Migration[]): Promise<Migration[]> {
  const done = await sql<{ number: number; hash: string }[]>`
    select number, hash from migration order by number limit 10000
  `
  const first = migrations[0]?.number ?? 0
  const last = done.at(-1)?.number ?? first
  if (last < first) throw new MigrationError(beforeBaseline(last, first))
  const hashes = new Map(done.map((row) => [row.number, row.hash]))
  for (const { number, name, hash, formerHashes } of migrations) {
    const ran = hashes.get(number)
    if (ran === undefined || [hash, ...formerHashes].includes(ran)) continue
    throw new MigrationError(
      `Migration ${name} was changed after it was run. Restore the file or the database.`,
    )
  }
  const level = await readLevel(sql)
  if (level) refuseOutside({ ...level, current: Number.MAX_SAFE_INTEGER }, levelOf(migrations))
  return migrations.filter(({ number }) => !hashes.has(number))
}

function beforeBaseline(last: number, first: number): string {
  const steps = `git checkout ${BEFORE_BASELINE} && npm ci && npm run migrate`
  return (
    `This database is at migration ${last}, and this version needs ${first} or later: first run ` +
    `\`${steps}\`, then start this version again.`
  )
}

/**
 * The role of the application; null if the owner may not create roles, and the application runs as
 * the owner. Roles belong to the whole server, so they are not in migrations.
 */
export async function ensureApplicationRole(owner: Database): Promise<string | null> {
  const [existing] = await owner`
    select pg_has_role(current_user, oid, 'member') as is_ours from pg_roles
    where rolname = ${APPLICATION_ROLE}
  `
  // Also if an administrator created it.
  if (existing?.['isOurs']) return APPLICATION_ROLE
  try {
    if (!existing) await owner.unsafe(`create role ${APPLICATION_ROLE} nologin`)
    await owner.unsafe(`grant ${APPLICATION_ROLE} to current_user`)
  } catch (error) {
    const state = sqlState(error)
    if (state === INSUFFICIENT_PRIVILEGE) return null
    if (state !== DUPLICATE_OBJECT && state !== UNIQUE_VIOLATION) throw error
  }
  return APPLICATION_ROLE
}

/**
 * Rights of the application: it reads and writes every table, but only inserts into those whose
 * comment begins with "append-only". It owns nothing, so it cannot change tables or triggers.
 */
export async function grantToApplication(owner: Database, role: string): Promise<void> {
  // In one transaction, so that rights are never missing for a moment, and of two processes that
  // start together one waits.
  await owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    await grant(sql, `"${role.replaceAll('"', '""')}"`)
  })
}

async function grant(sql: Sql, role: string): Promise<void> {
  // It may read what has run, to know whether something is due.
  await sql.unsafe(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke insert, update, delete on migration, database_function, schema_level from ${role};
  `)
  const closed = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and obj_description(c.oid, 'pg_class') like 'append-only%'
    limit 1000
  `
  for (const { name } of closed) {
    await sql.unsafe(`revoke update, delete, truncate on ${name} from ${role}`)
  }
}
