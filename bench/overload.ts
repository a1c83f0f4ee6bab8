import { connectAsOwner } from '../src/lib/db.ts'
import { makeAccounts } from './accounts.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { percentileMs } from './loop.ts'
import { SEED } from './measure.ts'
import { FIRST, type Numbers } from './numbers.ts'
import type { DepositOptions, PayloadOptions } from './payloads.ts'
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
// (2) A rate or a latency that was asked for and is not met is said, and is no reason to fail.

const TIMES = 3
/** The best of them is the peak: a machine is not equally idle all the time. */
const PEAK_ROUNDS = 3
const RUSH_SECONDS = 20
const RUSH_CONNECTIONS = 1_000
const FEW_CONNECTIONS = 256
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

export async function measureOverload(
  service: Service,
  { connections, seconds }: { connections: number; seconds: number },
  say: (line: string) => void,
): Promise<boolean> {
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
        return load.run(kind, { seconds, connections: FEW_CONNECTIONS, perSecond })
      })
    let best: HttpMeasured[] = []
    for (let round = 0; round < PEAK_ROUNDS; round += 1) {
      const all = await Promise.all([load.run('initialize', closed), ...others(seconds, 1)])
      if (best.length === 0 || sum(all) > sum(best)) best = all
    }
    say(describe('At the peak', best))
    const peak = rateOf(best[0]!)
    const offered = peak * TIMES
    say(`Offering ${whole(offered)} initialize/s, ${TIMES} times as many, for ${RUSH_SECONDS} s …`)
    const rush = { seconds: RUSH_SECONDS, connections: RUSH_CONNECTIONS, perSecond: offered }
    const during = await Promise.all([load.run('initialize', rush), ...others(RUSH_SECONDS, TIMES)])
    const normalAfter = await secondsUntilNormal(load, peak * AFTER_SHARE)
    say(describe(`At ${TIMES} times the peak`, during))
    judge(best, during, normalAfter, say)
    return await isAllThere(service, load.seen, say)
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

function judge(
  before: HttpMeasured[],
  during: HttpMeasured[],
  normalAfter: number | null,
  say: (line: string) => void,
): void {
  const goodput = sum(during) / sum(before)
  const p99 = Math.max(...during.map(({ counts }) => percentileMs(counts, 0.99)))
  const isMet = (is: boolean) => (is ? 'met' : 'NOT met')
  say(
    `${TIMES} times the peak was answered with ${goodput.toFixed(2)} of its goodput; ` +
      `${ASKED.goodput}: ${isMet(goodput >= ASKED.goodput)}.`,
  )
  say(
    `Of what was done, the slowest kind's p99 was ${p99.toFixed(0)} ms; ` +
      `${ASKED.p99Ms}: ${isMet(p99 <= ASKED.p99Ms)}.`,
  )
  const after = normalAfter === null ? 'not in time' : `after ${normalAfter.toFixed(1)} s`
  const isNormal = normalAfter !== null && normalAfter <= ASKED.normalSeconds
  say(`It was normal again ${after}; ${ASKED.normalSeconds} s: ${isMet(isNormal)}.`)
}

async function isAllThere(
  service: Service,
  { made, wrong }: Load['seen'],
  say: (line: string) => void,
): Promise<boolean> {
  const sql = connectAsOwner(service.postgres)
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from transaction where reference like 'bench-%'
  `
  await sql.end()
  say(`${whole(made)} payments were acknowledged; ${whole(row.count)} are there.`)
  for (const line of wrong) say(`WRONG: ${line}`)
  return wrong.length === 0 && row.count === made
}

function rateOf({ measured, elapsedSeconds }: HttpMeasured): number {
  return measured / elapsedSeconds
}

function sum(measured: HttpMeasured[]): number {
  return measured.reduce((all, one) => all + rateOf(one), 0)
}

function whole(rate: number): string {
  return Math.round(rate).toLocaleString('en')
}
