import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTurns } from '../../test/turns.ts'
import { mapInSlices, SLICE } from './slices.ts'

test('others have their turn after each slice, and every item has its place', async () => {
  const items = Array.from({ length: 10 * SLICE + 1 }, (_, i) => i)

  const { result, turns } = await countTurns(() => mapInSlices(items, (item, at) => [item, at]))

  assert.deepEqual(
    result,
    items.map((i) => [i, i]),
  )
  assert(turns >= 10, `${turns} turns`)
})
