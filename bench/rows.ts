import { cpus } from 'node:os'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import type { Measured } from './loop.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { PayloadOptions } from './payloads.ts'
import type { PgLoad } from './pg-load.ts'
import { runPgbench } from './pgbench.ts'
import type { Service } from './service.ts'
import { openTables, type Tables } from './tables.ts'
import { type Cost, startWorker, type Worker } from './worker.ts'

// What is measured beside what. The INSERT fills a copy of the service's own table, with its
// columns, constraints and indexes, from a row that the service wrote; the SELECT reads the very
// rows that verify reads.

/** More give PostgreSQL nothing on two cores. */
export const POSTGRES_CONNECTIONS = 16
export const SEED = 20_260
/** So far apart are the numbers that the rounds of pgbench begin with. */
const PGBENCH_STEP = 10_000_000

export type Sample = {
  rate: number
  /** Null where the tool keeps no latencies of its own. */
  counts: number[] | null
  failures: number
  firstFailure: string | null
  /** Microseconds of processor for each request; null where it is not known. */
  cost: { generator: number; service: number; database: number } | null
  /** Cores that other programs of this machine used meanwhile. */
  othersCores: number | null
}

type Timing = { seconds: number; warmUpSeconds: number; perSecond?: number }
type Run = (timing: Timing) => Promise<Sample>

export type Row = {
  name: string
  /** The row it is measured against, and the least share of it that was asked for. */
  beside: { name: string; asked: number | null } | null
  run: Run
}

export type Rows = {
  rows: Row[]
  tables: Tables
  /** Transactions that the service has acknowledged. */
  acknowledged: () => number
  stop: () => Promise<void>
}

type Bench = {
  service: Service
  connections: number
  http: Worker<HttpLoad, HttpMeasured>
  pg: Worker<PgLoad, Measured>
  nextReference: number
  nextInsert: number
  nextPgbench: number
}

type Options = {
  /** Over HTTP. */
  connections: number
  /** How long the first transactions are made, which verify then finds. */
  seedSeconds: number
  /** Where pgbench may keep its script; null leaves pgbench out. */
  pgbenchFolder: string | null
}

export async function prepareRows(service: Service, options: Options): Promise<Rows> {
  const { connections, seedSeconds, pgbenchFolder } = options
  const bench: Bench = {
    service,
    connections,
    http: startWorker(new URL('http-load.ts', import.meta.url)),
    pg: startWorker(new URL('pg-load.ts', import.meta.url)),
    nextReference: FIRST,
    nextInsert: FIRST,
    nextPgbench: FIRST,
  }
  const tables = openTables(service.postgres)
  const stop = async () => {
    bench.http.stop()
    bench.pg.stop()
    await tables.close()
  }
  try {
    const first = await initialize(bench, 'initialize')({ seconds: seedSeconds, warmUpSeconds: 0 })
    if (first.failures > 0) throw new Error(`initialize is refused: ${first.firstFailure}`)
    const select = await tables.select()
    const rows: Row[] = [
      {
        name: 'INSERT',
        beside: null,
        run: insert(bench, await tables.insert('bench_transaction')),
      },
      {
        name: 'initialize',
        beside: { name: 'INSERT', asked: 0.6 },
        run: initialize(bench, 'initialize'),
      },
      {
        name: 'initialize, new customer',
        beside: { name: 'INSERT', asked: null },
        run: initialize(bench, 'initializeForNew'),
      },
      { name: 'SELECT', beside: null, run: selectRow(bench, select) },
      { name: 'verify', beside: { name: 'SELECT', asked: 0.5 }, run: verify(bench) },
    ]
    if (pgbenchFolder !== null) {
      const pgbench = pgbenchOf(bench, pgbenchFolder)
      const inserted = await tables.insert('bench_pgbench')
      const nextOnes = (): Numbers => {
        bench.nextPgbench += PGBENCH_STEP
        return { kind: 'next', first: bench.nextPgbench }
      }
      rows.push(
        {
          name: 'INSERT by pgbench',
          beside: { name: 'INSERT', asked: null },
          run: pgbench(inserted, nextOnes),
        },
        {
          name: 'SELECT by pgbench',
          beside: { name: 'SELECT', asked: null },
          run: pgbench(select, () => known(bench)),
        },
      )
    }
    return { rows, tables, acknowledged: () => bench.nextReference - FIRST, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function initialize(bench: Bench, payload: 'initialize' | 'initializeForNew'): Run {
  return async (timing) => {
    const numbers: Numbers = { kind: 'next', first: bench.nextReference }
    return sample(bench, async () => {
      const measured = await askService(bench, payload, numbers, timing)
      bench.nextReference += measured.all
      return measured
    })
  }
}

function verify(bench: Bench): Run {
  return (timing) => sample(bench, () => askService(bench, 'verify', known(bench), timing))
}

function insert(bench: Bench, statement: string): Run {
  return (timing) =>
    sample(bench, async () => {
      const numbers: Numbers = { kind: 'next', first: bench.nextInsert }
      const measured = await askPostgres(bench, { statement, rows: 0, numbers }, timing)
      bench.nextInsert += measured.all
      return measured
    })
}

function selectRow(bench: Bench, statement: string): Run {
  return (timing) =>
    sample(bench, () => {
      return askPostgres(bench, { statement, rows: 1, numbers: known(bench) }, timing)
    })
}

function pgbenchOf({ service }: Bench, folder: string) {
  return (statement: string, numbers: () => Numbers): Run =>
    async ({ seconds }) => {
      const rate = await runPgbench({
        postgres: service.postgres,
        connections: POSTGRES_CONNECTIONS,
        seconds,
        statement,
        numbers: numbers(),
        folder,
      })
      return { rate, counts: null, failures: 0, firstFailure: null, cost: null, othersCores: null }
    }
}

function known({ nextReference }: Bench): Numbers {
  return { kind: 'random', first: FIRST, end: nextReference, seed: SEED }
}

function askService(
  { http, service, connections }: Bench,
  name: 'initialize' | 'initializeForNew' | 'verify',
  numbers: Numbers,
  { seconds, warmUpSeconds, perSecond = 0 }: Timing,
) {
  const { hostname, host, port } = service.baseUrl
  const options: PayloadOptions = { host, secretKey: service.secretKey }
  return http.run({
    seconds,
    warmUpSeconds,
    perSecond: perSecond || null,
    connections,
    host: hostname,
    port: Number(port),
    numbers,
    payload: { module: './payloads.ts', name, options },
  })
}

function askPostgres(
  { pg, service }: Bench,
  what: Pick<PgLoad, 'statement' | 'rows' | 'numbers'>,
  { seconds, warmUpSeconds }: Timing,
) {
  const { host, port, user, database } = service.postgres
  return pg.run({
    ...what,
    seconds,
    warmUpSeconds,
    perSecond: null,
    connections: POSTGRES_CONNECTIONS,
    socketPath: `${host}/.s.PGSQL.${port}`,
    user,
    database,
  })
}

async function sample(
  { service }: Bench,
  run: () => Promise<Measured & Partial<HttpMeasured> & Cost>,
): Promise<Sample> {
  const [before, busyBefore, began] = [await service.cost(), busyMicros(), performance.now()]
  const { measured, all, elapsedSeconds, counts, cpuMicros, ...rest } = await run()
  const micros = (performance.now() - began) * 1_000
  const [after, busyAfter] = [await service.cost(), busyMicros()]
  const serviceMicros = before && after && after.serviceMicros - before.serviceMicros
  const databaseMicros = before && after && after.databaseMicros - before.databaseMicros
  const isKnown = serviceMicros !== null && databaseMicros !== null
  const ours = isKnown ? serviceMicros + databaseMicros + cpuMicros : null
  return {
    rate: measured / elapsedSeconds,
    counts,
    failures: rest.failures ?? 0,
    firstFailure: rest.firstFailure ?? null,
    cost: isKnown
      ? {
          generator: cpuMicros / all,
          service: serviceMicros / all,
          database: databaseMicros / all,
        }
      : null,
    othersCores: ours === null ? null : Math.max(0, (busyAfter - busyBefore - ours) / micros),
  }
}

/** Of all cores since the machine was started. */
function busyMicros(): number {
  return cpus().reduce((sum, { times }) => {
    return sum + (times.user + times.nice + times.sys + times.irq) * 1_000
  }, 0)
}
