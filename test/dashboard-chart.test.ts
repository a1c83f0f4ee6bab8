import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FLOOR, LEFT, scaleOf } from '../web/dashboard/parts/chart-scale.ts'

// Where the charts of the dashboard draw what they are given. How they look and are used is in
// test/browser/dashboard-details.full.test.ts.

const KOBO_MAX = 10_000_000_000_000
const DAY_MS = 86_400_000
const FIRST_MS = Date.UTC(2026, 10, 1)
const startOf = (day: number) => new Date(FIRST_MS + day * DAY_MS).toISOString()

const drawings = fc.record({
  as: fc.constantFrom('bars' as const, 'line' as const),
  unit: fc.constantFrom('naira' as const, 'count' as const),
  by: fc.constant('day' as const),
  // Days without a gap, or with some.
  points: fc
    .array(
      fc.record({
        after: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 })),
        value: fc.integer({ min: -500, max: KOBO_MAX }),
      }),
      { minLength: 1, maxLength: 100 },
    )
    .map((points) => {
      let day = 0
      return points.map(({ after, value }) => {
        day += after
        return { start: startOf(day), value }
      })
    }),
})
const widths = fc.integer({ min: 280, max: 1_600 })

test('whoever points at a chart is told the nearest point, wherever that is', () => {
  fc.assert(
    fc.property(drawings, widths, fc.integer({ min: -50, max: 2_000 }), (drawing, width, x) => {
      const scale = scaleOf(drawing, width)
      const places = [...drawing.points.keys()]
      for (const place of places) assert.equal(scale.placeAt(scale.x(place)), place)
      const found = scale.placeAt(x)
      assert(places.includes(found))
      const nearest = Math.min(...places.map((place) => Math.abs(scale.x(place) - x)))
      assert(Math.abs(scale.x(found) - x) <= nearest + 1e-6)
    }),
  )
})

test('all that is drawn stands between the top and the floor, within its width', () => {
  fc.assert(
    fc.property(drawings, widths, (drawing, width) => {
      const scale = scaleOf(drawing, width)
      for (const [place, { value }] of drawing.points.entries()) {
        assert(scale.y(value) >= 0 && scale.y(value) <= FLOOR, `${value} at ${scale.y(value)}`)
        assert(scale.x(place) >= LEFT && scale.x(place) <= width)
      }
      assert(scale.y(0) <= FLOOR)
      assert(scale.barWidth <= scale.step)
    }),
  )
})

test('an axis shows nought and a few whole numbers, and no part of a naira or of a payment', () => {
  fc.assert(
    fc.property(drawings, widths, (drawing, width) => {
      const { ticks } = scaleOf(drawing, width)
      const whole = drawing.unit === 'naira' ? 100 : 1
      assert(ticks.includes(0) && ticks.length >= 2 && ticks.length <= 10, String(ticks))
      assert(ticks.every((tick) => tick % whole === 0))
    }),
  )
  const { ticks } = scaleOf(
    { as: 'bars', unit: 'count', by: 'day', points: [{ start: startOf(0), value: 1 }] },
    360,
  )
  assert.deepEqual(ticks, [0, 1])
})

test('dates never stand so close that they touch, and the last point has one', () => {
  fc.assert(
    fc.property(drawings, widths, (drawing, width) => {
      const { isNamed, x } = scaleOf(drawing, width)
      const named = [...drawing.points.keys()].filter(isNamed)
      assert.equal(named.at(-1), drawing.points.length - 1)
      for (const [n, place] of named.entries()) {
        if (n > 0) assert(x(place) - x(named[n - 1]!) >= 60, `${place}`)
      }
    }),
  )
})

test('a day is as wide as any other, and days that are missing are seen', () => {
  const points = [0, 1, 2, 12, 13].map((day) => ({ start: startOf(day), value: day }))
  for (const as of ['bars', 'line'] as const) {
    const { x, step, isAfterGap } = scaleOf({ as, unit: 'count', by: 'day', points }, 900)
    const widths = points.slice(1).map((_, i) => Math.round((x(i + 1) - x(i)) / step))
    assert.deepEqual(widths, [1, 1, 10, 1])
    assert.deepEqual([...points.keys()].filter(isAfterGap), [3])
  }
})
