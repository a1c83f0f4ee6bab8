import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Bounds,
  flatSentence,
  growthOf,
  isFlat,
  lowsOf,
  type Measure,
  slopePerHour,
} from './soak-report.ts'

const MINUTE = 60_000
const BOUNDS: Bounds = [0, 15 * MINUTE, 30 * MINUTE, 45 * MINUTE, 60 * MINUTE]

/** One point a minute, of an hour. */
function measure(valueAt: (minute: number) => number): Measure {
  const points = Array.from({ length: 60 }, (_, i) => ({ at: i * MINUTE, value: valueAt(i) }))
  return { name: 'heap', unit: 'count', points, mustBeFlat: true }
}

test('what stays within a tenth is flat, whatever it was in the first quarter', () => {
  const settled = measure((minute) => (minute < 15 ? 10 : minute < 45 ? 100 : 109))

  assert.equal(growthOf(settled, BOUNDS), 1.09)
  assert(isFlat(settled, BOUNDS))
  assert.match(flatSentence([settled], BOUNDS), /^\*\*Flat\*\*/)
})

test('what grows by more is not, and is named', () => {
  const growing = measure((minute) => (minute < 45 ? 100 : 111))

  assert(!isFlat(growing, BOUNDS))
  assert.match(flatSentence([growing], BOUNDS), /^\*\*NOT flat\*\*.*heap \(1\.11\)/)
})

test('what was not measured is not flat', () => {
  assert(!isFlat({ ...measure(() => 1), points: [] }, BOUNDS))
})

test('the slope is of the least of every two minutes: a saw has none, a leak has its own', () => {
  const saw = (minute: number) => (minute % 2 === 0 ? 100 : 500 * minute)

  assert.equal(slopePerHour(lowsOf(measure(saw).points)), 0)
  const leak = slopePerHour(lowsOf(measure((minute) => saw(minute) + 7 * minute).points))
  assert.equal(Math.round(leak!), 7 * 60)
  assert.equal(slopePerHour([{ at: 0, value: 1 }]), null)
})
