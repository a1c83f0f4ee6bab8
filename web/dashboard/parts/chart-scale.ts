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
  /** The nearest point, also outside the chart. */
  placeAt: (x: number) => number
  /** Whether a point has its date below it. Counted back from the last one. */
  isNamed: (place: number) => boolean
}

export function scaleOf(
  { as, unit, points }: { as: 'bars' | 'line'; unit: keyof typeof WHOLE; points: Valued[] },
  width: number,
): Scale {
  const last = points.length - 1
  const inner = Math.max(0, width - LEFT - RIGHT)
  // A bar is in the centre of its column; a line reaches from edge to edge.
  const step = as === 'bars' ? inner / points.length : inner / Math.max(1, last)
  const first = as === 'bars' ? LEFT + step / 2 : LEFT
  const [low, high] = extent(points, WHOLE[unit])
  const drawn = FLOOR - TOP
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(step, 1)))
  return {
    width,
    ticks: ticks(low, high, TICKS).filter((tick) => tick % WHOLE[unit] === 0),
    step,
    barWidth: Math.min(BAR_WIDTH_MAX, step * BAR_PART),
    x: (place) => first + step * place,
    y: (value) => TOP + drawn * (1 - (value - low) / (high - low)),
    placeAt: (x) => {
      const place = step === 0 ? 0 : Math.round((x - first) / step)
      return Math.min(last, Math.max(0, place))
    },
    isNamed: (place) => (last - place) % every === 0,
  }
}

type Valued = { value: number }

/** From zero, or the lowest negative value, to a round value above the highest. */
function extent(points: Valued[], whole: number): [number, number] {
  const values = points.map(({ value }) => value)
  const [, high] = nice(0, Math.max(whole, ...values), TICKS)
  return [Math.min(0, ...values), high]
}
