import { count, naira } from '../naira.ts'
import { day, hour, momentShort } from '../time.ts'

// What a chart shows, and how its points are said.

export type ChartProps = {
  title: string
  as: 'bars' | 'line'
  /** `naira` are kobo. Whole numbers, both. */
  unit: 'naira' | 'count'
  by: 'day' | 'hour'
  /** At least one, the oldest first. */
  points: { start: string; value: number }[]
}

/** The real number, not the rounded one of the axis. */
export function inWords(unit: ChartProps['unit'], value: number): string {
  return unit === 'naira' ? naira(value) : count(value)
}

export function when(by: ChartProps['by'], start: string): string {
  return by === 'day' ? day(start) : momentShort(start)
}

export function axisText(by: ChartProps['by'], start: string): string {
  return by === 'day' ? day(start) : hour(start)
}
