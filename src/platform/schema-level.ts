import { SECOND } from './clock.ts'
import type { Sql } from './db.ts'

// Which versions may serve a database. A version's level is the number of its last migration. The
// database has its current level and the lowest that may still serve it. A migration that removes
// what an older version needs raises that: `update schema_level set minimum = …`.
//
//   serving ──> draining   [watchLevel: the database has moved on, or was restored to before us]

const POLL_MS = 2 * SECOND

export type Level = { minimum: number; current: number }
/** Says which version to start, or what to run first. */
export class SchemaError extends Error {}

export function levelOf(migrations: { number: number }[]): number {
  return migrations.at(-1)?.number ?? 0
}

/** Null if the database has no Cowrie tables. */
export async function readLevel(sql: Sql): Promise<Level | null> {
  const [known] = await sql`select to_regclass('schema_level') is not null as is_there`
  if (!known!['isThere']) return null
  const [level] = await sql<Level[]>`select minimum, current from schema_level`
  return level ?? null
}

/** Throws if a version of this level may not serve. */
export function refuseOutside({ minimum, current }: Level, own: number): void {
  if (own < minimum) {
    throw new SchemaError(
      `This database needs a version of Cowrie with migration ${minimum} or later; this one has ` +
        `${own}. Start that version or a newer one.`,
    )
  }
  if (own > current) {
    throw new SchemaError(
      `This database is at migration ${current}, and this Cowrie needs ${own}. Run ` +
        '`npm run migrate` with COWRIE_MIGRATE_URL, the login that owns the tables.',
    )
  }
}

/** Reads the level and throws in the same way. */
export async function assertMayServe(sql: Sql, own: number): Promise<void> {
  const level = await readLevel(sql)
  if (level) refuseOutside(level, own)
}

/**
 * Calls `outside` once, within seconds, when this version may no longer serve. Returns a function
 * that stops watching.
 */
export function watchLevel(sql: Sql, own: number, outside: (error: SchemaError) => void) {
  let isAsking = false
  const ask = async () => {
    try {
      await assertMayServe(sql, own)
    } catch (error) {
      // A database that does not answer is the matter of others.
      if (!(error instanceof SchemaError)) return
      clearInterval(timer)
      outside(error)
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void ask()
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}
