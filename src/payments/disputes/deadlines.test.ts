import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLagos } from '../../platform/lagos.ts'
import { deadlineOf } from './deadlines.ts'

const PAYSTACK = { rail: 'paystack', category: 'chargeback' } as const
const FLUTTERWAVE = { rail: 'flutterwave', category: 'chargeback' } as const
const RECALL = { rail: 'safehaven', category: 'recall' } as const

const cases = [
  // 2026-11-20 is a Friday.
  [PAYSTACK, '2026-11-18T09:00', '2026-11-19T01:00', 'sixteen hours on a Wednesday'],
  [PAYSTACK, '2026-11-20T12:00', '2026-11-23T04:01', 'twelve hours less a minute on a Friday'],
  [PAYSTACK, '2026-11-20T23:59', '2026-11-23T16:00', 'from Friday 23:59 the clock stands still'],
  [PAYSTACK, '2026-11-21T15:00', '2026-11-23T16:00', 'nothing of a Saturday counts'],
  [PAYSTACK, '2026-11-20T07:59', '2026-11-20T23:59', 'exactly until the clock stops'],
  [FLUTTERWAVE, '2026-12-24T20:00', '2026-12-29T06:00', 'no hour of Christmas counts'],
  [RECALL, '2026-11-16T10:00', '2026-12-05T00:00', 'the end of the fourteenth working day'],
  [RECALL, '2026-12-14T10:00', '2027-01-07T00:00', 'holidays are no working days'],
] as const

for (const [of, from, until, words] of cases) {
  test(`a ${of.category} at ${of.rail} from ${from} is answered by ${until}: ${words}`, () => {
    const deadline = deadlineOf(of, new Date(`${from}:00+01:00`), new Map())

    assert.equal(inLagos(deadline), `${until}:00.000+01:00`)
  })
}

test('a holiday that an operator has announced moves the end of a recall', () => {
  const from = new Date('2026-11-16T10:00:00+01:00')

  const deadline = deadlineOf(RECALL, from, new Map([['2026-11-20', true]]))

  assert.equal(inLagos(deadline), '2026-12-08T00:00:00.000+01:00')
})
