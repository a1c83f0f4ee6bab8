import { PLACE, PLACE_OF_THOUSAND } from './numbers.ts'
import {
  ask,
  type Bench,
  costOfPrograms,
  each,
  freePort,
  httpRow,
  isReady,
  makeDatabase,
  type PeerRow,
  runProgram,
  startProgram,
  startRedis,
  until,
} from './peers-side.ts'

// Blnk and Formance's ledger, as their documentation starts them, over HTTP. Whoever pays may not
// go below zero; a settlement comes from an account that may.

const PAYERS = 1_000
const FUNDS = 10_000_000_000
const HOT = 'hot'
const PER_FUNDING = 100
/** What a settlement moves to each, in kobo: the business, fees, VAT and two who share. */
const LEGS = { merchant: 343_000, fees: 7_000, vat: 500, 'share-a': 100_000, 'share-b': 49_500 }
const SETTLED = Object.values(LEGS).reduce((sum, amount) => sum + amount, 0)

const numbers = Array.from({ length: PAYERS }, (_, i) => String(i).padStart(3, '0'))

/** With `skip_queue`: answered when it is booked. Else an answer means that it will be. */
export async function startBlnk(bench: Bench): Promise<PeerRow[]> {
  const redis = await startRedis(bench, 'blnk-redis')
  const [port, monitoring] = [await freePort(), await freePort()]
  const environment = {
    BLNK_DATA_SOURCE_DNS: await makeDatabase(bench, 'peer_blnk'),
    BLNK_REDIS_DNS: `127.0.0.1:${redis.port}`,
    BLNK_SERVER_PORT: String(port),
    BLNK_QUEUE_MONITORING_PORT: String(monitoring),
    BLNK_PROJECT_NAME: 'bench',
    GIN_MODE: 'release',
  }
  const program = bench.paths['blnk']!
  const start = (name: string, ...words: string[]) =>
    [bench, `blnk-${name}`, [program, ...words] as string[], environment] as const
  await runProgram(...start('migrate', 'migrate', 'up'))
  const own = [
    startProgram(...start('start', 'start')),
    startProgram(...start('workers', 'workers')),
  ]
  const host = `127.0.0.1:${port}`
  await until('Blnk', () => isReady(`http://${host}/`))

  const posted = (more: object) =>
    JSON.stringify({
      precision: 100,
      currency: 'NGN',
      description: 'bench',
      skip_queue: true,
      ...more,
    })
  const fund = async (to: string) => {
    const money = { reference: `fund-${to}`, precise_amount: FUNDS, allow_overdraft: true }
    const body = posted({ ...money, source: `@bank-${to}`, destination: `@${to}` })
    await ask('POST', `http://${host}/transactions`, JSON.parse(body))
  }
  await each([HOT, ...numbers.map((number) => `payer-${number}`)], fund)

  const cost = costOfPrograms(own, [redis], bench.service)
  const row = (work: PeerRow['work'], more: object) => {
    const body = posted({ reference: `${work}-${PLACE}`, ...more })
    const options = { host, path: '/transactions', body, expected: '"status":"' }
    return httpRow(bench, { work, name: 'Blnk' }, cost, options)
  }
  const payee = { precise_amount: 100, destination: `@payee-${PLACE_OF_THOUSAND}` }
  const destinations = Object.entries(LEGS).map(([name, amount]) => ({
    identifier: `@${name}-${PLACE_OF_THOUSAND}`,
    precise_distribution: String(amount),
  }))
  const settlement = { precise_amount: SETTLED, allow_overdraft: true, atomic: true, destinations }
  const bank = `@bank-${PLACE_OF_THOUSAND}`
  return [
    row('posting', { ...payee, source: `@payer-${PLACE_OF_THOUSAND}` }),
    row('settlement', { ...settlement, source: bank }),
    row('hot account', { ...payee, source: `@${HOT}` }),
  ]
}

const FEATURES = {
  MOVES_HISTORY: 'OFF',
  MOVES_HISTORY_POST_COMMIT_EFFECTIVE_VOLUMES: 'DISABLED',
  HASH_LOGS: 'DISABLED',
  ACCOUNT_METADATA_HISTORY: 'DISABLED',
  TRANSACTION_METADATA_HISTORY: 'DISABLED',
}

/** Twice: with the features that a new ledger has, and with the fewest. */
export async function startFormance(bench: Bench): Promise<PeerRow[]> {
  const port = await freePort()
  const settings = [
    ['--postgres-uri', await makeDatabase(bench, 'peer_formance')],
    ['--bind', `127.0.0.1:${port}`],
    ['--auto-upgrade', '--experimental-features'],
  ]
  const command = [bench.paths['formance']!, 'serve', ...settings.flat()]
  const own = startProgram(bench, 'formance', command)
  const host = `127.0.0.1:${port}`
  await until('Formance', () => isReady(`http://${host}/_healthcheck`))
  const cost = costOfPrograms([own], [], bench.service)
  const rows = []
  for (const [ledger, name, features] of [
    ['full', 'Formance', {}],
    ['least', 'Formance, fewest features', { features: FEATURES }],
  ] as const) {
    await ask('POST', `http://${host}/v2/${ledger}`, { bucket: ledger, ...features })
    await fundFormance(`http://${host}/v2/${ledger}/transactions`)
    rows.push(...formanceRows(bench, { ledger, name, host, cost }))
  }
  return rows
}

async function fundFormance(url: string): Promise<void> {
  const accounts = [HOT, ...numbers.map((number) => `payer:${number}`)]
  for (let at = 0; at < accounts.length; at += PER_FUNDING) {
    const postings = accounts.slice(at, at + PER_FUNDING).map((account) => {
      return moved('world', account, FUNDS)
    })
    await ask('POST', url, { postings })
  }
}

function moved(source: string, destination: string, amount: number) {
  return { source, destination, amount, asset: 'NGN/2' }
}

type Formance = { ledger: string; name: string; host: string; cost: Bench['service']['cost'] }

function formanceRows(bench: Bench, { ledger, name, host, cost }: Formance): PeerRow[] {
  const row = (work: PeerRow['work'], postings: object[]) => {
    const body = JSON.stringify({ reference: `${work}-${PLACE}`, postings })
    const options = { host, path: `/v2/${ledger}/transactions`, body, expected: '"postings"' }
    return httpRow(bench, { work, name }, cost, options)
  }
  const payee = `payee:${PLACE_OF_THOUSAND}`
  const legs = Object.entries(LEGS).map(([leg, amount]) =>
    moved('world', `${leg}:${PLACE_OF_THOUSAND}`, amount),
  )
  return [
    row('posting', [moved(`payer:${PLACE_OF_THOUSAND}`, payee, 100)]),
    row('settlement', legs),
    row('hot account', [moved(HOT, payee, 100)]),
  ]
}
