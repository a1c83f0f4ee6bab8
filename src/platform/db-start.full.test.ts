import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext as Case, test } from 'node:test'
import { folder, useFolder } from '../../test/embedded-postgres.ts'
import { copyAsStandby, freePort, givenData, type Server, startServer } from '../../test/servers.ts'
import { MINUTE } from './clock.ts'
import { connect, connectAsOwner } from './db.ts'
import { isWorthWaiting } from './db-errors.ts'
import { awaitDatabase, DatabaseStartError } from './db-start.ts'
import { connectionError } from './pool.ts'

const WAIT_MS = 10 * MINUTE
const PROTOCOL_3 = 196_608

useFolder()

test('what passes by itself is waited for, and what somebody must change is not', () => {
  const caused = (code: string) =>
    connectionError('CONNECTION_CLOSED', code, Object.assign(new Error(code), { code }))
  const told = (code: string) => Object.assign(new Error(code), { code })
  const passing = [
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT'],
    ...['57P01', '57P02', '57P03', '53300', '08006', 'CONNECTION_CLOSED', 'CONNECTION_READ_ONLY'],
  ]
  const final = [
    ...['ENOTFOUND', 'EACCES', 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ...['28P01', '28000', '3D000', '42501', '08P01', 'CONNECTION_SETTINGS', ''],
  ]
  for (const code of passing) assert(isWorthWaiting(told(code)), code)
  for (const code of final) assert(!isWorthWaiting(told(code)), code)
  assert(isWorthWaiting(caused('ECONNREFUSED')))
  assert(!isWorthWaiting(caused('ENOTFOUND')))
  const noTls = connectionError('CONNECTION_CLOSED', 'The server does not support SSL connections')
  assert(!isWorthWaiting(noTls))
})

test('a database that is not there yet, or recovers, is waited for; verify does not read it', async () => {
  const [port, primaryPort] = [await freePort(), await freePort()]
  const said: string[] = []
  const wait = (url: string, waitMs: number) =>
    awaitDatabase({ url }, { waitMs, say: (line) => said.push(line) })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await assert.rejects(wait(url, 0), (error) => {
    assert(error instanceof DatabaseStartError)
    assert.match(error.message, /^The database did not respond: .*ECONNREFUSED.*DATABASE_URL\.$/)
    return true
  })
  assert.deepEqual(said, [])

  const waited = wait(url, WAIT_MS)
  const data = await givenData(join(folder, 'one'))
  const copy = copyAsStandby(data, join(folder, 'other'), primaryPort)
  const standby = await startServer(copy, port)
  const verify = spawnSync(process.execPath, ['scripts/ledger-verify.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], DATABASE_URL: url, COWRIE_DATABASE_WAIT: '0' },
    encoding: 'utf8',
  })
  assert.equal(verify.status, 1)
  assert.match(verify.stderr, /^The database did not respond: The database is recovering .*\n$/)

  const owner = connectAsOwner({ url })
  await owner`select pg_promote()`
  await owner.end()
  await waited
  assert.equal(said.length, 1, said.join('\n'))
  assert.match(said[0]!, /^Waiting up to 600 s for the database: /)

  await refusesWhatIsWrong(standby)
  await standby.stop()
})

async function refusesWhatIsWrong({ port, url }: Server): Promise<void> {
  const at = (text: string) => awaitDatabase({ url: text }, { waitMs: WAIT_MS, say: assert.fail })
  const cannot = (why: RegExp) => ({ name: 'Error', message: why })
  await assert.rejects(at(`${url}x`), cannot(/^The database cannot be used: .*"postgresx".*\.$/))
  const nowhere = `postgres://postgres@no-such-host.invalid:${port}/postgres`
  await assert.rejects(at(nowhere), cannot(/^The database cannot be used: .*no-such-host/))
}

test('a connection that has lost its settings on the way, or may lose payments, is not used', async (t) => {
  const port = await freePort()
  const server = await startServer(await givenData(join(folder, 'server')), port)
  const pooler = await givenPooler(t, port)
  const { url } = server
  const through = url.replace(String(port), String(pooler.port))
  const say = () => {}

  // At start, and while serving.
  await assert.rejects(awaitDatabase({ url: through }, { waitMs: WAIT_MS, say }), {
    message:
      /^The database connection has lost its settings \(statement_timeout is 0, not 5s\)\. A/,
  })
  const sql = connect({ url: through }, null)
  for (const asked of [() => sql`select 1`, () => sql.begin((own) => own`select 1`)]) {
    await assert.rejects(async () => asked(), { code: 'CONNECTION_SETTINGS' })
  }
  pooler.strips = false
  await sql`select 1`
  await sql.end()

  const owner = connectAsOwner({ url })
  await owner.unsafe('alter role postgres set synchronous_commit = off')
  const isDurable = { waitMs: WAIT_MS, say, isDurable: true }
  await assert.rejects(awaitDatabase({ url }, isDurable), {
    message: /^synchronous_commit is off: acknowledged payments could be lost\. Set it to on/,
  })
  await awaitDatabase({ url }, { waitMs: WAIT_MS, say })
  await owner.unsafe('alter role postgres set synchronous_commit = local')
  await awaitDatabase({ url }, isDurable)
  await owner.end()
  await server.stop()
})

/** Drops `options` from a client's first message, as a pooler does. */
async function givenPooler(t: Case, serverPort: number) {
  const pooler = { port: 0, strips: true }
  const sockets: Socket[] = []
  const proxy = createServer((client) => {
    const database = dial(serverPort, '127.0.0.1')
    sockets.push(client, database)
    client.once('data', (first: Buffer) => {
      database.write(pooler.strips ? withoutOptions(first) : first)
      client.pipe(database)
    })
    database.pipe(client)
    for (const one of [client, database]) one.on('error', () => {})
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  pooler.port = (proxy.address() as { port: number }).port
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return pooler
}

function withoutOptions(message: Buffer): Buffer {
  assert.equal(message.readInt32BE(4), PROTOCOL_3)
  const words = message.subarray(8).toString().split('\0')
  const place = words.indexOf('options')
  const rest = Buffer.from(words.toSpliced(place, 2).join('\0'))
  const head = Buffer.alloc(8)
  head.writeInt32BE(rest.length + 8, 0)
  head.writeInt32BE(PROTOCOL_3, 4)
  return Buffer.concat([head, rest])
}
