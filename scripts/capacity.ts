import { parseArgs } from 'node:util'
import { capacityOf, coresOf, type Load } from './capacity-figures.ts'

// `npm run capacity -- --per-second 350`: what a load needs. The arithmetic is explained in
// docs/operating/capacity.md.

const USAGE = `Usage: npm run capacity -- --per-second 350 [--peak 10] [--months 3] [--copies 3]

  --per-second  payments a second, on average over a day
  --peak        the busiest second, as a multiple of the average (10)
  --months      months of payments whose entries stay in the database: archive --detach (all)
  --copies      databases with the same data: a primary and its standbys (1)
`
const NUMBER = /^\d{1,9}(\.\d{1,3})?$/

function loadIn(args: string[]): Load | null {
  const text = { type: 'string' } as const
  const options = { 'per-second': text, peak: text, months: text, copies: text }
  try {
    const { values } = parseArgs({ args, options })
    const read = (name: keyof typeof options, usual: string) => {
      const given = values[name] ?? usual
      if (!NUMBER.test(given) || Number(given) <= 0) throw new Error(`--${name} is no number`)
      return Number(given)
    }
    return {
      perSecond: read('per-second', ''),
      peak: read('peak', '10'),
      months: values.months === undefined ? null : read('months', ''),
      copies: Math.ceil(read('copies', '1')),
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return null
  }
}

const count = (number: number) => Math.round(number).toLocaleString('en')

function bytes(number: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, number)) / 3))
  return `${Number((number / 1000 ** at).toPrecision(3))} ${units[at]}`
}

const load = loadIn(process.argv.slice(2))
if (load === null) {
  process.stderr.write(USAGE)
  process.exit(2)
}
const needs = capacityOf(load)
const rows: [string, string][] = [
  ['payments a day', count(needs.aDay)],
  ['payments in the busiest second', count(needs.busiest)],
  ['cores on one machine, half of them free', count(coresOf(needs))],
  ['or of the database', count(needs.databaseCores)],
  ['and of the service: COWRIE_PROCESSES in all', count(needs.processes)],
  ['max_connections of PostgreSQL', count(needs.connections)],
  [`disk of a year, ${load.copies} in all`, bytes(needs.diskBytes)],
  ['WAL in the busiest second', bytes(needs.walBytes)],
  ['to receivers of webhooks in the busiest second', bytes(needs.webhookBytes)],
]
if (load.months !== null) rows.push(['leaves for the archive each year', bytes(needs.leavesBytes)])
if (needs.cells > 1) {
  rows.push(['cells: one primary does not hold this', count(needs.cells)])
}
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, figure] of rows) {
  process.stdout.write(`${name.padEnd(width)}  ${figure.padStart(16)}\n`)
}
