import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { closeException } from '../src/operator/reconciliation/exceptions.ts'
import { importStatement } from '../src/operator/reconciliation/import.ts'
import type { Statement } from '../src/operator/reconciliation/reconciliation.rows.ts'
import {
  booksWithStatements,
  findByPublicId,
  isClean,
  type Report,
  reconcile,
  type Sides,
  statementsOf,
} from '../src/operator/reconciliation/reconciliation.ts'
import { StatementError } from '../src/operator/reconciliation/statement.ts'
import { publicId } from '../src/platform/ids.ts'
import { formatNaira } from '../src/platform/money.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { Mode } from '../src/providers/outcomes.ts'
import { openContext } from './open-database.ts'

// `npm run reconcile`: for operators. Imports bank statements and lists where they and the books
// differ. Exits with 0 if all agree, 1 if something is open, 2 if nothing was done: a wrong
// command, or an unreadable file.

const USAGE =
  'Usage:\n  npm run reconcile -- import FILE --rail sandbox --mode test [--from DAY --to DAY] ' +
  '[--json]\n  npm run reconcile -- report [stm_…] [--json]\n  npm run reconcile -- exceptions ' +
  '[--json]\n  npm run reconcile -- close ID --by "YOUR NAME" --note "REASON"\nFILE is .csv or ' +
  '.json. DAY is a day in Lagos such as 2026-11-21; default: the days in the file.\n'
const FAILED = 2

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const { values, verb, name } = readArguments()
const { context, close } = await openContext(complain)
process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refusal || error instanceof StatementError)) throw error
  complain(error.message)
  if (error instanceof StatementError) tellProblems(error)
  for (const { message } of error instanceof Refusal ? error.errors : []) complain(message)
  return FAILED
})
await close()

async function run(): Promise<number> {
  switch (verb) {
    case 'import':
      return importFile()
    case 'report':
      return show(await reports(), tellReport)
    case 'exceptions':
      return show(await reports(), tellExceptions)
    case 'close':
      await closeException(context, { id: name!, by: values.by!, note: values.note! })
      say(`${name} is closed.`)
      return 0
  }
}

async function importFile(): Promise<number> {
  const format = { '.csv': 'csv', '.json': 'json' }[extname(name!).toLowerCase()]
  if (format !== 'csv' && format !== 'json') return end(`${name} is neither .csv nor .json.`)
  const bytes = await readFile(name!).catch((error: Error) => end(error.message))
  if (typeof bytes === 'number') return bytes
  const { rail, from: fromDay, to: toDay } = values
  const mode = values.mode as Mode | undefined
  const { statement, isNew } = await importStatement(
    context,
    { name: basename(name!), format, bytes },
    {
      ...(rail !== undefined && { rail }),
      ...(mode !== undefined && { mode }),
      ...(fromDay !== undefined && { fromDay }),
      ...(toDay !== undefined && { toDay }),
    },
  )
  if (!isNew && !values.json) say('This file was imported before.')
  return show([await reconcile(context, statement, statement)], tellReport)
}

/** Of the named statement, else of all statements per rail. */
async function reports(): Promise<Report[]> {
  if (name !== undefined) {
    const statement = await findByPublicId(context, name)
    return [await reconcile(context, statement, statement)]
  }
  const all: Report[] = []
  for (const books of await booksWithStatements(context)) all.push(await reconcile(context, books))
  return all
}

async function show(all: Report[], tell: (report: Report) => Promise<void>): Promise<number> {
  if (values.json) say(JSON.stringify(all, plain, 2))
  else if (all.length === 0) say('No statement has been imported yet.')
  else for (const report of all) await tell(report)
  return all.every(isClean) ? 0 : 1
}

async function tellReport(report: Report): Promise<void> {
  const { theirs, ours, elsewhere, ledger, ties, statement } = report
  if (statement) tellStatement(statement)
  else {
    for (const one of await statementsOf(context, report)) tellStatement(one)
    say(`${report.rail}, ${report.mode}: all statements`)
  }
  tellSides('bank lines', theirs.total)
  tellSides('  matched', theirs.matched)
  tellSides('  with a different amount', theirs.wrong_amount)
  tellSides('  duplicate', theirs.duplicate)
  tellSides('  only at the bank', theirs.theirs_only)
  tellSides('our entries', ours.total)
  tellSides('  matched', ours.matched)
  tellSides('  with a different amount', ours.wrong_amount)
  tellSides('  only in the books', ours.ours_only)
  tellSides('matched, lines of other days', elsewhere.lines)
  tellSides('matched, entries in other statements', elsewhere.movements)
  say(`with the banks, by the ledger          ${formatNaira(ledger.clearing)}`)
  say(`with the banks, by all movements       ${formatNaira(ledger.movements)}`)
  for (const [tie, holds] of Object.entries(ties)) {
    if (holds === false) say(`DOES NOT TIE: ${TIES[tie as keyof Report['ties']]}`)
  }
  for (const { from, to } of report.gaps) {
    say(`No statement covers ${from.toISOString()} to ${to.toISOString()}.`)
  }
  for (const { day, tries } of report.unfetched) {
    say(`The statement of ${day} is still missing. Attempts: ${tries}.`)
  }
  await tellExceptions(report)
}

const TIES: Record<keyof Report['ties'], string> = {
  theirs: 'the classes of bank lines do not sum to all bank lines.',
  ours: 'the classes of our entries do not sum to all our entries.',
  pairs: 'the matched totals of both sides differ.',
  balances: 'the closing balance is not the opening balance plus the lines.',
  ledger: 'the ledger and the sum of our entries differ. See npm run ledger:verify.',
}

async function tellExceptions({ exceptions }: Report): Promise<void> {
  for (const one of exceptions.listed) {
    const { theirAmount, ourAmount, first } = one
    const amounts = [
      theirAmount === null ? null : `bank ${formatNaira(theirAmount)}`,
      ourAmount === null ? null : `ours ${formatNaira(ourAmount)}`,
      first === null ? null : `first ${first}`,
    ]
    const words = [one.id, one.class, one.direction, one.occurredAt.toISOString()]
    say([...words, quoted(one.sessionId), ...amounts.filter((word) => word !== null)].join('  '))
    say(`  ${one.next}`)
  }
  const { open, closed, listed } = exceptions
  if (open > listed.length) say(`Only ${listed.length} are shown.`)
  say(`${open} exceptions are open, ${closed} closed.`)
}

function tellStatement(statement: Statement): void {
  const { statementId, mode, rail, fileName, periodFrom, periodTo } = statement
  const id = publicId('statement', statementId)
  const period = `${periodFrom.toISOString()} to ${periodTo.toISOString()}`
  say([id, mode, rail, quoted(fileName), period].join('  '))
}

function tellSides(label: string, { credit, debit }: Sides): void {
  const of = ({ count, amount }: Sides['credit']) =>
    `${String(count).padStart(7)} ${formatNaira(amount).padStart(20)}`
  say(`${label.padEnd(40)}  in ${of(credit)}  out ${of(debit)}`)
}

function tellProblems({ problems }: StatementError): void {
  for (const { line, field, message } of problems) {
    complain(line === 0 ? message : `line ${line}, ${field}: ${message}`)
  }
  complain('Nothing was imported.')
}

function end(message: string): number {
  complain(message)
  return FAILED
}

/** Kobo as a number, as in the API; a statement's id in its short form. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

/** Escapes text from outside, so that the terminal only shows it. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => {
    return `\\u{${one.codePointAt(0)!.toString(16)}}`
  })
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rail: { type: 'string' },
        mode: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        by: { type: 'string' },
        note: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const [verb, name, ...more] = positionals
    const isKnown =
      (verb === 'import' && name !== undefined) ||
      verb === 'report' ||
      (verb === 'exceptions' && name === undefined) ||
      (verb === 'close' && name !== undefined && values.by && values.note)
    const isMode = values.mode === undefined || ['test', 'live'].includes(values.mode)
    if (!isKnown || !isMode || more.length > 0) throw new TypeError()
    return { values, verb: verb as 'import' | 'report' | 'exceptions' | 'close', name }
  } catch {
    process.stderr.write(USAGE)
    process.exit(2)
  }
}
