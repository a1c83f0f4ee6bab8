import { hash as digest } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './db.ts'

// The database functions. db/functions has the current text of each, one per file. At start, after
// the migrations and under their lock, each function whose text differs is replaced.
//
// The set has a number in db/functions/set.json, which `npm run generate` raises when a text
// changes. In a rolling upgrade, a process of the previous version may start again: its number is
// lower, so it replaces nothing.

const FOLDER = join(import.meta.dirname, '../../db/functions')

export type DatabaseFunction = { name: string; text: string; hash: string }
type FunctionSet = { number: number; functions: DatabaseFunction[] }

export const NO_FUNCTIONS: FunctionSet = { number: 0, functions: [] }

export function readFunctions(folder = FOLDER): FunctionSet {
  const { number } = JSON.parse(readFileSync(join(folder, 'set.json'), 'utf8')) as FunctionSet
  return { number, functions: listFunctions(folder) }
}

export function listFunctions(folder = FOLDER): DatabaseFunction[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), text, hash: digest('sha256', text) }
    })
}

/** The content of set.json. The number rises if a function has changed. */
export function numberedSet(functions: DatabaseFunction[], before: string | null): string {
  const last = JSON.parse(before ?? '{"number":0,"hash":""}') as { number: number; hash: string }
  const hash = digest('sha256', functions.map((one) => `${one.name} ${one.hash}\n`).join(''))
  const number = hash === last.hash ? last.number : last.number + 1
  return `${JSON.stringify({ number, hash }, null, 2)}\n`
}

/** Returns the replaced functions; null if the database has a newer set. */
export async function applyFunctions(sql: Sql, set: FunctionSet): Promise<string[] | null> {
  const due = await listDueFunctions(sql, set)
  for (const { name, text, hash } of due ?? []) {
    await sql.unsafe(text)
    await sql`
      insert into database_function ${sql({ name, hash, setNumber: set.number })}
      on conflict (name) do update
        set hash = excluded.hash, set_number = excluded.set_number, applied_at = now()
    `
  }
  return due?.map(({ name }) => name) ?? null
}

/** Null if the database has a newer set, which is kept. */
export async function listDueFunctions(
  sql: Sql,
  { number, functions }: FunctionSet,
): Promise<DatabaseFunction[] | null> {
  if (functions.length === 0) return []
  const [known] = await sql`select to_regclass('database_function') is not null as is_there`
  if (!known!['isThere']) return functions
  const inPlace = await sql<{ name: string; hash: string; setNumber: number }[]>`
    select name, hash, set_number from database_function limit 10000
  `
  if (inPlace.some(({ setNumber }) => setNumber > number)) return null
  const hashes = new Map(inPlace.map(({ name, hash }) => [name, hash]))
  return functions.filter(({ name, hash }) => hashes.get(name) !== hash)
}
