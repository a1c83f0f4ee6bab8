import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { lastRecovery } from './recovery.ts'
import { judge, type Memory, startServing } from './serving.ts'

const context = useContext()

const server = { systemIdentifier: '7', timeline: 2 }
const row = { ...server, beats: 10n, beatAt: new Date(0) }
const memory: Memory = { ...row, isSynchronous: true, atMs: 0 }
const nothing = { server, row, memory: null, file: null, nowMs: 1_000 }
const promoted = { ...row, timeline: 1 }

test('remembered beats tell a restore from a failover', () => {
  const cases: [what: string, seen: Partial<Parameters<typeof judge>[0]>, said: string][] = [
    ['the first start', { row: null }, 'served'],
    ['a restart', {}, 'served'],
    ['a restart that remembers', { memory, file: row }, 'served'],
    ['another cluster', { row: { ...row, systemIdentifier: '8' } }, 'other_server'],
    ['an older copy, by the file', { file: { ...row, beats: 11n } }, 'older_copy'],
    ['the file of another cluster', { file: { systemIdentifier: '8', beats: 11n } }, 'served'],
    ['an older copy, under us', { memory: { ...memory, beats: 11n } }, 'commits_missing'],
    ['another timeline at a start', { row: promoted }, 'nobody_knows'],
    ['a promotion that lost nothing', { row: promoted, memory }, 'failover'],
    [
      'one that lost a commit',
      { row: promoted, memory: { ...memory, beats: 11n } },
      'commits_missing',
    ],
    [
      'one without a synchronous standby',
      { row: promoted, memory: { ...memory, isSynchronous: false } },
      'other_timeline',
    ],
    ['one after a long time', { row: promoted, memory, nowMs: 5 * MINUTE }, 'other_timeline'],
  ]
  for (const [what, seen, said] of cases) assert.equal(judge({ ...nothing, ...seen }), said, what)
})

test('a restart on the same server continues', async () => {
  for (let start = 0; start < 2; start++) {
    const serving = await startServing(context, { folder: null, vouchMs: 0 })
    await serving.beat()
    await serving.stop()
  }
  assert.equal(await lastRecovery(context.sql), null)
  const [served] = await context.sql`select beats from served_database`
  assert(served?.['beats'] >= 4n)
})

test('a start on another timeline enters recovery mode, and so do commits missing at run time', async () => {
  const log = { ...context.log, error: () => {} }
  const serving = await startServing({ ...context, log }, { folder: null, vouchMs: 0 })
  await asOwner(context, (sql) => sql`update served_database set beats = beats - 1`)
  await serving.beat()
  assert.equal((await lastRecovery(context.sql))?.reason, 'commits_missing')
  await serving.stop()

  await context.sql`delete from recovery`
  await asOwner(context, (sql) => sql`update served_database set timeline = 9`)
  const another = await startServing({ ...context, log }, { folder: null, vouchMs: 0 })
  assert.equal((await lastRecovery(context.sql))?.reason, 'other_timeline')
  await another.stop()
  await context.sql`delete from recovery`
  const asked = { isAsked: true, folder: null, vouchMs: 0 }
  await (await startServing({ ...context, log }, asked)).stop()
  assert.equal((await lastRecovery(context.sql))?.reason, 'asked_for')
})
