import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { asOwner, useContext } from '../../test/support.ts'
import { anyCodePoint } from '../../test/texts.ts'
import { sqlState, type Transaction } from './db.ts'

// What the template sends, and what it returns.

const context = useContext()

const TEXT = fc
  .string({ unit: anyCodePoint, maxLength: 20 })
  .map((text) => text.replaceAll('\0', ''))
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

test('a value that cannot be sent is refused before anything is sent, and nothing else is', async () => {
  const half = '"\ud800'
  const values: [value: unknown, type: string][] = [
    [half, 'text'],
    [[half], 'text[]'],
    [['well', ['nested', half]], 'text[]'],
    [undefined, 'int'],
    [[1, undefined], 'int[]'],
    [new Date(Number.NaN), 'timestamptz'],
    [[new Date(Number.NaN)], 'timestamptz[]'],
    [{ a: 1 }, 'jsonb'],
    [[{ type: 'x' }], 'jsonb[]'],
    [Symbol('x'), 'text'],
    [() => {}, 'text'],
  ]
  const asked = values.flatMap(([value, type], i) => [
    context.sql`select ${i}::int as i`,
    context.sql`select ${value as never}::${context.sql.unsafe(type)}`,
    context.sql`select ${i}::int as i`,
  ])
  const answers = await Promise.allSettled(asked)
  for (const [i, answer] of answers.entries()) {
    if (i % 3 !== 1)
      assert.deepEqual(answer, { status: 'fulfilled', value: [{ i: Math.floor(i / 3) }] })
    else assert.equal(sqlState((answer as PromiseRejectedResult).reason)?.slice(0, 2), '22')
  }
})

test('an array of each type comes back as it went', async () => {
  const at = new Date('2026-11-23T10:00:00.123Z')
  const arrays: [type: string, values: unknown[]][] = [
    ['text', ['it’s', "'", '"', '\\', 'null', null, '']],
    ['varchar', ['"\\"', null]],
    ['uuid', ['019ab0c4-0000-7000-8000-000000000000', null]],
    ['bigint', [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 0n, null]],
    ['integer', [2_147_483_647, -2_147_483_648, 0, null]],
    ['smallint', [32_767, null]],
    ['float8', [1.5, -0.25, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, null]],
    ['boolean', [true, false, null]],
    ['timestamptz', [at, null, new Date(0)]],
    ['bytea', [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0), null]],
    ['numeric', ['12345678901234567890.123', null]],
  ]
  for (const [type, values] of arrays) {
    const of = context.sql.unsafe(`${type}[]`)
    for (const sent of [values, values.toReversed(), [], [null], values.slice(0, 1)]) {
      const [row] = await context.sql`select ${sent as never}::${of} as some`
      assert.deepEqual(row!['some'], sent, type)
      const rows = await context.hot`select one from unnest(${sent as never}::${of}) one`
      assert.deepEqual(
        rows.map(({ one }) => one),
        sent,
        type,
      )
    }
  }
  const [row] = await context.sql`select ${[['a"', null], ['\\', '']]}::text[] as nested`
  assert.deepEqual(row!['nested'], [
    ['a"', null],
    ['\\', ''],
  ])
})

test('a value has its own type where the statement does not say one', async () => {
  const at = new Date('2026-11-23T10:00:00.123Z')
  const bytes = Buffer.from([0, 34, 92, 255])
  const [row] = await context.sql`
    select ${5n} as int8, ${true} as bool, ${at} as at, ${at} + interval '1 ms' as later,
      ${bytes} as bytes, ${new Uint8Array(bytes.buffer, bytes.byteOffset, 2)} as some_bytes,
      ${'text'} as text, ${null} as nothing, ${7} as number_as_text, ${-1n} = any(array[-1]) as is
  `
  assert.deepEqual(row, {
    ...{ int8: 5n, bool: true, at, later: new Date(at.getTime() + 1), bytes },
    ...{
      someBytes: bytes.subarray(0, 2),
      text: 'text',
      nothing: null,
      numberAsText: '7',
      is: true,
    },
  })
})

test('a query is sent when it is awaited, once, and one in another is a part of it', async () => {
  const { sql } = context
  const never = sql`select nextval('no_such_sequence')`
  assert.equal(String(never), '[object Query]')
  const wanted = [sql`i > ${1}::int`, sql``, sql`and i < ${4}::int`]
  const found = await sql`
    select i from generate_series(0, 9) i where ${wanted[0]!} ${wanted[1]!} ${wanted[2]!}
  `
  assert.deepEqual(found, [{ i: 2 }, { i: 3 }])
  const query = sql`select clock_timestamp() as at`
  const [[one], [other]] = await Promise.all([query, query])
  assert.equal(one, other)
})

test('names and rows are written as what stands before them asks for', async () => {
  await context.sql.begin(async (sql) => {
    const day = { isHoliday: true, name: 'x', announcedBy: 'a', createdAt: context.now() }
    const days = ['2031-01-01', '2031-01-02'].map((one) => ({ day: one, ...day }))
    const made = await sql`insert into announced_day ${sql(days)} returning ${sql('announcedBy')}`
    assert.deepEqual([made, made.count], [[{ announcedBy: 'a' }, { announcedBy: 'a' }], 2])
    const changed = await sql`
      update announced_day set ${sql({ announcedBy: 'b', name: sql`name || ${'y'}` })}
      where day = ${days[0]!.day}
    `
    assert.deepEqual([changed, changed.count], [[], 1])
    const table = sql('public.announced_day')
    const names = sql(['announcedBy', 'name'])
    const rows = await sql`select ${names} from ${table} order by day`
    assert.deepEqual(rows, [
      { announcedBy: 'b', name: 'xy' },
      { announcedBy: 'a', name: 'x' },
    ])
    await sql`delete from announced_day`
  })
})

test('a statement that was prepared before a column changed its type is prepared anew', async () => {
  await asOwner(context, async (sql) => {
    await sql`create table changing as select 1 as value`
    const read = () => sql`select value from changing`
    assert.deepEqual(await read(), [{ value: 1 }])
    await sql.unsafe('alter table changing alter value type text')
    assert.deepEqual(await read(), [{ value: '1' }])
    await sql.unsafe('deallocate all')
    assert.deepEqual(await Promise.all([read(), read(), read()]), Array(3).fill([{ value: '1' }]))
    await sql`drop table changing`
  })
})

test('rows have the shape of the statement that their own connection has prepared', async () => {
  await asOwner(context, async (sql) => {
    await sql.unsafe(`
      create schema one; create table one.shaped as select 1 as value;
      create schema two; create table two.shaped as select 'x' as other_value, 2::int8 as value
    `)
    const within = (schema: string, work: (read: () => PromiseLike<unknown>) => Promise<unknown>) =>
      sql.reserve(async (own) => {
        await own.unsafe(`set search_path = ${schema}`)
        return work(() => own`select * from shaped`)
      })
    await within('one', async (readOne) => {
      await within('two', async (readTwo) => {
        for (let i = 0; i < 3; i += 1) {
          const answers = await Promise.all([readOne(), readTwo()])
          assert.deepEqual(answers, [[{ value: 1 }], [{ otherValue: 'x', value: 2n }]])
        }
      })
    })
    await sql.unsafe('drop schema one cascade; drop schema two cascade')
  })
})

test('a transaction with a query that failed is rolled back, though its work caught that', async () => {
  const { sql } = context
  const day = { isHoliday: true, name: 'x', announcedBy: 'a', createdAt: context.now() }
  const begun = sql.begin(async (own) => {
    await own`insert into announced_day ${own({ day: '2031-01-01', ...day })}`
    await own`select 1 / 0`.catch(() => {})
    return 'done'
  })
  await assert.rejects(begun, { code: '22012' })
  const unawaited = sql.begin(async (own) => {
    await own`insert into announced_day ${own({ day: '2031-01-01', ...day })}`
    own`select 1 / 0`.catch(() => {})
    return 'done'
  })
  await assert.rejects(unawaited)
  const unsent = sql.begin(async (own) => {
    await own`insert into announced_day ${own({ day: '2031-01-01', ...day })}`
    await own`select ${'\ud800'}`.catch(() => {})
    return 'done'
  })
  await assert.rejects(unsent, /surrogate/)
  assert.deepEqual(await sql`select from announced_day`, [])
})

test('what belongs to a transaction is sent nowhere when it is over', async () => {
  let leaked: Transaction | undefined
  await context.sql.begin(async (own) => {
    leaked = own
    assert.equal((await own`select 1`).count, 1)
  })
  await assert.rejects(leaked!`select 1`.execute(), /is over/)
})

test('a reserved connection is one for all, and its settings do not outlive it', async () => {
  const pids = await context.sql.reserve(async (own) => {
    await own`set work_mem = '5MB'`
    const asked = [1, 2, 3].map(() => own<{ pid: number }[]>`select pg_backend_pid() as pid`)
    return new Set((await Promise.all(asked)).map(([row]) => row!.pid))
  })
  assert.equal(pids.size, 1)
  const show = () => context.sql.begin((own) => own`show work_mem`)
  const seen = await Promise.all([1, 2, 3, 4, 5, 6].map(show))
  assert(seen.every(([row]) => row!['workMem'] !== '5MB'))
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
        assert.deepEqual(row, { one: moment, other: moment, others: [moment, moment] })
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
