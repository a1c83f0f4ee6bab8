import { LoginError, migrateAlone, migrateApart } from '../src/platform/database-logins.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { awaitDatabase, DatabaseStartError } from '../src/platform/db-start.ts'
import { MigrationError, type Plan, planMigration } from '../src/platform/migrate.ts'
import {
  isWithoutTransaction,
  statementsOf,
  whoWaits,
} from '../src/platform/migration-statements.ts'
import { SchemaError } from '../src/platform/schema-level.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run migrate`: migrates the database as COWRIE_MIGRATE_URL, while processes of the previous
// version serve. `-- --dry-run` shows what it would do and changes nothing.

const STATEMENT_LENGTH_MAX = 90
const tell = (line: string) => void process.stdout.write(`${line}\n`)

function print({ level, needed, due, functions }: Plan): void {
  if (level === null) {
    tell(`The database has no Cowrie tables; this version needs migration ${needed}.`)
  } else {
    tell(`The database is at migration ${level.current}; this version needs ${needed}.`)
    tell(`Versions with migration ${level.minimum} or later can serve it.`)
  }
  for (const { name, text } of due) {
    tell(`\n${name}${isWithoutTransaction(text) ? ' (no transaction)' : ''}`)
    for (const statement of statementsOf(text)) {
      const line = statement.replace(/\s+/g, ' ')
      const isLong = line.length > STATEMENT_LENGTH_MAX
      tell(`  ${isLong ? `${line.slice(0, STATEMENT_LENGTH_MAX)} …` : line}`)
      // A new database has no other users.
      if (level !== null) tell(`    ${whoWaits(statement)}`)
    }
  }
  tell(`\nMigrations to run: ${due.length}.`)
  if (functions === null) tell('The functions are kept: they are from a newer version.')
  else tell(`Functions to replace: ${functions.length === 0 ? 'none' : functions.join(', ')}.`)
}

const config = configOrEnd()
const { address, close } = await openDatabase(config)
const ownerAddress = config.migrateUrl === null ? address : { url: config.migrateUrl }
const own = connectAsOwner(address)
const owner = config.migrateUrl === null ? own : connectAsOwner(ownerAddress)
try {
  if (owner !== own) {
    await awaitDatabase(ownerAddress, { waitMs: 0, say: tell, setting: 'COWRIE_MIGRATE_URL' })
  }
  if (process.argv.includes('--dry-run')) print(await planMigration(owner))
  else {
    if (config.migrateUrl === null) await migrateAlone({ own, tell })
    else await migrateApart({ owner, own, tell })
    tell('The database is up to date with this version.')
  }
} catch (error) {
  const kinds = [DatabaseStartError, LoginError, MigrationError, SchemaError]
  const plain = kinds.some((kind) => error instanceof kind)
  process.stderr.write(`${plain ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([own.end(), owner.end()])
  await close()
}
