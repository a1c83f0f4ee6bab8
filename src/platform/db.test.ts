import assert from 'node:assert/strict'
import { type TestContext as Case, test } from 'node:test'
import { holdTransactions, TRANSACTIONS_MAX } from '../../test/held-transactions.ts'
import { asOwner, SERVER, useContext } from '../../test/support.ts'
import { APPLICATION_ROLE, connect, type Database } from './db.ts'
import { beforeOthers } from './pool.ts'

const AHEAD = 1_000
const TRANSACTIONS = 20
const DAYS = 10
/** The wait of a caller that is refused. */
const SHORT_MS = 20
const PATIENT_MS = 60_000

const context = useContext()

test('what is told to be written is, also when a thousand statements stand before a BEGIN', async () => {
  const sql = connect({ ...SERVER, database: context.database }, APPLICATION_ROLE)
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`))
  const ahead = Array.from({ length: AHEAD }, () => sql`select pg_sleep(0.001)`.execute())

  const begun = Array.from({ length: TRANSACTIONS }, () => sql.begin((own) => own`select 1`))
  await Promise.all([...ahead, ...begun])

  const row = { isHoliday: true, name: 'x', announcedBy: 'x', createdAt: context.now() }
  const days = Array.from({ length: DAYS }, (_, i) => `2030-01-${10 + i}`)
  await Promise.all(days.map((day) => sql`insert into announced_day ${sql({ day, ...row })}`))
  const [seen] = await asOwner(
    context,
    (owner) => owner<{ days: number; stray: number }[]>`
      select (select count(*)::int from announced_day) as days, (
        select count(*)::int from pg_stat_activity
        where datname = current_database() and state ^@ 'idle in transaction'
      ) as stray
    `,
  )
  await sql.end({ timeout: 5 })
  assert.deepEqual({ ...seen }, { days: DAYS, stray: 0 })
})

function givenPool(t: Case, beginWaitMs: number): Database {
  const sql = connect({ ...SERVER, database: context.database }, APPLICATION_ROLE, { beginWaitMs })
  t.after(() => sql.end({ timeout: 5 }))
  return sql
}

test('a begin that gets no connection in time is refused, and is never begun', async (t) => {
  const sql = givenPool(t, SHORT_MS)
  const release = await holdTransactions(sql)
  let ran = 0
  const begin = () =>
    sql.begin(async (begun) => {
      ran += 1
      return begun`select 1`
    })

  const asked = await Promise.allSettled(Array.from({ length: TRANSACTIONS }, begin))
  await release()

  for (const one of asked) {
    assert.equal(one.status, 'rejected')
    assert.equal(one.reason.code, 'overloaded')
  }
  for (let i = 0; i < TRANSACTIONS; i++) await begin()
  assert.equal(ran, TRANSACTIONS)
  await (await holdTransactions(sql))()
})

test('what goes before all others has its transaction before those who wait already', async (t) => {
  const sql = givenPool(t, PATIENT_MS)
  const release = await holdTransactions(sql)
  const begun: string[] = []
  const { promise: areAllTaken, resolve: allTaken } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const begin = (name: string) =>
    sql.begin(async (own) => {
      await own`select 1`
      begun.push(name)
      if (begun.length === TRANSACTIONS_MAX) allTaken()
      await mayEnd
    })
  const waiting = Array.from({ length: TRANSACTIONS }, () => begin('waited'))
  const asked = beforeOthers(() => begin('asked'))
  await sql`select 1`
  assert.equal(begun.length, 0)

  await release()
  await areAllTaken
  end()
  await Promise.all([...waiting, asked])

  assert(begun.slice(0, TRANSACTIONS_MAX).includes('asked'), `its turn came late: ${begun}`)
})

test('what waits for a transaction when the pool is ended is told so', async (t) => {
  const sql = givenPool(t, PATIENT_MS)
  const release = await holdTransactions(sql)
  const waiting = sql.begin((begun) => begun`select 1`)
  const told = assert.rejects(waiting, { code: 'CONNECTION_ENDED' })
  const ended = sql.end({ timeout: 5 })
  await new Promise((resolve) => setImmediate(resolve))
  await release()
  await Promise.all([told, ended])
})
