import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { afterEach, beforeEach, type TestContext as Case, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Line, openLine, PATIENT } from '../../test/line.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { asOwner, until, useContext } from '../../test/support.ts'
import { MINUTE } from './clock.ts'
import { APPLICATION_ROLE, connect, connectHot, type Database, type Sql } from './db.ts'

// When a connection is lost, or a query cannot be built, each query settles with its own rows.

const SETTLE_MS_MAX = 2 * MINUTE
/** Of a pool, and as many for its transactions. */
const CONNECTIONS = 5
const CUTS = 30
const TURNS = 20
/** Enough for a tenth of a second of the database. */
const TURNS_MAX = 1_000_000
/** How long a database that owes an answer may be silent here. */
const SILENT_MS = 200
const HOLIDAY = '2031-01-01'

const context = useContext()
let line: Line
let sql: Database
let hot: Database

beforeEach(async () => {
  line = await openLine()
  sql = connect({ ...line, database: context.database }, APPLICATION_ROLE, PATIENT)
  hot = connectHot({ ...line, database: context.database }, APPLICATION_ROLE, PATIENT)
  await everyConnection(sql, (own) => own`select pg_sleep(0.01)`)
})

afterEach(async () => {
  await Promise.all([sql.end({ timeout: 0 }), hot.end({ timeout: 0 })])
  line.close()
})

for (const how of ['reset', 'end'] as const) {
  test(`after ${CUTS} losses amidst work (${how}) all is answered, in both pools and in transactions`, async () => {
    for (let cut = 0; cut < CUTS; cut++) {
      let isOver = false
      const asked: Promise<unknown>[] = []
      const asking = (async () => {
        while (!isOver) {
          // Now: just before the loss is noticed, which comes after `setImmediate`.
          await nextTurn()
          if (asked.length > 400) continue
          const names = ['a', 'b']
          asked.push(sql`select unnest(${names}::text[])`.execute())
          asked.push(hot`select unnest(${names}::text[])`.execute())
          asked.push(sql.begin((own) => own`select unnest(${names}::text[])`))
          asked.push(hot.begin((own) => Promise.all([own`select 1`, own`select ${cut}::int`])))
          for (const one of asked.slice(-4)) one.catch(() => {})
        }
      })()
      await Promise.all([sql`select pg_sleep(0.01)`, hot`select pg_sleep(0.01)`])
      line.cut(how)
      for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      isOver = true
      await asking
      await settles(Promise.allSettled(asked))
      await settles(everyConnection(sql, (own) => own`select ${['c']}::text[]`))
      await settles(everyConnection(hot, (own) => own`select ${['c']}::text[]`))
    }
  })
}

test('a query that cannot be built fails alone, and the others get their own rows', async () => {
  const unbuildable = [
    () => sql`select ${undefined as never}::int`,
    // pg takes an element with a `type` for a parameter of its own.
    () => sql`select ${[{ type: 'x' }] as never}::jsonb[]`,
  ]
  for (const fault of unbuildable) {
    await everyConnection(sql, () => assert.rejects(async () => await fault()))
    const ahead = Array.from({ length: CONNECTIONS }, (_, i) => ask(i, 0.05))
    const faults = Array.from({ length: CONNECTIONS }, async () => await fault())
    const behind = Array.from({ length: 10 * CONNECTIONS }, (_, i) => ask(i + 100, 0))
    for (const one of await settles(Promise.allSettled(faults))) {
      assert.equal(one.status, 'rejected')
    }
    const rows = await settles(Promise.all([...ahead, ...behind]))
    const expected = [...ahead.keys(), ...[...behind.keys()].map((i) => i + 100)]
    assert.deepEqual(rows, expected)
  }
  await settles(sql.end())

  async function ask(i: number, seconds: number): Promise<number> {
    const [row] = await sql<{ i: number }[]>`select ${i}::int as i, pg_sleep(${seconds})`
    return row!.i
  }
})

test('a database transaction with a query that cannot be built is rolled back, and ends', async () => {
  const begun = Array.from({ length: 2 * CONNECTIONS }, () =>
    sql.begin((own) =>
      Promise.all([own`select pg_sleep(0.02)`, own`select ${undefined as never}`]),
    ),
  )
  for (const one of await settles(Promise.allSettled(begun))) assert.equal(one.status, 'rejected')
  await settles(everyTransaction((own) => own`select 1`))
  await settles(sql.end())
})

test('the work of a lost transaction writes nothing within another', async () => {
  const begun = Promise.withResolvers<void>()
  const noticed = Promise.withResolvers<void>()
  const wrote = Promise.withResolvers<PromiseSettledResult<unknown>>()
  const lost = sql.begin(async (own) => {
    await own`select 1`
    begun.resolve()
    await noticed.promise
    const row = { day: HOLIDAY, isHoliday: true, name: 'x', announcedBy: 'x' }
    const writing = own`insert into announced_day ${own({ ...row, createdAt: context.now() })}`
    wrote.resolve((await Promise.allSettled([writing]))[0])
    await writing
  })
  lost.catch(() => {})
  await begun.promise
  line.cut('reset')
  await assert.rejects(settles(lost))
  await everyTransaction(async (own) => {
    await own`select 1`
    noticed.resolve()
    assert.equal((await settles(wrote.promise)).status, 'rejected')
  })
  const days = await asOwner(context, (owner) => owner`select from announced_day`)
  assert.equal(days.length, 0)
})

test('what a lost transaction had asked, or not asked yet, is settled', async () => {
  const asked: Promise<unknown>[] = []
  const begun = sql.begin((own) => {
    asked.push(...Array.from({ length: 10 }, (_, i) => own`select pg_sleep(60), ${i}::int`))
    return Promise.all(asked)
  })
  begun.catch(() => {})
  await sleeping(1)
  line.cut('end')
  await assert.rejects(settles(begun))
  const settled = await settles(Promise.allSettled(asked))
  assert(settled.every(({ status }) => status === 'rejected'))
})

test('work that fails by the loss of another connection ends its own transaction at once', async () => {
  const loss = Object.assign(new Error('of another connection'), { code: 'ECONNRESET' })
  for (let i = 0; i < 2; i++) {
    const begun = everyTransaction(async (own) => {
      await own`select 1`
      throw loss
    })
    await assert.rejects(settles(begun), loss)
  }
})

test('where the database hangs up without a word, that is told, and later it is tried again', async () => {
  line.cut('end')
  line.state = 'hangs up'
  for (let i = 0; i < 3; i++) {
    await assert.rejects(settles(sql`select 1`.execute()), { code: 'CONNECTION_CLOSED' })
    await assert.rejects(settles(sql.begin((own) => own`select 1`)))
  }
  line.state = 'open'
  await settles(everyConnection(sql, (own) => own`select ${['c']}::text[]`))
  await settles(everyTransaction((own) => own`select ${['c']}::text[]`))
})

test('lost while it says who we are, a connection fails one query, and the next is opened anew', async () => {
  line.cutAt = { bytes: 'application_name', times: 3 }
  const failing = Array.from({ length: 3 }, async () => await hot`select ${['c']}::text[]`)
  for (const one of await settles(Promise.allSettled(failing))) {
    assert.equal(one.status, 'rejected')
  }
  assert.equal(line.cutAt.times, 0)
  await settles(everyConnection(hot, (own) => own`select ${['c']}::text[]`))
})

test('where the database says nothing, queries fail when the time is over, and later it is tried again', async (t) => {
  const settlesLater = givenClock(t)
  const bounds = { ...PATIENT, silentMs: SILENT_MS, connectMs: SILENT_MS }
  const own = connect({ ...line, database: context.database }, APPLICATION_ROLE, bounds)
  t.after(() => own.end({ timeout: 0 }))
  const ask = () => [
    own`select 1`.execute(),
    own`select 2`.execute(),
    own.begin((one) => one`select 3`),
  ]
  await settles(Promise.all(ask()))
  // An idle time before does not count.
  await settlesLater(nextTurn())
  for (const how of ['fallen silent', 'never spoke'] as const) {
    if (how === 'fallen silent') line.silence()
    else line.cut('reset')
    line.state = 'says nothing'
    for (const one of await settlesLater(Promise.allSettled(ask()))) {
      assert.equal(one.status === 'rejected' && one.reason.code, 'CONNECTION_CLOSED', how)
    }
    line.state = 'open'
    await settles(Promise.all(ask()))
  }
})

test('a statement that may take as long as it needs is waited for', async (t) => {
  const settlesLater = givenClock(t)
  const bounds = { ...PATIENT, silentMs: SILENT_MS }
  const own = connect({ ...line, database: context.database }, APPLICATION_ROLE, bounds)
  t.after(() => own.end({ timeout: 0 }))
  const forever = () => own.begin((one) => one`select pg_sleep(60)`)
  await assert.rejects(settlesLater(forever()), { code: 'CONNECTION_CLOSED' })
  await own.begin(async (one) => {
    await one.liftTimeLimit()
    await settlesLater(one`select pg_sleep(0.1)`.execute())
    const [row] = await one`show statement_timeout`
    assert.equal(row!['statementTimeout'], '0')
  })
  await assert.rejects(settlesLater(forever()), { code: 'CONNECTION_CLOSED' })
})

test('rows that came before an error leave no gap in the next answer', async () => {
  const breaking = () => sql`select 1 / (4 - i) from generate_series(1, 9) i`
  await everyConnection(sql, () => assert.rejects(async () => await breaking()))
  await everyConnection(sql, async (own) => {
    assert.deepEqual([...(await own`select 1 as one, pg_sleep(0.01)`)].length, 1)
    const rows = await own<{ i: number }[]>`select i from generate_series(1, 3) i`
    assert.deepEqual(
      rows.map(({ i }) => i),
      [1, 2, 3],
    )
  })
})

test('after a loss the pool can be ended', async () => {
  const asked = [sql`select pg_sleep(60)`.execute(), sql.begin((own) => own`select pg_sleep(60)`)]
  for (const one of asked) one.catch(() => {})
  await sleeping(2)
  line.cut('reset')
  await settles(Promise.allSettled(asked))
  await settles(sql.end())
})

async function sleeping(count: number): Promise<void> {
  await asOwner(context, (owner) =>
    until('they are under way', async () => {
      const found = await owner`
        select from pg_stat_activity
        where datname = current_database() and query ~ 'pg_sleep.60' and state = 'active'
          and pid <> pg_backend_pid()
      `
      return found.length === count
    }),
  )
}

/**
 * Time passes only while the returned function waits for a promise: each turn, as much as a
 * database may be silent, for all that connect or wait for an answer.
 */
function givenClock(t: Case): <T>(promise: Promise<T>) => Promise<T> {
  const awaited = new Set<Socket>()
  t.mock.method(Socket.prototype, 'setTimeout', function (this: Socket, ms: number) {
    if (ms === SILENT_MS) awaited.add(this)
    return this
  })
  const pass = stopClock(t)
  return async (promise) => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    promise.then(end, end)
    for (let turn = 0; !isOver; turn++) {
      assert(turn < TURNS_MAX, 'it settles')
      pass(SILENT_MS)
      for (const socket of awaited) {
        // Once: a socket timeout that has fired does not fire again by itself.
        awaited.delete(socket)
        socket.emit('timeout')
      }
      await nextTurn()
    }
    return promise
  }
}

// The real clock, not the test's.
const { setTimeout: realTimeout, clearTimeout: clearReal } = globalThis

async function settles<T>(promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = realTimeout(() => late.reject(new Error('did not settle')), SETTLE_MS_MAX)
  return Promise.race([promise, late.promise]).finally(() => clearReal(timer))
}

/** Enough queries at once that each connection of the pool gets some. */
async function everyConnection(pool: Database, ask: (sql: Sql) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 3 * CONNECTIONS }, () => ask(pool)))
}

async function everyTransaction(work: (own: Sql) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sql.begin(work)))
}
