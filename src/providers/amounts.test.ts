import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kobo } from '../platform/money.ts'
import { decimalNaira, nairaNumber, readDecimalNaira, readKobo } from './amounts.ts'
import { readAnswer } from './json.ts'

const AMOUNTS: [bigint, string][] = [
  [0n, '0.00'],
  [1n, '0.01'],
  [10n, '0.10'],
  [99n, '0.99'],
  [100n, '1.00'],
  [500_050n, '5000.50'],
  [112n, '1.12'],
  [1_234_567_890_123n, '12345678901.23'],
  [900_719_925_474_099_301n / 100n, '90071992547409.93'],
]

test('an amount is written to the kobo, as a text and as a number, and read back', () => {
  for (const [amount, text] of AMOUNTS) {
    const body = JSON.stringify({ amount: nairaNumber(kobo(amount)) })
    assert.equal(decimalNaira(kobo(amount)), text)
    assert.equal(body, `{"amount":${text}}`)
    assert.equal(readDecimalNaira((readAnswer(body) as { amount: unknown }).amount), amount)
  }
  assert.equal(decimalNaira(kobo(-150n)), '-1.50')
})

test('every amount up to ten thousand naira survives the way there and back', () => {
  for (let amount = 0n; amount <= 1_000_000n; amount += 7n) {
    assert.equal(readDecimalNaira(decimalNaira(kobo(amount))), amount)
  }
})

const said: [unknown, bigint | null][] = [
  ['5000', 500_000n],
  ['5000.5', 500_050n],
  ['5000.50', 500_050n],
  ['1.0E7', 1_000_000_000n],
  ['1.234567E+7', 1_234_567_00n * 10n],
  ['0.00', 0n],
  ['5000.505', null],
  ['5000.000', null],
  ['1.005E2', 10_050n],
  ['1.00005E2', null],
  ['1e-2', null],
  ['-5', null],
  ['+5', null],
  ['5,000.00', null],
  ['₦5000', null],
  ['', null],
  ['.5', null],
  ['5.', null],
  [' 5', null],
  ['5\n', null],
  ['NaN', null],
  ['1e99', null],
  ['1'.repeat(19), null],
  ['1000000000000000.01', null],
  ['1000000000000000.00', 10n ** 17n],
  [5000, null],
  [null, null],
  [undefined, null],
  [['5'], null],
  [{}, null],
  [true, null],
]
for (const [text, amount] of said) {
  test(`${JSON.stringify(text)} is ${amount === null ? 'no amount' : `${amount} kobo`}`, () => {
    assert.equal(readDecimalNaira(text), amount)
  })
}

test('whole kobo are read as they stand, and nothing else is', () => {
  assert.equal(readKobo('500050'), 500_050n)
  for (const text of ['5000.50', '1e3', '-1', '', '1'.repeat(19), 5, null]) {
    assert.equal(readKobo(text), null)
  }
})
