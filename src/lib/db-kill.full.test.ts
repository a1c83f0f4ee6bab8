import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  folder,
  killTree,
  processes,
  start,
  until,
  useFolder,
} from '../../test/embedded-postgres.ts'
import { scaled } from '../../test/scale.ts'
import { connect, connectHot, type Database } from './db.ts'

useFolder()

// A real database that is killed with -9 under load: afterwards each query settles, with what it
// asked for, and no connection is left behind.

const KILLS = scaled(12, 4)
const ASKERS = 6
/** A crashed database recovers first; a connection that is stuck waits for 10 s and more. */
const SETTLE_MS_MAX = 8_000

type Ask = (n: number) => Promise<number>

test(`after each of ${KILLS} kills of a database all queries settle, and with what they asked`, async () => {
  const dataDirectory = join(folder, 'killed')
  let server = await start(dataDirectory)
  const { host, port, user, database } = server
  const address = { host, port, user, database }
  const sql = connect(address, null)
  const hot = connectHot(address, null)
  await sql`create table number (number int not null, name text not null)`
  const kinds = [sql, hot].flatMap((pool) => [byStatement(pool), byTransaction(pool)])
  const since = new Map<symbol, number>()
  let answered = 0
  let isOver = false

  const asking = kinds.flatMap((ask, kind) =>
    Array.from({ length: ASKERS }, async (_, asker) => {
      for (let i = 0; !isOver; i++) {
        const n = i * 1_000 + kind * 100 + asker
        const question = Symbol()
        since.set(question, performance.now())
        // What was under way is lost; what is answered is right.
        const answer = await ask(n).catch(() => null)
        since.delete(question)
        if (answer !== null) assert.equal(answer, n)
        if (answer !== null) answered += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    }),
  )
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(100 + 20 * kill)
      const postmaster = Number(
        readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      if (kill % 3 === 0) {
        killTree(postmaster)
        await server.stop()
        server = await start(dataDirectory)
      } else {
        await until('somebody is connected', () => backendsOf(postmaster).length > 0)
        const backends = backendsOf(postmaster)
        process.kill(backends[kill % backends.length]!, 'SIGKILL')
      }
      const before = answered
      await pause(1_000)
      const longest = () => performance.now() - Math.min(...since.values())
      while (longest() > 500 || answered === before) {
        assert(longest() < SETTLE_MS_MAX, 'a query does not settle')
        await pause(20)
      }
    }
  } finally {
    isOver = true
    await Promise.race([Promise.all(asking), pause(SETTLE_MS_MAX)])
    await Promise.all([sql.end({ timeout: 1 }), hot.end({ timeout: 1 })])
  }
  await Promise.all(asking)
  assert(answered > KILLS * kinds.length, `${answered} were answered`)
})

function backendsOf(postmaster: number): number[] {
  return processes()
    .filter(({ parent, command }) => parent === postmaster && command.includes('[local]'))
    .map(({ pid }) => pid)
}

function byStatement(pool: Database): Ask {
  return async (n) => {
    const [row] = await pool<{ number: number }[]>`
      insert into number select * from unnest(${[n]}::int[], ${[`of "${n}"`]}::text[])
      returning number
    `
    return row!.number
  }
}

function byTransaction(pool: Database): Ask {
  return (n) =>
    pool.begin(async (own) => {
      const [[row]] = await Promise.all([
        own<{ number: number }[]>`select ${n}::int as number`,
        own`insert into number select * from unnest(${[n]}::int[], ${['own']}::text[])`,
      ])
      return row!.number
    })
}
