import { type AccountNumbers, makeAccounts } from './accounts.ts'
import { type IdentityRows, type InitiationCounts, identityRows } from './identity.ts'
import { makeLeanLedger } from './lean-ledger.ts'
import {
  askHttp,
  askPostgres,
  type Loads,
  POSTGRES_CONNECTIONS,
  type Row,
  type Run,
  SEED,
  sample,
  type Timing,
} from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { DepositOptions, PayloadOptions } from './payloads.ts'
import { runPgbench } from './pgbench.ts'
import { makePgledger, type Pgledger } from './pgledger.ts'
import type { Service } from './service.ts'
import {
  type NamedRun,
  type SettlementCounts,
  type SettlementRows,
  settlementRows,
} from './settlements.ts'
import { openTables, type Tables } from './tables.ts'
import { type DeliveryCounts, type WebhookRows, webhookRows } from './webhooks.ts'
import { startWorker } from './worker.ts'

// What is measured beside what. The INSERT fills a copy of the service's own table, with its
// columns, constraints and indexes, from a row that the service wrote; the SELECT reads the very
// rows that verify reads.

/** So far apart are the numbers that the rounds of pgbench begin with. */
const PGBENCH_STEP = 10_000_000

/** Rows that are measured together or not at all. The last three have none, and are asked for. */
export const GROUPS = [
  'payments',
  'settlements',
  'deposits',
  'identity',
  'webhooks',
  'overload',
  'growth',
  'slow-clients',
  'soak',
] as const
export type Group = (typeof GROUPS)[number]
const HALF = 0.5
const P99_MS_MAX = 20

export type Rows = {
  rows: Row[]
  tables: Tables
  /** Transactions and deposits that the service has acknowledged. */
  acknowledged: () => { transactions: number; deposits: number }
  /** Null where no payment was settled. */
  settlements: () => Promise<SettlementCounts | null>
  /** Null where no verification was begun. */
  initiations: () => Promise<InitiationCounts | null>
  /** Null where nothing was delivered. */
  deliveries: () => DeliveryCounts | null
  stop: () => Promise<void>
}

type Bench = Loads & {
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
  only: Group | null
}

export async function prepareRows(service: Service, options: Options): Promise<Rows> {
  const { connections, seedSeconds, pgbenchFolder, only } = options
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
  const has = (group: Group) => only === null || only === group
  let settlements: SettlementRows | null = null
  let identity: IdentityRows | null = null
  let webhooks: WebhookRows | null = null
  const stop = async () => {
    bench.http.stop()
    bench.pg.stop()
    settlements?.stop()
    identity?.stop()
    await webhooks?.stop()
    await tables.close()
  }
  try {
    const rows: Row[] = []
    if (has('payments'))
      rows.push(...(await paymentRows(bench, tables, seedSeconds, pgbenchFolder)))
    const needsPgledger = has('settlements') || has('deposits')
    const pgledger = needsPgledger ? await makePgledger(service.postgres) : null
    if (has('settlements')) {
      settlements = await settlementRows(bench, pgledger!.settlement, pgbenchFolder !== null)
      rows.push(...settlements.rows)
    }
    if (has('deposits')) rows.push(...(await depositRows(bench, pgledger!)))
    if (has('identity')) {
      identity = await identityRows(bench)
      rows.push(...identity.rows)
    }
    if (has('webhooks')) {
      webhooks = await webhookRows(service)
      rows.push(...webhooks.rows)
    }
    const acknowledged = () => ({
      transactions: bench.nextReference - FIRST,
      deposits: bench.nextDeposit - FIRST,
    })
    const settled = async () => (await settlements?.counts(tables)) ?? null
    const initiations = async () => (await identity?.counts(tables)) ?? null
    const deliveries = () => webhooks?.counts() ?? null
    const counts = { acknowledged, settlements: settled, initiations, deliveries }
    return { rows, tables, ...counts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function paymentRows(
  bench: Bench,
  tables: Tables,
  seedSeconds: number,
  pgbenchFolder: string | null,
): Promise<Row[]> {
  const first = await initialize(bench, 'initialize')({ seconds: seedSeconds, warmUpSeconds: 0 })
  if (first.failures > 0) throw new Error(`initialize is refused: ${first.firstFailure}`)
  const select = await tables.select()
  return [
    {
      name: 'INSERT',
      beside: [],
      run: insert(bench, await tables.insert('bench_transaction')),
    },
    {
      name: 'initialize',
      beside: [{ name: 'INSERT', asked: 1.1 }],
      within: { share: HALF, p99Ms: P99_MS_MAX },
      run: initialize(bench, 'initialize'),
    },
    {
      name: 'initialize, new customer',
      beside: [{ name: 'INSERT', asked: null }],
      run: initialize(bench, 'initializeForNew'),
    },
    { name: 'SELECT', beside: [], run: selectRow(bench, select) },
    {
      name: 'verify',
      beside: [{ name: 'SELECT', asked: 0.6 }],
      within: { share: HALF, p99Ms: P99_MS_MAX },
      run: verify(bench),
    },
    ...(pgbenchFolder === null ? [] : await pgbenchRows(bench, tables, select, pgbenchFolder)),
  ]
}

async function depositRows(bench: Bench, { spread, onePair }: Pgledger): Promise<Row[]> {
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

/** What two checkouts are compared by. */
export function besideRequests(loads: Loads): NamedRun[] {
  const bench = { ...loads, nextReference: FIRST }
  return [
    { name: 'initialize', run: initialize(bench, 'initialize') },
    { name: 'verify', run: verify(bench) },
  ]
}

type Requested = Loads & Pick<Bench, 'nextReference'>

function initialize(bench: Requested, payload: 'initialize' | 'initializeForNew'): Run {
  return async (timing) => {
    const numbers: Numbers = { kind: 'next', first: bench.nextReference }
    return sample(bench, async () => {
      const measured = await askService(bench, payload, numbers, timing)
      bench.nextReference += measured.all
      return measured
    })
  }
}

function verify(bench: Requested): Run {
  return (timing) => sample(bench, () => askService(bench, 'verify', known(bench), timing))
}

function insert(bench: Bench, statement: string): Run {
  return (timing) =>
    sample(bench, async () => {
      const numbers: Numbers = { kind: 'next', first: bench.nextInsert }
      const measured = await askPostgres(
        bench,
        { statements: [statement], rows: 0, numbers },
        timing,
      )
      bench.nextInsert += measured.all
      return measured
    })
}

function selectRow(bench: Bench, statement: string): Run {
  return (timing) =>
    sample(bench, () => {
      return askPostgres(bench, { statements: [statement], rows: 1, numbers: known(bench) }, timing)
    })
}

function transfer(bench: Bench, statement: string): Run {
  const numbers: Numbers = { kind: 'random', first: FIRST, end: 2 * FIRST, seed: SEED }
  return (timing) =>
    sample(bench, () => askPostgres(bench, { statements: [statement], rows: 1, numbers }, timing))
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

function known({ nextReference }: Requested): Numbers {
  return { kind: 'random', first: FIRST, end: nextReference, seed: SEED }
}

function askService(
  bench: Requested,
  name: 'initialize' | 'initializeForNew' | 'verify',
  numbers: Numbers,
  timing: Timing,
) {
  const { baseUrl, secretKey } = bench.service
  const options: PayloadOptions = { host: baseUrl.host, secretKey }
  return askHttp(bench, { name, options }, numbers, timing)
}
