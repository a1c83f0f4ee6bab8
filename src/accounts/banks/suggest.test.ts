import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fits, nuban } from '../../providers/nuban.ts'
import { banks } from './banks.ts'
import { likeliestFirst, suggest } from './suggest.ts'

const numbers = fc.integer({ min: 0, max: 9_999_999_999 }).map((n) => String(n).padStart(10, '0'))
const phones = fc
  .tuple(fc.constantFrom('70', '80', '81', '90', '91'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([start, rest]) => start + String(rest).padStart(8, '0'))
const codesOf = (accountNumber: string) => suggest(accountNumber).map(({ code }) => code)

test('the suggestions are exactly the banks that fit, each once', () => {
  fc.assert(
    fc.property(fc.oneof(numbers, phones), (accountNumber) => {
      const fitting = banks.filter(({ code }) => fits(code, accountNumber) === true)
      assert.deepEqual(codesOf(accountNumber).sort(), fitting.map(({ code }) => code).sort())
    }),
  )
})

test('the order of two banks does not depend on the number', () => {
  const phoneOrder = likeliestFirst(true).map(({ code }) => code)
  const otherOrder = likeliestFirst(false).map(({ code }) => code)
  fc.assert(
    fc.property(fc.oneof(numbers, phones), (accountNumber) => {
      const order = /^(70|80|81|90|91)/.test(accountNumber) ? phoneOrder : otherOrder
      const places = codesOf(accountNumber).map((code) => order.indexOf(code))
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
      assert.deepEqual(codesOf(accountNumber), codesOf(accountNumber))
    }),
  )
})

for (const looksLikePhone of [true, false]) {
  test(`every bank has one place in the order (phone number: ${looksLikePhone}), 001 the last`, () => {
    const order = likeliestFirst(looksLikePhone).map(({ code }) => code)
    assert.deepEqual(order.toSorted(), banks.map(({ code }) => code).toSorted())
    assert.equal(order.at(-1), '001')
  })
}

test('for a phone number, wallets and payment service banks come first, led by OPay', () => {
  const order = likeliestFirst(true)
  const wallets = banks.filter(({ type }) => type === 'payment_service')
  const first = order.slice(0, wallets.length)
  assert(first.every(({ type }) => type === 'payment_service'))
  assert.deepEqual(
    order.slice(0, 2).map(({ name }) => name),
    ['OPay', 'PalmPay'],
  )
  assert.equal(order[wallets.length]?.name, 'Access Bank')
})

test('for any other number: large banks, large digital banks, then type by type', () => {
  const order = likeliestFirst(false)
  const names = order.map(({ name }) => name)
  assert.deepEqual(names.slice(0, 5), [
    'Access Bank',
    'United Bank For Africa',
    'First Bank of Nigeria',
    'Guaranty Trust Bank',
    'Zenith Bank',
  ])
  assert.deepEqual(names.slice(17, 21), ['Moniepoint MFB', 'OPay', 'PalmPay', 'Kuda Bank'])
  const types = order.slice(21, -1).map(({ type }) => type)
  assert.deepEqual(
    [...new Set(types)],
    ['commercial', 'merchant', 'payment_service', 'microfinance', 'mortgage', 'finance'],
  )
  assert.equal(types.filter((type, i) => type !== types[i - 1]).length, 6, 'each in one piece')
})

test('the first suggestion for an OPay phone number is OPay', () => {
  assert.equal(codesOf('8012345673')[0], '999992')
})

test('GTBank is suggested before smaller banks for a number of GTBank', () => {
  const codes = codesOf(nuban('058', '012345678'))
  const smaller = codes.findIndex((code) => code.length > 3)
  assert(codes.indexOf('058') >= 0 && codes.indexOf('058') < smaller)
})

test('a bank without a rule for its numbers is never suggested', () => {
  fc.assert(
    fc.property(numbers, (accountNumber) => {
      assert(codesOf(accountNumber).every((code) => /^\d+$/.test(code)))
    }),
  )
})
