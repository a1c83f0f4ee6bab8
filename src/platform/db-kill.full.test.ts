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
import { PATIENT } from '../../test/line.ts'
import { scaled } from '../../test/scale.ts'
import { MINUTE } from './clock.ts'
import { connect, connectHot, type Database } from './db.ts'

useFolder()

// A real database is killed with -9 under load: each query settles with its own answer, and no
// connection is left behind.

const KILLS = scaled(12, 4)
const ASKERS = 6
/** Answers before the next kill. */
const BETWEEN_KILLS = 100
const SETTLE_MS_MAX = 2 * MINUTE

type Ask = (n: number) => Promise<number>

test(`after each of ${KILLS} kills of a database all queries settle, and with what they asked`, async () => {
  const dataDirectory = join(folder, 'killed')
  let server = await start(dataDirectory)
  const { host, port, user, database } = server
  const address = { host, port, user, database }
  const sql = connect(address, null, PATIENT)
  const hot = connectHot(address, null, PATIENT)
  await sql`create table number (number int not null, name text not null)`
  const kinds = [sql, hot].flatMap((pool) => [byStatement(pool), byTransaction(pool)])
  const open = new Set<symbol>()
  let answered = 0
  let isOver = false

  const asking = kinds.flatMap((ask, kind) =>
    Array.from({ length: ASKERS }, async (_, asker) => {
      for (let i = 0; !isOver; i++) {
        const n = i * 1_000 + kind * 100 + asker
        const question = Symbol()
        open.add(question)
        // Queries in progress are lost; answers are right.
        const answer = await ask(n).catch(() => null)
        open.delete(question)
        if (answer !== null) assert.equal(answer, n)
        if (answer !== null) answered += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    }),
  )
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const enough = answered + BETWEEN_KILLS + 10 * kill
      await until('enough are answered', () => answered >= enough)
      const met = [...open]
      const postmaster = Number(
        readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      if (kill % 3 === 0) {
        killTree(postmaster)
        await server.stop()
        server = await start(dataDirectory)
      } else {
        let backends: number[] = []
        await until('somebody is connected', () => {
          backends = backendsOf(postmaster)
          return backends.length > 0
        })
        process.kill(backends[kill % backends.length]!, 'SIGKILL')
      }
      await until('all that the kill met settle', () => !met.some((question) => open.has(question)))
    }
  } finally {
    isOver = true
    await Promise.race([Promise.all(asking), pause(SETTLE_MS_MAX, null, { ref: false })])
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
