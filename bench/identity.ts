import { type Business, makeBusinesses } from './accounts.ts'
import type { InitiateLoad } from './initiate-load.ts'
import type { Measured } from './loop.ts'
import {
  askHttp,
  askPostgres,
  type Beside,
  type Loads,
  planOf,
  type Row,
  type Run,
  SEED,
  sample,
} from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { InitiateOptions } from './payloads.ts'
import { makeOneByOne, makePlainWallet } from './plain-wallet.ts'
import type { Service } from './service.ts'
import type { Tables } from './tables.ts'
import { startWorker } from './worker.ts'

// Initiations of identity verifications on one wallet, over HTTP and without it, beside what a
// wallet carries where each request is a statement and a commit of its own.

const WALLETS = 1_000
/** ₦10,000,000,000.00, the most that may be set: fees of 200 million verifications. */
const PLAY_MONEY = 1_000_000_000_000
/** What a baseline must be exceeded by. */
const TIMES_ASKED = 10
/** And by which the same work, batched, must exceed it done for one request at a time. */
const TIMES_BATCHED = 8
const PLAIN = 'debit, one wallet'

export type IdentityRows = {
  rows: Row[]
  /** What was acknowledged, and what of it is there. */
  counts: (tables: Tables) => Promise<InitiationCounts>
  stop: () => void
}

export type InitiationCounts = {
  acknowledged: number
  /** Verifications whose code has left. */
  found: number
  messages: { acknowledged: number; found: number }
  /** Kobo, on the fees accounts of all their businesses. */
  fees: bigint
}

type Counter = { next: number }

export async function identityRows(loads: Loads): Promise<IdentityRows> {
  const { service } = loads
  const [hot, oneByOne, ...others] = (await makeBusinesses(service, WALLETS + 2)) as [
    Business,
    Business,
    ...Business[],
  ]
  for (const { keys } of [hot, oneByOne]) await topUp(service, keys.secretKey)
  const { initiating, ...direct } = await startInitiating(loads, hot)
  const counters = { http: counter(), direct: counter(), plain: counter(), oneByOne: counter() }
  const toMany = `initiations, ${WALLETS.toLocaleString('en')} wallets`
  const besidePlain: Beside = { name: PLAIN, asked: TIMES_ASKED }
  const rows: Row[] = [
    { name: PLAIN, beside: [], run: await plain(loads, counters.plain) },
    {
      name: 'initiations, one a statement',
      beside: [{ name: PLAIN, asked: null }],
      run: await statements(loads, oneByOne, counters.oneByOne),
    },
    {
      name: 'initiations, one wallet',
      beside: [besidePlain, { name: 'initiations, one a statement', asked: TIMES_BATCHED }],
      run: overHttp(loads, [hot], counters.http),
    },
    {
      name: 'initiations, one wallet, no HTTP',
      beside: [besidePlain, { name: 'initiations, one a statement', asked: null }],
      run: direct.run(counters.direct),
    },
    {
      name: toMany,
      beside: [{ name: 'initiations, one wallet', asked: null }],
      run: overHttp(loads, others, counters.http),
    },
  ]
  const businessIds = [hot, oneByOne, ...others].map(({ businessId }) => businessId)
  const counts = async (tables: Tables): Promise<InitiationCounts> => {
    const sent = made(counters.http) + made(counters.direct)
    const { found, messages, fees } = await tables.countInitiations(businessIds)
    return {
      acknowledged: sent + made(counters.oneByOne),
      found,
      messages: { acknowledged: sent, found: messages },
      fees,
    }
  }
  return { rows, counts, stop: () => initiating.stop() }
}

function counter(): Counter {
  return { next: FIRST }
}

function made({ next }: Counter): number {
  return next - FIRST
}

function overHttp(loads: Loads, businesses: Business[], counter: Counter): Run {
  const { host } = loads.service.baseUrl
  const secretKeys = businesses.map(({ keys }) => keys.secretKey)
  return counted(loads, counter, (numbers, timing) => {
    const options: InitiateOptions = { host, secretKeys, seed: SEED + counter.next }
    return askHttp(loads, { name: 'initiate', options }, numbers, timing)
  })
}

/** The feature in a process that does nothing else. It counts as the load generator. */
async function startInitiating(loads: Loads, { businessId }: Business) {
  const { postgres, masterKey, flags } = loads.service
  const file = new URL('initiate-load.ts', import.meta.url)
  const initiating = startWorker<InitiateLoad, Measured>(file, flags)
  const run = (counter: Counter) =>
    counted(loads, counter, (numbers, timing) =>
      initiating.run({
        ...planOf(timing),
        connections: loads.connections,
        postgres,
        masterKey: masterKey.toString('base64'),
        businessId,
        numbers,
      }),
    )
  return { initiating, run }
}

async function plain(loads: Loads, counter: Counter): Promise<Run> {
  const statement = await makePlainWallet(loads.service.postgres)
  return counted(loads, counter, (numbers, timing) =>
    askPostgres(loads, { statements: [statement], rows: 1, numbers }, timing),
  )
}

async function statements(loads: Loads, business: Business, counter: Counter): Promise<Run> {
  const { statements, settings } = makeOneByOne(business.businessId)
  return counted(loads, counter, (numbers, timing) =>
    askPostgres(loads, { statements, settings, rows: 1, numbers }, timing),
  )
}

type Load = (
  numbers: Numbers,
  timing: Parameters<Run>[0],
) => Promise<Measured & { cpuMicros: number }>

/** Each with numbers that were never used before. */
function counted(loads: Loads, counter: Counter, load: Load): Run {
  return (timing) =>
    sample(loads, async () => {
      const measured = await load({ kind: 'next', first: counter.next }, timing)
      counter.next += measured.all
      return measured
    })
}

async function topUp({ baseUrl }: Service, secretKey: string): Promise<void> {
  const response = await fetch(new URL('/api/v1/sandbox/wallet', baseUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: PLAY_MONEY }),
  })
  if (!response.ok) throw new Error(`play money is refused: ${await response.text()}`)
}
