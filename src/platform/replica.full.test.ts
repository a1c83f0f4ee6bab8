import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { folder, useFolder } from '../../test/embedded-postgres.ts'
import { copyAsStandby, freePort, givenData, startServer } from '../../test/servers.ts'
import { until } from '../../test/support.ts'
import { MINUTE } from './clock.ts'
import { connect, connectReplica, type Database } from './db.ts'
import { newId } from './ids.ts'
import { type Replica, replicaOf } from './replica.ts'

useFolder()

const now = new Date()
const old = newId(new Date(now.getTime() - 2 * MINUTE))
const isStandby = async (sql: Database) => {
  const [row] = await sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`
  return row!.is
}

type Said = { text: string; err: string }

async function given(name: string) {
  const [port, otherPort] = [await freePort(), await freePort()]
  const data = await givenData(join(folder, name))
  const copy = copyAsStandby(data, join(folder, `${name}-copy`), port)
  const one = await startServer(data, port)
  const other = await startServer(copy, otherPort)
  const primary = connect({ url: one.url }, null)
  const said: Said[] = []
  const warn = (fields: object, text: string) =>
    said.push({ text, err: String('err' in fields ? fields.err : '') })
  const standby = connectReplica({ url: other.url }, null)
  const replica = replicaOf(primary, standby, { warn })
  after(async () => {
    await replica.end()
    await primary.end({ timeout: 0 })
    await Promise.all([other.stop(), one.stop()])
  })
  return { primary, replica, other, standby, said }
}

/** Commits something on the primary each second, as the service does. */
async function untilUsed(primary: Database, replica: Replica, is: boolean): Promise<void> {
  await until(is ? 'it is used' : 'it is not used', async () => {
    await primary`select pg_logical_emit_message(true, 'test', '')`
    return replica.isUsed() === is
  })
}

test('a standby answers what lies below an old row, and nothing else', async () => {
  const { primary, replica, standby } = await given('fresh')
  await untilUsed(primary, replica, true)
  await until('the standby answers', () => replica.read(old, now, isStandby))
  const young = newId(new Date(now.getTime() - MINUTE))
  assert.equal(await replica.read(young, now, isStandby), false, 'a minute old')
  assert.equal(await replica.read(null, now, isStandby), false, 'the beginning')
  await assert.rejects(standby`create table never (id int)`, /read-only/)
})

test('a standby that is behind is not used until it has caught up', async () => {
  const { primary, replica, other, said } = await given('behind')
  const own = connectReplica({ url: other.url }, null)
  await untilUsed(primary, replica, true)
  await own`select pg_wal_replay_pause()`
  await untilUsed(primary, replica, false)
  assert.equal(await replica.read(old, now, isStandby), false)
  // Checked each second: a gap between two checks is not reported.
  await until('it is said', async () => said.at(-1)?.text === 'the read replica is not used')
  await own`select pg_wal_replay_resume()`
  await untilUsed(primary, replica, true)
  await until('the standby answers', () => replica.read(old, now, isStandby))
  await own.end({ timeout: 0 })
  await until('that is said', async () => said.at(-1)?.text === 'the read replica is used again')
})

test('what the standby cannot answer the primary answers, and it is not waited for', async () => {
  const { primary, replica, other, said } = await given('lost')
  await untilUsed(primary, replica, true)
  await other.kill()
  assert.equal(await replica.read(old, now, isStandby), false, 'at once')
  await untilUsed(primary, replica, false)
  assert.equal(await replica.read(old, now, isStandby), false)
  await until('it is said', async () => said.at(-1)?.text === 'the read replica is not used')
})

test('another database than a standby of this one is never used', async () => {
  const { primary } = await given('ours')
  const port = await freePort()
  const stranger = await startServer(await givenData(join(folder, 'strange')), port)
  const said: Said[] = []
  const warn = (fields: object, text: string) =>
    said.push({ text, err: String('err' in fields ? fields.err : '') })
  const replica = replicaOf(primary, connectReplica({ url: stranger.url }, null), { warn })
  await until('it is said', async () => said.length === 1)
  assert.match(said[0]!.err, /COWRIE_READ_URL is not a standby of DATABASE_URL/)
  assert.equal(replica.isUsed(), false)
  await replica.end()
  await stranger.stop()
})
