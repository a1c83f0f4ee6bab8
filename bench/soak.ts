import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { whole } from './report.ts'
import { type Service, startService } from './service.ts'
import { openBusinesses, openPast } from './soak-businesses.ts'
import { keptOf } from './soak-kept.ts'
import { isBroken, type SoakLoad, type Told } from './soak-kinds.ts'
import {
  type Bounds,
  flatSentence,
  latencyTable,
  type Measure,
  measuresTable,
  QUARTERS,
  slopeSentence,
} from './soak-report.ts'
import { type Look, type Looking, openLooking, readMemory } from './soak-samples.ts'
import { startWorker, type Worker } from './worker.ts'

// An hour of everything, at a fixed rate, while it is looked at what the service takes of the
// machine. Before the clock starts, everything that it remembers is filled to its bounds: keys of
// more businesses than it keeps, more customers, accounts, names of accounts, signing keys and rate
// limits of payments. What grows afterwards has no bound.
//
// (1) False where anything is answered otherwise than is right, where what was acknowledged is not
//     there or its webhook never came, where the ledger is not right, or where memory is not flat.

const UNLIMITED = '1000000'
const LOOK_EVERY_MS = 10_000
/** More than there are places for keys, settings, signing keys and ways to servers. */
export const BUSINESSES = 12_000
/** More than there are places for customers, accounts and, of payments, rate limits. */
export const FILLED = 52_000
/** It is to be tried out, then, and nothing is filled that far. */
export const SHORT_MINUTES = 10
const SHORT_PART = 50
/** Where others are at work on this machine it takes its time. */
const FILLING_MS_MAX = 600_000
const SETTLED_MS_MAX = 180_000
const DUE_FEW = 100

type Soak = {
  service: Service
  sql: Database
  worker: Worker<SoakLoad, Told>
  businessIds: string[]
  looking: Looking
}
export type SoakOptions = { minutes: number; perSecond: number }

export type Soaked = {
  service: Service
  /** Where the service writes down what memory it has. */
  memoryFile: string
  worker: Worker<SoakLoad, Told>
}

/** `service.stop` ends all of it. */
export async function startSoaked(): Promise<Soaked> {
  const memoryFile = join(tmpdir(), `cowrie-soak-${randomBytes(4).toString('hex')}`)
  const module = new URL('soak-memory.ts', import.meta.url).href
  const service = await startService({
    flags: [`--import=${module}`],
    environment: {
      COWRIE_SOAK_MEMORY: memoryFile,
      COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: UNLIMITED,
    },
  })
  const worker = startWorker<SoakLoad, Told>(new URL('soak-load.ts', import.meta.url))
  const stop = async () => {
    worker.stop()
    await service.stop()
    await rm(memoryFile, { force: true })
  }
  return { service: { ...service, stop }, memoryFile, worker }
}

export async function measureSoak(
  { service, memoryFile, worker }: Soaked,
  { minutes, perSecond }: SoakOptions,
  say: (line: string) => void,
): Promise<{ text: string; isRight: boolean }> {
  const isShort = minutes < SHORT_MINUTES
  const sql = connectAsOwner(service.postgres)
  try {
    const part = isShort ? SHORT_PART : 1
    say(`Making ${whole(BUSINESSES / part)} businesses …`)
    const businessIds = await openBusinesses(service, sql, worker, BUSINESSES / part, say)
    const broken = businessIds.filter((_, i) => isBroken(i))
    const looking = await openLooking(service, broken)
    const soak = { service, sql, worker, businessIds, looking }
    const past = await openPast(service, sql, FILLED / part, say)
    say(`Filling what is remembered with ${whole(FILLED / part)} payments …`)
    const msMax = FILLING_MS_MAX
    const filled = await worker.run({ step: 'fill', count: FILLED / part, ...past, msMax })
    for (const failure of filled.firstFailures) say(`WRONG: ${failure}`)
    const { initialized } = filled.acknowledged
    say(`There are ${whole(initialized)} payments and as many customers.`)
    await quiet(looking, say)
    const { looks, quarters, bounds } = await run(soak, { minutes, perSecond }, say)
    const memory = await readMemory(memoryFile, service.pid)
    const measures = measuresOf(looks, memory)
    say('Counting what is there, and reading the ledger again …')
    const kept = await keptOf(soak)
    const heap = memory.map(({ at, heapUsed }) => ({ at, value: heapUsed }))
    const since = memory.find(({ at }) => at >= bounds[0])!
    const collections = memory.at(-1)!.collections - since.collections
    const text = [
      measuresTable(measures, bounds),
      [
        slopeSentence('Heap', heap, bounds),
        slopeSentence(
          'Resident memory',
          pointsOf(looks, ({ rss }) => rss),
          bounds,
        ),
        `- The collector went through the whole heap ${whole(collections)} times in the run.`,
      ].join('\n'),
      flatSentence(measures, bounds),
      `Before the clock started there were ${whole(initialized)} payments of as many customers.`,
      '## Latency',
      latencyTable(quarters),
      '## What was acknowledged is there',
      kept.lines.join('\n'),
    ].join('\n\n')
    await looking.close()
    const isFlat = !flatSentence(measures, bounds).startsWith('**NOT')
    return { text, isRight: kept.isAll && (isFlat || isShort) }
  } finally {
    await sql.end()
  }
}

async function run(
  { worker, looking }: Soak,
  { minutes, perSecond }: SoakOptions,
  say: (line: string) => void,
) {
  const seconds = (minutes * 60) / QUARTERS
  const looks: Look[] = []
  const quarters: Told['kinds'][] = []
  const bounds = [Date.now()]
  let over = false
  const watch = async () => {
    while (!over) {
      const began = Date.now()
      const look = await looking.look().catch((error: Error) => say(`Not seen: ${error.message}`))
      if (look) looks.push(look)
      if (look && looks.length % 30 === 0) say(describe(look))
      await pause(Math.max(0, LOOK_EVERY_MS - (Date.now() - began)))
    }
  }
  const watching = watch()
  for (let quarter = 1; quarter <= QUARTERS; quarter += 1) {
    say(`Quarter ${quarter} of ${QUARTERS}: ${whole(perSecond)} requests/s for ${seconds} s …`)
    const { kinds, failures, firstFailures } = await worker.run({ step: 'run', seconds, perSecond })
    quarters.push(kinds)
    bounds.push(Date.now())
    say([`${whole(failures)} failures so far.`, ...firstFailures].join('\n  '))
    say(describe(looks.at(-1)!))
  }
  over = true
  await watching
  return { looks, quarters, bounds: bounds as Bounds }
}

/** Until what filling has caused is worked off. */
async function quiet({ look }: Looking, say: (line: string) => void): Promise<void> {
  const until = Date.now() + SETTLED_MS_MAX
  for (;;) {
    const now = await look()
    const due = [...now.due.values()].reduce((sum, count) => sum + count, 0)
    if (due < DUE_FEW || Date.now() > until) return say(describe(now))
    await pause(LOOK_EVERY_MS)
  }
}

function describe({ rss, files, undeliveredSeconds, deliveriesWaiting, due, databaseBytes }: Look) {
  const waiting = [...due].filter(([, count]) => count > 0).map((one) => one.join(' '))
  const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
  return (
    `RSS ${mb(rss ?? 0)}, ${files} files, database ${mb(databaseBytes)}, oldest undelivered ` +
    `${undeliveredSeconds.toFixed(1)} s, ${deliveriesWaiting} waiting; due: ${waiting.join(', ')}`
  )
}

function pointsOf(looks: Look[], read: (look: Look) => number | null) {
  return looks.flatMap((look) => {
    const value = read(look)
    return value === null ? [] : [{ at: look.at, value }]
  })
}

type Memories = Awaited<ReturnType<typeof readMemory>>

function measuresOf(looks: Look[], memory: Memories): Measure[] {
  const of = (
    name: string,
    unit: Measure['unit'],
    read: (look: Look) => number | null,
    mustBeFlat = false,
  ): Measure => ({ name, unit, points: pointsOf(looks, read), mustBeFlat })
  const own = (name: string, field: 'heapUsed' | 'external'): Measure => ({
    name,
    unit: 'MB',
    points: memory.map((one) => ({ at: one.at, value: one[field] })),
    mustBeFlat: true,
  })
  const queues = [...looks[0]!.due.keys()].map((what) =>
    of(`due: ${what}`, 'count', ({ due }) => due.get(what) ?? 0),
  )
  const cores = (name: string, read: (used: NonNullable<Look['used']>) => number): Measure => ({
    name,
    unit: 'cores',
    points: looks.slice(1).flatMap(({ at, used }, i) => {
      const before = looks[i]!
      if (!used || !before.used) return []
      return [{ at, value: (read(used) - read(before.used)) / ((at - before.at) * 1_000) }]
    }),
    mustBeFlat: false,
  })
  return [
    of('resident memory, MB', 'MB', ({ rss }) => rss, true),
    own('heap used, MB', 'heapUsed'),
    own('external, MB', 'external'),
    of('open files', 'count', ({ files }) => files, true),
    of("database's own memory, MB", 'MB', ({ database }) => database?.ownBytes ?? null, true),
    of("database's processes", 'count', ({ database }) => database?.backends ?? null),
    of('size of the database, MB', 'MB', ({ databaseBytes }) => databaseBytes),
    of('oldest undelivered, s', 'count', ({ undeliveredSeconds }) => undeliveredSeconds),
    of('deliveries that wait', 'count', ({ deliveriesWaiting }) => deliveriesWaiting),
    ...queues,
    cores('cores of the service', ({ service }) => service),
    cores('cores of the database', ({ database }) => database),
    cores('cores of all others', ({ service, database, all }) => all - service - database),
  ]
}
