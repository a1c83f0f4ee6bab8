import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandOf, type CardInput, checkCard, endsOf, isLuhnValid } from './cards.ts'
import { testCards } from './sandbox/sandbox.ts'

const NOW = new Date('2026-03-15T12:00:00Z')

const input = (changes: Partial<CardInput> = {}): CardInput => ({
  number: '4084084084084081',
  exp_month: 9,
  exp_year: 2030,
  cvv: '408',
  ...changes,
})

const wrongFields = (changes: Partial<CardInput>, now = NOW): string[] => {
  const checked = checkCard(input(changes), now)
  return Array.isArray(checked) ? checked.map(({ field, code }) => `${field} ${code}`) : []
}

for (const { number } of testCards) {
  test(`test card ${number} is Luhn valid, and with one digit wrong it is not`, () => {
    assert.equal(isLuhnValid(Buffer.from(number)), true)
    fc.assert(
      fc.property(fc.nat(number.length - 1), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const wrong = (Number(number[place]) + by) % 10
        const changed = number.slice(0, place) + wrong + number.slice(place + 1)
        assert.equal(isLuhnValid(Buffer.from(changed)), false)
      }),
    )
  })
}

test('text that is not all digits does not pass the Luhn check', () => {
  for (const text of ['', ' ', '4084-0840', '٠', 'card'])
    assert.equal(isLuhnValid(Buffer.from(text)), false)
})

const brands: [number: string, brand: string][] = [
  ['4084084084084081', 'visa'],
  ['5192602720584796', 'mastercard'],
  ['5531886652142950', 'mastercard'],
  ['2221000000000009', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['2220990000000000', 'unknown'],
  ['2721000000000004', 'unknown'],
  ['5060666666666666666', 'verve'],
  ['507850785078507812', 'verve'],
  ['6500020000000000', 'verve'],
  ['6011000000000004', 'unknown'],
  ['', 'unknown'],
]
for (const [number, brand] of brands) {
  test(`"${number}" is ${brand}`, () => {
    assert.equal(brandOf(number), brand)
  })
}

test('of a number the first six and last four digits are shown, of a fragment none', () => {
  assert.deepEqual(endsOf(Buffer.from('4084084084084081')), { bin: '408408', last4: '4081' })
  assert.deepEqual(endsOf(Buffer.from('4084084084')), { bin: '', last4: '' })
  assert.deepEqual(endsOf(Buffer.from('507850785078507812')), { bin: '507850', last4: '7812' })
  assert.deepEqual(endsOf(Buffer.from('not a number')), { bin: '', last4: '' })
})

test('a card is taken however its number and expiry are spelled', () => {
  const typed = { number: Buffer.from('507850785078507812'), cvv: Buffer.from('081') }
  const card = { ...typed, expMonth: 9, expYear: 2030 }
  const spellings: Partial<CardInput>[] = [
    { number: '5078 5078 5078 5078 12', exp_month: '09', exp_year: '30' },
    { number: ' 5078-5078-5078-507812\n', exp_month: '9', exp_year: '2030' },
    { number: '5078\u00a05078\u20135078\t507812', exp_month: ' 09 ', exp_year: 30 },
  ]

  for (const spelling of spellings)
    assert.deepEqual(checkCard(input({ cvv: ' 081 ', ...spelling }), NOW), card)
})

const refused: [name: string, changes: Partial<CardInput>, errors: string[]][] = [
  ['no number', { number: ' - ' }, ['number required']],
  ['a number of 12 digits', { number: '408408408408' }, ['number invalid']],
  ['a number of 20 digits', { number: '40840840840840840840' }, ['number invalid']],
  ['letters in the number', { number: '4084O84O84O84O81' }, ['number invalid']],
  ['a Luhn failure', { number: '4084084084084082' }, ['number invalid']],
  ['month 0', { exp_month: 0 }, ['exp_month invalid']],
  ['month 13', { exp_month: '13' }, ['exp_month invalid']],
  ['a fraction of a month', { exp_month: 1.5 }, ['exp_month invalid']],
  ['no month', { exp_month: '' }, ['exp_month required']],
  ['a year of three digits', { exp_year: '203' }, ['exp_year invalid']],
  ['no year', { exp_year: ' ' }, ['exp_year required']],
  ['a year that has passed', { exp_year: '25' }, ['exp_year expired']],
  ['a month that has passed', { exp_month: 2, exp_year: 2026 }, ['exp_month expired']],
  [
    'a passed year and no such month',
    { exp_month: 13, exp_year: 2025 },
    ['exp_month invalid', 'exp_year expired'],
  ],
  ['a CVV of two digits', { cvv: '12' }, ['cvv invalid']],
  ['a CVV of five digits', { cvv: '12345' }, ['cvv invalid']],
  ['no CVV', { cvv: '' }, ['cvv required']],
  [
    'nothing at all',
    { number: '', exp_month: '', exp_year: '', cvv: '' },
    ['number required', 'exp_month required', 'exp_year required', 'cvv required'],
  ],
]
for (const [name, changes, errors] of refused) {
  test(`a card with ${name} is refused`, () => {
    assert.deepEqual(wrongFields(changes), errors)
  })
}

test('a card is good until its month ends in Lagos, an hour before it ends in UTC', () => {
  const march = { exp_month: 3, exp_year: 2026 }
  const december = { exp_month: 12, exp_year: 2026 }

  assert.deepEqual(wrongFields(march, new Date('2026-03-31T22:59:59.999Z')), [])
  assert.deepEqual(wrongFields(march, new Date('2026-03-31T23:00:00Z')), ['exp_month expired'])
  assert.deepEqual(wrongFields(december, new Date('2026-12-31T22:59:59.999Z')), [])
  assert.deepEqual(wrongFields(december, new Date('2026-12-31T23:00:00Z')), ['exp_year expired'])
})

test('no message repeats what was typed', () => {
  const typed = { number: '4084084084084082', exp_month: '77', exp_year: '888', cvv: '99999' }

  const text = JSON.stringify(checkCard(typed, NOW))

  for (const secret of Object.values(typed)) assert.equal(text.includes(secret), false)
})
