import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overwrite, takeDigits } from './secret-digits.ts'

function taken(json: string, ...names: string[]): [rest: string, digits: Record<string, string>] {
  const bytes = Buffer.from(json)
  const digits = [...takeDigits(bytes, names)].map(([name, value]) => [name, value.toString()])
  return [bytes.toString(), Object.fromEntries(digits)]
}

test('digits are taken out, and the form in which they were typed stays', () => {
  const [rest, digits] = taken(
    '{"number": "4084-0840 84", "month":12,"cvv"\n:\t" 081 "}',
    'number',
    'cvv',
  )

  assert.equal(rest, '{"number": "1111-1111 11", "month":12,"cvv"\n:\t" 111 "}')
  assert.deepEqual(digits, { number: '4084084084', cvv: '081' })
})

test('a number without quotes is taken too, and stays JSON', () => {
  const [rest, digits] = taken('{"number":4084,"cvv":408}', 'number', 'cvv')
  assert.equal(rest, '{"number":1111,"cvv":111}')
  assert.deepEqual(digits, { number: '4084', cvv: '408' })
})

test('what is written twice, deeper or cut short is taken out wherever it stands', () => {
  const cases: [json: string, rest: string][] = [
    ['{"pin":"12","pin":"3456"}', '{"pin":"11","pin":"1111"}'],
    ['{"card":{"pin":"1234"}}', '{"card":{"pin":"1111"}}'],
    ['{"pin":"1234', '{"pin":"1111'],
    ['{"pin":1234', '{"pin":1111'],
    ['{"pin":"a\\"56","x":"7"}', '{"pin":"a\\"11","x":"7"}'],
  ]
  for (const [json, rest] of cases) assert.equal(taken(json, 'pin')[0], rest)
})

test('only the fields that are named lose digits', () => {
  const json = '{"amount":500000,"say":"\\"pin\\": 12","pins":"34","pin" "56"}'
  assert.deepEqual(taken(json, 'pin'), [json, {}])
})

test('digits that are overwritten are gone', () => {
  const bytes = Buffer.from('{"pin":"1234"}')
  const pin = takeDigits(bytes, ['pin']).get('pin')!
  overwrite(bytes, pin, undefined)
  assert.deepEqual([pin, bytes], [Buffer.alloc(4), Buffer.alloc(14)])
})

test('a long text takes no longer than its length', () => {
  for (const part of ['"pin":', '"pin": ', '"pin":"', '"pin":"\\', '"pin":[', '"pin":1 ', ' ']) {
    const bytes = Buffer.from(part.repeat(100_000 / part.length))
    const before = process.threadCpuUsage()
    takeDigits(bytes, ['pin'])
    const { user } = process.threadCpuUsage(before)
    // Reading the rest of the text again for each member would take half a minute.
    assert(user < 1_000_000, `${part} took ${user} µs of processor time`)
  }
})
