import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from './db.ts'
import { watchDatabase } from './db-watch.ts'

// Readiness before the first write, and after the process was suspended. The test ticks the checks.

const EVERY_MS = 1_000

function givenWatch(t: { mock: typeof import('node:test').mock }, write: () => Promise<unknown>) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const answers = async () => [{ isReadOnly: false }]
  const pool = Object.assign(answers, { begin: answers, end: async () => {} }) as never as Database
  const writing = Object.assign(write, { end: async () => {} }) as never as Database
  const pools = { sql: pool, hot: pool }
  const { unready } = watchDatabase({ pools, openAnew: () => writing, deaf: () => {} })
  const tick = async (checks = 1) => {
    for (let i = 0; i < checks; i += 1) {
      t.mock.timers.tick(EVERY_MS)
      await nextTurn()
    }
  }
  return { unready, tick }
}

const committed = async () => [{ isReadOnly: false }]
const refused = async () => Promise.reject(Object.assign(new Error(), { code: '57P03' }))
const full = async () => Promise.reject(Object.assign(new Error(), { code: '53100' }))

test('until the first write is committed the service says that it is starting', async (t) => {
  const write: () => Promise<unknown> = () => new Promise(() => {})
  const { unready, tick } = givenWatch(t, () => write())
  assert.equal(unready(), 'starting')
  await tick(4)
  assert.equal(unready(), 'commit_stuck', 'it has waited for three checks')
})

test('a database that refuses the first write is one that the service is starting with', async (t) => {
  let write = refused as () => Promise<unknown>
  const { unready, tick } = givenWatch(t, () => write())
  await tick(10)
  assert.equal(unready(), 'starting')
  write = committed
  await tick()
  assert.equal(unready(), null)
  write = refused
  await tick(10)
  assert.equal(unready(), 'database_unavailable')
})

test('a full disk is told from the first write on', async (t) => {
  const { unready, tick } = givenWatch(t, full)
  await tick(4)
  assert.equal(unready(), 'database_full')
})

test('a process that was held up for ten seconds is still ready: it has asked nothing meanwhile', async (t) => {
  const { unready, tick } = givenWatch(t, committed)
  await tick(2)
  const heldUp = performance.now() + 10 * EVERY_MS
  t.mock.method(performance, 'now', () => heldUp)

  assert.equal(unready(), null)
})
