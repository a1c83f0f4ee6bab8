import assert from 'node:assert/strict'
import { type TestContext as Case, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { holdTransactions } from '../../test/held-transactions.ts'
import { SERVER, until, useContext } from '../../test/support.ts'
import { APPLICATION_ROLE, connect, type Database } from './db.ts'
import { type Unready, watchDatabase } from './db-watch.ts'

const CHECKS = { checkEveryMs: 10, checksMax: 3 }
/** More than enough to count as deaf. */
const MANY = 10 * CHECKS.checksMax

const context = useContext()

type Ways = 'answers' | 'fails' | 'is silent'

/** A pool that answers statements and transactions as the test says; it can be changed later. */
function givenPool(statements: Ways, transactions: Ways = statements) {
  const does = { statements, transactions }
  const act = (way: Ways): Promise<unknown> =>
    way === 'answers'
      ? Promise.resolve([{ isReadOnly: false }])
      : way === 'fails'
        ? Promise.reject(Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' }))
        : new Promise(() => {})
  const pool = Object.assign(() => act(does.statements), {
    begin: () => act(does.transactions),
    end: async () => {},
  })
  return { does, pool: pool as unknown as Database }
}

function watched(kinds: ReturnType<typeof givenPool>[], anew: Ways) {
  const [sql, hot = givenPool('answers')] = kinds
  let deafs = 0
  const openAnew = () => givenPool(anew).pool
  const pools = { sql: sql!.pool, hot: hot.pool }
  const watch = watchDatabase({ pools, openAnew, deaf: () => (deafs += 1) }, CHECKS)
  return { ...watch, deafs: () => deafs }
}

/** Returns a function that runs so many checks, with time for immediate answers to each. */
function givenChecks(t: Case): (count: number) => Promise<void> {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setInterval'] })
  return async (count) => {
    for (let i = 0; i < count; i++) {
      nowMs += CHECKS.checkEveryMs
      t.mock.timers.tick(CHECKS.checkEveryMs)
      await nextTurn()
    }
  }
}

/** What readiness says in the end, when each moment is later than the last write may be. */
async function saysAtLast(
  checks: ReturnType<typeof givenChecks>,
  kinds: ReturnType<typeof givenPool>[],
  write: Ways | string,
) {
  const failing = { code: write }
  const does = givenPool(['answers', 'is silent'].includes(write) ? (write as Ways) : 'answers')
  const refused = Object.assign(() => Promise.reject(failing), { end: async () => {} })
  const openAnew = () => (write === does.does.statements ? does.pool : (refused as never))
  const [sql, hot = givenPool('answers')] = kinds
  const pools = { sql: sql!.pool, hot: hot.pool }
  const watch = watchDatabase({ pools, openAnew, deaf: () => {} }, { ...CHECKS, heardMsMax: 30 })
  await checks(MANY)
  await watch.end()
  return watch.unready()
}

test('a process is ready while a write was committed lately and each kind of connection answers', async (t) => {
  const checks = givenChecks(t)
  const well = givenPool('answers')
  const says: [kinds: ReturnType<typeof givenPool>[], write: string, reason: Unready | null][] = [
    [[well], 'answers', null],
    [[givenPool('fails')], 'answers', 'database_unavailable'],
    [[givenPool('answers', 'is silent')], 'answers', 'database_unavailable'],
    [[well, givenPool('is silent')], 'answers', 'database_unavailable'],
    [[well], 'is silent', 'commit_stuck'],
    [[givenPool('answers', 'is silent')], 'is silent', 'commit_stuck'],
    [[well], 'CONNECTION_CLOSED', 'starting'],
    [[well], 'CONNECTION_READ_ONLY', 'database_read_only'],
    [[well], '25006', 'database_read_only'],
    [[well], '53100', 'database_full'],
  ]
  for (const [kinds, write, reason] of says) {
    assert.equal(await saysAtLast(checks, kinds, write), reason)
  }
})

test('a process to which the database is silent, while it answers others, is told so once', async (t) => {
  const checks = givenChecks(t)
  const [well, silent] = [givenPool('answers'), givenPool('is silent')]
  for (const pools of [[silent], [givenPool('answers', 'is silent')], [well, silent]]) {
    const { deafs } = watched(pools, 'answers')
    await checks(CHECKS.checksMax)
    assert.equal(deafs(), 0)
    await checks(MANY)
    assert.equal(deafs(), 1)
  }
})

test('a database that answers, fails, or is silent to everybody is no reason to end', async (t) => {
  const checks = givenChecks(t)
  const all = [
    watched([givenPool('answers')], 'answers'),
    watched([givenPool('fails')], 'answers'),
    watched([givenPool('is silent')], 'is silent'),
    watched([givenPool('is silent')], 'fails'),
  ]
  await checks(MANY)
  for (const { end, deafs } of all) {
    await end()
    assert.equal(deafs(), 0)
  }
})

test('an answer that comes late starts the count anew', async (t) => {
  const checks = givenChecks(t)
  let asked = 0
  let answer = Promise.withResolvers<void>()
  const late = () => {
    asked += 1
    return answer.promise
  }
  const pool = Object.assign(late, { begin: late, end: async () => {} }) as unknown as Database
  const { end, deafs } = watched([{ ...givenPool('answers'), pool }], 'answers')
  for (let i = 0; i < MANY; i++) {
    await checks(2)
    answer.resolve()
    answer = Promise.withResolvers()
  }
  assert.equal(asked, 2 * MANY)
  await end()
  assert.equal(deafs(), 0)
})

test('who is refused for waiting too long for a transaction has not heard of the database', async () => {
  const address = { ...SERVER, database: context.database }
  const sql = connect(address, APPLICATION_ROLE, { beginWaitMs: CHECKS.checkEveryMs / 2 })
  const release = await holdTransactions(sql)
  await assert.rejects(
    sql.begin(async () => {}),
    { code: 'overloaded' },
  )

  const { end, deafs } = watched([{ ...givenPool('answers'), pool: sql }], 'answers')
  await until('it is told', async () => deafs() > 0)

  await end()
  await release()
  await sql.end({ timeout: 5 })
})
