import { nice, ticks } from 'd3-array'

// The arithmetic of a chart: where values and points are, in pixels.

export const HEIGHT = 220
export const LEFT = 56
const TOP = 8
const BOTTOM = 26
const RIGHT = 4
export const FLOOR = HEIGHT - BOTTOM
const TICKS = 4
/** The width of a date, with spacing. */
const LABEL_WIDTH = 76
const BAR_WIDTH_MAX = 36
const BAR_PART = 0.78
const UNIT_MS = { hour: 3_600_000, day: 86_400_000 }
/** Of a unit, so that a point a moment late is no gap. */
const SLACK = 0.01
/** The smallest step of an axis: one naira, or one payment. */
const WHOLE = { naira: 100, count: 1 }

export type Scale = {
  width: number
  /** The values with a label on the axis. */
  ticks: number[]
  step: number
  barWidth: number
  /** The centre of a point. */
  x: (place: number) => number
  y: (value: number) => number
  /** Whether the time between a point and the one before is missing. */
  isAfterGap: (place: number) => boolean
  /** The nearest point, also outside the chart. */
  placeAt: (x: number) => number
  /** Whether a point has its date below it. Counted back from the last one. */
  isNamed: (place: number) => boolean
}

export function scaleOf({ as, unit, by, points }: Drawn, width: number): Scale {
  const last = points.length - 1
  const inner = Math.max(0, width - LEFT - RIGHT)
  // Points are drawn by their time, in days or hours since the first one.
  const times = points.map(({ start, at = start }) => Date.parse(at) / UNIT_MS[by])
  const since = (place: number) => times[place]! - times[0]!
  // A bar is in the centre of its column; a line reaches from edge to edge.
  const step = as === 'bars' ? inner / (since(last) + 1) : inner / Math.max(1, since(last))
  const first = as === 'bars' ? LEFT + step / 2 : LEFT
  const x = (place: number) => first + step * since(place)
  const [low, high] = extent(points, WHOLE[unit])
  const drawn = FLOOR - TOP
  const named = namedIn(points.map((_, place) => x(place)))
  return {
    width,
    ticks: ticks(low, high, TICKS).filter((tick) => tick % WHOLE[unit] === 0),
    step,
    barWidth: Math.min(BAR_WIDTH_MAX, step * BAR_PART),
    x,
    y: (value) => TOP + drawn * (1 - (value - low) / (high - low)),
    isAfterGap: (place) => place > 0 && since(place) - since(place - 1) > 1 + SLACK,
    placeAt: (wanted) => {
      const offs = points.map((_, place) => Math.abs(x(place) - wanted))
      return offs.indexOf(Math.min(...offs))
    },
    isNamed: (place) => named.has(place),
  }
}

/** Those with space for a date, back from the last one. */
function namedIn(xs: number[]): Set<number> {
  const named = new Set<number>()
  let next = Number.POSITIVE_INFINITY
  for (const [place, x] of [...xs.entries()].reverse()) {
    if (x > next) continue
    named.add(place)
    next = x - LABEL_WIDTH
  }
  return named
}

type Drawn = {
  as: 'bars' | 'line'
  unit: keyof typeof WHOLE
  by: keyof typeof UNIT_MS
  points: Point[]
}

export type Point = {
  start: string
  /** Where it is drawn, if not at `start`. */
  at?: string
  value: number
}
type Valued = Pick<Point, 'value'>

/** From zero, or the lowest negative value, to a round value above the highest. */
function extent(points: Valued[], whole: number): [number, number] {
  const values = points.map(({ value }) => value)
  const [, high] = nice(0, Math.max(whole, ...values), TICKS)
  return [Math.min(0, ...values), high]
}
