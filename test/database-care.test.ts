import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOAT_MAX, connections, indexes, rebuild, tables } from '../scripts/database/care.ts'
import type { Database } from '../src/platform/db.ts'
import { asOwner, useContext } from './support.ts'

const context = useContext({ isNew: true })
const ROWS = 20_000
const of = async (sql: Database, name: string) =>
  (await indexes(sql, 0))!.find((its) => its.name === name)

test('an index of which most was deleted is told, and rebuilt without its space', async () =>
  asOwner(context, async (sql) => {
    await sql`create table care_test (id int primary key, word text)`
    await sql`create index care_test_by_word on care_test (word)`
    await sql`insert into care_test select i, 'word ' || i from generate_series(1, ${ROWS}) i`
    const whole = (await of(sql, 'care_test_pkey'))!
    assert.equal(whole.table, 'care_test')
    assert(whole.bloat > 0.9 && whole.bloat < 1.1, `${whole.bloat} when filled in order`)

    await sql`delete from care_test where id % 10 > 0`
    await sql`vacuum care_test`
    const before = (await of(sql, 'care_test_pkey'))!
    assert(before.bloat > BLOAT_MAX, `${before.bloat}`)
    await rebuild(sql, 'care_test_pkey')

    const after = (await of(sql, 'care_test_pkey'))!
    assert(after.bloat < 1.1 && after.bytes < before.bytes / 4, JSON.stringify(after))
    assert(
      (await indexes(sql, 0))![0]!.bloat >= (await of(sql, 'care_test_by_word'))!.bloat,
      'worst first',
    )
  }))

test('what a rebuild left behind when it was cut off goes with the next one', async () =>
  asOwner(context, async (sql) => {
    const invalid = async () => (await sql`select from pg_index where not indisvalid`).length
    await sql`create table care_cut (id int)`
    await sql`create index care_cut_by_id on care_cut (id)`
    await sql`insert into care_cut values (1), (1)`
    // It fails, and PostgreSQL leaves an invalid index, as a lost connection does.
    await assert.rejects(
      sql`create unique index concurrently care_cut_by_id_ccnew on care_cut (id)`,
    )
    assert.equal(await invalid(), 1)

    await rebuild(sql, 'care_cut_by_id')

    assert.equal(await invalid(), 0)
    assert((await of(sql, 'care_cut_by_id')) !== undefined)
  }))

test('tables are told with their dead rows, and connections with their limit', async () =>
  asOwner(context, async (sql) => {
    await sql`create table care_rows (id int) with (autovacuum_enabled = off)`
    await sql`insert into care_rows select generate_series(1, 1000)`
    await sql`delete from care_rows where id <= 400`
    await sql`select pg_stat_force_next_flush()`
    const seen = (await tables(sql, 1_000)).find(({ name }) => name === 'care_rows')!
    assert.deepEqual([seen.rows, seen.dead, seen.hot], [600, 400, null])

    const { used, most } = await connections(sql)
    assert(used >= 1 && used <= most)
  }))
