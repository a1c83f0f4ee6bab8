import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../test/support.ts'
import { type Id, newId } from './ids.ts'
import {
  COUNTED_MAX,
  countCapped,
  countUnlessFull,
  cutPage,
  listName,
  listOf,
  metaOf,
  PER_PAGE_DEFAULT,
  readPage,
} from './paging.ts'
import { Refusal } from './refusal.ts'

const context = useContext()
const NOW = new Date('2026-03-01T12:00:00Z')
const SAME = { customer: 'ada', status: 'success' }

test('without a word, the first 50', () => {
  assert.deepEqual(readPage({}), {
    page: 1,
    perPage: PER_PAGE_DEFAULT,
    below: null,
    offset: 0,
    list: '',
  })
  assert.equal(PER_PAGE_DEFAULT, 50)
})

test('page 3 of 20 begins behind 40 rows', () => {
  assert.equal(readPage({ page: '3', perPage: '20' }).offset, 40)
})

for (const page of ['0', '-1', '1.5', '1e2', '0x10', ' 1', '', 'abc', '1000001', '9'.repeat(400)]) {
  test(`page ${JSON.stringify(page).slice(0, 20)} is refused`, () => {
    assert.deepEqual(wrong({ page }), ['page'])
  })
}
for (const perPage of ['0', '-1', '101', '1000000', 'abc', '', '5e1', 'Infinity']) {
  test(`perPage ${JSON.stringify(perPage)} is refused`, () => {
    assert.deepEqual(wrong({ perPage }), ['perPage'])
  })
}
for (const cursor of ['', 'abc', '!!!', Buffer.from("' or 1=1").toString('base64url')]) {
  test(`the forged cursor ${JSON.stringify(cursor)} is refused`, () => {
    assert.deepEqual(wrong({ cursor }), ['cursor'])
  })
}

test('all that is wrong is told at once', () => {
  assert.deepEqual(wrong({ page: '0', perPage: '0', cursor: 'x' }), ['page', 'perPage', 'cursor'])
})

test('the cursor of one page is where the next begins', () => {
  const ids = [newId(NOW), newId(NOW), newId(NOW)]
  const page = readPage({ perPage: '2' })

  const meta = metaOf(page, 3, ids)

  assert.equal(meta.pageCount, 2)
  assert(meta.next !== null)
  assert.deepEqual(readPage({ perPage: '2', cursor: meta.next }), {
    page: 1,
    perPage: 2,
    below: ids[1],
    offset: 0,
    list: '',
  })
})

test('a cursor is of one list: of one business, mode, path and set of filters', () => {
  const mine = { businessId: 'mine', mode: 'test' }
  const paid = listName(mine, '/transactions', { status: 'success', customer: 'ada' })
  const { next } = metaOf(readPage({ perPage: '1' }, paid), 2, [newId(NOW), newId(NOW)])
  const others = [
    listName({ ...mine, businessId: 'others' }, '/transactions', SAME),
    listName({ ...mine, mode: 'live' }, '/transactions', SAME),
    listName(mine, '/refunds', SAME),
    listName(mine, '/transactions', {}),
    listName(mine, '/transactions', { ...SAME, status: 'failed' }),
    listName(mine, '/transactions', { ...SAME, channel: 'card' }),
    listName(undefined, '/transactions', SAME),
  ]

  for (const list of others) assert.deepEqual(wrong({ cursor: next! }, list), ['cursor'])
  assert.equal(readPage({ cursor: next! }, listName(mine, '/transactions', SAME)).list, paid)
})

test('a page number beside a cursor is refused, whatever it is', () => {
  const { next } = metaOf(readPage({ perPage: '1' }), 2, [newId(NOW), newId(NOW)])
  for (const page of ['1', '2', '0']) assert.deepEqual(wrong({ page, cursor: next! }), ['page'])
})

test('a total says whether counting stopped at its limit', () => {
  const cappedAt = (total: number, isExact: boolean) =>
    cutPage(readPage({}), total, [], String, { isExact }).meta.totalCapped
  assert.deepEqual(
    [9_999, 10_000].map((total) => cappedAt(total, false)),
    [false, true],
  )
  assert.deepEqual(
    [10_000, 10_001].map((total) => cappedAt(total, true)),
    [false, false],
  )
})

test('the last page has no next, and nothing has no pages', () => {
  const page = readPage({ perPage: '2' })
  assert.equal(metaOf(page, 2, [newId(NOW), newId(NOW)]).next, null)
  assert.deepEqual(metaOf(page, 0, []), {
    total: 0,
    totalCapped: false,
    page: 1,
    perPage: 2,
    pageCount: 0,
    next: null,
  })
})

test('a list is read to its end, newest first, with no row twice and none left out', async () => {
  const made = Array.from({ length: 5 }, (_, i) => ({ madeId: newId(new Date(NOW.getTime() + i)) }))
  const ids = made.map(({ madeId }) => madeId)
  const rows = context.sql`
    select made_id from unnest(${ids}::uuid[]) as made (made_id) where made_id <> ${ids[2]!}
  `
  const listed = (query: Parameters<typeof readPage>[0]) =>
    listOf<{ madeId: Id<string> }>(context.sql, readPage(query), 'madeId', rows)

  const first = await listed({ perPage: '3' })
  const rest = await listed({ perPage: '3', cursor: first.meta.next! })
  const second = await listed({ perPage: '3', page: '2' })

  assert.deepEqual(idsOf(first), [ids[4], ids[3], ids[1]])
  assert.deepEqual(idsOf(rest), [ids[0]])
  assert.deepEqual(idsOf(second), [ids[0]])
  assert.deepEqual([first.meta.total, rest.meta.total], [4, 4])
  assert.deepEqual([rest.meta.next, second.meta.next], [null, null])
  const uncounted = { ...readPage({ perPage: '4' }), isUncounted: true } as const
  const all = await listOf<{ madeId: Id<string> }>(context.sql, uncounted, 'madeId', rows)
  assert.deepEqual([all.rows.length, all.meta.total, all.meta.next], [4, 0, null])
})

function idsOf({ rows }: { rows: { madeId: string }[] }): string[] {
  return rows.map(({ madeId }) => madeId)
}

test('rows are counted up to a number, and no further', async () => {
  const rows = (count: number) => context.sql`select 1 from generate_series(1, ${count})`

  const counted = [0, 2, 3, 4].map((count) => countCapped(context.sql, rows(count), 3))
  const many = await countCapped(context.sql, rows(COUNTED_MAX + 1))

  assert.deepEqual(await Promise.all(counted), [0, 2, 3, 3])
  assert.equal(many, 10_000)
  assert.equal(await countCapped(context.sql, rows(COUNTED_MAX - 1)), 9_999)
})

test('what has reached the number is not counted again for a minute, and all else is', async (t) => {
  let nowMs = 1_000
  t.mock.method(performance, 'now', () => nowMs)
  const asked: string[] = []
  const count = ({ amountMin, ...scope }: typeof mine, total: number) =>
    countUnlessFull(scope, ['transaction', { status: 'failed', amountMin }], async () => {
      asked.push(`${scope.businessId} ${scope.mode} ${amountMin}`)
      return total
    })
  const mine = { businessId: 'mine', mode: 'test', amountMin: 1n }
  const others = { ...mine, businessId: 'others' }
  const live = { ...mine, mode: 'live' }
  const narrower = { ...mine, amountMin: 2n }

  assert.equal(await count(mine, COUNTED_MAX), COUNTED_MAX)
  assert.equal(await count(mine, 1), COUNTED_MAX)
  assert.equal(await count(others, 9_999), 9_999)
  assert.equal(await count(others, 9_998), 9_998)
  assert.equal(await count(live, 2), 2)
  assert.equal(await count(narrower, 3), 3)
  assert.equal(asked.length, 5)
  nowMs += 60_001
  assert.equal(await count(mine, 7), 7)
  assert.equal(await count(mine, 6), 6)
})

function wrong(query: Parameters<typeof readPage>[0], list?: string): string[] {
  try {
    readPage(query, list)
  } catch (error) {
    assert(error instanceof Refusal && error.code === 'invalid_request')
    return error.errors.map(({ field }) => field)
  }
  return []
}
