import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, folder, start, useFolder } from '../../test/embedded-postgres.ts'
import { connect, type Database } from './db.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

// Of several hosts of one database, the writable one is used, also after a failover.

useFolder()

test('of several hosts the writable one is used, and after a failover the new one', async (t) => {
  const names = ['one', 'other'] as const
  const servers = await Promise.all(names.map((name) => start(join(folder, name, 'postgres'))))
  const [one, other] = servers as [EmbeddedPostgres, EmbeddedPostgres]
  for (const [i, server] of servers.entries()) {
    await ask(server, (sql) => [sql.unsafe(`create table host as select ${i} as number`)])
  }
  await turn(other, 'standby')
  const hosts = servers.map(({ host }) => encodeURIComponent(host))
  const { user, port, database } = one
  const url = `postgres://${user}@${hosts.map((host) => `${host}:${port}`)}/${database}`
  const sql = connect({ url }, null)
  t.after(() => sql.end({ timeout: 0 }))
  assert.deepEqual(await everyHost(sql), [0])

  await turn(one, 'standby')
  await turn(other, 'primary')
  await assertMovesTo(sql, 1)

  // A host that is down does not make it fail.
  await turn(one, 'primary')
  await other.stop()
  await assertMovesTo(sql, 0)

  await turn(one, 'standby')
  await writeOnEach(sql)
  await assert.rejects(sql`select 1`.execute(), { code: 'CONNECTION_READ_ONLY' })
})

/**
 * As after a demotion or promotion: sessions stay. A server signals its old sessions before it
 * begins a new one, so once a new session has the setting, all have been signalled.
 */
async function turn(server: EmbeddedPostgres, to: 'standby' | 'primary'): Promise<void> {
  const setting = to === 'standby' ? 'on' : 'off'
  await ask(server, (sql) => [
    sql.unsafe(`alter system set default_transaction_read_only = ${setting}`),
    sql.unsafe('select pg_reload_conf()'),
  ])
  for (let tries = 0; (await settingOf(server)) !== setting; tries++) assert.ok(tries < 1_000)
}

async function settingOf(server: EmbeddedPostgres): Promise<unknown> {
  const [rows] = await ask(server, (sql) => [
    sql.unsafe("select current_setting('default_transaction_read_only') as setting"),
  ])
  return rows![0]!.setting
}

/** Fails once on each old connection, which is then closed. */
async function writeOnEach(sql: Database): Promise<void> {
  const write = () => sql`update host set number = number`
  const begin = () => sql.begin((own) => own`update host set number = number`)
  for (let i = 0; i < 20; i++) await Promise.allSettled([write(), write(), write(), begin()])
}

/** Writes fail at most once on each old connection, and then never again. */
async function assertMovesTo(sql: Database, number: number): Promise<void> {
  await writeOnEach(sql)
  assert.deepEqual(await everyHost(sql), [number])
  await sql.begin((own) => own`update host set number = number`)
}

async function everyHost(sql: Database): Promise<number[]> {
  const asked = Array.from(
    { length: 20 },
    () => sql<{ number: number }[]>`
    update host set number = number returning number, pg_sleep(0.01)
  `,
  )
  const rows = await Promise.all([...asked])
  return [...new Set(rows.flat().map(({ number }) => number))]
}
