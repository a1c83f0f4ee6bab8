import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY } from '../../platform/clock.ts'
import { dayOf, inLagos } from '../../platform/lagos.ts'
import { kobo } from '../../platform/money.ts'
import { countUntil, INTERVALS, intervalsAfter, partOf } from './periods.ts'

const at = (text: string) => new Date(text)
const daysFrom = (anchor: string, interval: (typeof INTERVALS)[number], count: number) =>
  Array.from({ length: count }, (_, n) => dayOf(intervalsAfter(at(anchor), interval, n)))

const anyMoment = fc.date({
  min: at('2000-01-01T00:00:00Z'),
  max: at('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const anyInterval = fc.constantFrom(...INTERVALS)
const anyCount = fc.integer({ min: 0, max: 400 })

test('from 31 January: the end of February, 31 March, 30 April', () => {
  assert.deepEqual(daysFrom('2027-01-31T09:00:00+01:00', 'monthly', 4), [
    ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
  ])
  assert.equal(daysFrom('2028-01-31T09:00:00+01:00', 'monthly', 2)[1], '2028-02-29')
})

test('from 29 February: 28 February in the years that lack it, and 29 again in the next leap year', () => {
  assert.deepEqual(daysFrom('2028-02-29T09:00:00+01:00', 'annually', 5), [
    ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  ])
})

test('every three and six months, from the last day of a month', () => {
  assert.deepEqual(daysFrom('2026-11-30T09:00:00+01:00', 'quarterly', 3), [
    ...['2026-11-30', '2027-02-28', '2027-05-30'],
  ])
  assert.deepEqual(daysFrom('2026-08-31T09:00:00+01:00', 'biannually', 3), [
    ...['2026-08-31', '2027-02-28', '2027-08-31'],
  ])
})

test('half past midnight in Lagos on the 1st is the 1st, although it is the 31st in London', () => {
  assert.deepEqual(daysFrom('2027-03-01T00:30:00+01:00', 'monthly', 3), [
    ...['2027-03-01', '2027-04-01', '2027-05-01'],
  ])
})

test('the clock changes of Europe and America move nothing: the time in Lagos stays', () => {
  const times = Array.from({ length: 24 }, (_, n) =>
    inLagos(intervalsAfter(at('2026-10-15T02:30:00+01:00'), 'monthly', n)).slice(11, 16),
  )

  assert.deepEqual(new Set(times), new Set(['02:30']))
})

test('each period begins after the one before, on the day of the anchor or the last of its month', () => {
  fc.assert(
    fc.property(anyMoment, anyInterval, anyCount, (anchor, interval, count) => {
      const [one, next] = [count, count + 1].map((n) => intervalsAfter(anchor, interval, n))

      assert(one! < next!)
      assert.equal(inLagos(next!).slice(10), inLagos(anchor).slice(10))
      if (interval === 'daily' || interval === 'weekly') {
        assert.equal(next!.getTime() - one!.getTime(), (interval === 'daily' ? 1 : 7) * DAY)
        return
      }
      const [wanted, day] = [anchor, next!].map((moment) => Number(dayOf(moment).slice(8)))
      const isLast = dayOf(new Date(next!.getTime() + DAY)).endsWith('-01')
      assert(day === wanted || (day! < wanted! && isLast))
    }),
  )
})

test('the count until a moment is the first that is not before it, and at least the given one', () => {
  fc.assert(
    fc.property(anyMoment, anyInterval, anyMoment, anyCount, (anchor, interval, moment, least) => {
      const count = countUntil(anchor, interval, moment, least)

      assert(count >= least)
      assert(intervalsAfter(anchor, interval, count) >= moment)
      assert(count === least || intervalsAfter(anchor, interval, count - 1) < moment)
    }),
    { numRuns: 50 },
  )
})

test('the part of a price is whole kobo, never more than the price, and less as time passes', () => {
  const anyPrice = fc.bigInt({ min: 0n, max: 1_000_000_000_000n })
  const anyShare = fc.integer({ min: 0, max: 1_000 })
  fc.assert(
    fc.property(anyPrice, anyMoment, anyShare, anyShare, (price, start, one, other) => {
      const period = { start, end: intervalsAfter(start, 'monthly', 1) }
      const length = period.end.getTime() - start.getTime()
      const partAt = (share: number) =>
        partOf(
          kobo(price),
          new Date(start.getTime() + Math.round((length * share) / 1_000)),
          period,
        )

      assert.equal(partAt(0), price)
      assert.equal(partAt(1_000), 0n)
      assert(partAt(Math.max(one, other)) <= partAt(Math.min(one, other)))
    }),
  )
})
