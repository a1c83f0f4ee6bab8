import { randomBytes } from 'node:crypto'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { SERVER } from './support.ts'

/** An empty database for migrations, dropped when `run` ends. */
export async function onNewDatabase(
  run: (owner: Database, database: string) => Promise<void>,
): Promise<void> {
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = connectAsOwner({ ...SERVER, database: 'postgres' })
  await admin.unsafe(`create database ${database}`)
  const owner = connectAsOwner({ ...SERVER, database })
  try {
    await run(owner, database)
  } finally {
    await owner.end()
    await admin.unsafe(`drop database ${database} with (force)`)
    await admin.end()
  }
}
