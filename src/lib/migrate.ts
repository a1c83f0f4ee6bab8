import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPLICATION_ROLE, type Database, type Sql, sqlState } from './db.ts'
import { assumeStatistics } from './first-statistics.ts'
import { applyFunctions, readFunctions } from './functions.ts'

// Migrations are numbered files, forward only, one subject each, never edited once landed. They
// run at start, in one transaction, under a lock, so that several processes may start at once.
// They change tables and data; the functions of the database are in db/functions (functions.ts).

const FOLDER = join(import.meta.dirname, '../../db/migrations')
const LOCK = 7_203_415 // Any number, as long as it is ours alone in this database.
const INSUFFICIENT_PRIVILEGE = '42501'
const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'

type Migration = { number: number; name: string; text: string; hash: string }
export class MigrationError extends Error {}

export function listMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      return { number: Number(name.slice(0, 4)), name, text, hash }
    })
}

type Migrated = {
  migrations: string[]
  /** Those that were replaced; null where the database has newer ones, which stay. */
  functions: string[] | null
}

/** Answers what was run now. */
export async function migrate(
  owner: Database,
  migrations = listMigrations(),
  functions = readFunctions(),
): Promise<Migrated> {
  return owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    await sql`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        hash text not null,
        run_at timestamptz not null default now()
      )
    `
    const done = await sql<{ number: number; name: string; hash: string }[]>`
      select number, name, hash from migration order by number
    `
    refuseWhatDiffers(done, migrations)

    const due = migrations.slice(done.length)
    for (const { number, name, text, hash } of due) {
      await sql.unsafe(text)
      await sql`insert into migration ${sql({ number, name, hash })}`
    }
    const replaced = await applyFunctions(sql, functions)
    if (due.length > 0) await assumeStatistics(sql)
    return { migrations: due.map(({ name }) => name), functions: replaced }
  })
}

function refuseWhatDiffers(
  done: { name: string; hash: string }[],
  migrations: { name: string; hash: string }[],
): void {
  const newer = done[migrations.length]
  if (newer) {
    throw new MigrationError(
      `This database was migrated by a newer Cowrie (${newer.name}). Start that version.`,
    )
  }
  for (const [i, row] of done.entries()) {
    if (row.name === migrations[i]!.name && row.hash === migrations[i]!.hash) continue
    throw new MigrationError(
      `Migration ${row.name} was run in another form than the one that is here. ` +
        'A migration is never edited; restore the file or the database.',
    )
  }
}

/**
 * The role that the application works as; null where the owner may not make roles, and then the
 * application works as the owner. Roles belong to the whole server, hence outside the migrations.
 */
export async function ensureApplicationRole(owner: Database): Promise<string | null> {
  const [existing] = await owner`select 1 from pg_roles where rolname = ${APPLICATION_ROLE}`
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
 * What the application may do: read and write every table, but in those whose comment begins with
 * "append-only" it may only add. It owns nothing, so it can change no table and no trigger.
 */
export async function grantToApplication(owner: Database, role: string): Promise<void> {
  // One step for everybody else: rights are never there for a moment, and of two processes that
  // start together one waits.
  await owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    await grant(sql, role)
  })
}

async function grant(sql: Sql, role: string): Promise<void> {
  await sql.unsafe(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke all on migration, database_function from ${role};
  `)
  const closed = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and obj_description(c.oid, 'pg_class') like 'append-only%'
    limit 1000
  `
  for (const { name } of closed) {
    await sql.unsafe(`revoke update, delete, truncate on ${name} from ${role}`)
  }
}
