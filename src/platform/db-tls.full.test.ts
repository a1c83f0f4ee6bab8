import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { givenAuthority } from '../../test/certificates.ts'
import { folder, useFolder } from '../../test/embedded-postgres.ts'
import { freePort, givenData, type Server, startServer, writeInto } from '../../test/servers.ts'
import { connect, type Database } from './db.ts'

// `sslmode` against a real PostgreSQL with TLS: which servers are trusted.

useFolder()

const ours = givenAuthority({ name: 'Example Authority', mayVouch: true })
const theirs = givenAuthority({ name: 'Other Authority', mayVouch: true })

let data = ''
let port = 0
let roots = ''

before(async () => {
  data = await givenData(join(folder, 'tls'))
  port = await freePort()
  roots = join(folder, 'roots.pem')
  writeFileSync(roots, ours.cert)
  chmodSync(roots, 0o644)
})

/** Accepts only connections with TLS. */
async function startWith({ cert, key }: { cert: string; key: string }): Promise<Server> {
  writeInto(data, 'server.crt', cert)
  writeInto(data, 'server.key', key)
  writeInto(data, 'pg_hba.conf', 'hostssl all all 127.0.0.1/32 trust\n')
  return startServer(data, port, { ssl: 'on' })
}

const addressOf = (host: string, query: string) => ({
  url: `postgres://postgres@${host}:${port}/postgres?${query}`,
})

/** Whether the server sees an encrypted connection, or why there is none. */
async function attempt(host: string, query: string): Promise<string> {
  let sql: Database | undefined
  try {
    sql = connect(addressOf(host, query), null)
    const [row] = await sql<{ ssl: boolean }[]>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()
    `
    return row!.ssl ? 'encrypted' : 'in the clear'
  } catch (error) {
    return (error as Error).message
  } finally {
    await sql?.end({ timeout: 0 })
  }
}

test('with verify-full only a server with the right name, from a trusted authority, is used', async () => {
  const full = () => `sslmode=verify-full&sslrootcert=${roots}`
  const server = await startWith(ours.sign({ name: 'localhost' }))
  assert.equal(await attempt('localhost', full()), 'encrypted')
  assert.match(await attempt('127.0.0.1', full()), /does not match certificate's altnames/)
  assert.equal(await attempt('127.0.0.1', `sslmode=verify-ca&sslrootcert=${roots}`), 'encrypted')
  assert.match(await attempt('localhost', 'sslmode=verify-full'), /unable to verify|self-signed/)
  assert.match(await attempt('localhost', 'sslmode=disable'), /no encryption/)
  await server.stop()

  for (const [certificate, why] of [
    [theirs.sign({ name: 'localhost' }), /unable to verify|self-signed|unable to get/],
    [ours.sign({ name: 'db.example.com' }), /does not match certificate's altnames/],
    [ours.sign({ name: 'localhost', until: new Date(Date.now() - 1_000) }), /expired/],
  ] as const) {
    const impostor = await startWith(certificate)
    assert.match(await attempt('localhost', full()), why)
    assert.equal(await attempt('localhost', 'sslmode=require'), 'encrypted')
    await impostor.stop()
  }
})

test('a server without TLS is not used where the address demands it', async () => {
  const server = await startServer(data, port, { ssl: 'off' })
  for (const mode of ['require', `verify-full&sslrootcert=${roots}`]) {
    assert.match(await attempt('localhost', `sslmode=${mode}`), /does not support SSL/)
  }
  await server.stop()
})

test('all that is asked over TLS settles when the server is killed, and goes on afterwards', async () => {
  const certificate = ours.sign({ name: 'localhost' })
  const server = await startWith(certificate)
  const sql = connect(addressOf('localhost', `sslmode=verify-full&sslrootcert=${roots}`), null)
  const asked = Array.from({ length: 200 }, (_, i) => sql`select ${i}::int, pg_sleep(0.01)`)
  const settled = Promise.allSettled(asked)
  await Promise.race(asked)
  await server.kill()
  const outcomes = await settled
  assert(outcomes.some(({ status }) => status === 'rejected'))

  const again = await startWith(certificate)
  const text = 'Ada Example'.repeat(100_000)
  const [row] = await sql<{ text: string }[]>`select ${text}::text as text`
  assert.equal(row!.text, text)
  await sql.end({ timeout: 0 })
  await again.stop()
})
