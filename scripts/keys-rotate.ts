import { parseArgs } from 'node:util'
import { findMasterKeyCheck } from '../src/accounts/businesses/businesses.ts'
import { MasterKeyError } from '../src/platform/data-keys.ts'
import { connectAsOwner, sqlState } from '../src/platform/db.ts'
import { findMasterKeys } from '../src/platform/kept-secrets.ts'
import { rotateKeys } from '../src/start/reseal.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run keys:rotate`: for operators. Replaces the encryption key, with or without running
// services, and wraps all keys under the newest master key. --rewrap-only does only the latter.
// Exits with 1 if something is left to do.

const USAGE = `Usage:
  npm run keys:rotate
  npm run keys:rotate -- --rewrap-only
`

const UNDEFINED_TABLE = '42P01'

const rewrapOnly = readArguments()
const config = configOrEnd()
const { address, close } = await openDatabase(config)
const sql = connectAsOwner(address)
process.exitCode = await run().catch((error: unknown) => {
  const text = sentenceOf(error)
  if (text === null) throw error
  process.stderr.write(`${text}\n`)
  return 1
})
await sql.end()
await close()

async function run(): Promise<number> {
  const isDone = await rotateKeys(sql, {
    masterKeys: await findMasterKeys(config),
    begunWith: await findMasterKeyCheck(sql),
    rewrapOnly,
    say: (line) => process.stdout.write(`${line}\n`),
  })
  process.stdout.write(isDone ? 'Done.\n' : 'Not done: see above.\n')
  return isDone ? 0 : 1
}

/** Errors that a person can fix. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof MasterKeyError) return error.message
  if (sqlState(error) !== UNDEFINED_TABLE) return null
  return (
    'This database has no data keys yet. Start this version of the service once, then run ' +
    'this again.'
  )
}

function readArguments(): boolean {
  try {
    const { values } = parseArgs({
      options: { 'rewrap-only': { type: 'boolean', default: false } },
    })
    return values['rewrap-only']
  } catch {
    process.stderr.write(USAGE)
    process.exit(2)
  }
}
