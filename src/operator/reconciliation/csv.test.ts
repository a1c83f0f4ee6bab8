import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCodePoint } from '../../../test/texts.ts'
import { csvLine, plainText } from '../../platform/csv.ts'
import { readCsv } from './csv.ts'

const all = (text: string) => [...readCsv(text)]

test('whatever stands in the cells, what was written is what is read', () => {
  const cell = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '=') }),
  )
  const row = fc.array(cell, { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const read = all(rows.map(csvLine).join(''))
      assert.deepEqual(
        read.map((record) => ('fields' in record ? record.fields.map(plainText) : record.problem)),
        rows,
      )
    }),
    { numRuns: 200 },
  )
})

test('a record is found at the line of the file where it begins', () => {
  const text = 'a,b\r\n"one\ntwo\r\nthree",c\nd,""\n'

  assert.deepEqual(all(text), [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['one\ntwo\r\nthree', 'c'] },
    { line: 5, fields: ['d', ''] },
  ])
})

test('a text without its last line break is whole, and empty lines at its end are none', () => {
  assert.deepEqual(all('a,b'), [{ line: 1, fields: ['a', 'b'] }])
  assert.deepEqual(all('a,b\n\r\n\n'), [{ line: 1, fields: ['a', 'b'] }])
  assert.deepEqual(all('a\n\nb'), [
    { line: 1, fields: ['a'] },
    { line: 2, fields: [''] },
    { line: 3, fields: ['b'] },
  ])
  assert.deepEqual(all(''), [])
  assert.deepEqual(all('\n\n'), [])
})

test('what two programs could read differently is told, and the lines after it are read', () => {
  const text = ['a"b,c', '"a"b,c', 'a\rb', 'fine,"x""y"', '"never closed,1', 'lost,2'].join('\n')

  assert.deepEqual(all(text), [
    { line: 1, problem: 'a quote appears in an unquoted cell' },
    { line: 2, problem: 'text follows a closing quote' },
    { line: 3, problem: 'a carriage return has no line feed' },
    { line: 4, fields: ['fine', 'x"y'] },
    { line: 5, problem: 'an opening quote is never closed' },
  ])
})

test('any text comes to an end, with every line of it in one record', () => {
  const hostile = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\0') })
  fc.assert(
    fc.property(hostile, (text) => {
      const lines = all(text).map(({ line }) => line)
      assert.deepEqual(
        lines,
        [...new Set(lines)].sort((one, other) => one - other),
      )
    }),
    { numRuns: 1_000 },
  )
})
