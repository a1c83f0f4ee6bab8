import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DOWN_ACCOUNT, NOBODYS_ACCOUNT, nameOutcomeOf } from './names.ts'

const numbers = fc.integer({ min: 0, max: 9_999_999_999 }).map((n) => String(n).padStart(10, '0'))

test('any ten digits are somebody’s, the same person each time, in capitals', () => {
  fc.assert(
    fc.property(numbers, (accountNumber) => {
      fc.pre(![NOBODYS_ACCOUNT, DOWN_ACCOUNT].includes(accountNumber))
      const outcome = nameOutcomeOf(accountNumber, '058')
      assert.deepEqual(nameOutcomeOf(accountNumber, '058'), outcome)
      assert(outcome.kind === 'found')
      assert.match(outcome.accountName, /^[A-Z]+( [A-Z]+){1,2}$/)
      const names = outcome.accountName.split(' ')
      assert.equal(new Set(names).size, names.length)
    }),
  )
})

test('the same number at another bank is another person’s, as a rule', () => {
  const serials = Array.from({ length: 100 }, (_, i) => String(i).padStart(10, '0'))
  const same = serials.filter((number) => nameOf(number, '058') === nameOf(number, '044'))
  assert(same.length < 3, `${same.length} of 100`)
})

test('two numbers are nobody’s and of a bank that is down, at every bank', () => {
  for (const bankCode of ['001', '058', '999992']) {
    assert.deepEqual(nameOutcomeOf(NOBODYS_ACCOUNT, bankCode), { kind: 'not_found' })
    assert.deepEqual(nameOutcomeOf(DOWN_ACCOUNT, bankCode), { kind: 'unavailable' })
  }
})

function nameOf(accountNumber: string, bankCode: string): string {
  const outcome = nameOutcomeOf(accountNumber, bankCode)
  return outcome.kind === 'found' ? outcome.accountName : outcome.kind
}
