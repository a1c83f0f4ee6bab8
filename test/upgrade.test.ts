import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { connectAsOwner } from '../src/lib/db.ts'
import { newId } from '../src/lib/ids.ts'
import { listMigrations, migrate } from '../src/lib/migrate.ts'
import { SERVER } from './support.ts'

// A database that is in use is brought to what it is now, with what stands in it.

test('a key that exists does after the upgrade what it did before', async () => {
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = connectAsOwner({ ...SERVER, database: 'postgres' })
  await admin.unsafe(`create database ${database}`)
  const owner = connectAsOwner({ ...SERVER, database })
  try {
    await migrate(owner, listMigrations().slice(0, 36))
    const at = new Date('2026-11-20T09:00:00Z')
    const businessId = newId<'business'>(at)
    const business = { businessId, name: 'Old', email: 'ada@example.com', createdAt: at }
    await owner`insert into business ${owner(business)}`
    for (const kind of ['secret', 'public']) {
      const key = { businessId, mode: 'test', keyId: newId<'api_key'>(at), kind, createdAt: at }
      const hash = randomBytes(32)
      await owner`insert into api_key ${owner({ ...key, hash, hint: kind })}`
    }

    await migrate(owner)

    const keys = await owner`
      select kind, scopes, allowed_ips, made_by, last_used_from from api_key order by kind desc
    `
    const nothing = { allowedIps: [], madeBy: null, lastUsedFrom: null }
    assert.deepEqual(
      keys.map((key) => ({ ...key })),
      [
        { kind: 'secret', scopes: ['all'], ...nothing },
        { kind: 'public', scopes: [], ...nothing },
      ],
    )
  } finally {
    await owner.end()
    await admin.unsafe(`drop database ${database} with (force)`)
    await admin.end()
  }
})
