import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { useContext } from '../../test/support.ts'

// What batches send: arrays come back as they went, however their values are written.

const context = useContext()

const TEXT = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', ''))
const AWKWARD = [
  ...['', ' ', 'NULL', 'null', '{}', '{', '}', ',', ';', '"', '\\', '\\"', '"\\', '\\\\', '\\n'],
  ...['\n', '\t', '\r\n', '\x01"', '"\n\\', '\u007f"', '\u0085"', '\u2028"', '😀"', 'ñ\\', "'"],
]
const VALUE = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...AWKWARD),
  TEXT,
  TEXT.map(JSON.stringify),
)

test('texts of an array come back as they were, whatever is in them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(VALUE, { minLength: 1, maxLength: 40 }), async (texts) => {
      for (const sql of [context.sql, context.hot]) {
        const rows = await sql<{ text: string | null }[]>`select unnest(${texts}::text[]) as text`
        assert.deepEqual(
          rows.map(({ text }) => text),
          texts,
        )
      }
    }),
    { numRuns: 200 },
  )
})

test('half a surrogate pair becomes what no text has, and nothing else', async () => {
  const [row] = await context.sql`select ${['"\ud800']}::text[] as texts`
  assert.deepEqual(row!['texts'], ['"\ufffd'])
})

test('a moment is the same as a Date and as a text, alone and in an array', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
      async (moment) => {
        const text = moment.toISOString()
        const [row] = await context.sql`
          select ${moment}::timestamptz as one, ${text}::timestamptz as other,
            ${[text, text]}::timestamptz[] as others
        `
        assert.deepEqual({ ...row }, { one: moment, other: moment, others: [moment, moment] })
      },
    ),
    { numRuns: 100 },
  )
})

test('long and short statements follow each other, each whole', async () => {
  const lengths = [0, 1, 255, 256, 257, 5_000, 1_000_001, 3, 300_000, 2_000_000, 10, 256]
  const asked = lengths.map((length) => {
    const [first, last] = ['ä'.repeat(length), `${length}"`]
    return context.sql`select ${[first, last]}::text[] as texts`
  })
  const answers = await Promise.all(asked)
  for (const [i, [row]] of answers.entries()) {
    assert.ok(row!['texts'][0] === 'ä'.repeat(lengths[i]!), `${lengths[i]}`)
    assert.equal(row!['texts'][1], `${lengths[i]}"`)
  }
})

test('a row has the members of its own statement, in their order', async () => {
  const [three, none, , , again] = await Promise.all([
    context.sql`select 1 as one, null as two_words, 'x' as "__odd" from generate_series(1, 2)`,
    context.sql`select 1 as one where false`,
    context.sql`select`,
    context.sql`delete from announced_day where false`,
    context.sql`select 1 as one, 2 as two, 3 as one`,
  ])
  for (const row of three) {
    assert.equal(JSON.stringify(row), '{"one":1,"twoWords":null,"_Odd":"x"}')
  }
  assert.deepEqual([...none], [])
  assert.equal(JSON.stringify(again), '[{"one":3,"two":2}]')
})

test('a row of many columns is not kept as a hash table', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const isQuick = new Function('row', 'return %HasFastProperties(row)') as (row: object) => boolean
  for (const count of [5, 17, 18, 40, 100]) {
    const columns = Array.from({ length: count }, (_, i) => `${i} as column_${i}`)
    const rows = await context.hot.unsafe(`select ${columns.join()} from generate_series(1, 9)`)
    assert.equal(rows.filter(isQuick).length, 9, `${count} columns`)
    assert.deepEqual(
      Object.values(rows[8]!),
      Array.from({ length: count }, (_, i) => i),
    )
  }
})

test('what was asked and answered is forgotten with the young, and does not grow old', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size
  const twice = () => [1, 2].forEach(() => void collect({ type: 'minor' }))
  const ask = (i: number) => {
    const texts = Array.from({ length: 40 }, (_, place) => `${i}.${place}.`.padEnd(500, 'x'))
    return context.hot`select count(*) from unnest(${texts}::text[])`
  }
  const inFlight = ask(0).execute()
  twice()
  await inFlight
  const before = oldBytes()
  for (let i = 1; i <= 200; i += 1) {
    await ask(i)
    twice()
  }
  assert.ok(oldBytes() - before < 1_000_000, 'of 200 that asked with 20,000 bytes each')
})
