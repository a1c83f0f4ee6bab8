import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsv } from '../operator/reconciliation/csv.ts'
import { csvLine, plainText } from './csv.ts'

const HOSTILE = fc.string({ unit: fc.constantFrom(...'=+-@\'"\t\r\n ;,|aé＝') })

function cellsIn(text: string): string[] {
  const [record, ...more] = readCsv(text)
  assert(record && 'fields' in record && more.length === 0, text)
  return record.fields
}

test('a text that a spreadsheet would run is written so that none does', () => {
  for (const begins of ['=', '+', '-', '@', '\t', '\r', '\n', ' =', '\t@', '＝', "'="]) {
    const [cell] = cellsIn(csvLine([`${begins}1+1`, 'x']))
    assert.equal(cell, `'${begins}1+1`, JSON.stringify(begins))
  }
  assert.deepEqual(cellsIn(csvLine(['-2', '+2348030000000', '1=1'])), [
    "'-2",
    "'+2348030000000",
    '1=1',
  ])
})

test('a semicolon or a bar, which some spreadsheets part cells by, parts none', () => {
  assert.equal(csvLine(['a;=1+1', 'a|=1+1']), '"a;=1+1","a|=1+1"\r\n')
})

test('our own numbers stay numbers, below zero too', () => {
  const cells = [-500_000n, { naira: -500_001n }, { naira: 5n }, { naira: -5n }, { naira: 100n }]
  assert.equal(csvLine(cells), '-500000,-5000.01,0.05,-0.05,1.00\r\n')
  assert.equal(csvLine([null, new Date(0)]), ',1970-01-01T01:00:00.000+01:00\r\n')
})

test('a time is that of Lagos, with its zone', () => {
  const times = ['2026-11-27T22:59:59.999Z', '2026-11-27T23:00:00Z', '2026-12-31T23:30:00Z']
  assert.equal(
    csvLine(times.map((time) => new Date(time))),
    '2026-11-27T23:59:59.999+01:00,2026-11-28T00:00:00.000+01:00,2027-01-01T00:30:00.000+01:00\r\n',
  )
})

test('whatever text is written is read as it was', () => {
  fc.assert(
    fc.property(fc.array(HOSTILE, { minLength: 2, maxLength: 5 }), (cells) => {
      assert.deepEqual(cellsIn(csvLine(cells)).map(plainText), cells)
    }),
  )
})
