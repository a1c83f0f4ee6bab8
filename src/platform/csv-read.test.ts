import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CsvError, readCsv } from './csv-read.ts'

const read = (text: string) => readCsv(text, 1_000).map(({ line, cells }) => [line, ...cells])

test('commas, semicolons and tabs separate, with the mark and the first line that Excel writes', () => {
  const wanted = [
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]
  assert.deepEqual(read('a,b\n1,2\n'), wanted)
  assert.deepEqual(read('\ufeffa;b\r\n1;2\r\n'), wanted)
  assert.deepEqual(read('a\tb\r1\t2'), wanted)
  assert.deepEqual(read('sep=;\r\na;b\r\n1;2'), [
    [2, 'a', 'b'],
    [3, '1', '2'],
  ])
})

test('a quoted cell keeps separators, quotes and line breaks, and lines are counted on', () => {
  const text = 'a,b\n"1,5","say ""yes""\nto me"\n\n ,\nlast,'
  assert.deepEqual(read(text), [
    [1, 'a', 'b'],
    [2, '1,5', 'say "yes"\nto me'],
    [6, 'last', ''],
  ])
})

test('what is no CSV is refused with its line', () => {
  assert.throws(() => read('a\n"b'), new CsvError('Line 2: a quote is not closed.'))
  const behind = new CsvError('Line 2: there is text behind a closing quote.')
  assert.throws(() => read('a\n"b"c'), behind)
})

test('no more rows are read than wanted', () => {
  assert.equal(readCsv('a\n'.repeat(50), 10).length, 10)
  assert.deepEqual(readCsv('', 10), [])
})

test('what is written in quotes is read as it was', () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(cells, (rows) => {
      const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`))
      const found = readCsv(`a,b\n${quoted.map((row) => row.join()).join('\n')}`, 1_000)
      const full = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
      assert.deepEqual(
        found.slice(1).map((row) => row.cells),
        full,
      )
    }),
  )
})
