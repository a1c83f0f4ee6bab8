import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusinessId } from '../../src/core/context.ts'
import type { Page } from '../../src/platform/paging.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { Asked, metaFor, pageOf } from './asked.ts'
import { byNumber, momentOfNumber, numberIn, numberOf } from './numbers.ts'

// The numbers of records, and the pages of lists, at their limits.

const FIRST_MS = Date.UTC(2020, 0, 1)
const SCOPE = { businessId: idOf(FIRST_MS, 1) as BusinessId, mode: 'test' } as const

/** An id of this millisecond with these twelve bits; `rest` is not part of its number. */
function idOf(ms: number, bits: number, rest = '8000-000000000000'): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${bits.toString(16).padStart(3, '0')}-${rest}`
}

test('a number counts 4,096 per millisecond since 2020, and contains the millisecond', () => {
  const rows: [ms: number, bits: number, number: number][] = [
    [0, 1, 1],
    [0, 4_095, 4_095],
    [1, 0, 4_096],
    [1, 4_095, 8_191],
    [2, 0, 8_192],
  ]
  for (const [ms, bits, number] of rows) {
    assert.equal(numberOf(idOf(FIRST_MS + ms, bits)), number)
    assert.equal(momentOfNumber(number).getTime(), FIRST_MS + ms)
  }
})

test('a text is a number from 1 to the largest safe integer', () => {
  assert.equal(numberIn('1'), 1)
  assert.equal(numberIn('9007199254740991'), Number.MAX_SAFE_INTEGER)
  for (const text of ['', '0', '01', '-1', '1.0', '1e3', ' 1', '9007199254740992', 'one']) {
    assert.equal(numberIn(text), null, text)
  }
})

test('a number finds its record among neighbours, and is refused if two share it', async () => {
  const [before, only, after] = [3, 4, 5].map((bits) => idOf(FIRST_MS + 9, bits))
  const shared = ['8000-000000000000', 'bfff-ffffffffffff'].map((rest) =>
    idOf(FIRST_MS + 9, 7, rest),
  )
  const last = idOf(FIRST_MS + 9, 4_095, 'bfff-ffffffffffff')
  const next = idOf(FIRST_MS + 10, 0)
  const ids = [before, only, after, ...shared, last, next].toSorted().toReversed() as string[]
  const list = async ({ below, perPage }: Page) => {
    const rows = ids.filter((id) => below === null || id < below).map((id) => ({ id }))
    return { rows: rows.slice(0, perPage) }
  }
  const find = async (number: number) => (await byNumber(`${number}`, list, 'id'))?.id ?? null

  for (const id of [before, only, after, last, next] as string[]) {
    assert.equal(await find(numberOf(id)), id)
  }
  assert.equal(await find(numberOf(idOf(FIRST_MS + 9, 6))), null)
  assert.equal(await find(numberOf(idOf(FIRST_MS + 8, 4))), null)
  await assert.rejects(
    find(numberOf(shared[0]!)),
    (error) => error instanceof Refusal && error.code === 'invalid_request',
  )
})

test('an invalid page is the first one, and too many per page are the maximum', () => {
  const rows: [query: object, page: number, perPage: number, offset: number][] = [
    [{}, 1, 50, 0],
    [{ page: '0', perPage: '0' }, 1, 50, 0],
    [{ page: '-1', perPage: 'all' }, 1, 50, 0],
    [{ page: '2', perPage: '1' }, 2, 1, 1],
    [{ page: 3, perPage: 100 }, 3, 100, 200],
    [{ page: '1', perPage: '101' }, 1, 100, 0],
    [{ page: '1000000' }, 1_000_000, 50, 49_999_950],
    [{ page: '1000001' }, 1_000_000, 50, 49_999_950],
  ]
  for (const [query, page, perPage, offset] of rows) {
    const { list: _, ...read } = pageOf(new Asked(query), SCOPE, 'GET /transaction')
    assert.deepEqual(read, { page, perPage, below: null, offset })
  }
})

test('a page by number has the count before it, and a page by cursor only the next one', () => {
  const meta = { total: 45, page: 3, perPage: 20, pageCount: 3, next: null }
  const read = { ...meta, totalCapped: false }

  assert.deepEqual(metaFor(new Asked({}), read), { ...meta, skipped: 40 })
  assert.deepEqual(metaFor(new Asked({ use_cursor: 'true' }), { ...read, next: 'x' }), {
    next: 'x',
    previous: null,
    perPage: 20,
  })
})
