import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCodePoint } from '../../../test/texts.ts'
import { ACCOUNT_NAME_MAX, nameOnAccount, nipName } from './account-name.ts'

// Real names, and what a bank can write of them.

const NIP = /^[A-Z0-9 .,'-]*$/
const BOTH = /^[A-Z0-9 .,'-]+\/[A-Z0-9 .,'-]+$/

const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(..." .,'-/&AzÀ9ọ\u200f\u0301😀中\ud800") }),
)
const plainName = fc
  .array(fc.constantFrom('ADA', 'OBI', 'O', 'ABUBAKAR-SADIQ', "YAR'ADUA"), { minLength: 1 })
  .map((words) => words.join(' ').slice(0, ACCOUNT_NAME_MAX).trim())

test('any name becomes one that a bank can write', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = nipName(text)
      assert.match(name, NIP)
      assert(name.length <= ACCOUNT_NAME_MAX)
      assert.equal(name, name.trim())
      assert(!name.includes('  '), 'one space is enough')
      assert.equal(nipName(name), name, 'it stays as it is')
    }),
    { numRuns: 2_000 },
  )
})

test('any two names give a part of each, with one slash between them', () => {
  fc.assert(
    fc.property(anyText, anyText, (businessName, customerName) => {
      const name = nameOnAccount(businessName, customerName)
      assert.match(name, BOTH)
      assert(name.length <= ACCOUNT_NAME_MAX, name)
      for (const part of name.split('/')) assert.equal(part, part.trim(), name)
      const [business = '', customer = ''] = name.split('/')
      assert((nipName(businessName) || 'CHECKOUT').startsWith(business))
      assert((nipName(customerName) || 'CUSTOMER').startsWith(customer))
    }),
    { numRuns: 2_000 },
  )
})

test('names that fit are not cut, and longer ones use all the space', () => {
  fc.assert(
    fc.property(plainName, plainName, (business, customer) => {
      const name = nameOnAccount(business, customer)
      const whole = `${business}/${customer}`
      if (whole.length <= ACCOUNT_NAME_MAX) return assert.equal(name, whole)
      // A space at the cut is removed.
      assert(name.length >= ACCOUNT_NAME_MAX - 2, name)
      const [shortened = ''] = name.split('/')
      assert(shortened.length >= Math.min(19, business.length), name)
      if (customer.length <= 29) assert(name.endsWith(`/${customer}`), name)
    }),
    { numRuns: 2_000 },
  )
})

const written: [whose: string, name: string, nip: string][] = [
  ['Yoruba', 'Ọláọlúwa Ṣọlá Ẹ̀gbẹ́dá', 'OLAOLUWA SOLA EGBEDA'],
  ['Igbo', 'Ụzọamaka Ńnà Ịfẹọma Ṅkechi', 'UZOAMAKA NNA IFEOMA NKECHI'],
  ['Hausa', 'Ɓello Ɗan-Ƙano Ƴarima', 'BELLO DAN-KANO YARIMA'],
  ['Hausa in small letters', 'ɓello ɗan-ƙano ƴarima', 'BELLO DAN-KANO YARIMA'],
  ['a name with a straight apostrophe', "Yar'adua", "YAR'ADUA"],
  ['a name with a curly apostrophe', 'O’Brien', "O'BRIEN"],
  ['a name with the letter that Hausa writes as an apostrophe', 'Yarʼadua', "YAR'ADUA"],
  ['a shop of two', 'Ada & Sons', 'ADA AND SONS'],
  ['a shop without spaces', 'A&B', 'A AND B'],
  ['a slash, which is ours', 'Ada/Obi', 'ADA OBI'],
  ['names from abroad', 'Øyvind Łukasz Straße Æsir Þóra', 'OYVIND LUKASZ STRASSE AESIR THORA'],
  ['letters taken apart', 'Jose\u0301', 'JOSE'],
  ['wide letters', 'Ａｄａ　Ｅｘａｍｐｌｅ', 'ADA EXAMPLE'],
  ['an emoji', 'Ada 😀 Shop', 'ADA SHOP'],
  ['Chinese alone', '王小明', ''],
  ['Arabic digits', '٣٤', ''],
  ['marks that turn the direction', '\u202eAda\u202c \u200fExample\u200e', 'ADA EXAMPLE'],
  ['half a pair', 'Ada \ud83d Example', 'ADA EXAMPLE'],
  ['more than one line', ' Ada\r\n\tExample\u0000 ', 'ADA EXAMPLE'],
  ['something else than a name', '<b>=1+1;--', 'B 1 1 --'],
]
for (const [whose, name, nip] of written) {
  test(`${whose} is written so that banks can read it`, () => assert.equal(nipName(name), nip))
}

const together: [what: string, business: string, customer: string, name: string][] = [
  ['both as they are', 'Demo Store', 'Ada Example', 'DEMO STORE/ADA EXAMPLE'],
  ['nothing readable', '王小明', '😀', 'CHECKOUT/CUSTOMER'],
  ['nothing', '', ' ', 'CHECKOUT/CUSTOMER'],
  [
    'a long business, which gives way to its customer',
    'The Very Long Limited Company of Lagos Island',
    'Oluwaseun Adebayo-Example',
    'THE VERY LONG LIMITED CO/OLUWASEUN ADEBAYO-EXAMPLE',
  ],
  [
    'both long: the business keeps twenty characters',
    'B'.repeat(60),
    'C'.repeat(60),
    `${'B'.repeat(20)}/${'C'.repeat(29)}`,
  ],
  ['a long customer of a short business', 'Ada', 'C'.repeat(60), `ADA/${'C'.repeat(46)}`],
  [
    'a space where it is cut',
    `${'B'.repeat(19)} Store`,
    'C'.repeat(60),
    `${'B'.repeat(19)}/${'C'.repeat(30)}`,
  ],
]
for (const [what, business, customer, name] of together) {
  test(`the account name is ${what}`, () => {
    assert.equal(nameOnAccount(business, customer), name)
  })
}
