import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromParquet, toParquet } from './parquet.ts'
import type { Column, ColumnType, TextRow } from './tables.ts'

// Whatever a column has comes back unchanged.

const nullable = (text: fc.Arbitrary<string>) => fc.option(text, { nil: null })
const whole = (bits: bigint) =>
  fc.bigInt({ min: -(2n ** bits), max: 2n ** bits - 1n }).map((value) => value.toString())
const VALUES: Record<ColumnType, fc.Arbitrary<string | null>> = {
  uuid: nullable(fc.uuid()),
  text: nullable(fc.string({ unit: 'binary', maxLength: 40 })),
  int: nullable(whole(31n)),
  bigint: nullable(whole(63n)),
  bool: nullable(fc.constantFrom('true', 'false')),
  time: nullable(whole(52n)),
}
const TYPES = Object.keys(VALUES) as ColumnType[]
const COLUMNS: Column[] = TYPES.map((type) => ({ name: `a_${type}`, type }))

test('rows come back from Parquet as they were', async () => {
  const rows = fc.array(fc.tuple(...TYPES.map((type) => VALUES[type])), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      assert.deepEqual(await fromParquet(COLUMNS, toParquet(COLUMNS, written)), written)
    }),
  )
})

test('a file with several row groups, and pages, comes back whole', async () => {
  const columns: Column[] = [
    { name: 'id', type: 'bigint' },
    { name: 'name', type: 'text' },
  ]
  const written = Array.from({ length: 250_000 }, (_, i): TextRow => [`${i}`, `order-${i % 997}`])

  const read = await fromParquet(columns, toParquet(columns, written))

  assert.equal(read.length, written.length)
  assert.ok(read.every((row, at) => row[0] === written[at]![0] && row[1] === written[at]![1]))
})

test('other columns, and half a file, are errors', async () => {
  const columns: Column[] = [{ name: 'id', type: 'bigint' }]
  const bytes = toParquet(columns, [['1'], ['2']])

  await assert.rejects(fromParquet([{ name: 'amount', type: 'bigint' }], bytes))
  await assert.rejects(fromParquet(columns, bytes.subarray(0, -4)))
  await assert.rejects(fromParquet(columns, Buffer.from('{}')))
})
