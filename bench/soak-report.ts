import { percentileMs } from './loop.ts'
import { median, table, whole } from './report.ts'
import type { Told } from './soak-kinds.ts'

// What a soak says in the end: tables by quarter, how fast it grows, whether it is flat.

export const QUARTERS = 4
/** The last quarter's median may be so many times the second's. */
export const FLAT = 1.1
const MIB = 2 ** 20
const HOUR_MS = 3_600_000
const WINDOW_MS = 120_000

export type Point = { at: number; value: number }
export type Measure = {
  name: string
  unit: 'MB' | 'count' | 'cores'
  points: Point[]
  mustBeFlat: boolean
}
/** When the quarters began, and the end. */
export type Bounds = [number, number, number, number, number]

export function quartersOf(points: Point[], bounds: Bounds): number[][] {
  return Array.from({ length: QUARTERS }, (_, i) =>
    points.filter(({ at }) => at >= bounds[i]! && at < bounds[i + 1]!).map(({ value }) => value),
  )
}

/** Of each two minutes the least: what is left when the collector has been there. */
export function lowsOf(points: Point[], windowMs: number = WINDOW_MS): Point[] {
  const lows = new Map<number, Point>()
  for (const point of points) {
    const window = Math.floor((point.at - points[0]!.at) / windowMs)
    const low = lows.get(window)
    if (low === undefined || point.value < low.value) lows.set(window, point)
  }
  return [...lows.values()]
}

/** Of the line with the least squares, in its unit an hour. Null where two points are missing. */
export function slopePerHour(points: Point[]): number | null {
  if (points.length < 2) return null
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [at, value] = [mean(points.map(({ at }) => at)), mean(points.map(({ value }) => value))]
  const across = points.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0)
  const along = points.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return along === 0 ? null : (across / along) * HOUR_MS
}

/** The last quarter's median, in parts of the second's. Null where either has no points. */
export function growthOf({ points }: Measure, bounds: Bounds): number | null {
  const [, second, , last] = quartersOf(points, bounds) as [number[], number[], number[], number[]]
  if (second.length === 0 || last.length === 0) return null
  return median(second) === 0 ? (median(last) === 0 ? 1 : null) : median(last) / median(second)
}

export function isFlat(measure: Measure, bounds: Bounds): boolean {
  return (growthOf(measure, bounds) ?? Number.POSITIVE_INFINITY) <= FLAT
}

export function measuresTable(measures: Measure[], bounds: Bounds): string {
  const rows = measures.map((measure) => {
    const cells = quartersOf(measure.points, bounds).map((values) => {
      if (values.length === 0) return ''
      const range = [Math.min(...values), median(values), Math.max(...values)]
      return range.map((value) => said(value, measure.unit)).join(' / ')
    })
    const growth = growthOf(measure, bounds)
    return [measure.name, ...cells, growth === null ? '' : growth.toFixed(2)]
  })
  const head = ['min / median / max', 'first quarter', 'second', 'third', 'last', 'last : second']
  return table(head, rows)
}

export function latencyTable(quarters: Told['kinds'][]): string {
  const rows = quarters[0]!.map(({ kind }, i) => {
    const its = quarters.map((quarter) => quarter[i]!)
    const cells = its.map(({ counts, measured }) =>
      measured === 0 ? '' : `${ms(percentileMs(counts, 0.5))} / ${ms(percentileMs(counts, 0.99))}`,
    )
    const [all, refused] = [sum(its.map((one) => one.measured)), sum(its.map((one) => one.refused))]
    return [kind, whole(all), whole(refused), ...cells]
  })
  const head = ['p50 / p99, ms', 'all', 'refused', 'first quarter', 'second', 'third', 'last']
  return table(head, rows)
}

export function slopeSentence(name: string, points: Point[], bounds: Bounds): string {
  const half = points.filter(({ at }) => at >= bounds[2] && at < bounds[QUARTERS])
  const slope = slopePerHour(lowsOf(half))
  const said = slope === null ? 'not known' : `${(slope / MIB).toFixed(1)} MB an hour`
  return `- ${name}, the least of every two minutes of the second half: ${said}.`
}

export function flatSentence(measures: Measure[], bounds: Bounds): string {
  const wrong = measures.filter((one) => one.mustBeFlat && !isFlat(one, bounds))
  const rule = `the median of the last quarter is at most ${FLAT} times that of the second`
  if (wrong.length === 0) {
    const names = measures.filter(({ mustBeFlat }) => mustBeFlat).map(({ name }) => name)
    return `**Flat**: ${rule}, of ${names.join(', ')}.`
  }
  const those = wrong.map((one) => {
    return `${one.name} (${growthOf(one, bounds)?.toFixed(2) ?? 'not measured'})`
  })
  return `**NOT flat**, which would be that ${rule}: ${those.join(', ')}.`
}

function said(value: number, unit: Measure['unit']): string {
  if (unit === 'cores') return value.toFixed(2)
  return unit === 'count' ? whole(value) : (value / MIB).toFixed(value < 10 * MIB ? 1 : 0)
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}

function sum(values: number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
