import { parseArgs } from 'node:util'
import {
  ArchiveError,
  archiveMonth,
  closedMonths,
  listMonths,
} from '../src/operator/archive/archive.ts'
import { type Month, readMonth } from '../src/operator/archive/month.ts'
import { openStore, type Store, StoreError } from '../src/operator/archive/store.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run archive`: for operators. Copies old months to the store of COWRIE_ARCHIVE, and reads
// them back. Exits with 0 if all is well, 1 if a month is not archived, 2 for a wrong command.

const USAGE =
  'Usage:\n' +
  '  npm run archive                                the months that are archived\n' +
  '  npm run archive -- --before 2025-01            archive the months before this one\n' +
  '  npm run archive -- --before 2025-01 --again    verify those that are archived, too\n'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

const { before, isAgain } = readArguments()
const config = configOrEnd()
if (config.archive === null) {
  complain('Set COWRIE_ARCHIVE to a folder or a bucket: docs/operating/archive.md.')
  process.exit(2)
}
const store = openStore(config.archive)
const { address, close } = await openDatabase(config)
const sql = connectAsOwner(address)
process.exitCode = await run()
await sql.end()
await close()

function run(): Promise<number> {
  return before === null ? list(sql) : archive(sql, store, before)
}

async function list(on: Database): Promise<number> {
  const months = await listMonths(on)
  if (months.length === 0) say('No month is archived.')
  for (const { month, state, store: where, verifiedAt } of months) {
    const words = verifiedAt === null ? state : `${state} ${verifiedAt.toISOString()}`
    say(`${month.slice(0, 7)}  ${words}  ${where}`)
  }
  return 0
}

async function archive(on: Database, to: Store, until: Month): Promise<number> {
  let failed = 0
  const months = await closedMonths(on, until)
  if (months.length === 0) say(`There is no closed and sealed month before ${until.name}.`)
  for (const month of months) {
    try {
      const needs = { sql: on, now: () => new Date() }
      const done = await archiveMonth(needs, to, month, say, { isAgain })
      if (done === null) complain(`${month.name}: another archiver is at work.`)
      else say(`${month.name}: ${done.state}`)
      if (done?.state !== 'verified') failed += 1
    } catch (error) {
      if (!(error instanceof ArchiveError || error instanceof StoreError)) throw error
      complain(error.message)
      failed += 1
    }
  }
  return failed === 0 ? 0 : 1
}

function readArguments(): { before: Month | null; isAgain: boolean } {
  try {
    const { values } = parseArgs({
      options: { before: { type: 'string' }, again: { type: 'boolean', default: false } },
    })
    const month = values.before === undefined ? null : readMonth(values.before)
    if (month === null && (values.before !== undefined || values.again)) throw new TypeError()
    return { before: month, isAgain: values.again }
  } catch {
    complain(USAGE.trimEnd())
    process.exit(2)
  }
}
