import type { Business } from './accounts.ts'
import type { FlowBusiness, Flowed, FlowLoad } from './flow-load.ts'
import type { Measured } from './loop.ts'
import {
  askHttp,
  askPostgres,
  type Loads,
  planOf,
  type Row,
  type Run,
  SEED,
  sample,
  type Timing,
} from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import { makePayers, openPool, type Payer, type Pool, post } from './payers.ts'
import type { PaymentOptions } from './payloads.ts'
import { runBuiltIn } from './pgbench.ts'
import { SETTLEMENT_ROWS } from './pgledger.ts'
import type { Service } from './service.ts'
import { type ByHand, countByHand, makeByHand } from './settle-by-hand.ts'
import type { SettleLoad } from './settle-load.ts'
import type { Settled, Tables } from './tables.ts'
import { makeTpcb } from './tpcb.ts'
import { startWorker, type Worker } from './worker.ts'

// Payments that are paid: beside one function that somebody has written by hand, and beside TPC-B.
// And whole flows, from the request of a payment to its webhook.

const BUSINESSES = 50
const TIMES_BY_HAND = 10
const TIMES_TPCB = 1.5
const FLOWS_ASKED = 3_500
const P99_MS_MAX = 20
const HALF = 0.5
const BY_HAND = 'settlement by hand'
const PGLEDGER = 'settlement in pgledger'
const TPCB = 'TPC-B'
const FLOWS_AT_ONCE = [64, 128]

export type SettlementRows = {
  rows: Row[]
  counts: (tables: Tables) => Promise<SettlementCounts>
  stop: () => void
}

export type SettlementCounts = Settled & {
  acknowledged: number
  /** Of these, those by a notification, of which a deposit is kept. */
  notified: number
  /** And those of which a webhook came to the one who waited for it. */
  told: number
}

export type NamedRun = { name: string; run: Run }

type Flows = Loads & { flow: Worker<FlowLoad, Flowed> }
type Bench = Flows & {
  settle: Worker<SettleLoad, Measured>
  byHand: ByHand
  nextFlow: number
}

export async function settlementRows(
  loads: Loads,
  inPgledger: string,
  pgbench: boolean,
): Promise<SettlementRows> {
  const { service } = loads
  const flow = startWorker<FlowLoad, Flowed>(new URL('flow-load.ts', import.meta.url))
  const file = new URL('settle-load.ts', import.meta.url)
  const settle = startWorker<SettleLoad, Measured>(file, service.flags)
  const stop = () => {
    flow.stop()
    settle.stop()
  }
  try {
    const quiet = await makePayers(service, BUSINESSES)
    const listening = await withWebhooks(service, flow, await makePayers(service, BUSINESSES))
    const pools = {
      http: await openPool(service, quiet, '9'),
      told: await openPool(service, listening, '8'),
      direct: await openPool(service, quiet, '7'),
      batched: await openPool(service, quiet, '6'),
    }
    const byHand = await makeByHand(service.postgres, await openPool(service, quiet, '5'))
    const bench: Bench = { ...loads, flow, settle, byHand, nextFlow: FIRST }
    const others = await otherRows(bench, inPgledger, pgbench)
    const rows = [...others, ...ownRows(bench, pools, listening)]
    const counts = async (tables: Tables): Promise<SettlementCounts> => {
      const flows = bench.nextFlow - FIRST
      const notified = pools.http.count() + pools.told.count() + pools.direct.count() + flows
      const ids = [...quiet, ...listening].map(({ businessId }) => businessId)
      const byHandWas = byHand.pool.count()
      if ((await countByHand(service.postgres)) !== byHandWas) {
        throw new Error('what was settled by hand is not there')
      }
      const found = await tables.countSettled(ids)
      const acknowledged = notified + pools.batched.count()
      return { acknowledged, notified, told: pools.told.count() + flows, ...found }
    }
    return { rows, counts, stop }
  } catch (error) {
    stop()
    throw error
  }
}

type Pools = Record<'http' | 'told' | 'direct' | 'batched', Pool>
type Listening = Payer & FlowBusiness

/**
 * A settlement over HTTP, and a whole flow: the runs that two checkouts are compared by. The code
 * of the checkout in `root` makes the rows: functions of the database differ between versions.
 */
export async function besideRuns(
  loads: Loads,
  root: URL,
): Promise<{ runs: NamedRun[]; stop: () => void }> {
  const { service } = loads
  const { makePayers, openPool }: typeof import('./payers.ts') = await import(
    new URL('bench/payers.ts', root).href
  )
  const flow = startWorker<FlowLoad, Flowed>(new URL('flow-load.ts', import.meta.url))
  try {
    const quiet = await makePayers(service, BUSINESSES)
    const listening = await withWebhooks(service, flow, await makePayers(service, BUSINESSES))
    const pool = await openPool(service, quiet, '9')
    const flows = { ...loads, flow, nextFlow: FIRST }
    const runs = [
      { name: 'settlement', run: overHttp(loads, pool) },
      { name: 'whole flow', run: flowRun(flows, listening, flows) },
    ]
    return { runs, stop: flow.stop }
  } catch (error) {
    flow.stop()
    throw error
  }
}

/** What they are measured against. */
async function otherRows(bench: Bench, inPgledger: string, pgbench: boolean): Promise<Row[]> {
  const { statements, rows } = await makeTpcb(bench.service.postgres)
  const any: Numbers = { kind: 'random', first: FIRST, end: 9 * FIRST, seed: SEED }
  const asking =
    (statements: string[], rows: number | number[]): Run =>
    (timing) =>
      sample(bench, () => askPostgres(bench, { statements, rows, numbers: any }, timing))
  return [
    { name: BY_HAND, beside: [], run: byHandRun(bench) },
    { name: PGLEDGER, beside: [], run: asking([inPgledger], SETTLEMENT_ROWS) },
    { name: TPCB, beside: [], run: asking(statements, rows) },
    ...(pgbench ? [tpcbByPgbench(bench)] : []),
  ]
}

function ownRows(
  bench: Bench,
  { http, told, direct, batched }: Pools,
  listening: Listening[],
): Row[] {
  const beside = (asked: number | null, ofTpcb: number | null) => [
    { name: BY_HAND, asked },
    { name: PGLEDGER, asked: null },
    { name: TPCB, asked: ofTpcb },
  ]
  const within = { share: HALF, p99Ms: P99_MS_MAX }
  const flows = FLOWS_AT_ONCE.map(
    (connections): Row => ({
      name: `whole flows, ${connections} at once`,
      beside: [{ name: TPCB, asked: null }],
      least: FLOWS_ASKED,
      run: flowRun({ ...bench, connections }, listening, bench),
    }),
  )
  return [
    {
      name: 'settlements',
      beside: beside(TIMES_BY_HAND, null),
      within,
      run: overHttp(bench, http),
    },
    {
      name: 'settlements, webhook delivered',
      beside: beside(TIMES_BY_HAND, TIMES_TPCB),
      within,
      run: toldRun(bench, told, listening),
    },
    {
      name: 'settlements, no HTTP',
      beside: beside(null, null),
      run: directRun(bench, 'received', direct),
    },
    {
      name: 'settlements, batched, no HTTP',
      beside: beside(null, null),
      run: directRun(bench, 'batched', batched),
    },
    ...flows,
  ]
}

/** Prepares before the clock of the sample starts. */
function pooled(
  loads: Loads,
  pool: Pool,
  load: (numbers: Numbers, timing: Timing) => Promise<Measured & { cpuMicros: number }>,
): Run {
  return async (timing) => {
    const first = await pool.reserve(timing)
    return sample(loads, async () => {
      const measured = await load({ kind: 'next', first }, timing)
      pool.settled(measured.all, timing)
      return measured
    })
  }
}

function byHandRun(bench: Bench): Run {
  const { pool, statement } = bench.byHand
  return pooled(bench, pool, (numbers, timing) =>
    askPostgres(bench, { statements: [statement], rows: 1, numbers }, timing),
  )
}

function tpcbByPgbench({ service }: Bench): Row {
  return {
    name: 'TPC-B by pgbench',
    beside: [{ name: TPCB, asked: null }],
    run: async ({ seconds }) => {
      const rate = await runBuiltIn(service.postgres, 'tpcb-like', seconds)
      return { rate, counts: null, failures: 0, firstFailure: null, cost: null, othersCores: null }
    },
  }
}

function overHttp(bench: Loads, pool: Pool): Run {
  const { baseUrl, railSecret } = bench.service
  const options: PaymentOptions = { host: baseUrl.host, railSecret, digit: pool.digit }
  return pooled(bench, pool, (numbers, timing) =>
    askHttp(bench, { name: 'payment', options }, numbers, timing),
  )
}

function directRun(bench: Bench, how: SettleLoad['how'], pool: Pool): Run {
  const { service, connections, settle } = bench
  return pooled(bench, pool, (numbers, timing) =>
    settle.run({
      ...planOf(timing),
      how,
      connections,
      postgres: service.postgres,
      masterKey: service.masterKey.toString('base64'),
      digit: pool.digit,
      businessIds: pool.payers.map(({ businessId }) => businessId),
      numbers,
    }),
  )
}

function toldRun(bench: Bench, pool: Pool, listening: Listening[]): Run {
  // Twice as many: each waits for its webhook too.
  const loads = { ...bench, connections: 2 * bench.connections }
  return pooled(loads, pool, (numbers, timing) =>
    flowed(loads, listening, { kind: 'settled', digit: pool.digit, numbers }, timing),
  )
}

function flowRun(loads: Flows, listening: Listening[], counter: { nextFlow: number }): Run {
  return (timing) =>
    sample(loads, async () => {
      const numbers: Numbers = { kind: 'next', first: counter.nextFlow }
      const asked = { kind: 'whole', digit: '0', numbers } as const
      const measured = await flowed(loads, listening, asked, timing)
      counter.nextFlow += measured.all
      return measured
    })
}

async function flowed(
  { flow, service, connections }: Flows,
  businesses: Listening[],
  asked: { kind: 'whole' | 'settled'; digit: string; numbers: Numbers },
  timing: Timing,
) {
  const { baseUrl, railSecret } = service
  const { measured, cpuMicros } = await flow.run({
    step: 'run',
    ...planOf(timing),
    ...asked,
    connections,
    host: baseUrl.host,
    port: Number(baseUrl.port),
    railSecret,
    businesses: businesses.map(({ secretKey, webhookSecret, splitCode }) => ({
      secretKey,
      webhookSecret,
      splitCode,
    })),
  })
  if (measured === null) throw new Error('a run measures')
  return { ...measured, cpuMicros }
}

/** Payers whose webhooks come to the worker, each at a host of its own. */
async function withWebhooks(
  service: Service,
  flow: Flows['flow'],
  payers: Payer[],
): Promise<Listening[]> {
  const { port } = await flow.run({ step: 'listen' })
  return Promise.all(
    payers.map((payer, i) =>
      withWebhook(service, payer, `http://127.0.0.${1 + i}:${port}/webhooks`),
    ),
  )
}

async function withWebhook(service: Service, payer: Payer, url: string): Promise<Listening> {
  await change(service, payer, { url })
  const rolled = await post(service, payer, '/api/v1/webhooks/roll-secret', {
    which: 'standard',
    overlap_hours: 0,
  })
  const { secret } = rolled as { secret: string }
  return { ...payer, secretKey: payer.keys.secretKey, webhookSecret: secret }
}

async function change({ baseUrl }: Service, { keys }: Business, webhooks: object): Promise<void> {
  const response = await fetch(new URL('/api/v1/webhooks', baseUrl), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${keys.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(webhooks),
  })
  if (!response.ok) throw new Error(`an address is refused: ${await response.text()}`)
}
