import { readdir, readFile } from 'node:fs/promises'
import { backlogs } from '../src/operator/operation/backlogs.ts'
import { openContext } from './context.ts'
import { busyMicros } from './measure.ts'
import { descendantsOf, type Service } from './service.ts'
import type { Memory } from './soak-memory.ts'

// What the service and its database take of the machine, looked at from outside. Memory of the heap
// is what the service itself wrote down each second (soak-memory.ts).

const PAGE_BYTES = 4_096
const KIB = 1_024

export type Look = {
  at: number
  /** Bytes. Null where there is no /proc. */
  rss: number | null
  files: number | null
  database: { backends: number; ownBytes: number } | null
  /** Microseconds of all processors so far. */
  used: { service: number; database: number; all: number } | null
  databaseBytes: number
  /** Of servers that answer: how old the oldest is that was not taken, in seconds. */
  undeliveredSeconds: number
  /** That wait for their time, of all servers. */
  deliveriesWaiting: number
  /** What is due, by what it is. */
  due: Map<string, number>
}

export type Looking = { look: () => Promise<Look>; close: () => Promise<void> }

/** `broken`: businesses whose servers never take anything. */
export async function openLooking(service: Service, broken: string[]): Promise<Looking> {
  const context = openContext(service.postgres, service.masterKey.toString('base64'))
  const { sql } = context
  const look = async (): Promise<Look> => {
    const due = await backlogs(context)
    const [row] = await sql<
      [{ databaseBytes: number; undeliveredSeconds: number; deliveriesWaiting: number }]
    >`
      select
        pg_database_size(current_database())::float8 as database_bytes,
        coalesce(extract(epoch from now() - min(created_at)
          filter (where business_id <> all(${broken}::uuid[]))), 0)::float8 as undelivered_seconds,
        count(*)::int as deliveries_waiting
      from delivery where state = 'pending'
    `
    return {
      at: Date.now(),
      rss: await rssOf(service.pid),
      files: await filesOf(service.pid),
      database: await databaseOf(service.pid),
      used: await usedBy(service),
      ...row,
      due: new Map(due.map(({ what, count }) => [what, count])),
    }
  }
  const close = async () => {
    await Promise.all([context.sql.end(), context.hot.end()])
  }
  return { look, close }
}

async function usedBy({ cost }: Service): Promise<Look['used']> {
  const known = await cost()
  return (
    known && { service: known.serviceMicros, database: known.databaseMicros, all: busyMicros() }
  )
}

async function rssOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null)
  return text === null ? null : Number(text.split(' ')[1]) * PAGE_BYTES
}

async function filesOf(pid: number): Promise<number | null> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => null))?.length ?? null
}

/** Its own memory, without what all of its processes share. */
async function databaseOf(pid: number) {
  const pids = await descendantsOf(pid)
  const own = await Promise.all(
    pids.map(async (one) => {
      const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
      const found = /^Pss_Anon:\s+(\d+) kB/m.exec(text)
      return found ? Number(found[1]) * KIB : null
    }),
  )
  const known = own.filter((bytes) => bytes !== null)
  if (known.length === 0) return null
  return { backends: known.length, ownBytes: known.reduce((sum, bytes) => sum + bytes, 0) }
}

/** Of the process with this number. */
export async function readMemory(file: string, pid: number): Promise<Memory[]> {
  const text = await readFile(file, 'utf8')
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Memory).filter((one) => one.pid === pid)
}
