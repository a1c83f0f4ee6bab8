import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertStrict, givenPaid, HOSTILE_TEXTS, withFields } from '../../../test/receipts.ts'
import { anyCodePoint } from '../../../test/texts.ts'
import { formatNaira, type Kobo, kobo } from '../../platform/money.ts'
import { composeReceipt } from './compose.ts'
import { plain, unlinked, wrapped } from './words.ts'

const COLUMNS = 76
const BYTES_MAX = 40_000

/** The lines `label: value` of the text. */
function rowsOf(text: string): string[] {
  return text
    .split('\n\n')
    .find((block) => block.includes('Reference: '))!
    .split(/\n(?! )/)
}

test('a receipt says who was paid, how much, when in Lagos, how, and for what', () => {
  const metadata = withFields(['Order', 'Adire wrap dress'], ['Size', '12'])

  const { subject, text, html } = composeReceipt(givenPaid({ metadata }))

  assert.equal(subject, 'Receipt from Adire Studio: ₦25,000.00')
  assert.equal(
    text,
    [
      'Receipt from Adire Studio',
      '₦25,000.00',
      'Paid on 21 Nov 2026, 14:32 (Lagos)',
      '',
      'Reference: ORDER-417',
      'Paid with: Visa card ending 4081',
      'Name: Ada Example',
      'Order: Adire wrap dress',
      'Size: 12',
      '',
      'Keep this for your records. For questions about your purchase, contact Adire',
      'Studio and give the reference above.',
      '',
    ].join('\n'),
  )
  assertStrict(html)
  for (const line of rowsOf(text)) {
    const [label, value] = line.split(': ')
    assert.match(html, new RegExp(`>${label}</th>\\s*<td[^>]*>${value}</td>`))
  }
})

test('a receipt of test mode says so first, and in its subject', () => {
  const { subject, text, html } = composeReceipt(givenPaid({ mode: 'test' }))

  assert.equal(subject, '[Test] Receipt from Adire Studio: ₦25,000.00')
  assert.match(text, /^TEST MODE: NO REAL MONEY WAS MOVED\.\n\n/)
  assert(html.indexOf('no real money was moved') < html.indexOf('Receipt from Adire Studio</p>'))
  assert(!/real money/i.test(JSON.stringify(composeReceipt(givenPaid({ mode: 'live' })))))
})

test('a receipt names USSD, the bank and OPay', () => {
  const names = { ussd: 'USSD', bank: 'Pay with bank', opay: 'OPay' } as const
  for (const channel of ['ussd', 'bank', 'opay'] as const) {
    const { text } = composeReceipt(givenPaid({ channel, authorizationDetails: '{}' }))
    assert(rowsOf(text).includes(`Paid with: ${names[channel]}`), text)
  }
})

test('a receipt shows only the short name of the sender of a transfer', () => {
  const channels = ['bank_transfer', 'dedicated_virtual_account'] as const
  const senders = { 'NGOZI ADA SAMPLE': 'NGOZI S.', Sample: 'Sample', '': null, '  ': null }
  for (const channel of channels) {
    for (const [name, told] of Object.entries(senders)) {
      const details = { sender_name: name, sender_account_number: '******7890' }
      const { text } = composeReceipt(
        givenPaid({ channel, authorizationDetails: JSON.stringify(details) }),
      )
      const wanted = told === null ? 'Bank transfer' : `Bank transfer from ${told}`
      assert(rowsOf(text).includes(`Paid with: ${wanted}`), text)
      assert(!text.includes('7890') && !text.includes('ADA'), text)
    }
  }
})

test('the fee is shown only if the customer paid it', () => {
  const [fee, vat] = [kobo(17_857), kobo(1_339)]
  const rows = (amount: Kobo, requestedAmount: Kobo) =>
    rowsOf(composeReceipt(givenPaid({ amount, requestedAmount, fee, vat })).text)

  assert(!rows(kobo(500_000), kobo(500_000)).some((row) => /^(Price|Fee|Asked)/.test(row)))
  assert.deepEqual(rows(kobo(519_196), kobo(500_000)).slice(0, 2), [
    'Price: ₦5,000.00',
    'Fee: ₦191.96',
  ])
  // A kobo from rounding counts as fee.
  assert.equal(rows(kobo(519_197), kobo(500_000))[1], 'Fee: ₦191.97')
  // Over- or underpayments show no fee.
  for (const amount of [600_000, 519_195, 400_000]) {
    const told = rows(kobo(amount), kobo(500_000))
    assert.equal(told[0], 'Requested: ₦5,000.00')
    assert(!told.some((row) => row.startsWith('Fee')))
  }
})

test('a receipt shows only what the business shows to customers, and not too much of it', () => {
  const others = ['null', '[]', '7', '"x"', '{}', '{"custom_fields":{}}', '{"cart_id":"secret"}']
  for (const metadata of others) {
    assert.equal(rowsOf(composeReceipt(givenPaid({ metadata })).text).length, 3, metadata)
  }
  const odd = [null, 1, {}, { display_name: 'x' }, { display_name: {}, value: 1 }, { value: 'x' }]
  const named = { display_name: 'Seat', value: 12 }
  const { text } = composeReceipt(
    givenPaid({ metadata: JSON.stringify({ custom_fields: [...odd, named] }) }),
  )
  assert.deepEqual(rowsOf(text).slice(3), ['Seat: 12'])

  const many = withFields(...Array.from({ length: 50 }, (_, i): [string, string] => [`f${i}`, 'x']))
  assert.equal(rowsOf(composeReceipt(givenPaid({ metadata: many })).text).length, 3 + 10)
})

test('text from outside contains no link, and numbers and sentences stay as they are', () => {
  const links = ['win.example', 'www.win.example/x', 'https://win.example', 'win@win.example']
  for (const link of links) assert(!/\w\.[a-z]|:\/|\w@\w/.test(unlinked(link)), link)
  for (const text of ['₦1.00', 'v1.2.3', 'Well. Done.', 'a: b', '12:30', 'e.']) {
    assert.equal(unlinked(text), text)
  }
  const { text, html } = composeReceipt(
    givenPaid({ customerName: 'win.example', metadata: withFields(['a', 'www.win.example']) }),
  )
  assert(!text.includes('win.example') && !html.includes('win.example'))
})

// Text from outside.

const anything = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.string()).map((parts) => parts.join('')),
)
const amounts = fc.bigInt({ min: 100n, max: 1_000_000_000_000n }).map((amount) => kobo(amount))
const json = fc.oneof(
  fc.json(),
  fc
    .record({ brand: anything, last4: anything, sender_name: anything })
    .map((o) => JSON.stringify(o)),
)
const payments = fc
  .record({
    mode: fc.constantFrom('test' as const, 'live' as const),
    businessName: anything,
    customerName: anything,
    amount: amounts,
    requestedAmount: amounts,
    fee: fc.option(amounts),
    vat: fc.option(amounts),
    channel: fc.constantFrom('card' as const, 'bank_transfer' as const, null),
    authorizationDetails: fc.option(json),
    metadata: fc.option(
      fc.oneof(
        json,
        fc
          .array(fc.tuple(anything, anything), { maxLength: 12 })
          .map((fields) => withFields(...fields)),
      ),
    ),
  })
  .map((paid) => givenPaid(paid))

test('no name and no metadata breaks the HTML, and it stays small', () => {
  fc.assert(
    fc.property(payments, (paid) => {
      const { html } = composeReceipt(paid)
      assertStrict(html)
      assert(html.includes(formatNaira(paid.amount)))
      assert(html.includes(`>${paid.reference}</td>`))
      assert(Buffer.byteLength(html) <= BYTES_MAX, `${Buffer.byteLength(html)} bytes`)
    }),
    { numRuns: 400 },
  )
})

test('any text has at most 76 columns, and nothing changes its direction', () => {
  fc.assert(
    fc.property(payments, (paid) => {
      const { text, subject } = composeReceipt(paid)
      const lines = text.split('\n')
      for (const line of lines) {
        assert([...line].length <= COLUMNS, line)
        assert(!/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E]/u.test(line), JSON.stringify(line))
      }
      assert(lines.includes(formatNaira(paid.amount)) && text.endsWith('\n'))
      assert(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject) && subject.isWellFormed())
      const count = (sign: string) => text.split(sign).length
      assert.equal(count('\u2068'), count('\u2069'), 'what is isolated ends')
    }),
    { numRuns: 400 },
  )
})

test('long text is cut between letters, and ends with an ellipsis', () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 2, max: 60 }), (text, lengthMax) => {
      const line = plain(text, lengthMax)
      const letters = [...new Intl.Segmenter().segment(line)]
      assert(letters.length <= lengthMax && line === plain(line, lengthMax))
      assert(!/^\s|\s$|\s\s/.test(line))
    }),
  )
  assert.equal(plain('Ada Example', 11), 'Ada Example')
  assert.equal(plain('Ada Example', 8), 'Ada Exa…')
  assert.equal(plain('Ada \u200B Example', 20), 'Ada Example', 'one blank, of what was unseen too')
  assert.equal(plain('👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀', 2), '👩🏽‍🚀…')
})

test('a letter with many marks is cut, so it is never taller or longer than a few letters', () => {
  assert.equal(plain(`z${'\u0335'.repeat(400)}a`, 60), `z${'\u0335'.repeat(3)}a`)
  const joined = `👩${'\u200D👩'.repeat(5_000)}`
  assert([...new Intl.Segmenter().segment(joined)].length === 1, 'it is one letter')
  assert(plain(joined, 10).length <= 10 * 8 + 1, 'with the sign that it is cut')
})

test('lines are broken between words, and inside one that is too long', () => {
  assert.equal(wrapped('one two three', 7), 'one two\nthree')
  assert.equal(wrapped('one two three', 7, '  '), 'one two\n  three')
  assert.equal(wrapped('abcdefgh', 4), 'abcd\nefgh')
  assert.equal(wrapped('', 4), '')
})
