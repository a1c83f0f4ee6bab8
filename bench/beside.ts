import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Loads, Sample } from './measure.ts'
import { median, table, whole } from './report.ts'
import { besideRequests } from './rows.ts'
import { descendantsOf, startService } from './service.ts'
import { besideRuns, type NamedRun } from './settlements.ts'
import { startWorker } from './worker.ts'

// `npm run bench:beside -- FOLDER [--rounds 5] [--seconds 3] [--connections 64]`
//
// Two checkouts of the project, this one and that in FOLDER with its packages installed, each with
// its own service and database, measured in turn by the same load: what a change costs or saves. It
// compares processor time, which differs less between rounds than a rate does.
//
// `-- . --set COWRIE_REQUEST_LOG=off --only initialize` compares this checkout with itself: `--set`
// is a setting of the other side, and `--only` leaves out all other rows.

const IDLE_MS = 15_000
const KIB_PER_MIB = 1_024

type Side = { name: string; runs: NamedRun[]; idle: string; stop: () => Promise<void> }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    set: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const [other] = positionals
if (other === undefined) {
  say('Name the folder of the other checkout.')
  process.exit(2)
}
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
}
process.exitCode = (await measureBeside(other)) ? 0 : 1

/** False where a request failed. */
async function measureBeside(other: string): Promise<boolean> {
  const sides: Side[] = []
  try {
    const root = pathToFileURL(`${resolve(other)}/`)
    sides.push(await openSide('other', root, settingsOf(values.set)))
    sides.push(await openSide('this', new URL('..', import.meta.url)))
    for (const { name, idle } of sides) say(`${name}, idle: ${idle}`)
    const samples = await measureInTurn(sides)
    say(`\n${ratios(sides[0]!.runs, samples)}\n`)
    const failed = samples.flat(2).find(({ failures }) => failures > 0)
    if (failed) say(`Refused: ${failed.firstFailure}`)
    return failed === undefined
  } finally {
    for (const { stop } of sides) await stop()
  }
}

function settingsOf(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))
}

async function openSide(name: string, root: URL, environment = {}): Promise<Side> {
  const service = await startService({ flags: [], environment }, root)
  await pause(IDLE_MS)
  const idle = await idleMemory(service.pid)
  const loads: Loads = {
    service,
    connections: options.connections,
    http: startWorker(new URL('http-load.ts', import.meta.url)),
    pg: startWorker(new URL('pg-load.ts', import.meta.url)),
  }
  const { only } = values
  const paid = only === undefined ? await besideRuns(loads, root) : null
  const stop = async () => {
    for (const worker of [loads.http, loads.pg, paid]) worker?.stop()
    await service.stop()
  }
  const runs = [...besideRequests(loads), ...(paid?.runs ?? [])]
  return { name, runs: runs.filter((run) => only === undefined || run.name === only), idle, stop }
}

/** By row, then side, then round. The first round warms up and is left out. */
async function measureInTurn(sides: Side[]): Promise<Sample[][][]> {
  const { rounds, seconds } = options
  const samples = sides[0]!.runs.map(() => sides.map((): Sample[] => []))
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 0) say(`Round ${round} of ${rounds} …`)
    for (const [row, ofRow] of samples.entries()) {
      // Who goes first changes, so that neither always follows the other.
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      for (const side of order) {
        const sample = await sides[side]!.runs[row]!.run({ seconds, warmUpSeconds: 0.5 })
        if (round > 0) ofRow[side]!.push(sample)
      }
    }
  }
  return samples
}

function ratios(runs: NamedRun[], samples: Sample[][][]): string {
  const rows = samples.flatMap((sides, row) =>
    (['service', 'database'] as const).map((part) => {
      const [other, own] = sides.map((side) => side.map(({ cost }) => cost?.[part] ?? Number.NaN))
      const each = own!.map((micros, round) => micros / other![round]!)
      const range = `${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)}`
      const ratio = `${median(each).toFixed(2)} (${range})`
      return [`${runs[row]!.name}, ${part}`, whole(median(other!)), whole(median(own!)), ratio]
    }),
  )
  return table(['µs of processor for one', 'other', 'this', 'this of other'], rows)
}

async function idleMemory(pid: number): Promise<string> {
  const [service, ...database] = await Promise.all(
    [pid, ...(await descendantsOf(pid))].map(async (one) => {
      const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / KIB_PER_MIB
    }),
  )
  const ofDatabase = database.reduce((sum, one) => sum + one, 0)
  return `service ${whole(service!)} MiB, database ${whole(ofDatabase)} MiB (PSS)`
}
