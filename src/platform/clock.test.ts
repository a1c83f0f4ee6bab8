import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoOf } from './clock.ts'

test('A moment is written as toISOString writes it, in every year there is', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (moment) => {
      assert.equal(isoOf(moment), moment.toISOString())
    }),
    { numRuns: 2_000 },
  )
})

test('Where a day, a year or the count of years turns, too', () => {
  const turns = [
    '1969-12-31',
    '1970-01-01',
    '2024-02-29',
    '2026-11-22',
    '-000001-12-31',
    '9999-12-31',
  ]
  for (const day of turns) {
    for (const time of ['00:00:00.000Z', '09:08:07.006Z', '23:59:59.999Z']) {
      const moment = new Date(`${day}T${time}`)
      assert.equal(isoOf(moment), moment.toISOString())
    }
  }
})

test('What is no moment is refused as toISOString refuses it', () => {
  assert.throws(() => isoOf(new Date(Number.NaN)), RangeError)
})
