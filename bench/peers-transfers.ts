import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { FIRST, type Numbers, numbersOf } from './numbers.ts'
import { serveWorker } from './worker.ts'

// Transfers in TigerBeetle, through its own client for Node. The client gathers what is under way
// at the same time into one request, so that many callers share one write to the disk.

const PAYERS = 1_000
const HOT = 1n
const FUNDER = 2n
const FIRST_PAYER = 1_000n
const FIRST_PAYEE = 1_000_000n
const LEDGER = 566
const CODE = 1
const LINKED = 1
/** `debits_must_not_exceed_credits`. */
const LIMITED = 2
const FUNDS = 10_000_000_000n
const LEG_AMOUNTS = [343_000n, 7_000n, 500n, 100_000n, 49_500n]
/** Above what the numbers of a work can count: each work has ids of its own. */
const IDS_OF_WORK = 1_000_000_000_000n

export type TransfersLoad =
  | { step: 'open'; client: string; port: number }
  | (Plan & { step: 'run'; work: 'posting' | 'settlement' | 'hot account'; numbers: Numbers })

export type Transferred = {
  measured: (Measured & { failures: number; firstFailure: string | null }) | null
}
type Client = {
  createAccounts: (accounts: object[]) => Promise<unknown[]>
  createTransfers: (transfers: object[]) => Promise<{ status: number }[]>
}

let client: Client
let created = 0

serveWorker(run)

async function run(load: TransfersLoad): Promise<Transferred> {
  if (load.step === 'run') return { measured: await transfer(load) }
  const entry = pathToFileURL(join(load.client, 'dist', 'index.js')).href
  const { createClient, CreateTransferStatus } = (await import(entry)).default
  created = CreateTransferStatus.created
  client = createClient({ cluster_id: 0n, replica_addresses: [String(load.port)] })
  await open()
  return { measured: null }
}

async function open(): Promise<void> {
  const payers = idsFrom(FIRST_PAYER, PAYERS)
  const limited = [HOT, ...payers].map((id) => account(id, LIMITED))
  const others = idsFrom(FIRST_PAYEE, PAYERS * LEG_AMOUNTS.length).map((id) => account(id, 0))
  await client.createAccounts([account(FUNDER, 0), ...limited])
  await client.createAccounts(others)
  const funded = [HOT, ...payers].map((to, i) => moved(BigInt(i + 1), FUNDER, to, FUNDS))
  const refused = (await client.createTransfers(funded)).find(isRefused)
  if (refused) throw new Error(`a transfer is refused: ${refused.status}`)
}

async function transfer(load: Extract<TransfersLoad, { step: 'run' }>) {
  const numberOf = numbersOf(load.numbers)
  const lost = Promise.withResolvers<never>()
  let failures = 0
  let firstFailure: string | null = null
  const loop = startLoop(load, (connection) => {
    client.createTransfers(transfersOf(load.work, numberOf())).then((results) => {
      const refused = results.find(isRefused)
      if (refused) {
        failures += 1
        firstFailure ??= `refused: ${refused.status}`
      }
      loop.answered(connection)
    }, lost.reject)
  })
  const measured = await Promise.race([loop.done, lost.promise])
  return { ...measured, failures, firstFailure }
}

function transfersOf(work: 'posting' | 'settlement' | 'hot account', number: number): object[] {
  const place = BigInt(number % PAYERS)
  const nth = BigInt(number - FIRST)
  if (work === 'settlement') {
    const first = 3n * IDS_OF_WORK + nth * BigInt(LEG_AMOUNTS.length)
    return LEG_AMOUNTS.map((amount, leg) => {
      const to = FIRST_PAYEE + place * BigInt(LEG_AMOUNTS.length) + BigInt(leg)
      const flags = leg < LEG_AMOUNTS.length - 1 ? LINKED : 0
      return moved(first + BigInt(leg), FUNDER, to, amount, flags)
    })
  }
  const isHot = work === 'hot account'
  const id = (isHot ? 2n : 1n) * IDS_OF_WORK + nth
  return [moved(id, isHot ? HOT : FIRST_PAYER + place, FIRST_PAYEE + place, 100n)]
}

function isRefused({ status }: { status: number }): boolean {
  return status !== created
}

function idsFrom(first: bigint, count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => first + BigInt(i))
}

function account(id: bigint, flags: number) {
  const sums = { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n }
  const user = { user_data_128: 0n, user_data_64: 0n, user_data_32: 0 }
  return { id, ...sums, ...user, reserved: 0, ledger: LEDGER, code: CODE, flags, timestamp: 0n }
}

function moved(id: bigint, debit: bigint, credit: bigint, amount: bigint, flags = 0) {
  const user = { user_data_128: 0n, user_data_64: 0n, user_data_32: 0 }
  const accounts = { debit_account_id: debit, credit_account_id: credit }
  const rest = { timeout: 0, ledger: LEDGER, code: CODE, flags, timestamp: 0n }
  return { id, ...accounts, amount, pending_id: 0n, ...user, ...rest }
}
