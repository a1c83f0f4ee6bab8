import { connectAsOwner } from '../src/platform/db.ts'
import { makeAccounts } from './accounts.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { percentileMs } from './loop.ts'
import { SEED } from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { DepositOptions, PayloadOptions } from './payloads.ts'
import { median, table, whole } from './report.ts'
import type { Service } from './service.ts'
import { startWorker, type Worker } from './worker.ts'

// Three times as much is asked for as can be done. First the peak is found, by connections that
// each ask again when they are answered. Then initialize and lists are offered three times as
// often, at fixed moments and over many connections, while banks tell of deposits and payments are
// verified as often as before. Then half of the peak is offered, a second at a time, until all is
// normal.
//
// (1) False where anything is answered but 2xx and 503, where a verification or a notification is
//     refused, or where what was acknowledged is not there exactly once.
// (2) A rate or a latency that was asked for and is not met is no reason to fail.

const TIMES = 3
/** The best of them is the peak: a machine is not equally idle all the time. */
const PEAK_ROUNDS = 3
const RUSH_SECONDS = 20
const RUSH_CONNECTIONS = 2_000
/** Of the others: enough that none waits for another, and so few that none is idle for long. */
const CONNECTIONS = { list: 32, verify: 256, deposit: 64 }
const WARM_UP_SECONDS = 1
/** Of the rate of initialize alone. A list costs as much as many of the others. */
const SHARES = { list: 0.0003, verify: 0.1, deposit: 0.02 }
const AFTER_SHARE = 0.5
const AFTER_SECONDS_MAX = 15
const NORMAL_P99_MS = 100
const ASKED = { goodput: 0.8, p99Ms: 1_000, normalSeconds: 10 }
/** So far apart are the numbers that two runs begin with. */
const NUMBERS_STEP = 10_000_000

const KINDS = ['initialize', 'list', 'verify', 'deposit'] as const
type Kind = (typeof KINDS)[number]
type Run = {
  seconds: number
  warmUpSeconds?: number
  connections: number
  perSecond: number | null
}
type Load = {
  run: (kind: Kind, how: Run) => Promise<HttpMeasured>
  /** Payments that were made, and what was wrong. */
  seen: { made: number; wrong: string[] }
  stop: () => void
}

type Round = {
  /** Of the peak's. */
  goodput: number
  refusedShare: number
  p99Ms: Record<Kind, number>
  /** From when they left, not from when they were due. */
  leftP99Ms: Record<Kind, number>
  /** Null where it did not become normal while it was looked. */
  normalAfter: number | null
}

export async function measureOverload(
  service: Service,
  { rounds, connections, seconds }: { rounds: number; connections: number; seconds: number },
  say: (line: string) => void,
): Promise<{ text: string; isRight: boolean }> {
  const load = await startLoad(service)
  try {
    say(`Looking for the peak (${seconds} s) …`)
    await load.run('initialize', { seconds: 1, warmUpSeconds: 0, connections, perSecond: null })
    await analyze(service)
    const closed = { seconds, connections, perSecond: null }
    const alone = rateOf(await load.run('initialize', closed))
    const others = (seconds: number, times: number) =>
      (['list', 'verify', 'deposit'] as const).map((kind) => {
        const perSecond = alone * SHARES[kind] * (kind === 'list' ? times : 1)
        return load.run(kind, { seconds, connections: CONNECTIONS[kind], perSecond })
      })
    const all: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      let best: HttpMeasured[] = []
      for (let i = 0; i < PEAK_ROUNDS; i += 1) {
        const peak = await Promise.all([load.run('initialize', closed), ...others(seconds, 1)])
        if (best.length === 0 || sum(peak) > sum(best)) best = peak
      }
      say(describe('At the peak', best))
      const offered = rateOf(best[0]!) * TIMES
      say(`Offering ${whole(offered)} initialize/s, ${TIMES} times as many, ${RUSH_SECONDS} s …`)
      const rush = { seconds: RUSH_SECONDS, connections: RUSH_CONNECTIONS, perSecond: offered }
      const during = await Promise.all([
        load.run('initialize', rush),
        ...others(RUSH_SECONDS, TIMES),
      ])
      const normalAfter = await secondsUntilNormal(load, rateOf(best[0]!) * AFTER_SHARE)
      say(describe(`At ${TIMES} times the peak`, during))
      all.push(roundOf(best, during, normalAfter))
    }
    const kept = await isAllThere(service, load.seen)
    const text = `${roundsTable(all)}\n\n${kept.lines.map((line) => `- ${line}`).join('\n')}`
    say(`\n${text}\n`)
    return { text, isRight: kept.isRight }
  } finally {
    load.stop()
  }
}

async function startLoad(service: Service): Promise<Load> {
  const { spread: accountNumbers } = await makeAccounts(service)
  const workers = new Map<Kind, Worker<HttpLoad, HttpMeasured>>(
    KINDS.map((kind) => [kind, startWorker(new URL('http-load.ts', import.meta.url))]),
  )
  const { hostname, port, host } = service.baseUrl
  const seen: Load['seen'] = { made: 0, wrong: [] }
  let runs = 0
  /** The first ones, which verify asks for: of later ones some were refused. */
  let firstOnes = 0

  async function run(kind: Kind, { warmUpSeconds = WARM_UP_SECONDS, ...how }: Run) {
    const seed = SEED + runs
    const first = FIRST + runs * NUMBERS_STEP
    runs += 1
    const numbers: Numbers =
      kind === 'verify'
        ? { kind: 'random', first: FIRST, end: FIRST + firstOnes, seed }
        : { kind: 'next', first }
    const options: PayloadOptions | DepositOptions =
      kind === 'deposit'
        ? { host, railSecret: service.railSecret, accountNumbers, seed }
        : { host, secretKey: service.secretKey }
    const where = { host: hostname, port: Number(port) }
    const payload = { module: './payloads.ts', name: kind, options }
    const asked = { ...how, ...where, warmUpSeconds, numbers, payload, mayBeRefused: true }
    const measured = await workers.get(kind)!.run(asked)
    if (kind === 'initialize' && firstOnes === 0) firstOnes = measured.all
    if (kind === 'initialize') seen.made += measured.all
    if (measured.failures > 0) seen.wrong.push(`${kind}: ${measured.firstFailure}`)
    if ((kind === 'verify' || kind === 'deposit') && measured.refused > 0) {
      seen.wrong.push(`${measured.refused} of ${kind} were refused`)
    }
    return measured
  }
  const stop = () => {
    for (const worker of workers.values()) worker.stop()
  }
  return { run, seen, stop }
}

/** Else statements are planned for the empty tables that they were, until the database looks. */
async function analyze({ postgres }: Service): Promise<void> {
  const sql = connectAsOwner(postgres)
  await sql`vacuum (analyze)`
  await sql.end()
}

/** Null where it did not become normal while it was looked. */
async function secondsUntilNormal(load: Load, perSecond: number): Promise<number | null> {
  const began = performance.now()
  const second = { seconds: 1, warmUpSeconds: 0, connections: RUSH_CONNECTIONS, perSecond }
  for (;;) {
    const startedAfter = (performance.now() - began) / 1_000
    if (startedAfter > AFTER_SECONDS_MAX) return null
    const { refused, counts } = await load.run('initialize', second)
    if (refused === 0 && percentileMs(counts, 0.99) <= NORMAL_P99_MS) return startedAfter
  }
}

function describe(title: string, measured: HttpMeasured[]): string {
  const lines = measured.map((one, i) => {
    const offered = (one.measured + one.refused) / one.elapsedSeconds
    const share = (one.refused / Math.max(1, one.measured + one.refused)) * 100
    const [p50, p99] = [percentileMs(one.counts, 0.5), percentileMs(one.counts, 0.99)]
    return [
      `${title}: ${KINDS[i]!.padEnd(10)} ${whole(offered).padStart(7)}/s asked for`,
      `${whole(rateOf(one)).padStart(7)}/s done`,
      `${share.toFixed(1).padStart(5)} % refused`,
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ].join(', ')
  })
  return `\n${lines.join('\n')}\n`
}

function roundOf(
  before: HttpMeasured[],
  during: HttpMeasured[],
  normalAfter: number | null,
): Round {
  const [{ measured, refused }] = during as [HttpMeasured]
  const p99s = (which: 'counts' | 'countsFromLeaving') =>
    Object.fromEntries(
      during.map((one, i) => [KINDS[i]!, percentileMs(one[which], 0.99)]),
    ) as Record<Kind, number>
  return {
    goodput: sum(during) / sum(before),
    refusedShare: refused / (measured + refused),
    p99Ms: p99s('counts'),
    leftP99Ms: p99s('countsFromLeaving'),
    normalAfter,
  }
}

function roundsTable(all: Round[]): string {
  const row = (name: string, values: number[], digits: number, asked = '') => {
    const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)]
    return [name, ...[least, middle, most].map((value) => value.toFixed(digits)), asked]
  }
  const p99 = `≤ ${whole(ASKED.p99Ms)}`
  const p99Of = (kind: Kind, which: 'p99Ms' | 'leftP99Ms', asked?: string) => {
    const name = `p99 of ${kind}${which === 'p99Ms' ? '' : ' once it left'}, ms`
    const values = all.map((one) => one[which][kind])
    return row(name, values, 0, asked)
  }
  return table(
    [`at ${TIMES} times the peak`, 'min', 'median', 'max', 'asked'],
    [
      row(
        'goodput, of that of the peak',
        all.map((one) => one.goodput),
        2,
        `≥ ${ASKED.goodput}`,
      ),
      row(
        'initialize that were refused, of 1',
        all.map((one) => one.refusedShare),
        2,
      ),
      ...KINDS.map((kind) => p99Of(kind, 'p99Ms', p99)),
      ...KINDS.map((kind) => p99Of(kind, 'leftP99Ms')),
      row(
        'normal again after, s',
        all.map((one) => one.normalAfter ?? Number.POSITIVE_INFINITY),
        1,
        `≤ ${ASKED.normalSeconds}`,
      ),
    ],
  )
}

async function isAllThere(
  service: Service,
  { made, wrong }: Load['seen'],
): Promise<{ lines: string[]; isRight: boolean }> {
  const sql = connectAsOwner(service.postgres)
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from transaction where reference like 'bench-%'
  `
  await sql.end()
  const there = `${whole(made)} payments were acknowledged; ${whole(row.count)} are there.`
  const lines = [there, ...wrong.map((line) => `**WRONG**: ${line}`)]
  return { lines, isRight: wrong.length === 0 && row.count === made }
}

function rateOf({ measured, elapsedSeconds }: HttpMeasured): number {
  return measured / elapsedSeconds
}

function sum(measured: HttpMeasured[]): number {
  return measured.reduce((all, one) => all + rateOf(one), 0)
}

export function overloadReadme(surroundings: string, text: string): string {
  return `# When more is asked for than can be done

Written by \`npm run bench -- --only overload\`, which measures anew and replaces this file;
\`--rounds 5\` says how often, \`--print-only\` leaves it as it is.

${surroundings}

${text}

- The peak is what ${PEAK_ROUNDS} tries of a few seconds, over the connections above, brought at
  best. Then ${TIMES} times as many initialize and lists are offered for ${RUSH_SECONDS} s, at fixed
  moments, over ${whole(RUSH_CONNECTIONS)} connections, with as many verifications and
  notifications as before.
- **Goodput** is what was answered 2xx, of all kinds. It may be more than the peak's: over more
  connections more is batched into one statement. Latencies are of these, and count from the
  moment when a request was due: where all connections are taken it waits in the generator, and
  that counts too; **once it left** it does not. Lists are few: their p99 is that of the slowest.
- **Normal** is half of the peak without a refusal and with a p99 of ${NORMAL_P99_MS} ms.
- Service, database and generator share the machine: what the generator takes for requests that are
  refused is missing elsewhere too.
- The service has one process here. Requests of test mode, as these, are the first to be refused.
`
}
