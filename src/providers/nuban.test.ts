import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkDigit, fits, nuban } from './nuban.ts'
import published from './nuban-vectors.json' with { type: 'json' }

const digits = (count: number) =>
  fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((list) => list.join(''))
const bankCodes = fc.oneof(digits(3), digits(5), digits(6))

for (const { bank_code, serial, account_number } of published.vectors) {
  test(`serial ${serial} at bank ${bank_code} is account ${account_number}`, () => {
    assert.equal(nuban(bank_code, serial), account_number)
    assert.equal(fits(bank_code, account_number), true)
  })
}

for (const { bank_code, account_number, note } of published.fails) {
  test(`${account_number} does not fit bank ${bank_code}: ${note}`, () => {
    const expected = /check digit (\d)$/.exec(note)?.[1] ?? /gives check digit (\d)/.exec(note)?.[1]

    assert.equal(fits(bank_code, account_number), false)
    assert.equal(checkDigit(bank_code, account_number.slice(0, 9)), expected)
  })
}

for (const bankCode of ['035A', 'MFB50992', 'FC40163', '', '11', '0011', '٠١١']) {
  test(`nobody can say whether a number fits bank "${bankCode}"`, () => {
    assert.equal(fits(bankCode, '0000014579'), null)
    assert.equal(checkDigit(bankCode, '000001457'), null)
    assert.throws(() => nuban(bankCode, '000001457'))
  })
}

for (const accountNumber of ['', '000001457', '00000145790', '000001457A', ' 0000014579']) {
  test(`"${accountNumber}" is no account number and fits no bank`, () => {
    assert.equal(fits('011', accountNumber), false)
  })
}

test('whatever is issued fits its bank', () => {
  fc.assert(
    fc.property(bankCodes, digits(9), (bankCode, serial) => {
      assert.equal(fits(bankCode, nuban(bankCode, serial)), true)
    }),
  )
})

test('for a code of three digits the rule of 2020 gives what the rule of 2010 gave', () => {
  const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]
  fc.assert(
    fc.property(digits(3), digits(9), (bankCode, serial) => {
      const printed = [...(bankCode + serial)].map(Number)
      const sum = printed.reduce((total, digit, i) => total + digit * weights[i]!, 0)
      assert.equal(Number(checkDigit(bankCode, serial)), (10 - (sum % 10)) % 10)
    }),
  )
})

test('a code of five digits is one of six with a nine in front', () => {
  fc.assert(
    fc.property(digits(5), digits(9), (bankCode, serial) => {
      assert.equal(checkDigit(bankCode, serial), checkDigit(`9${bankCode}`, serial))
    }),
  )
})

test('of the ten numbers with one serial, one fits', () => {
  fc.assert(
    fc.property(bankCodes, digits(9), (bankCode, serial) => {
      const fitting = [...'0123456789'].filter((digit) => fits(bankCode, serial + digit))
      assert.deepEqual(fitting, [checkDigit(bankCode, serial)])
    }),
  )
})

test('every single wrong digit is caught', () => {
  fc.assert(
    fc.property(
      bankCodes,
      digits(9),
      fc.nat(9),
      fc.integer({ min: 1, max: 9 }),
      (bankCode, serial, place, by) => {
        const right = nuban(bankCode, serial)
        const wrong = (Number(right[place]) + by) % 10

        assert.equal(fits(bankCode, right.slice(0, place) + wrong + right.slice(place + 1)), false)
      },
    ),
  )
})

test('two neighbours of equal weight that change places are missed, as the rule has it', () => {
  assert.equal(fits('011', '1234567895'), true)
  assert.equal(fits('011', '1243567895'), true)
})
