import { addCounts, percentileMs } from './loop.ts'
import type { Beside, Row, Sample } from './measure.ts'

// The tables, as Markdown: what is printed is what bench/README.md keeps.

export type Series = { row: Row; samples: Sample[] }
export type OpenSeries = { name: string; share: number; offered: number; sample: Sample }
export type Surroundings = [name: string, value: string][]

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function ratesOf({ samples }: Series): number[] {
  return samples.map(({ rate }) => rate)
}

/** Of each round its own ratio, then the median: a slow moment hits both sides of one round. */
export function ratioOf(series: Series, beside: Beside, all: Series[]): number {
  return median(ratiosOf(series, beside, all))
}

/** None where processor times cannot be had. */
function ratiosOf({ samples }: Series, { name, by }: Beside, all: Series[]): number[] {
  const beside = all.find(({ row }) => row.name === name)!
  const ofRate = samples.map(({ rate }, round) => rate / beside.samples[round]!.rate)
  if (by === undefined) return ofRate
  return samples.flatMap((sample, round) => {
    const [own, its] = [processorOf(sample), processorOf(beside.samples[round]!)]
    return own === null || its === null ? [] : [its / own]
  })
}

/** Microseconds for one, without the load generator. */
export function processorOf({ cost }: Sample): number | null {
  return cost && cost.service + cost.database
}

/** What a ratio is of, in words. */
export function besideInWords({ name, by }: Beside): string {
  return by === undefined ? name : `${name} by processor time`
}

export function peaksTable(all: Series[]): string {
  const rows = all.map((series) => {
    const { row, samples } = series
    const rates = ratesOf(series)
    const counts = samples.map((sample) => sample.counts).filter((one) => one !== null)
    const latencies = counts.length === 0 ? null : addCounts(counts)
    const ratios = row.beside.flatMap((beside) => {
      const each = ratiosOf(series, beside, all)
      if (each.length === 0) return []
      const range = `${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)}`
      return [`**${median(each).toFixed(2)}** (${range}) of ${besideInWords(beside)}`]
    })
    const asked = row.beside.flatMap(({ asked }) => (asked === null ? [] : [`≥ ${asked}`]))
    if (row.least !== undefined) asked.push(`≥ ${whole(row.least)}/s`)
    return [
      row.name,
      whole(Math.min(...rates)),
      `**${whole(median(rates))}**`,
      whole(Math.max(...rates)),
      latencies ? ms(percentileMs(latencies, 0.5)) : '',
      latencies ? ms(percentileMs(latencies, 0.99)) : '',
      ratios.join('; '),
      asked.join('; '),
    ]
  })
  const head = ['', 'min/s', 'median/s', 'max/s', 'p50 ms', 'p99 ms', 'ratio', 'asked']
  return table(head, rows)
}

export function openTable(all: OpenSeries[]): string {
  const rows = all.map(({ name, share, offered, sample }) => [
    `${name} at ${share * 100} % of its peak`,
    whole(offered),
    whole(sample.rate),
    ms(percentileMs(sample.counts!, 0.5)),
    ms(percentileMs(sample.counts!, 0.99)),
    ms(percentileMs(sample.counts!, 1)),
  ])
  return table(['', 'offered/s', 'answered/s', 'p50 ms', 'p99 ms', 'max ms'], rows)
}

/** Null where processor times cannot be had. */
export function costTable(all: Series[]): string | null {
  const rows = all.flatMap(({ row, samples }) => {
    const costs = samples.map(({ cost }) => cost).filter((cost) => cost !== null)
    if (costs.length === 0) return []
    const service = median(costs.map((cost) => cost.service))
    const database = median(costs.map((cost) => cost.database))
    const generator = median(costs.map((cost) => cost.generator))
    const rate = median(samples.map((sample) => sample.rate))
    const busy = ((service + database + generator) * rate) / 1_000_000
    const others = othersOf(samples)!.toFixed(2)
    return [
      [row.name, micros(service), micros(database), micros(generator), busy.toFixed(2), others],
    ]
  })
  if (rows.length === 0) return null
  return table(
    [
      'µs of processor for one',
      'service',
      'database',
      'load generator',
      'cores',
      'cores of others',
    ],
    rows,
  )
}

/** The median of the cores that others used; null where it cannot be told. */
export function othersOf(samples: Sample[]): number | null {
  const known = samples.map(({ othersCores }) => othersCores).filter((cores) => cores !== null)
  return known.length === 0 ? null : median(known)
}

export function surroundingsList(surroundings: Surroundings): string {
  return surroundings.map(([name, value]) => `- ${name}: ${value}`).join('\n')
}

/** Aligned, so that it reads in a terminal too. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length), 3))
  const padded = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)
  const line = (row: string[]) => `| ${row.map(padded).join(' | ')} |`
  const dashes = (width: number, i: number) =>
    i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`
  const rule = `|${widths.map(dashes).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1)
}

export function micros(value: number): string {
  return value.toFixed(1)
}
