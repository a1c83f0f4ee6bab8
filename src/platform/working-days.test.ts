import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { settlementDayOf } from '../../test/settlements.ts'
import { addDays, dayOf, isDay, startOf } from './lagos.ts'
import { dueBefore, holidaysOf, isWorkingDay } from './working-days.ts'

const EID_2026 = new Map([
  ['2026-03-19', true],
  ['2026-03-20', true],
])

test('a payment is settled on the first working day after its day in Lagos', () => {
  const cases: [paid: string, settled: string][] = [
    ['2026-11-16T10:00:00Z', '2026-11-17'],
    ['2026-11-16T22:59:59.999Z', '2026-11-17'],
    ['2026-11-16T23:00:00Z', '2026-11-18'],
    ['2026-11-16T23:30:00Z', '2026-11-18'],
    ['2026-11-20T10:00:00Z', '2026-11-23'],
    ['2026-03-18T10:00:00Z', '2026-03-23'],
    ['2026-04-02T10:00:00Z', '2026-04-07'],
    ['2026-06-11T10:00:00Z', '2026-06-15'],
    ['2026-06-12T10:00:00Z', '2026-06-15'],
    ['2026-09-30T10:00:00Z', '2026-10-02'],
    ['2026-12-24T10:00:00Z', '2026-12-29'],
  ]
  for (const [paid, settled] of cases) {
    assert.equal(settlementDayOf(dayOf(new Date(paid)), EID_2026), settled, paid)
  }
})

test('Easter, and the days to which weekend holidays move', () => {
  const easter = {
    2026: ['2026-04-03', '2026-04-06'],
    2027: ['2027-03-26', '2027-03-29'],
    2028: ['2028-04-14', '2028-04-17'],
    2029: ['2029-03-30', '2029-04-02'],
  }
  for (const [year, days] of Object.entries(easter)) {
    for (const day of days) assert(holidaysOf(Number(year)).has(day), day)
  }
  // Other centuries, the earliest and latest dates, and those that shorter rules get wrong.
  const sundays = [
    ...['1900-04-15', '1943-04-25', '1954-04-18', '1981-04-19', '2000-04-23', '2008-03-23'],
    ...['2049-04-18', '2076-04-19', '2100-03-28', '2200-04-06', '2285-03-22', '2300-04-08'],
  ]
  for (const sunday of sundays) {
    const holidays = holidaysOf(Number(sunday.slice(0, 4)))
    assert(holidays.has(addDays(sunday, -2)) && holidays.has(addDays(sunday, 1)), sunday)
  }
  const given = ['2022-01-03', '2022-05-02', '2022-06-13', '2022-10-03', '2022-12-27', '2020-12-28']
  for (const day of given) assert(holidaysOf(Number(day.slice(0, 4))).has(day), day)
  assert(!holidaysOf(2026).has('2026-05-27') && !holidaysOf(2026).has('2026-05-29'))
})

test('Easter equals that of another algorithm in every year from 1583 to 9999', () => {
  for (let year = 1583; year < 10_000; year++) {
    const sunday = easterByMoon(year)

    const holidays = holidaysOf(year)

    assert(holidays.has(addDays(sunday, -2)) && holidays.has(addDays(sunday, 1)), sunday)
  }
})

/** By the algorithm of J.-M. Oudin (1940): the Sunday after the full moon. */
function easterByMoon(year: number): string {
  const [g, c] = [year % 19, Math.floor(year / 100)]
  const h = (c - Math.floor(c / 4) - Math.floor((8 * c + 13) / 25) + 19 * g + 15) % 30
  const early = Math.floor(h / 28)
  const i = h - early * (1 - early * Math.floor(29 / (h + 1)) * Math.floor((21 - g) / 11))
  const j = (year + Math.floor(year / 4) + i + 2 - c + Math.floor(c / 4)) % 7
  return addDays(`${year}-03-28`, i - j)
}

test('a day begins at midnight in Lagos, and is a date that exists', () => {
  assert.equal(startOf('2026-11-16').toISOString(), '2026-11-15T23:00:00.000Z')
  for (const day of ['2026-11-16', '2028-02-29', '0001-01-01']) assert(isDay(day), day)
  const none = ['2026-02-29', '2026-13-01', '2026-1-1', '2026-11-16T', '+02026-11-16', 'today', '']
  for (const text of none) assert(!isDay(text), text)
})

test('an operator can make a day a holiday, or a computed holiday a working day', () => {
  const announced = new Map([
    ['2025-07-15', true],
    ['2026-12-28', false],
  ])
  assert(!isWorkingDay('2025-07-15', announced))
  assert(isWorkingDay('2026-12-28', announced))
  assert.equal(settlementDayOf('2026-12-24', announced), '2026-12-28')
  assert(!isWorkingDay('2026-11-21', new Map([['2026-11-21', false]])), 'a Saturday stays one')
})

test('at any time exactly the payments whose settlement day has come are due', () => {
  const moments = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2035-12-31'),
    noInvalidDate: true,
  })
  const announced = fc.uniqueArray(fc.tuple(moments.map(dayOf), fc.boolean()), {
    selector: ([day]) => day,
    maxLength: 20,
  })
  fc.assert(
    fc.property(moments, fc.integer({ min: -20, max: 3 }), announced, (now, off, days) => {
      const map = new Map(days)
      const paid = addDays(dayOf(now), off)
      const isDue = settlementDayOf(paid, map) <= dayOf(now)
      const last = new Date(startOf(addDays(paid, 1)).getTime() - 1)
      const before = dueBefore(now, map)
      assert.equal(last < before, isDue)
      assert.equal(startOf(paid) < before, isDue)
    }),
    { numRuns: 3_000 },
  )
})
