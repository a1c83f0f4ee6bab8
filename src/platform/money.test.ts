import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatNaira, kobo, naira, percentageRoundedHalfUp, percentageRoundedUp } from './money.ts'
import { readNaira } from './naira.ts'

test('100 kobo are one naira', () => {
  assert.equal(naira(50), 5_000n)
  assert.equal(naira(100_000), kobo(10_000_000))
})

test('money is never a fraction, and never more than a number can say', () => {
  for (const amount of [100.5, 0.1, Number.NaN, Infinity, 2 ** 53, 1e21]) {
    assert.throws(() => kobo(amount), /kobo must be whole/)
    assert.throws(() => naira(amount), /kobo must be whole/)
  }
  assert.equal(kobo(2 ** 53 - 1), 9_007_199_254_740_991n)
})

test('money cannot slip into JSON as a number', () => {
  assert.throws(() => JSON.stringify({ amount: kobo(100) }), TypeError)
})

test('people read naira with two decimals and commas', () => {
  const shown: [amount: bigint, text: string][] = [
    [0n, '₦0.00'],
    [5n, '₦0.05'],
    [-50n, '-₦0.50'],
    [100_000n, '₦1,000.00'],
    [99_999n, '₦999.99'],
    [1_000_000_000_000n, '₦10,000,000,000.00'],
    [-123_456_789n, '-₦1,234,567.89'],
  ]
  for (const [amount, text] of shown) assert.equal(formatNaira(kobo(amount)), text)
})

test('what is written for people is read as the same amount, and half of it never as another', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 14n), (amount) => {
      const text = formatNaira(kobo(amount))
      assert.equal(readNaira(text), amount)
      assert.equal(readNaira(text.replaceAll(/[₦,]/g, '')), amount)
    }),
  )
  for (const [text, amount] of Object.entries({ '5': 500n, ' N1,250.5 ': 125_050n, 'ngn 7': 700n }))
    assert.equal(readNaira(text), amount)
  const wrong = [
    '',
    '.',
    '5.',
    '.5',
    '1,00',
    '10,50',
    '1,0000',
    ',100',
    '1 000',
    '1.234',
    '-5',
    '+5',
  ]
  for (const text of [
    ...wrong,
    '1e3',
    '0x10',
    '５',
    '1,000,00',
    '9'.repeat(19),
    '₦',
    '5\n6',
    '5k',
  ]) {
    assert.equal(readNaira(text), null, text)
  }
})

test('a percentage is exact, and rounds up by less than a kobo', () => {
  const amounts = fc.bigInt(0n, 10n ** 14n)
  const rates = fc.bigInt(0n, 10_000n)
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const exact = amount * rate
      const up = percentageRoundedUp(kobo(amount), rate) * 10_000n
      assert(up >= exact && up - exact < 10_000n)
      const half = percentageRoundedHalfUp(kobo(amount), rate) * 10_000n
      assert(half - exact <= 5_000n && exact - half < 5_000n)
    }),
  )
})

test('half a kobo rounds up', () => {
  assert.equal(percentageRoundedHalfUp(kobo(100), 50n), 1n)
  assert.equal(percentageRoundedHalfUp(kobo(99), 50n), 0n)
  assert.equal(percentageRoundedUp(kobo(1), 1n), 1n)
})
