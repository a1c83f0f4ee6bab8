import {
  FIRST_CUSTOMER,
  openPast,
  PAST_DIGIT,
  PAST_FIRST,
  PAYMENTS_A_CUSTOMER,
} from './growth-rows.ts'
import { askHttp, type Loads, type Run, type Sample, SEED, sample } from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import { get, makePayers, openPool, type Payer, type Pool, post } from './payers.ts'
import type { PayloadOptions, PaymentOptions } from './payloads.ts'
import { median, micros, processorOf, table } from './report.ts'
import type { Service } from './service.ts'
import type { Tables } from './tables.ts'
import { startWorker } from './worker.ts'

// What one request costs a business that has a past, beside the same of one that has next to none,
// in another service with a database of its own: the service and its database together, in
// microseconds of processor, since rates say as much about who else is at work. They take turns, so
// that a slow minute of the machine is one of both. A past is analyzed and vacuumed, as when
// autovacuum has been there.
//
// (1) False where anything is answered but 2xx, or where the ledger is not right afterwards.
// (2) A cost that was asked for and is not met is said, and is no reason to fail.

/** Next to no past, so that each request does what it does with a long one. */
const LEAST = 1_000
const SIZES = [100_000, 1_000_000, 10_000_000]
const ASKED = 1.3
/** As payloads.ts asks for. */
const PAGE_ROWS = 20
const WARM_UP_SECONDS = 0.5
/** For what reads many rows: more would wait for each other, and longer than anybody waits. */
const FEW_CONNECTIONS = 4
/** So that a business without a past has its thousand customers, and next to no payments. */
const BRIEFLY = 0.2
/** What is made while it is measured has numbers of its own. */
const NEW_FIRST = 5 * FIRST
const OPEN_DIGIT = '4'

type Options = { rounds: number; connections: number; seconds: number; rowsMax: number }
/** `isAsked`: how its cost may grow was asked for. */
type Kind = { name: string; run: Run; isAsked?: false }
/** Of each kind its rounds. */
type Column = { title: string; rounds: Round[][] }
/** One after the other, with next to no past and with a long one. */
type Round = { empty: Sample; grown: Sample }
type Bench = Awaited<ReturnType<typeof openBench>>

/**
 * `grown`: gets the past. `startEmpty`: another service, on an empty database; one for each size,
 * since what is measured leaves payments. `text`: the table and what was asked for, as Markdown.
 */
export async function measureGrowth(
  grown: Service,
  startEmpty: () => Promise<Service>,
  tables: Tables,
  options: Options,
  say: (line: string) => void,
): Promise<{ text: string; isRight: boolean }> {
  const bench = await openBench(grown, options)
  const sizes = [...SIZES.filter((size) => size < options.rowsMax), options.rowsMax]
  const columns: Column[] = []
  try {
    await bench.past.demandRoom(options.rowsMax)
    for (const size of sizes) {
      await growBench(bench, size, say)
      const service = await startEmpty()
      try {
        columns.push(await measureBeside(service, bench, size, options, say))
      } finally {
        await service.stop()
      }
    }
    const names = bench.kinds
    const text = `${growthTable(names, columns)}\n\n${verdicts(names, columns).join('\n')}`
    say(`\n${text}\n`)
    return { text, isRight: await isRight(columns, tables, say) }
  } finally {
    bench.stop()
  }
}

/** `service`: with an empty database, for the one with next to no past. */
async function measureBeside(
  service: Service,
  grown: Bench,
  size: number,
  options: Options,
  say: (line: string) => void,
): Promise<Column> {
  const empty = await openBench(service, options)
  try {
    await growBench(empty, LEAST, say)
    say(`Measuring with ${many(size)} …`)
    return { title: many(size), rounds: await measureKinds(empty, grown, options) }
  } finally {
    empty.stop()
  }
}

async function growBench(
  { past, counter, kinds, countFirst }: Bench,
  size: number,
  say: (line: string) => void,
): Promise<void> {
  await past.growTo(size, say, { isVacuumed: true })
  counter.past = size
  await past.analyze()
  await past.vacuum()
  counter.customer = await past.customer()
  await past.untilVerified()
  say(`With ${many(size)} the first list and statistics took ${await countFirst()} ms …`)
  for (const { run } of kinds) await run({ seconds: BRIEFLY, warmUpSeconds: 0 })
}

async function openBench(service: Service, { connections }: Options) {
  const http: Loads['http'] = startWorker(new URL('http-load.ts', import.meta.url))
  const pg: Loads['pg'] = startWorker(new URL('pg-load.ts', import.meta.url))
  const [payer] = (await makePayers(service, 1, 'instant')) as [Payer]
  // What the past is made of: one payment that goes the whole way.
  await openPool(service, [payer], PAST_DIGIT)
  const template = `/api/v1/sandbox/transactions/template-${PAST_DIGIT}-0/pay`
  await post(service, payer, template, { channel: 'bank_transfer' })
  const pool = await openPool(service, [payer], OPEN_DIGIT, { isAnalyzed: false })
  const counter: Counter = { next: NEW_FIRST, past: 0, customer: '' }
  const loads: Loads = { service, connections, http, pg }
  // Whoever has payments of no more than a moment has customers.
  await initialize(loads, payer, counter)({ seconds: BRIEFLY, warmUpSeconds: 0 })
  await fillPages(service, payer)
  const stop = () => {
    http.stop()
    pg.stop()
  }
  const kinds = kindsOf(loads, payer, pool, counter)
  /** Milliseconds. Who looks first counts what nobody has counted yet. */
  const countFirst = async () => {
    const start = performance.now()
    for (const path of [
      'transactions?perPage=1',
      'customers?perPage=1',
      'deposits',
      'statistics',
    ]) {
      await get(service, payer, `/api/v1/${path}`)
    }
    return many(Math.round(performance.now() - start))
  }
  return { kinds, past: openPast(service.postgres, payer), counter, countFirst, stop }
}

/** As many rows as a page shows of the past: with fewer it would cost less for that alone. */
async function fillPages(service: Service, payer: Payer): Promise<void> {
  const ofCustomer = PAYMENTS_A_CUSTOMER
  for (let i = 0; i < ofCustomer + PAGE_ROWS; i += 1) {
    const reference = `page-${i}`
    const email = i < ofCustomer ? FIRST_CUSTOMER : 'dayo@example.com'
    const body = { amount: 500_000, email, name: 'Ada Example', reference }
    await post(service, payer, '/api/v1/transactions/initialize', body)
    const way = `/api/v1/sandbox/transactions/${reference}`
    // One of ten is abandoned.
    const isPaid = i < ofCustomer - 1
    if (isPaid) await post(service, payer, `${way}/pay`, { channel: 'bank_transfer' })
    else await post(service, payer, `${way}/expire`)
  }
}

type Counter = {
  /** The number of the next that is initialized. */
  next: number
  /** So many payments have been made before. */
  past: number
  customer: string
}

function initialize(loads: Loads, payer: Payer, counter: Counter): Run {
  return (timing) =>
    sample(loads, async () => {
      const numbers: Numbers = { kind: 'next', first: counter.next }
      const options = optionsOf(loads, payer)
      const measured = await askHttp(loads, { name: 'initialize', options }, numbers, timing)
      counter.next += measured.all
      return measured
    })
}

function optionsOf({ service }: Loads, { keys }: Payer): PayloadOptions {
  return { host: service.baseUrl.host, secretKey: keys.secretKey }
}

function kindsOf(loads: Loads, payer: Payer, pool: Pool, counter: Counter): Kind[] {
  const { baseUrl, railSecret } = loads.service
  const known = (): Numbers => ({
    kind: 'random',
    first: PAST_FIRST,
    end: PAST_FIRST + counter.past,
    seed: SEED,
  })
  const reading =
    (name: string, connections = FEW_CONNECTIONS): Run =>
    (timing) => {
      const options = { ...optionsOf(loads, payer), customer: counter.customer }
      const few: Loads = { ...loads, connections }
      return sample(few, () => askHttp(few, { name, options }, known(), timing))
    }
  const settle: Run = async (timing) => {
    const first = await pool.reserve(timing)
    const options: PaymentOptions = { host: baseUrl.host, railSecret, digit: pool.digit }
    return sample(loads, async () => {
      const numbers: Numbers = { kind: 'next', first }
      const measured = await askHttp(loads, { name: 'payment', options }, numbers, timing)
      pool.settled(measured.all, timing)
      return measured
    })
  }
  // What only reads comes first, while there is nothing.
  return [
    { name: 'list, first page', run: reading('list') },
    { name: 'list, abandoned ones', run: reading('listAbandoned') },
    { name: 'list, of a customer', run: reading('listOfCustomer') },
    { name: 'statistics of 30 days', run: reading('statistics'), isAsked: false },
    { name: 'verify', run: reading('verify', loads.connections) },
    { name: 'settle', run: settle },
    { name: 'initialize', run: initialize(loads, payer, counter) },
  ]
}

async function measureKinds(
  empty: Bench,
  grown: Bench,
  { rounds, seconds }: Options,
): Promise<Round[][]> {
  const measured: Round[][] = []
  const timing = { seconds, warmUpSeconds: WARM_UP_SECONDS }
  for (const [kind, { run: runGrown }] of grown.kinds.entries()) {
    const { run: runEmpty } = empty.kinds[kind]!
    const its: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      its.push({ empty: await runEmpty(timing), grown: await runGrown(timing) })
    }
    measured.push(its)
  }
  return measured
}

function growthTable(kinds: Kind[], columns: Column[]): string {
  const head = ['µs of processor for one', ...columns.map(({ title }) => title)]
  const rows = kinds.map(({ name }, kind) => [
    name,
    ...columns.map(({ rounds }) => {
      const its = rounds[kind]!
      const ratios = its.map(ratioOf)
      const ends = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
      const costs = `${costsOf(its, 'empty')} → ${costsOf(its, 'grown')}`
      const failures = its.flatMap(bothOf).reduce((sum, one) => sum + one.failures, 0)
      const failed = failures === 0 ? '' : `, ${many(failures)} FAILED`
      return `${costs}, **${median(ratios).toFixed(2)}** (${ends})${failed}`
    }),
  ])
  return table(head, rows)
}

const bothOf = ({ empty, grown }: Round) => [empty, grown]
const ratioOf = ({ empty, grown }: Round) => costOf(grown) / costOf(empty)
const costsOf = (its: Round[], which: keyof Round) =>
  micros(median(its.map((round) => costOf(round[which]))))

/** Where processor times cannot be had, what all processors together had for one. */
function costOf(one: Sample): number {
  return processorOf(one) ?? 1_000_000 / one.rate
}

function verdicts(kinds: Kind[], columns: Column[]): string[] {
  return kinds.flatMap(({ name, isAsked = true }, kind) =>
    (isAsked ? columns : []).map(({ title, rounds }) => {
      const ratio = median(rounds[kind]!.map(ratioOf))
      const isMet = ratio <= ASKED ? 'met' : 'NOT met'
      return `- ${name} with ${title}: ${ratio.toFixed(2)} of its cost; ${ASKED}: ${isMet}.`
    }),
  )
}

async function isRight(
  columns: Column[],
  tables: Tables,
  say: (line: string) => void,
): Promise<boolean> {
  const samples = columns.flatMap(({ rounds }) => rounds.flat().flatMap(bothOf))
  const failed = samples.find(({ failures }) => failures > 0)
  if (failed) say(`Some answers were not what was asked for, such as: ${failed.firstFailure}`)
  say('Reading the ledger again …')
  const wrong = await tables.wrongInLedger(say)
  say(wrong === 0 ? 'The ledger is right.' : `The ledger is WRONG in ${wrong} rows or more.`)
  return failed === undefined && wrong === 0
}

export function growthReadme(surroundings: string, text: string): string {
  return `# What a past costs

Written by \`npm run bench -- --only growth\`, which measures anew and replaces this file;
\`--rows 10000000\` says how far it goes, \`--print-only\` leaves it as it is.

${surroundings}

${text}

- Each number is **microseconds of processor** for one request, of the service and the database
  together, median of the rounds: with ${many(LEAST)} payments, which is next to no past, and with
  so many as the column says. In bold is the median of the rounds' ratios, with the least and the
  greatest; at most ${ASKED} was asked for. A rate would say as much about who else was at work.
- Two services with a database each **take turns**, one round of three seconds each, so that a
  slow minute of the machine is one of both. The one with next to no past is new for each column.
- The past is one business's: so many payments of the last ninety days. Nine of ten were paid by
  transfer, with account, deposit, five ledger entries, event and receipt; one was abandoned. One in
  ten made a new customer. Its rows are copies of one payment that went the whole way. Items of
  settlements and deliveries are not among them: the business gets its money at once, and has no
  address for webhooks. Nor are events of more than thirty days, which the service forgets.
- The rows come in the order of their moments, with all indexes and constraints in place, as the
  service would have written them; only the trigger that notes a share as due is left out. Each
  size is a past of ninety days laid over the one before it, so indexes have pages that were split.
- The tables are analyzed and vacuumed, as when autovacuum has been there.
- **verify** asks for one payment of the past by chance, **settle** pays one that was asked for just
  now. A **customer** has about ten payments.
- **statistics** count the payments of today each time, and of other days seldom. Today are also
  those that were made while this was measured, several hundred thousand in all, and with a past
  those of the columns before. No bound was asked for them.
- The **first** statistics after the past was made count all of it, and are not among these; nor is
  what the service itself reads of its books each hour.
`
}

function many(count: number): string {
  return count.toLocaleString('en')
}
