import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Line, openLine, PATIENT } from '../../test/line.ts'
import { scaled } from '../../test/scale.ts'
import { createDatabase, dropDatabase, until } from '../../test/support.ts'
import { MINUTE } from './clock.ts'
import { connect, connectHot, type Database } from './db.ts'

// The connection to the database is cut at any byte, in both directions, while many queries run.
// Each settles, with its own rows or an error of its connection; what was acknowledged is
// committed.

const CUTS = scaled(1_000, 100)
const ASKERS = 3
const SETTLE_MS_MAX = 2 * MINUTE
const BYTES_MAX = 30_000

let database: string
let line: Line
let pools: Database[]

before(async () => {
  database = await createDatabase()
  line = await openLine()
  const address = { ...line, database }
  pools = [connect(address, null, PATIENT), connectHot(address, null, PATIENT)]
  await pools[0]!.unsafe(`
    create table single (n bigint primary key, text text not null);
    create table half (n bigint primary key);
    create table other_half (n bigint primary key);
  `)
})

after(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 0 })))
  line.close()
  await dropDatabase(database)
})

type Ask = (pool: Database, n: number) => Promise<unknown>

const textOf = (n: number) => `${n}"\\ä`.padEnd(n % 700, 'x')

const asks: Record<string, Ask> = {
  async reads(pool, n) {
    const texts = Array.from({ length: 20 }, (_, i) => textOf(n + i))
    const rows = await pool`select ${n}::bigint as n, text from unnest(${texts}::text[]) text`
    assert.deepEqual(
      rows.map((row) => row),
      texts.map((text) => ({ n: BigInt(n), text })),
    )
  },
  async writes(pool, n) {
    const rows = await pool`
      insert into single select * from unnest(${[n]}::bigint[], ${[textOf(n)]}::text[])
      returning n, text
    `
    assert.deepEqual(rows, [{ n: BigInt(n), text: textOf(n) }])
  },
  async begins(pool, n) {
    const seen = await pool.begin(async (own) => {
      await own`insert into half values (${BigInt(n)})`
      const [, rows] = await Promise.all([
        own`insert into other_half values (${BigInt(n)})`,
        own`select n from half where n = ${BigInt(n)}`,
      ])
      return rows
    })
    assert.deepEqual(seen, [{ n: BigInt(n) }])
  },
}

test(`over ${CUTS} cuts each query settles with its own, and all that was answered was committed`, async () => {
  const answered: Record<string, number[]> = { reads: [], writes: [], begins: [] }
  const failures: unknown[] = []
  const since = new Map<symbol, number>()
  let next = 0
  let isOver = false
  const asking = pools.flatMap((pool) =>
    Object.entries(asks).flatMap(([kind, ask]) =>
      Array.from({ length: ASKERS }, async () => {
        while (!isOver) {
          const n = next++
          const question = Symbol()
          since.set(question, performance.now())
          await ask(pool, n).then(
            () => answered[kind]!.push(n),
            (error: unknown) => failures.push(error),
          )
          since.delete(question)
          await new Promise((resolve) => setImmediate(resolve))
        }
      }),
    ),
  )
  for (let cut = 0; cut < CUTS; cut++) {
    const from = cut % 3 === 0 ? 'client' : 'database'
    const how = cut % 2 === 0 ? 'reset' : 'end'
    line.cutAfter = { from, how, bytes: 1 + Math.floor(Math.random() * BYTES_MAX) }
    while (line.cutAfter !== null) {
      await pause(2)
      const longest = performance.now() - Math.min(...since.values())
      assert(longest < SETTLE_MS_MAX, `a query does not settle after a cut (${from}, ${how})`)
    }
  }
  const isEnough = () => Object.keys(asks).every((kind) => answered[kind]!.length > CUTS)
  await until('enough are answered', async () => isEnough())
  isOver = true
  const late = pause(SETTLE_MS_MAX, 'late', { ref: false })
  assert.notEqual(await Promise.race([Promise.all(asking), late]), 'late')

  const wrong = failures.filter(
    (error) => (error as { code?: string }).code !== 'CONNECTION_CLOSED',
  )
  assert.deepEqual(wrong, [], 'only connections failed')
  assert(failures.length >= CUTS / 2, `${failures.length} were cut off`)
  const [, ...rest] = await Promise.all([
    pools[0]!`select 1`,
    pools[0]!<{ n: bigint }[]>`select n from single`,
    pools[0]!<{ n: bigint }[]>`select n from half`,
    pools[0]!<{ n: bigint }[]>`select n from other_half`,
  ])
  const [single, half, otherHalf] = rest.map((rows) => new Set(rows.map(({ n }) => Number(n))))
  assert.deepEqual(
    answered['writes']!.filter((n) => !single!.has(n)),
    [],
  )
  assert.deepEqual(
    answered['begins']!.filter((n) => !half!.has(n)),
    [],
  )
  assert.deepEqual(half, otherHalf, 'no transaction is there by half')
})
