import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { moveDatabase } from '../scripts/upgrade-database.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { findPrograms } from '../src/platform/embedded-postgres-prepare.ts'
import { NO_FUNCTIONS } from '../src/platform/functions.ts'
import { newId } from '../src/platform/ids.ts'
import { listMigrations, migrate } from '../src/platform/migrate.ts'
import { newFolder, removeFolder } from './process.ts'

// `npm run upgrade` with one version on both sides: the way is the same, and no other is installed.

test('a database is moved with all rows and kept as it was, and a half move goes on', async () => {
  const folder = newFolder()
  const dataDirectory = join(folder, 'postgres')
  const heard: string[] = []
  const say = (line: string) => void heard.push(line)
  const { major } = findPrograms()
  const name = `Ada's \\ "shop"\n\t₦`
  const before = await startEmbeddedPostgres({ dataDirectory, say, disposable: true })
  const old = connectAsOwner(before)
  await migrate(old, listMigrations().slice(0, 1), NO_FUNCTIONS)
  const at = new Date('2026-11-20T09:00:00.123Z')
  const business = {
    businessId: newId<'business'>(at),
    name,
    email: 'ada@example.com',
    createdAt: at,
  }
  await old`insert into business ${old(business)}`
  await old.end()
  await before.stop()

  const move = { dataDirectory, say, programsOf: async () => findPrograms() }
  assert.equal(await moveDatabase(move), null)
  assert.equal(await moveDatabase({ ...move, isForced: true }), `${dataDirectory}.${major}`)

  assert(heard.includes('  business: 1 rows'), heard.join('\n'))
  // As after a crash between the two last steps.
  renameSync(dataDirectory, `${dataDirectory}.upgraded`)
  await assert.rejects(startEmbeddedPostgres({ dataDirectory, say }), /run `npm run upgrade` again/)
  await moveDatabase(move)
  const after = await startEmbeddedPostgres({ dataDirectory, say, disposable: true })
  const sql = connectAsOwner(after)
  const [row] = await sql`select business_id, name, email, created_at from business`
  const [level] = await sql`select current from schema_level`
  assert.deepEqual({ ...row }, business)
  assert.equal(level!['current'], listMigrations().at(-1)!.number)
  await sql.end()
  await after.stop()
  assert.equal(readFileSync(join(`${dataDirectory}.${major}`, 'PG_VERSION'), 'utf8').trim(), major)
  removeFolder(folder)
})

test('a database of an older PostgreSQL is not started, and it says what moves it', async () => {
  const folder = newFolder()
  const dataDirectory = join(folder, 'postgres')
  mkdirSync(dataDirectory)
  writeFileSync(join(dataDirectory, 'PG_VERSION'), '17\n')

  await assert.rejects(
    startEmbeddedPostgres({ dataDirectory, say: () => {} }),
    /by PostgreSQL 17, but this Cowrie includes PostgreSQL \d+: upgrade it with `npm run upgrade`/,
  )
  removeFolder(folder)
})
