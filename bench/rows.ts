import postgres from 'postgres'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import type { Measured } from './loop.ts'
import { FIRST, type Numbers } from './numbers.ts'
import { EMAIL, type PayloadOptions, REFERENCE } from './payloads.ts'
import type { PgLoad } from './pg-load.ts'
import { runPgbench } from './pgbench.ts'
import type { Service } from './service.ts'
import { type Cost, startWorker } from './worker.ts'

// What is measured beside what. The INSERT fills a copy of the service's own table, with its
// columns, constraints and indexes, from a row that the service wrote; the SELECT reads the very
// rows that verify reads.

const HTTP_CONNECTIONS = 64
/** More than 16 give PostgreSQL nothing on two cores. */
const POSTGRES_CONNECTIONS = 16
const SEED = 20_260
/** So far apart are the numbers that pgbench's rounds begin with. */
const PGBENCH_STEP = 10_000_000

export type Sample = {
  rate: number
  /** Null where the tool keeps no latencies of its own. */
  counts: number[] | null
  failures: number
  firstFailure: string | null
  /** Microseconds of processor for each request; null where it is not known. */
  cost: { generator: number; service: number; database: number } | null
}

export type Row = {
  name: string
  /** The row it is measured against, and the least share of it that was asked for. */
  beside: { name: string; asked: number | null } | null
  run: (plan: { seconds: number; warmUpSeconds: number; perSecond?: number }) => Promise<Sample>
}

export type Rows = {
  rows: Row[]
  /** Transactions that were acknowledged, and that are in the table: the same, or money is lost. */
  count: () => Promise<{ acknowledged: number; kept: number }>
  settings: () => Promise<{ name: string; setting: string }[]>
  stop: () => Promise<void>
}

/** `folder` is where pgbench may keep its script; null leaves pgbench out. */
export async function prepareRows(
  service: Service,
  seedSeconds: number,
  folder: string | null,
): Promise<Rows> {
  const http = startWorker<HttpLoad, HttpMeasured>(new URL('http-load.ts', import.meta.url))
  const pg = startWorker<PgLoad, Measured>(new URL('pg-load.ts', import.meta.url))
  const sql = postgres({ ...service.postgres, max: 1, onnotice: () => {} })
  let nextReference = FIRST
  let nextInsert = FIRST
  let nextPgbench = FIRST

  const sampled = async (run: () => Promise<(Measured | HttpMeasured) & Cost>): Promise<Sample> => {
    const before = await service.cost()
    const measured = await run()
    const after = await service.cost()
    return {
      rate: measured.measured / measured.elapsedSeconds,
      counts: measured.counts,
      failures: 'failures' in measured ? measured.failures : 0,
      firstFailure: 'failures' in measured ? measured.firstFailure : null,
      cost: before &&
        after && {
          generator: measured.cpuMicros / measured.all,
          service: (after.serviceMicros - before.serviceMicros) / measured.all,
          database: (after.databaseMicros - before.databaseMicros) / measured.all,
        },
    }
  }
  const known = (): Numbers => {
    return { kind: 'random', first: FIRST, end: nextReference, seed: SEED }
  }
  const load = (name: 'initialize' | 'verify'): Row['run'] => {
    return ({ perSecond = null, ...plan }) =>
      sampled(async () => {
        const { hostname, host, port } = service.baseUrl
        const options: PayloadOptions = { host, secretKey: service.secretKey }
        const isNew = name === 'initialize'
        const measured = await http.run({
          ...plan,
          perSecond,
          connections: HTTP_CONNECTIONS,
          host: hostname,
          port: Number(port),
          numbers: isNew ? { kind: 'next', first: nextReference } : known(),
          payload: { module: './payloads.ts', name, options },
        })
        if (isNew) nextReference += measured.all
        return measured
      })
  }
  const statement = (text: string, rows: number, numbers: () => Numbers): Row['run'] => {
    const { host, port, user, database } = service.postgres
    return (plan) =>
      sampled(async () => {
        const measured = await pg.run({
          ...plan,
          perSecond: plan.perSecond ?? null,
          connections: POSTGRES_CONNECTIONS,
          socketPath: `${host}/.s.PGSQL.${port}`,
          user,
          database,
          statement: text,
          rows,
          numbers: numbers(),
        })
        if (rows === 0) nextInsert += measured.all
        return measured
      })
  }
  const pgbench = (text: string, numbers: () => Numbers): Row['run'] => {
    return async ({ seconds }) => {
      const connections = POSTGRES_CONNECTIONS
      const load = { postgres: service.postgres, connections, seconds, folder: folder! }
      const rate = await runPgbench({ ...load, statement: text, numbers: numbers() })
      return { rate, counts: null, failures: 0, firstFailure: null, cost: null }
    }
  }

  const initialize = load('initialize')
  const first = await initialize({ seconds: seedSeconds, warmUpSeconds: 0 })
  if (first.failures > 0) throw new Error(`initialize is refused: ${first.firstFailure}`)
  await makeTables(sql)
  const insert = await insertStatement(sql, 'bench_transaction')
  const select = await selectStatement(sql)
  const rows: Row[] = [
    {
      name: 'INSERT',
      beside: null,
      run: statement(insert, 0, () => ({ kind: 'next', first: nextInsert })),
    },
    { name: 'initialize', beside: { name: 'INSERT', asked: 0.6 }, run: initialize },
    { name: 'SELECT', beside: null, run: statement(select, 1, known) },
    { name: 'verify', beside: { name: 'SELECT', asked: 0.5 }, run: load('verify') },
  ]
  if (folder !== null) {
    const numbers = (): Numbers => ({ kind: 'next', first: (nextPgbench += PGBENCH_STEP) })
    const insertOfPgbench = await insertStatement(sql, 'bench_pgbench')
    rows.push({
      name: 'INSERT by pgbench',
      beside: { name: 'INSERT', asked: null },
      run: pgbench(insertOfPgbench, numbers),
    })
    rows.push({
      name: 'SELECT by pgbench',
      beside: { name: 'SELECT', asked: null },
      run: pgbench(select, known),
    })
  }
  return {
    rows,
    async count() {
      const [kept] = await sql`
        select count(*)::int as kept from transaction where reference like 'bench-%'
      `
      return { acknowledged: nextReference - FIRST, kept: kept!['kept'] }
    },
    async settings() {
      return sql<{ name: string; setting: string }[]>`
        select name, current_setting(name) as setting
        from pg_settings
        where name in (
          'server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method',
          'shared_buffers', 'max_wal_size'
        )
        order by name
      `
    },
    async stop() {
      http.stop()
      pg.stop()
      await sql.end()
    },
  }
}
