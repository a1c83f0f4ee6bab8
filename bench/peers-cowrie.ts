import type { BusinessId } from '../src/core/context.ts'
import { openPartyAccounts } from '../src/core/ledger/ledger.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { newId } from '../src/platform/ids.ts'
import { makeBusinesses } from './accounts.ts'
import type { Measured } from './loop.ts'
import { askHttp, type Loads, SEED, sample } from './measure.ts'
import { FIRST } from './numbers.ts'
import type { EntriesLoad } from './peers-entries.ts'
import { ask, type Bench, type PeerRow, patiently } from './peers-side.ts'
import { besideRuns } from './settlements.ts'
import { startWorker } from './worker.ts'

// Ourselves: over HTTP, where each work is the nearest that an integrator can ask for and does more
// than post; and our ledger alone.

const WALLETS = 1_000
const SHARED = 50
const PLAY_MONEY = 1_000_000_000_000
const ROOT = new URL('..', import.meta.url)

export async function startCowrie(bench: Bench): Promise<PeerRow[]> {
  const { service, http } = bench
  const [hot, ...others] = await makeBusinesses(service, WALLETS + 1)
  const headers = { Authorization: `Bearer ${hot!.keys.secretKey}` }
  const wallet = new URL('/api/v1/sandbox/wallet', service.baseUrl).href
  await ask('POST', wallet, { amount: PLAY_MONEY }, headers)
  const loads: Loads = { service, http, connections: 0, pg: { run: unused, stop: () => {} } }
  const { runs, stop } = await patiently(() => besideRuns(loads, ROOT))
  bench.onStop(async () => stop())
  const settlement = runs.find(({ name }) => name === 'settlement')!
  const name = 'Cowrie'
  const keysOf = (businesses: typeof others) => businesses.map(({ keys }) => keys.secretKey)
  let next = FIRST
  const initiating = (work: PeerRow['work'], secretKeys: string[]): PeerRow => ({
    work,
    name,
    run: (connections, seconds) =>
      sample(loads, async () => {
        const { host } = service.baseUrl
        const payload = { name: 'initiate', options: { host, secretKeys, seed: SEED + next } }
        const numbers = { kind: 'next', first: next } as const
        const timing = { seconds, warmUpSeconds: 0 }
        const measured = await askHttp({ ...loads, connections }, payload, numbers, timing)
        next += measured.all
        return measured
      }),
  })
  return [
    initiating('posting', keysOf(others)),
    {
      work: 'settlement',
      name,
      run: (connections, seconds) => {
        loads.connections = connections
        return settlement.run({ seconds, warmUpSeconds: 0 })
      },
    },
    initiating('hot account', keysOf([hot!])),
    ...(await ledgerAlone(
      bench,
      others.map(({ businessId }) => businessId),
      hot!.businessId,
    )),
  ]
}

async function ledgerAlone(bench: Bench, many: BusinessId[], hot: BusinessId): Promise<PeerRow[]> {
  const { service, onStop } = bench
  const file = new URL('peers-entries.ts', import.meta.url)
  const worker = startWorker<EntriesLoad, Measured>(file, service.flags)
  onStop(async () => worker.stop())
  const now = new Date()
  const parties = [newId(now), newId(now)]
  const shared = many.slice(0, SHARED)
  const sql = connectAsOwner(service.postgres)
  for (const businessId of shared) {
    for (const party of parties) {
      await openPartyAccounts(sql, now, { businessId, mode: 'test' }, party)
    }
  }
  await sql.end()
  let next = FIRST
  const row = (work: PeerRow['work'], businessIds: BusinessId[], parties: string[]): PeerRow => ({
    work,
    name: 'Cowrie, its ledger alone',
    run: (connections, seconds) =>
      sample(bench, async () => {
        const measured = await worker.run({
          connections,
          warmUpSeconds: 0,
          seconds,
          perSecond: null,
          postgres: service.postgres,
          masterKey: service.masterKey.toString('base64'),
          businessIds,
          parties,
          numbers: { kind: 'next', first: next },
        })
        next += measured.all
        return measured
      }),
  })
  return [
    row('posting', many, []),
    row('settlement', shared, parties),
    row('hot account', [hot], []),
  ]
}

async function unused(): Promise<never> {
  throw new Error('nothing is asked of PostgreSQL itself')
}
