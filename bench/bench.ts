import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { FEE } from '../src/identity/identity.ts'
import { growthReadme, measureGrowth } from './growth.ts'
import type { InitiationCounts } from './identity.ts'
import { percentileMs } from './loop.ts'
import { type Beside, POSTGRES_CONNECTIONS, type Row, type Sample, SEED } from './measure.ts'
import { measureOverload, overloadReadme } from './overload.ts'
import { findPgbench } from './pgbench.ts'
import { readme } from './readme.ts'
import {
  besideInWords,
  costTable,
  median,
  type OpenSeries,
  openTable,
  othersOf,
  peaksTable,
  ratesOf,
  ratioOf,
  type Series,
  type Surroundings,
  surroundingsList,
} from './report.ts'
import { GROUPS, type Group, prepareRows, type Rows } from './rows.ts'
import { type Service, startService } from './service.ts'
import type { SettlementCounts } from './settlements.ts'
import { measureSlowClients, slowClientsReadme } from './slow-clients.ts'
import { measureSoak, SHORT_MINUTES, startSoaked } from './soak.ts'
import { soakReadme } from './soak-readme.ts'
import { openTables } from './tables.ts'
import type { DeliveryCounts } from './webhooks.ts'

// `npm run bench`: the service on an empty database of its own, loaded over HTTP, beside the same
// PostgreSQL loaded directly.
//
// (1) Exit code 1 when any answer was not 2xx, when what was acknowledged, payments and deposits
//     with their events, is not there exactly once, or when the ledger is not right afterwards.
// (2) A rate is no reason to fail: it says as much about the machine.

const SHARES_OF_PEAK = [0.25, 0.5, 0.75]
const WARM_UP_SECONDS = 0.5
const OPEN_WARM_UP_SECONDS = 1
const GIB = 2 ** 30
/** More than the system's own needs: the numbers then tell of the others as well. */
const OTHERS_CORES_MAX = 0.15

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    'open-seconds': { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '180' },
    'no-pgbench': { type: 'boolean', default: false },
    'print-only': { type: 'boolean', default: false },
  },
})
const rounds = positive('rounds')
const seconds = positive('seconds')
const openSeconds = positive('open-seconds')
const connections = positive('connections')
const rowsMax = positive('rows')
const minutes = positive('minutes')
const perSecond = positive('per-second')
const only = groupOf(given.only)

const say = (line: string) => process.stdout.write(`${line}\n`)
const undo: (() => Promise<void>)[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(1)))
}
try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
} finally {
  await cleanUp()
}

/** True where nothing failed and nothing is missing. */
async function run(): Promise<boolean> {
  const loadBefore = loadavg()[0]!
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-pgbench-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const pgbench = given['no-pgbench'] ? null : await findPgbench()
  say('Starting the service on an empty database …')
  if (only === 'soak') return runSoak(loadBefore)
  const service = await startService()
  undo.push(service.stop)
  if (only === 'overload') {
    const measured = await measureOverload(service, { rounds, connections, seconds }, say)
    return writePage(service, loadBefore, measured, 'overload.md', overloadReadme)
  }
  if (only === 'slow-clients') {
    const measured = await measureSlowClients(service, say)
    return writePage(service, loadBefore, measured, 'slow-clients.md', slowClientsReadme)
  }
  if (only === 'growth') return runGrowth(service, loadBefore)
  say(`Making the first transactions (${seconds} s) …`)
  const bench = await prepareRows(service, {
    connections,
    seedSeconds: seconds,
    pgbenchFolder: pgbench && folder,
    only,
  })
  undo.push(bench.stop)

  const series = await measurePeaks(bench.rows)
  const open = await measureOpen(series)
  const samples = [...series.flatMap(({ samples }) => samples), ...open.map(({ sample }) => sample)]
  const surroundings = await describe(bench, { loadBefore, pgbench })
  const others = othersOf(samples)
  if (others !== null && others > OTHERS_CORES_MAX) {
    const share = `other programs used ${others.toFixed(2)} cores meanwhile`
    surroundings.push(['**Disturbed**', `${share}; run it again on an idle machine`])
  }
  say('Counting what is there, and reading the ledger again …')
  const kept = await keptOf(bench)
  const tables = {
    surroundings: surroundingsList(surroundings),
    peaks: peaksTable(series),
    open: openTable(open),
    costs: costTable(series),
    kept: kept.lines.join('\n'),
  }
  say(
    `\n${Object.values(tables)
      .filter((one) => one !== null)
      .join('\n\n')}\n`,
  )
  for (const line of [...verdicts(series), ...latencyVerdicts(open, series)]) say(line)
  const isAnswered = sayFailures(samples)
  if (!kept.isAll) say('NOT all that was acknowledged is there as often as it was, see above.')
  if (isAnswered && kept.isAll && only === null && !given['print-only']) {
    await writeFile(new URL('README.md', import.meta.url), readme(tables))
    say('Written to bench/README.md.')
  }
  return isAnswered && kept.isAll
}

async function runGrowth(service: Service, loadBefore: number): Promise<boolean> {
  const tables = openTables(service.postgres)
  undo.push(tables.close)
  const options = { rounds, connections, seconds, rowsMax }
  const measured = await measureGrowth(service, startService, tables, options, say)
  return writePage(service, loadBefore, measured, 'growth.md', growthReadme)
}

async function writePage(
  service: Service,
  loadBefore: number,
  { text, isRight }: { text: string; isRight: boolean },
  name: string,
  page: (surroundings: string, text: string) => string,
): Promise<boolean> {
  const tables = openTables(service.postgres)
  undo.push(tables.close)
  const surroundings = await describe({ tables }, { loadBefore, pgbench: null })
  if (isRight && !given['print-only']) {
    await writeFile(new URL(name, import.meta.url), page(surroundingsList(surroundings), text))
    say(`Written to bench/${name}.`)
  }
  return isRight
}

async function runSoak(loadBefore: number): Promise<boolean> {
  const soaked = await startSoaked()
  undo.push(soaked.service.stop)
  const { text, isRight } = await measureSoak(soaked, { minutes, perSecond }, say)
  say(`\n${text}\n`)
  const tables = openTables(soaked.service.postgres)
  undo.push(tables.close)
  const own = ['Rounds', 'Connections']
  const surroundings = await describe({ tables }, { loadBefore, pgbench: null })
  const rest = surroundings.filter(([name]) => !own.includes(name))
  const how = `${minutes} minutes at ${perSecond} requests a second, one process of the service`
  // Whoever looks at it sees that it is not flat, too.
  if (minutes >= SHORT_MINUTES && !given['print-only']) {
    const page = soakReadme(surroundingsList([...rest, ['Soak', how]]), text)
    await writeFile(new URL('soak.md', import.meta.url), page)
    say('Written to bench/soak.md.')
  }
  return isRight
}

async function keptOf({ tables, acknowledged, settlements, initiations, deliveries }: Rows) {
  const { transactions, deposits } = acknowledged()
  const found = { transactions: await tables.count(), ...(await tables.countDeposits()) }
  const settled = await settlements()
  const begun = await initiations()
  const delivered = deliveries()
  const wrong = await tables.wrongInLedger()
  const lines = [
    `- ${many(transactions)} transactions were acknowledged in this run; ` +
      `${many(found.transactions)} are in the table.`,
    `- ${many(deposits)} deposits were acknowledged; ${many(found.deposits)} are in the table, ` +
      `with ${many(found.events)}\n  events \`transfer.received\`.`,
    ...(settled === null ? [] : [keptOfSettlements(settled)]),
    ...(begun === null ? [] : [keptOfInitiations(begun)]),
    ...(delivered === null ? [] : [keptOfDeliveries(delivered)]),
    wrong === 0
      ? '- The ledger, verified from its first entry, is correct and agrees with all of these.'
      : `- The ledger, verified from its first entry, is WRONG in ${wrong} rows or more.`,
  ]
  const isAll =
    found.transactions === transactions &&
    found.deposits === deposits &&
    found.events === deposits &&
    (settled === null || areAllSettled(settled)) &&
    (begun === null || areAllThere(begun)) &&
    (delivered === null || areAllDelivered(delivered)) &&
    wrong === 0
  return { lines, isAll }
}

function keptOfSettlements(all: SettlementCounts): string {
  return (
    `- ${many(all.acknowledged)} settlements of payments were acknowledged; ${many(all.found)} ` +
    `payments have succeeded,\n  with ${many(all.events)} events, ${many(all.receipts)} receipts ` +
    `and ${many(all.items)} settlement items, three each.\n  ${many(all.notified)} were paid by ` +
    `transfer; ${many(all.deposits)} deposits are in the table. The webhooks of\n  ` +
    `${many(all.told)} arrived; ${many(all.delivered)} are recorded as delivered.`
  )
}

function areAllSettled(all: SettlementCounts): boolean {
  const { acknowledged, found, events, receipts, items } = all
  const isEach = [found, events, receipts].every((count) => count === acknowledged)
  const isTold = all.deposits === all.notified && all.delivered === all.told
  return isEach && items === 3 * acknowledged && isTold
}

function keptOfInitiations({ acknowledged, found, messages, fees }: InitiationCounts): string {
  return (
    `- ${many(acknowledged)} initiations of verifications were acknowledged; ${many(found)} are ` +
    `in the table,\n  with ${many(fees)} kobo of fees, ${FEE} each, in the ledger. ` +
    `${many(messages.acknowledged)} sent a message;\n  ${many(messages.found)} are in the table.`
  )
}

function areAllThere({ acknowledged, found, messages, fees }: InitiationCounts): boolean {
  const isPaid = fees === BigInt(acknowledged) * FEE
  return found === acknowledged && messages.found === messages.acknowledged && isPaid
}

function keptOfDeliveries({ emitted, arrived, repeated, isDrained }: DeliveryCounts): string {
  return (
    `- ${many(emitted)} events were made durable; ${many(arrived)} of them arrived, ` +
    `${many(repeated)} requests were repetitions,\n  and ` +
    `${isDrained ? 'all' : 'NOT all'} are recorded as delivered.`
  )
}

function areAllDelivered({ emitted, arrived, isDrained }: DeliveryCounts): boolean {
  return arrived === emitted && isDrained
}

function many(count: number | bigint): string {
  return count.toLocaleString('en')
}

async function measurePeaks(rows: Row[]): Promise<Series[]> {
  say('Warming up …')
  for (const row of rows) await row.run({ seconds: 1, warmUpSeconds: 0 })
  const series: Series[] = rows.map((row) => ({ row, samples: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    const rates: string[] = []
    for (const { row, samples } of round % 2 === 1 ? series : series.toReversed()) {
      const sample = await row.run({ seconds, warmUpSeconds: WARM_UP_SECONDS })
      samples.push(sample)
      rates.push(`${row.name} ${Math.round(sample.rate).toLocaleString('en')}/s`)
    }
    say(`Round ${round} of ${rounds}: ${rates.join(', ')}`)
  }
  return series
}

async function measureOpen(series: Series[]): Promise<OpenSeries[]> {
  const measured: OpenSeries[] = []
  for (const one of series.filter(({ row }) => row.beside.some(isAsked))) {
    for (const share of SHARES_OF_PEAK) {
      const { name, run } = one.row
      const offered = median(ratesOf(one)) * share
      say(`Offering ${Math.round(offered).toLocaleString('en')} ${name}/s for ${openSeconds} s …`)
      const timing = { seconds: openSeconds, warmUpSeconds: OPEN_WARM_UP_SECONDS }
      measured.push({ name, share, offered, sample: await run({ ...timing, perSecond: offered }) })
    }
  }
  return measured
}

function verdicts(series: Series[]): string[] {
  const rates = series.flatMap((one) => {
    const { name, least } = one.row
    if (least === undefined) return []
    const rate = Math.round(median(ratesOf(one)))
    const isMet = rate >= least ? 'met' : 'NOT met'
    return [`${name}: ${many(rate)}/s; ${many(least)}: ${isMet}.`]
  })
  const ratios = series.flatMap((one) =>
    one.row.beside.filter(isAsked).map((beside) => {
      const ratio = ratioOf(one, beside, series)
      const isMet = ratio >= beside.asked ? 'met' : 'NOT met'
      const [{ name }, other] = [one.row, besideInWords(beside)]
      return `${name} is ${ratio.toFixed(3)} of ${other}; ${beside.asked}: ${isMet}.`
    }),
  )
  return [...rates, ...ratios]
}

function latencyVerdicts(open: OpenSeries[], series: Series[]): string[] {
  return open.flatMap(({ name, share, sample }) => {
    const within = series.find(({ row }) => row.name === name)?.row.within
    if (within?.share !== share) return []
    const [p50, p99] = [percentileMs(sample.counts!, 0.5), percentileMs(sample.counts!, 0.99)]
    const { p50Ms = null, p99Ms } = within
    const isMet = p50 <= (p50Ms ?? p50) && p99 <= p99Ms ? 'met' : 'NOT met'
    const measured = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    const asked = p50Ms === null ? `p99 ${p99Ms}` : `${p50Ms} and ${p99Ms}`
    return `${name} at ${share * 100} % of its peak: ${measured}; ${asked}: ${isMet}.`
  })
}

function isAsked(beside: Beside): beside is Beside & { asked: number } {
  return beside.asked !== null
}

function sayFailures(samples: Sample[]): boolean {
  const failures = samples.reduce((sum, sample) => sum + sample.failures, 0)
  if (failures === 0) return true
  const first = samples.find(({ firstFailure }) => firstFailure !== null)
  say(`${failures} answers were not what was asked for, such as: ${first?.firstFailure}`)
  return false
}

async function describe(
  { tables }: Pick<Rows, 'tables'>,
  { loadBefore, pgbench }: { loadBefore: number; pgbench: string | null },
): Promise<Surroundings> {
  const settings = await tables.settings()
  const { server_version: version, ...others } = Object.fromEntries(
    settings.map(({ name, setting }) => [name, setting]),
  )
  const processors = cpus()
  return [
    ['Measured', `${new Date().toISOString().slice(0, 10)}, commit ${await commit()}`],
    ['Machine', `${processors.length} × ${processors[0]?.model.trim() ?? 'a processor'}`],
    ['Memory', `${Math.round(totalmem() / GIB)} GiB`],
    ['System', `${type()} ${release()}; load before the run ${loadBefore.toFixed(1)}`],
    ['Node', process.version],
    ['PostgreSQL', `${version}${pgbench === null ? '' : `; ${pgbench}`}`],
    ...Object.entries(others).map(([name, setting]): [string, string] => [name, `${setting}`]),
    ['Rounds', `${rounds} of ${seconds} s each row, ${openSeconds} s at fixed rates, seed ${SEED}`],
    ['Connections', `${connections} over HTTP, ${POSTGRES_CONNECTIONS} to PostgreSQL`],
  ]
}

async function commit(): Promise<string> {
  const git = async (...words: string[]) => {
    const cwd = new URL('..', import.meta.url)
    return (await promisify(execFile)('git', ['--no-optional-locks', ...words], { cwd })).stdout
  }
  try {
    const hash = (await git('rev-parse', '--short', 'HEAD')).trim()
    return (await git('status', '--porcelain')) === '' ? hash : `${hash} with changes`
  } catch {
    return 'unknown'
  }
}

async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step().catch(() => {})
}

function positive(
  name: 'rounds' | 'seconds' | 'open-seconds' | 'connections' | 'rows' | 'minutes' | 'per-second',
): number {
  const value = Number(given[name])
  const isCount = name === 'rounds' || name === 'connections' || name === 'rows'
  if (value > 0 && (!isCount || Number.isInteger(value))) return value
  process.stderr.write(`--${name} must be a number above 0.\n`)
  process.exit(2)
}

function groupOf(name: string | undefined): Group | null {
  const group = GROUPS.find((one) => one === name)
  if (name === undefined || group) return group ?? null
  process.stderr.write(`--only must be one of ${GROUPS.join(', ')}.\n`)
  process.exit(2)
}
