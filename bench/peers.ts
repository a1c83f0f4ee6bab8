import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectAsOwner } from '../src/platform/db.ts'
import { addCounts, percentileMs } from './loop.ts'
import type { Sample } from './measure.ts'
import { startCowrie } from './peers-cowrie.ts'
import { startBlnk, startFormance } from './peers-ledgers.ts'
import { analyzeAll, type Bench, type PeerRow, type Work } from './peers-side.ts'
import { startTigerBeetle } from './peers-tigerbeetle.ts'
import { startOurWebhooks, startOutpost } from './peers-webhooks.ts'
import { median, table, whole } from './report.ts'
import { startService } from './service.ts'
import { startWorker } from './worker.ts'

// Ourselves beside peers, in interleaved rounds: `bench/peers.md` says how to build them, and this
// command writes its table. A peer whose program is not named is left out; one that fails loses its
// rows from there on, and the others go on.

const WORKS: Work[] = ['posting', 'settlement', 'hot account', 'webhook']
const BEGIN = '<!-- the table begins -->'
const END = '<!-- the table ends -->'
const PAGE = new URL('peers.md', import.meta.url)
const GIB = 2 ** 30
/** What hangs is given up, so that the others are measured. */
const START_SECONDS = 120
const RUN_SECONDS = 40

/** What each side needs of the arguments. */
const SIDES: { name: string; needs: string[]; start: (bench: Bench) => Promise<PeerRow[]> }[] = [
  { name: 'Cowrie', needs: [], start: startCowrie },
  { name: 'Cowrie, webhooks', needs: [], start: startOurWebhooks },
  { name: 'Blnk', needs: ['blnk', 'redis'], start: startBlnk },
  { name: 'Formance', needs: ['formance'], start: startFormance },
  { name: 'TigerBeetle', needs: ['tigerbeetle', 'tigerbeetle-client'], start: startTigerBeetle },
  {
    name: 'Outpost',
    needs: ['outpost', 'outpost-server', 'redis', 'rabbitmq'],
    start: startOutpost,
  },
]

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1.5' },
    connections: { type: 'string', default: '16,64' },
    /** Minutes after which no round begins. */
    minutes: { type: 'string', default: '9' },
    blnk: text,
    formance: text,
    tigerbeetle: text,
    'tigerbeetle-client': text,
    outpost: text,
    'outpost-server': text,
    redis: text,
    rabbitmq: text,
    /** A second file for the table. */
    output: text,
    remark: { type: 'string', default: '' },
    'print-only': { type: 'boolean', default: false },
  },
})

type Series = { row: PeerRow; connections: number; samples: Sample[]; failure: string | null }

const say = (line: string) => process.stdout.write(`${line}\n`)
const undo: (() => Promise<void>)[] = []
const began = performance.now()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(1)))
}
try {
  await run()
} finally {
  await cleanUp()
}

async function run(): Promise<void> {
  const load = loadavg()[0]!
  const folder = await mkdtemp(join(tmpdir(), 'peers-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const service = await startService()
  undo.push(service.stop)
  const http: Bench['http'] = startWorker(new URL('http-load.ts', import.meta.url))
  undo.push(async () => http.stop())
  const given = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const paths: Bench['paths'] = Object.fromEntries(given)
  const bench: Bench = { service, http, folder, paths, onStop: (stop) => undo.push(stop) }
  const { rows, missing } = await startAll(bench)
  await analyzeAll(service)
  const series = await measure(rows)
  const lines = [
    ...(await surroundings(bench, load)),
    ...missing,
    ...(values.remark === '' ? [] : [`- ${values.remark}`]),
    '',
    ...WORKS.flatMap((work) => section(work, series)),
  ]
  const page = lines.join('\n')
  say(page)
  if (values.output !== undefined) await writeFile(values.output, page)
  if (!values['print-only']) await writeBetween(page)
}

async function startAll(bench: Bench): Promise<{ rows: PeerRow[]; missing: string[] }> {
  const rows: PeerRow[] = []
  const missing: string[] = []
  for (const { name, needs, start } of SIDES) {
    if (needs.some((argument) => bench.paths[argument] === undefined)) {
      missing.push(`- Not measured: ${name}`)
      continue
    }
    say(`${name} …`)
    try {
      rows.push(...(await within(START_SECONDS, start(bench))))
    } catch (error) {
      missing.push(`- Not measured: ${name}, for it did not start: ${(error as Error).message}`)
      say(missing.at(-1)!)
      for (const line of await logs(bench.folder, name)) say(line)
    }
  }
  return { rows, missing }
}

/** The first round warms up and is left out. Each round has the reverse order of the one before. */
async function measure(rows: PeerRow[]): Promise<Series[]> {
  const connections = values.connections.split(',').map(Number)
  const series = connections.flatMap((count) =>
    rows.map((row): Series => ({ row, connections: count, samples: [], failure: null })),
  )
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const minutes = (performance.now() - began) / 60_000
    if (round > 1 && minutes > Number(values.minutes)) break
    say(`Round ${round} of ${values.rounds}, after ${minutes.toFixed(1)} minutes …`)
    for (const one of round % 2 === 0 ? series : series.toReversed()) {
      if (one.failure !== null) continue
      try {
        const running = one.row.run(one.connections, Number(values.seconds))
        const sample = await within(RUN_SECONDS, running)
        if (round > 0) one.samples.push(sample)
      } catch (error) {
        one.failure = (error as Error).message
        say(`${one.row.name}, ${one.row.work}: ${one.failure}`)
      }
    }
  }
  return series
}

function within<Result>(seconds: number, promise: Promise<Result>): Promise<Result> {
  const late = pause(seconds * 1_000, null, { ref: false }).then((): never => {
    throw new Error(`nothing for ${seconds} seconds`)
  })
  return Promise.race([promise, late])
}

function section(work: Work, all: Series[]): string[] {
  const series = all.filter(({ row }) => row.work === work)
  const rows = series.filter(({ samples }) => samples.length > 0).map(cells)
  const failed = series.flatMap(({ row, connections, failure }) =>
    failure === null ? [] : [`- ${row.name}, ${connections} at once: ${failure}`, ''],
  )
  const head = ['', 'at once', 'done/s', 'least–most', 'refused', 'p50 ms', 'p99 ms']
  const costs = ['µs service', 'µs database', 'µs together', 'µs load']
  return [`### ${work[0]!.toUpperCase()}${work.slice(1)}`, '', ...failed].concat(
    rows.length === 0 ? [] : [table([...head, ...costs], rows), ''],
  )
}

/** Latencies are over all rounds; all else is the median of the rounds. */
function cells({ row, connections, samples }: Series): string[] {
  const done = samples.map((sample) => sample.rate * (1 - failedOf(sample)))
  const counts = addCounts(samples.map((sample) => sample.counts!))
  const failed = samples.map(failedOf)
  const costs = samples.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const micros = (pick: (cost: NonNullable<Sample['cost']>) => number) =>
    costs.length === 0 ? '' : whole(median(costs.map(pick)))
  const ms = (share: number) => percentileMs(counts, share).toFixed(1)
  return [
    row.name,
    String(connections),
    `**${whole(median(done))}**`,
    `${whole(Math.min(...done))}–${whole(Math.max(...done))}`,
    `${(100 * median(failed)).toFixed(1)} %`,
    ms(0.5),
    ms(0.99),
    micros(({ service }) => service),
    micros(({ database }) => database),
    micros(({ service, database }) => service + database),
    micros(({ generator }) => generator),
  ]
}

/** The share that was refused. */
function failedOf({ failures, counts }: Sample): number {
  const all = counts!.reduce((sum, count) => sum + count, 0)
  return all === 0 ? 1 : Math.min(1, failures / all)
}

async function surroundings({ service }: Bench, load: number): Promise<string[]> {
  const sql = connectAsOwner(service.postgres)
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method']
  const settings = await sql<{ name: string; setting: string }[]>`
    select name, current_setting(name) as setting from pg_settings
    where name = any(${[...names, 'server_version', 'shared_buffers']}) order by name
  `
  await sql.end()
  const told = settings.map(({ name, setting }) => `${name} ${setting}`).join(', ')
  const cpu = cpus()
  const memory = `${Math.round(totalmem() / GIB)} GiB`
  return [
    `- Measured: ${new Date().toISOString().slice(0, 10)}, load before the run ${load.toFixed(1)}`,
    `- Machine: ${cpu.length} × ${cpu[0]!.model}, ${memory}; Node ${process.version}`,
    `- PostgreSQL: ${told}`,
    `- Rounds: at most ${values.rounds} of ${values.seconds} s each row, after one to warm up`,
  ]
}

/** The last lines that its programs said. */
async function logs(folder: string, name: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.log') && file.startsWith(name.toLowerCase()),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.trim().split('\n').slice(-5))
}

async function writeBetween(page: string): Promise<void> {
  const old = await readFile(PAGE, 'utf8')
  const [before] = old.split(BEGIN) as [string]
  const after = old.slice(old.indexOf(END))
  await writeFile(PAGE, `${before}${BEGIN}\n\n${page}\n${after}`)
}

/** What was started last ends first. */
async function cleanUp(): Promise<void> {
  for (let stop = undo.pop(); stop; stop = undo.pop()) {
    await stop().catch((error: Error) => say(error.message))
  }
}
