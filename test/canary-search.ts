import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unpacked } from '../src/operator/requests/lines.ts'
import type { Database } from '../src/platform/db.ts'
import { get, type World } from './canary-flows.ts'
import type { Needle } from './canary-people.ts'
import { comeBack } from './canary-violence.ts'
import { stopService } from './process.ts'
import { until } from './support.ts'

// Places that could hold traces: files, the write-ahead log, the log, every row.

const SETTINGS = {
  log_statement: 'all',
  log_min_duration_statement: '0',
  log_min_messages: 'info',
  log_min_error_statement: 'error',
  log_error_verbosity: 'verbose',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
}

export type Found = { where: string; what: string }
type Search = (bytes: Buffer) => Needle[]

/** All files of the service except demo.json, which is meant for the person who starts it. */
export function inFolder(folder: string, search: Search): Found[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'demo.json')
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return within(search, { [path.slice(folder.length + 1)]: readIfThere(path) })
    })
}

/** The database of a dead service shuts down on its own and removes its lock and socket files. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return Buffer.alloc(0)
  }
}

export function within(search: Search, places: Record<string, Buffer>): Found[] {
  return Object.entries(places).flatMap(([where, bytes]) =>
    search(bytes).map(({ whose, what, form }) => ({ where, what: `${what} of ${whose}, ${form}` })),
  )
}

/** Makes the database log as much as it can, whatever the service's settings. */
export async function makeTalkative(world: World): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await world.owner.unsafe(`alter database postgres set ${name} = '${value}'`)
  }
  // Reconnects, because a connection keeps the settings it started with.
  assert.equal(await stopService(world.service), 0)
  await comeBack(world)
}

/** Every row of every table as text, blocks of calls unpacked, and the column statistics. */
export async function dumpOf(owner: Database): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `
  assert(tables.length > 20, 'the tables are found at all')
  const names = [...tables.map(({ name }) => name), 'pg_stats', 'pg_stat_activity']
  const texts: string[] = []
  for (const name of names) {
    const rows = await owner.unsafe(`select t::text as line from ${name} t`)
    texts.push(name, ...rows.map(({ line }) => String(line)))
  }
  return [...texts, ...(await listCalls(owner))].join('\n')
}

/** What the service still refers to in its memory. It answers nobody while it writes that. */
export async function heapOf(world: World): Promise<Buffer> {
  const written = () => readdirSync(world.folder).find((name) => name.endsWith('.heapsnapshot'))
  world.service.child.kill('SIGUSR2')
  await until('the memory is being written', async () => written() !== undefined)
  await get(world, '/balance')
  const path = join(world.folder, written()!)
  const heap = readFileSync(path)
  rmSync(path)
  return heap
}

/** The request log, whose rows are compressed. */
async function listCalls(owner: Database): Promise<string[]> {
  const blocks = await owner<{ body: Buffer }[]>`select body from request_log`
  return blocks.flatMap(({ body }) => unpacked(body).map((line) => JSON.stringify(line)))
}

/** Makes a call, and waits until the request log has it, and so all calls before it. */
export async function untilLogged(world: World): Promise<void> {
  const requestId = randomUUID()
  await get(world, '/balance', { 'x-request-id': requestId })
  await until('the request log has the call', async () =>
    (await listCalls(world.owner)).some((line) => line.includes(requestId)),
  )
}
