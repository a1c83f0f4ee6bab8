import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { LoginError, migrateAlone, migrateApart } from '../src/platform/database-logins.ts'
import { connect, connectAsOwner, type Database } from '../src/platform/db.ts'
import { NO_FUNCTIONS } from '../src/platform/functions.ts'
import { ensureApplicationRole, listMigrations, migrate } from '../src/platform/migrate.ts'
import { onNewDatabase } from './new-database.ts'
import { failToStart, newFolder, removeFolder, startService, stopService } from './process.ts'
import { atEnd } from './shared.ts'
import { SERVER } from './support.ts'

// COWRIE_MIGRATE_URL is of the owner of the tables, DATABASE_URL of a login that cannot become it.
// Both were made by somebody else, and may make no roles.

const { host, port } = SERVER as { host: string; port: number }

type Logins = {
  owner: Database
  own: Database
  admin: Database
  names: { owner: string; own: string }
  url: (name: string) => string
}

test('the service serves as a login that the owner has granted its rights to', () =>
  withLogins(async ({ owner, own, names, url }) => {
    await migrateApart({ owner, own, tell: () => {} })

    assert.equal(await migrateAlone({ own, tell: () => {} }), null)
    const serving = connect({ url: url(names.own) }, null)
    assert.deepEqual([...(await serving`select * from business`)], [])
    for (const forbidden of [
      'drop table business',
      `update schema_level set minimum = 0`,
      'delete from migration',
      `set role ${names.owner}`,
      'delete from ledger_entry',
    ]) {
      await assert.rejects(serving.unsafe(forbidden), { code: '42501' }, forbidden)
    }
    await serving.end()
  }))

test('a login that can become the owner is refused, by name', () =>
  withLogins(async ({ owner, own, admin, names }) => {
    const refused = (by: RegExp, one = own) =>
      assert.rejects(migrateApart({ owner, own: one, tell: () => {} }), (error: Error) => {
        assert(error instanceof LoginError)
        return by.test(error.message) && error.message.includes('DATABASE_URL')
      })

    await refused(/is the owner of the tables/, owner)
    const elsewhere = connectAsOwner({ ...SERVER, database: 'postgres' })
    await refused(/different databases/, elsewhere)
    await elsewhere.end()
    await admin.unsafe(`grant ${names.owner} to ${names.own}`)
    await refused(/is a member of the owner/)
    await admin.unsafe(
      `revoke ${names.owner} from ${names.own}; alter role ${names.own} createrole`,
    )
    await refused(/is a superuser or can become one/)

    const [table] = await owner`select to_regclass('migration') as name`
    assert.equal(table!['name'], null)
  }))

test('alone, a login that is not the owner serves what is up to date, or says what to run', () =>
  withLogins(async ({ owner, own }) => {
    const refused = () =>
      assert.rejects(migrateAlone({ own, tell: () => {} }), (error: Error) => {
        assert(error instanceof LoginError)
        return /run `npm run migrate` with COWRIE_MIGRATE_URL/.test(error.message)
      })

    await refused()
    await migrate(owner, listMigrations().slice(0, 1), NO_FUNCTIONS)
    await refused()
    await migrateApart({ owner, own, tell: () => {} })
    await migrateAlone({ own, tell: () => {} })
  }))

test('a role of the application that somebody else has made and granted is used', () =>
  withLogins(async ({ owner, admin, names }) => {
    assert.equal(await ensureApplicationRole(owner), null)
    await admin.unsafe(`grant cowrie_app to ${names.owner}`)
    assert.equal(await ensureApplicationRole(owner), 'cowrie_app')
  }))

test('the plan of `npm run migrate` changes nothing; then it is run, and the service starts', () =>
  withLogins(async ({ owner, names, url }) => {
    const folder = newFolder()
    const environment = {
      DATABASE_URL: url(names.own),
      COWRIE_MASTER_KEY: 'cd'.repeat(32),
      COWRIE_DATA: folder,
    }
    const both = { ...environment, COWRIE_MIGRATE_URL: url(names.owner) }
    await migrate(owner, listMigrations().slice(0, 1), NO_FUNCTIONS)

    const noOwner = { ...environment, COWRIE_MIGRATE_URL: url('nobody') }
    assert.throws(() => runMigrate(noOwner), /"nobody" does not exist\. Check COWRIE_MIGRATE_URL\./)
    const plan = runMigrate(both, '--dry-run')
    const early = await failToStart(folder, environment)
    const ran = runMigrate(both)
    const again = runMigrate(both, '--dry-run')
    const service = await startService(folder, environment)
    atEnd(() => service.child.kill('SIGKILL'))
    const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
    const { body } = await service.call('POST', '/api/v1/transactions/initialize', payment)
    assert.equal(body.status, 'success')
    assert.equal(await stopService(service), 0)
    removeFolder(folder)

    assert.match(plan, /is at migration 59; this version needs \d+/)
    assert.match(
      plan,
      /0062_sandbox_operations\.sql\n {2}alter table sandbox_armed_rail drop constraint/,
    )
    assert.match(plan, /blocks reads and writes of the table/)
    assert.match(plan, /0060_folded_names\.sql \(no transaction\)/)
    assert.match(plan, /Functions to replace: .*ledger_write/)
    assert.equal(early.code, 1)
    assert.match(
      early.text.trimEnd(),
      /run `npm run migrate` with COWRIE_MIGRATE_URL.*owns the tables\.$/,
    )
    assert.match(ran, /Ran \d+ migrations\.\nReplaced \d+ functions\./)
    assert.match(again, /Migrations to run: 0\.\nFunctions to replace: none\./)
  }))

function runMigrate(environment: Record<string, string>, ...words: string[]): string {
  const script = join(import.meta.dirname, '../scripts/migrate.ts')
  const flags = ['--disable-warning=ExperimentalWarning', script, ...words]
  const env = { ...process.env, ...environment }
  return execFileSync(process.execPath, flags, { env, encoding: 'utf8' })
}

async function withLogins(run: (logins: Logins) => Promise<void>): Promise<void> {
  await onNewDatabase(async (admin, database) => {
    const suffix = randomBytes(4).toString('hex')
    const names = { owner: `owner_${suffix}`, own: `service_${suffix}` }
    const url = (name: string) => `postgres://${name}@localhost:${port}/${database}?host=${host}`
    for (const name of Object.values(names)) await admin.unsafe(`create role ${name} login`)
    await admin.unsafe(`grant create on schema public to ${names.owner}`)
    await admin.unsafe(
      'do $$ begin create role cowrie_app nologin;' +
        ' exception when duplicate_object then end $$',
    )
    const [owner, own] = [
      connectAsOwner({ url: url(names.owner) }),
      connectAsOwner({ url: url(names.own) }),
    ]
    try {
      await run({ owner, own, admin, names, url })
    } finally {
      await Promise.all([owner.end(), own.end()])
      for (const name of Object.values(names)) {
        await admin.unsafe(`drop owned by ${name}; drop role ${name}`)
      }
    }
  })
}
