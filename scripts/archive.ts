import { parseArgs } from 'node:util'
import {
  ArchiveError,
  archiveMonth,
  closedMonths,
  listMonths,
} from '../src/operator/archive/archive.ts'
import { detachMonths } from '../src/operator/archive/detach.ts'
import { type Month, readMonth } from '../src/operator/archive/month.ts'
import { type Answer, queryArchive, type Span } from '../src/operator/archive/query.ts'
import { reportAccounts, reportCustomer } from '../src/operator/archive/reports.ts'
import { openStore, type Store, StoreError } from '../src/operator/archive/store.ts'
import { type Cell, csvLine } from '../src/platform/csv.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { parsePublicId } from '../src/platform/ids.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run archive`: for operators. Copies old months to the store of COWRIE_ARCHIVE, reads them
// back, and answers queries over them in CSV. Exits with 0 if all is well, 1 if a month is not
// archived or a query fails, 2 for a wrong command.

const USAGE =
  'Usage:\n' +
  '  npm run archive                                the months that are archived\n' +
  '  npm run archive -- --before 2025-01            archive the months before this one\n' +
  '  npm run archive -- --before 2025-01 --again    verify those that are archived, too\n' +
  '  npm run archive -- --before 2025-01 --detach   let their entries leave the database\n' +
  '  npm run -s archive -- --query "select …"       run SQL over the archive\n' +
  '  npm run -s archive -- --accounts               what moved on each ledger account\n' +
  '  npm run -s archive -- --customer cus_…         the history of a customer\n' +
  'Add --from 2024-01 and --to 2024-12 to the last three, to read these months only.\n'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

type Needs = { sql: Database; store: Store }
type Command = (needs: Needs) => Promise<number>

const command = readCommand()
const config = configOrEnd()
if (config.archive === null) {
  complain('Set COWRIE_ARCHIVE to a folder or a bucket: docs/operating/archive.md.')
  process.exit(2)
}
const { address, close } = await openDatabase(config)
const sql = connectAsOwner(address)
process.exitCode = await command({ sql, store: openStore(config.archive) }).catch(failed)
await sql.end()
await close()

function failed(error: unknown): number {
  if (!(error instanceof ArchiveError || error instanceof StoreError)) throw error
  complain(error.message)
  return 1
}

async function list({ sql: on }: Needs): Promise<number> {
  const months = await listMonths(on)
  if (months.length === 0) say('No month is archived.')
  for (const { month, state, store, verifiedAt, isDetached } of months) {
    const words = verifiedAt === null ? state : `${state} ${verifiedAt.toISOString()}`
    say(`${month.slice(0, 7)}  ${words}${isDetached ? ', detached' : ''}  ${store}`)
  }
  return 0
}

async function archive({ sql: on, store }: Needs, until: Month, isAgain: boolean): Promise<number> {
  let code = 0
  const months = await closedMonths(on, until)
  if (months.length === 0) say(`There is no closed and sealed month before ${until.name}.`)
  for (const month of months) {
    const needs = { sql: on, now: () => new Date() }
    code = Math.max(
      code,
      await archiveMonth(needs, store, month, say, { isAgain }).then((done) => {
        if (done === null) complain(`${month.name}: another archiver is at work.`)
        else say(`${month.name}: ${done.state}`)
        return done?.state === 'verified' ? 0 : 1
      }, failed),
    )
  }
  return code
}

async function detach(needs: Needs, until: Month): Promise<number> {
  const code = await archive(needs, until, false)
  if (code !== 0) return code
  await detachMonths({ sql: needs.sql, now: () => new Date() }, needs.store, until, say)
  return 0
}

async function accounts(needs: Needs, span: Span): Promise<number> {
  const report = await reportAccounts(needs, span)
  show(report)
  complain(report.isEqual ? 'The ledger has the same sums.' : 'THE LEDGER HAS OTHER SUMS.')
  return report.isEqual ? 0 : 1
}

function show({ columns, rows }: Answer): number {
  process.stdout.write(csvLine(columns))
  for (const row of rows) process.stdout.write(csvLine(row.map(cellOf)))
  return 0
}

function cellOf(value: Answer['rows'][number][number]): Cell {
  if (value === null || typeof value === 'bigint') return value
  if (typeof value === 'object' && 'micros' in value && typeof value.micros === 'bigint') {
    return new Date(Number(value.micros / 1000n))
  }
  return typeof value === 'number' ? BigInt(value) : String(value)
}

function readCommand(): Command {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        before: text,
        again: { type: 'boolean', default: false },
        detach: { type: 'boolean', default: false },
        query: text,
        accounts: { type: 'boolean', default: false },
        customer: text,
        from: text,
        to: text,
      },
    })
    return commandOf(values)
  } catch {
    complain(USAGE.trimEnd())
    process.exit(2)
  }
}

type Values = {
  before?: string
  again: boolean
  detach: boolean
  query?: string
  accounts: boolean
  customer?: string
  from?: string
  to?: string
}

/** Throws unless it is one of the commands. */
function commandOf(values: Values) {
  const { before, again, query, accounts: isAccounts, customer, ...ends } = values
  const kinds = [before, query, customer, isAccounts || undefined]
  const said = kinds.filter((one) => one !== undefined).length
  const span = { from: monthIn(ends.from), to: monthIn(ends.to) }
  const isSpan = span.from !== null || span.to !== null
  const isDetaching = values.detach
  if (said > 1 || ((again || isDetaching) && before === undefined)) throw new TypeError()
  if (again && isDetaching) throw new TypeError()
  if (before !== undefined || said === 0) {
    if (isSpan) throw new TypeError()
    const until = before === undefined ? null : readMonth(before)
    if (before !== undefined && until === null) throw new TypeError()
    if (until === null) return list
    return (needs: Needs) => (isDetaching ? detach(needs, until) : archive(needs, until, again))
  }
  if (query !== undefined)
    return async (needs: Needs) => show(await queryArchive(needs, span, query))
  if (isAccounts) return (needs: Needs) => accounts(needs, span)
  const id = parsePublicId('customer', customer!)
  if (id === null) throw new TypeError()
  return async (needs: Needs) => show(await reportCustomer(needs, span, id))
}

function monthIn(text: string | undefined): string | null {
  if (text === undefined) return null
  const month = readMonth(text)
  if (month === null) throw new TypeError()
  return month.name
}
