import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { depthOf, isWholeText, JsonError, memberText, readExactly, readJson } from './json.ts'

const read = (text: string) => readJson(Buffer.from(text))
const member = (text: string, name: string) => memberText(text, name)

test('whatever JSON.parse reads is read the same, and its text is kept', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      fc.pre(!text.includes('__proto__') && !text.includes('\\u0000'))
      const { value, text: kept } = read(text)
      assert.deepEqual(value, JSON.parse(text))
      assert.equal(kept, text)
    }),
    { numRuns: 300 },
  )
})

const REFUSED: [name: string, text: string | Buffer, message: RegExp][] = [
  ['nothing', '', /not valid JSON/],
  ['no JSON', 'amount=100', /not valid JSON/],
  ['a text that is cut short', '{"a": 1', /not valid JSON/],
  ['a string that is cut short', '{"a": "b', /not valid JSON/],
  ['a trailing comma', '{"a": 1,}', /not valid JSON/],
  ['two values', '{} {}', /not valid JSON/],
  ['NaN', '{"a": NaN}', /not valid JSON/],
  ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), /not valid JSON/],
  ['UTF-16', Buffer.from('{"a": 1}', 'utf16le'), /not valid JSON/],
  ['UTF-16 with its mark', Buffer.from('\ufeff{"a": 1}', 'utf16le'), /not UTF-8/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), /not UTF-8/],
  ['half a surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not UTF-8/],
  ['half a surrogate as an escape', '{"a": "\\ud800"}', /surrogate/],
  ['the other half in a key', '{"\\uDC00": 1}', /surrogate/],
  ['U+0000', '{"a": "x\\u0000y"}', /U\+0000/],
  ['U+0000 in a list', '[["\\u0000"]]', /U\+0000/],
  ['the same key twice', '{"amount": 100, "amount": 200}', /twice/],
  ['the same key twice, once escaped', '{"amount": 100, "\\u0061mount": 200}', /twice/],
  ['the same key twice, deep inside', '[{"a": {"b": 1, "b": 1}}]', /twice/],
  ['__proto__', '{"__proto__": {}}', /__proto__/],
  ['__proto__ inside', '{"metadata": {"a": [{"__proto__": 1}]}}', /__proto__/],
  ['__proto__ with an escaped line', '{"\\u005f_proto__": 1}', /__proto__/],
  ['__proto__ with an escaped line in capitals', '{"\\u005F\\u005Fproto\\u005F_": 1}', /__proto__/],
  ['__proto__ with an escaped letter', '{"__pr\\u006fto__": 1}', /__proto__/],
  ['100,000 lists in each other', '['.repeat(100_000), /deeper than 64/],
  ['65 lists in each other', `${'['.repeat(65)}${']'.repeat(65)}`, /deeper than 64/],
]
for (const [name, text, message] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(
      () => readJson(Buffer.from(text as string)),
      (error) => error instanceof JsonError && message.test(error.message),
    )
  })
}

test('what only looks like it is taken', () => {
  assert.deepEqual(read(`${'['.repeat(64)}${']'.repeat(64)}`).text.length, 128)
  assert.deepEqual(read('{"a": "{\\"b\\": 1, \\"b\\": 1}"}').value, { a: '{"b": 1, "b": 1}' })
  assert.deepEqual(read('{"constructor": 1, "prototype": 2}').value, {
    constructor: 1,
    prototype: 2,
  })
  assert.deepEqual(read('{"a": "__proto__"}').value, { a: '__proto__' })
  assert.deepEqual(read('["\\ud83d\\ude00", "\\u00e9"]').value, ['😀', 'é'])
})

test('a fraction that rounding would hide does not read as a whole number', () => {
  for (const text of [
    '100.00000000000000001',
    '99.99999999999999999999',
    '1.000000000000000000001e2',
    '999999999999.99999999',
    '1e-400',
  ]) {
    const { value } = read(`{"amount": ${text}, "name": "v1.5"}`)
    assert.deepEqual(value, { amount: Number.NaN, name: 'v1.5' }, text)
  }
  for (const text of [
    '100.0',
    '1e2',
    '1.5e1',
    '100.000000000000000000',
    '10000e-2',
    '1E+2',
    '-0.0',
  ]) {
    assert.deepEqual(read(`[${text}]`).value, [Number(text)], text)
  }
})

test('the text of a number says whether it is whole', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), fc.integer({ min: 0, max: 25 }), (digits, places) => {
      const isWhole = digits % 10n ** BigInt(places) === 0n
      assert.equal(isWholeText(`${digits}e-${places}`), isWhole)
    }),
  )
})

test('the text of a member is found byte for byte', () => {
  const body = '{"x": "metadata\\":", "metadata" :  {"2": 1.0, "1": [9007199254740993 ]} , "y": 1}'
  assert.equal(member(body, 'metadata'), '{"2": 1.0, "1": [9007199254740993 ]}')
  assert.equal(member(body, 'y'), '1')
  assert.equal(member(body, 'x'), '"metadata\\":"')
  assert.equal(member(body, '2'), null)
  assert.equal(member('{"\\u006detadata": {"a": "}"}}', 'metadata'), '{"a": "}"}')
  assert.equal(member('{"a": {"metadata": 1}, "b": [{"metadata": 2}]}', 'metadata'), null)
  assert.equal(member('{"a":"metadata","metadata":"a"}', 'metadata'), '"a"')
})

test('of any object, the text of each member reads as the member', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        for (const [name, inner] of Object.entries(value)) {
          assert.deepEqual(JSON.parse(member(text, name) ?? ''), JSON.parse(JSON.stringify(inner)))
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('depth counts objects and lists', () => {
  assert.equal(depthOf(1), 0)
  assert.equal(depthOf({}), 1)
  assert.equal(depthOf({ a: [{ b: 1 }], c: 2 }), 3)
})

test('what is read exactly and written again has every digit of every number', () => {
  const numbers = ['20261128000000000123', '-9007199254740993', '0.1000000000000000055', '1e400']
  for (const number of numbers) {
    assert.equal(JSON.stringify(readExactly(`{"a":[${number}]}`)), `{"a":[${number}]}`)
  }
  // Numbers that JavaScript holds exactly are written by JSON.stringify.
  const text = '[0, -0.0, 7, 1.50, 1e2, 9007199254740991, 0.1, 123456789012345680000]'
  assert.equal(JSON.stringify(readExactly(text)), JSON.stringify(JSON.parse(text)))
})

test('whatever is read exactly says the same number when it is written', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 })
  fc.assert(
    fc.property(digits, digits, fc.integer({ min: -40, max: 40 }), (whole, fraction, exponent) => {
      const number = `${BigInt(whole || 0)}.${fraction || 0}e${exponent}`
      const written = JSON.stringify(readExactly(number))
      assert.equal(hundredthOf(written), hundredthOf(number), written)
    }),
    { numRuns: 500 },
  )
})

/** In units of 10^-100. */
function hundredthOf(number: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/.exec(number) ?? []
  return BigInt(whole + fraction) * 10n ** BigInt(100 + Number(exponent) - fraction.length)
}
