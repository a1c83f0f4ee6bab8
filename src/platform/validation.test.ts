import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, fieldErrors } from './validation.ts'

function errorsOf(schema: object, value: unknown) {
  const check = compile(schema)
  return check(value) ? [] : fieldErrors(check.errors ?? [])
}
const accepts = (format: string) => {
  const check = compile({ type: 'string', format })
  return (text: string) => check(text) === true
}

const FORMATS: Record<string, { yes: string[]; no: string[] }> = {
  email: {
    yes: [
      'ada@example.com',
      'ADA@EXAMPLE.COM',
      "o'neil+tag@sub.example.co.uk",
      'x@ọjà.example',
      `${'a'.repeat(64)}@example.com`,
      `a@${'b'.repeat(63)}.com`,
    ],
    no: [
      '',
      ' ',
      'ada',
      'ada@',
      '@example.com',
      'a@b',
      'a@@example.com',
      'a@b@example.com',
      'ada@example.com.',
      'ada@example..com',
      'a..b@example.com',
      '.a@example.com',
      'a.@example.com',
      'a@-example.com',
      'a@example-.com',
      ' ada@example.com',
      'ada@example.com ',
      'a da@example.com',
      '"a b"@example.com',
      'Ada <ada@example.com>',
      'ada@example.com\r\nBcc: all@example.com',
      'ada@example.com\n',
      'ada@exam\u0000ple.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(126)}com`,
    ],
  },
  'web-address': {
    yes: [
      'https://shop.example',
      'http://localhost:3000/done?reference=x#top',
      'http://192.168.0.1/',
      'http://[::1]:8080/',
      'https://ọjà.example/ẹ?a=b',
      'HTTPS://SHOP.EXAMPLE/',
    ],
    no: [
      '',
      ' ',
      'shop.example',
      '//shop.example',
      'https://',
      'https:///shop.example',
      'https:shop.example',
      'javascript:alert(1)',
      'JaVaScRiPt://shop.example/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://shop.example',
      'https://user:pass@shop.example/',
      'https://user@shop.example/',
      'https://shop.example:0/',
      'https://shop.example:99999/',
      'https://[::1',
      'https://shop.example/a b',
      'https://shop.example/\r\nSet-Cookie: a=b',
      ' https://shop.example/',
      `https://shop.example/${'a'.repeat(2_048)}`,
    ],
  },
  'return-address': {
    yes: [
      'https://shop.example',
      'myapp://paid',
      'myapp://',
      'MyApp:///paid?order=7#top',
      'com.example.shop://paid',
      'a.b://x',
      'my-app+2://x',
    ],
    no: [
      '',
      'myapp',
      'myapp:paid',
      'myapp:/paid',
      'ab://paid',
      '1app://paid',
      'my_app://paid',
      `${'a'.repeat(65)}://paid`,
      'https:///shop.example',
      'ftp://shop.example',
      'javascript:alert(1)',
      'JaVaScRiPt://shop.example/%0aalert(1)',
      'data://text/html,x',
      'vbscript://x',
      'file:///etc/passwd',
      'blob://x',
      'about://blank',
      'intent://paid#Intent;scheme=myapp;end',
      'ms-msdt://x',
      'chrome-extension://x',
      'myapp://user:pass@paid',
      'myapp://a b',
      'myapp://paid\r\nSet-Cookie: a=b',
      ' myapp://paid',
      `myapp://${'a'.repeat(2_048)}`,
    ],
  },
  'person-name': {
    yes: ['Ada', 'A', '007', 'Adé Ọlá', '<b>Ada</b>', 'عادة', 'A\u200db', '😀', ' Ada '],
    no: ['', ' ', '\t', 'Ada\nExample', 'Ada\r', 'A\u0000', 'A\u007f'],
  },
  phone: {
    yes: ['+2348030000000', '08030000000', '0803 000 0000', '+1 (555) 010-9999'],
    no: ['', '12345', '0803000000x', '+', '++2348030000000', '08030000000 ', '٠٨٠٣٠٠٠٠٠٠٠'],
  },
  reference: {
    yes: ['a', 'A-Z.a_z=0', 'a'.repeat(100), '...', '.a'],
    no: ['', '.', '..', 'a'.repeat(101), 'a b', 'a/b', 'a\n', 'é', 'a%2f', '\u0000'],
  },
  'account-number': {
    yes: ['0123456789'],
    no: ['', '012345678', '01234567890', '012345678a', ' 0123456789', '０１２３４５６７８９'],
  },
  'bank-code': { yes: ['058', '120001', '50XYZ'], no: ['', '58', '05a', '01234567890', '０５８'] },
  'session-id': {
    yes: ['x', '999999260102030405000000000001', '"<>&'],
    no: ['', ' ', 'a b', 'é', 'a'.repeat(65), 'a\n'],
  },
  month: {
    yes: ['2026-11', '1000-01', '9999-12'],
    no: [
      '',
      '2026-13',
      '2026-00',
      '2026-1',
      '2026-11-01',
      '26-11',
      '2026/11',
      '2026-11\n',
      '０026-11',
    ],
  },
  pin: { yes: ['0123'], no: ['', '123', '12345', '12 4', '١٢٣٤', '1234\n'] },
  otp: { yes: ['012345'], no: ['', '12345', '1234567', '12345\n', '１２３４５６'] },
  'one-line': { yes: ['', 'a b', '=1+1'], no: ['a\nb', '\u0000', 'a\u0085b'] },
}
for (const [format, { yes, no }] of Object.entries(FORMATS)) {
  test(`the format ${format}`, () => {
    const accepted = accepts(format)
    assert.deepEqual(
      yes.filter((text) => !accepted(text)),
      [],
      'these are right',
    )
    assert.deepEqual(no.filter(accepted), [], 'these are wrong')
  })
}

test('a hostile text of any format is judged at once', () => {
  const hostile = [`${'a.'.repeat(50_000)}@`, `a@${'b-'.repeat(50_000)}`, `${' '.repeat(100_000)}x`]
  for (const format of Object.keys(FORMATS)) {
    const accepted = accepts(format)
    const before = process.threadCpuUsage()
    for (const text of hostile) accepted(text)
    const { user } = process.threadCpuUsage(before)
    assert(user < 500_000, `${format} took ${user} µs of processor time`)
  }
})

const SCHEMA = {
  type: 'object',
  required: ['amount', 'customer'],
  properties: {
    amount: { type: 'integer', minimum: 100, maximum: 1_000 },
    name: { type: 'string', minLength: 1, maxLength: 5 },
    channels: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      'x-distinct': true,
      items: { enum: ['card', 'bank_transfer'] },
    },
    currency: { const: 'NGN' },
    customer: {
      type: 'object',
      required: ['email'],
      properties: { email: { type: 'string', format: 'email' } },
    },
    url: { anyOf: [{ type: 'string', maxLength: 100 }, { type: 'null' }] },
    billing: {
      anyOf: [
        { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 9 } } },
        { type: 'null' },
      ],
    },
  },
}

test('all wrong fields are told at once, each by its dotted path and once', () => {
  const errors = errorsOf(SCHEMA, {
    amount: 99.5,
    name: '',
    channels: ['card', 'cash'],
    currency: 'USD',
    customer: {},
    url: 5,
  })

  assert.deepEqual(Object.fromEntries(errors.map(({ field, code }) => [field, code])), {
    amount: 'invalid_type',
    name: 'too_short',
    'channels.1': 'not_allowed',
    currency: 'not_allowed',
    'customer.email': 'required',
    url: 'invalid_type',
  })
  assert.equal(errors.length, 6)
})

test('of an object that may be null, its wrong fields are told alone', () => {
  const toldOf = (billing: unknown) =>
    errorsOf(SCHEMA, { amount: 100, customer: { email: 'a@b.co' }, billing }).map(
      ({ field, message }) => [field, message],
    )
  assert.deepEqual(toldOf({}), [['billing.id', 'billing.id is required.']])
  assert.deepEqual(toldOf({ id: 5 }), [['billing.id', 'billing.id must be a string.']])
  assert.deepEqual(toldOf(5), [['billing', 'billing must be an object.']])
  assert.deepEqual(toldOf(null), [])
})

test('a list that is too long is told alone: nobody looks at its entries', () => {
  const errors = errorsOf(SCHEMA, { amount: 100, channels: ['cash', 'cash', 'cash'] })

  assert.deepEqual(
    errors.map(({ field, code }) => [field, code]).filter(([field]) => /channels/.test(field!)),
    [['channels', 'too_long']],
  )
})

const TOLD: [value: unknown, field: string, code: string, message: string][] = [
  [{ customer: { email: 'a@b.co' } }, 'amount', 'required', 'amount is required.'],
  [
    { amount: 99, customer: { email: 'a@b.co' } },
    'amount',
    'too_small',
    'amount must be at least 100.',
  ],
  [
    { amount: 1_001, customer: { email: 'a@b.co' } },
    'amount',
    'too_large',
    'amount must be at most 1000.',
  ],
  [
    { amount: '100', customer: { email: 'a@b.co' } },
    'amount',
    'invalid_type',
    'amount must be a whole number, not a string.',
  ],
  [
    { amount: 100, customer: { email: 'a@b' } },
    'customer.email',
    'invalid_format',
    'customer.email must be an email address such as ada@example.com.',
  ],
  [
    { amount: 100, customer: { email: 'a@b.co' }, name: '😀😀😀😀😀😀' },
    'name',
    'too_long',
    'name must have at most 5 characters.',
  ],
  [[], 'body', 'invalid_type', 'body must be an object.'],
  [null, 'body', 'invalid_type', 'body must be an object.'],
]
test('each error says what to mend', () => {
  for (const [value, field, code, message] of TOLD) {
    assert.deepEqual(errorsOf(SCHEMA, value), [{ field, code, message }])
  }
})

test('nothing is turned into another type, and what is unknown is let through', () => {
  for (const amount of ['100', true, [100], null, { valueOf: 100 }, Number.NaN, Infinity]) {
    const errors = errorsOf(SCHEMA, { amount, customer: { email: 'a@b.co' } })
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['amount'],
      JSON.stringify(amount),
    )
  }
  const known = { amount: 100, customer: { email: 'a@b.co', admin: true }, status: 'success' }
  assert.deepEqual(errorsOf(SCHEMA, known), [])
})
