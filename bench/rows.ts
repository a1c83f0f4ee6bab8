import { cpus } from 'node:os'
import { type AccountNumbers, makeAccounts } from './accounts.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { makeLeanLedger } from './lean-ledger.ts'
import type { Measured } from './loop.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { DepositOptions, PayloadOptions } from './payloads.ts'
import type { PgLoad } from './pg-load.ts'
import { runPgbench } from './pgbench.ts'
import { makePgledger } from './pgledger.ts'
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

/** A row that another is measured against, and the least share of it that was asked for. */
export type Beside = { name: string; asked: number | null }

export type Row = {
  name: string
  beside: Beside[]
  run: Run
}

export type Rows = {
  rows: Row[]
  tables: Tables
  /** Transactions and deposits that the service has acknowledged. */
  acknowledged: () => { transactions: number; deposits: number }
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
  nextDeposit: number
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
    nextDeposit: FIRST,
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
    const rows = [
      ...(await paymentRows(bench, tables, select)),
      ...(await depositRows(bench)),
      ...(pgbenchFolder === null ? [] : await pgbenchRows(bench, tables, select, pgbenchFolder)),
    ]
    const acknowledged = () => ({
      transactions: bench.nextReference - FIRST,
      deposits: bench.nextDeposit - FIRST,
    })
    return { rows, tables, acknowledged, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function paymentRows(bench: Bench, tables: Tables, select: string): Promise<Row[]> {
  return [
    {
      name: 'INSERT',
      beside: [],
      run: insert(bench, await tables.insert('bench_transaction')),
    },
    {
      name: 'initialize',
      beside: [{ name: 'INSERT', asked: 0.6 }],
      run: initialize(bench, 'initialize'),
    },
    {
      name: 'initialize, new customer',
      beside: [{ name: 'INSERT', asked: null }],
      run: initialize(bench, 'initializeForNew'),
    },
    { name: 'SELECT', beside: [], run: selectRow(bench, select) },
    { name: 'verify', beside: [{ name: 'SELECT', asked: 0.5 }], run: verify(bench) },
  ]
}

async function depositRows(bench: Bench): Promise<Row[]> {
  const { spread, onePair } = await makePgledger(bench.service.postgres)
  const lean = await makeLeanLedger(bench.service.postgres)
  const accounts: AccountNumbers = await makeAccounts(bench.service)
  const toMany = `deposits, ${accounts.spread.length.toLocaleString('en')} accounts`
  return [
    { name: 'pgledger transfer', beside: [], run: transfer(bench, spread) },
    {
      name: 'pgledger transfer, one pair',
      beside: [{ name: 'pgledger transfer', asked: null }],
      run: transfer(bench, onePair),
    },
    {
      name: 'lean transfer',
      beside: [{ name: 'pgledger transfer', asked: null }],
      run: transfer(bench, lean),
    },
    {
      name: toMany,
      beside: [
        { name: 'pgledger transfer', asked: 5 },
        { name: 'lean transfer', asked: null },
      ],
      run: deposit(bench, accounts.spread),
    },
    {
      name: 'deposits, one account',
      beside: [{ name: toMany, asked: 0.8 }],
      run: deposit(bench, accounts.one),
    },
  ]
}

async function pgbenchRows(
  bench: Bench,
  tables: Tables,
  select: string,
  folder: string,
): Promise<Row[]> {
  const pgbench = pgbenchOf(bench, folder)
  const inserted = await tables.insert('bench_pgbench')
  const nextOnes = (): Numbers => {
    bench.nextPgbench += PGBENCH_STEP
    return { kind: 'next', first: bench.nextPgbench }
  }
  return [
    {
      name: 'INSERT by pgbench',
      beside: [{ name: 'INSERT', asked: null }],
      run: pgbench(inserted, nextOnes),
    },
    {
      name: 'SELECT by pgbench',
      beside: [{ name: 'SELECT', asked: null }],
      run: pgbench(select, () => known(bench)),
    },
  ]
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

function transfer(bench: Bench, statement: string): Run {
  const numbers: Numbers = { kind: 'random', first: FIRST, end: 2 * FIRST, seed: SEED }
  return (timing) =>
    sample(bench, () => askPostgres(bench, { statement, rows: 1, numbers }, timing))
}

function deposit(bench: Bench, accountNumbers: string[]): Run {
  const { baseUrl, railSecret } = bench.service
  return (timing) =>
    sample(bench, async () => {
      const numbers: Numbers = { kind: 'next', first: bench.nextDeposit }
      const seed = SEED + bench.nextDeposit
      const options: DepositOptions = { host: baseUrl.host, railSecret, accountNumbers, seed }
      const measured = await askHttp(bench, { name: 'deposit', options }, numbers, timing)
      bench.nextDeposit += measured.all
      return measured
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
  bench: Bench,
  name: 'initialize' | 'initializeForNew' | 'verify',
  numbers: Numbers,
  timing: Timing,
) {
  const { baseUrl, secretKey } = bench.service
  const options: PayloadOptions = { host: baseUrl.host, secretKey }
  return askHttp(bench, { name, options }, numbers, timing)
}

function askHttp(
  { http, service, connections }: Bench,
  payload: { name: string; options: object },
  numbers: Numbers,
  { seconds, warmUpSeconds, perSecond = 0 }: Timing,
) {
  const { hostname, port } = service.baseUrl
  return http.run({
    seconds,
    warmUpSeconds,
    perSecond: perSecond || null,
    connections,
    host: hostname,
    port: Number(port),
    numbers,
    payload: { module: './payloads.ts', ...payload },
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
