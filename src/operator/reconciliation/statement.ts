import { isUtf8 } from 'node:buffer'
import { DAY, later } from '../../platform/clock.ts'
import { plainText } from '../../platform/csv.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { JsonError, readJson } from '../../platform/json.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { notNaira, readNaira } from '../../platform/naira.ts'
import { mapInSlices } from '../../platform/slices.ts'
import { compile, fieldErrors } from '../../platform/validation.ts'
import type { Mode } from '../../providers/outcomes.ts'

import { type CsvRecord, readCsv } from './csv.ts'

// A bank statement in a file. There are two formats:
//
//   CSV   session_id,direction,amount,account_number,narration,occurred_at
//         one line each; the amount in naira, such as 5000.00
//   JSON  {rail, mode, from, to, opening_balance?, closing_balance?, lines: [{the same names}]}
//         every amount in kobo
//
// A statement is read completely or not at all: all its errors are reported together.
//
// Reading a file blocks the event loop, for seconds if it is long, so `npm run reconcile` reads it
// in a process of its own. The service reads the lines that a rail sent, in slices [readLines].

export const BYTES_MAX = 64 * 1024 * 1024
export const COLUMNS = [
  'session_id',
  'direction',
  'amount',
  'account_number',
  'narration',
  'occurred_at',
] as const
const PROBLEMS_MAX = 100
/** More than fit into a file. */
const LINES_MAX = 1_000_000
const NARRATION_MAX = 500
const ACCOUNT_NUMBER_MAX = 64
/** ₦10 trillion. A larger amount is a mistake, and many of them would overflow a sum. */
const AMOUNT_MAX = 1_000_000_000_000_000
const EXPORT_AGAIN = 'Export the file again, and import it without opening it in a spreadsheet.'
const IDENTIFIERS = ['session_id', 'account_number'] as const
/** A long number that a spreadsheet has changed: 15 digits, then zeros or an exponent. */
const CHANGED = /^[1-9](?:[.,][0-9]+)?[eE]\+?[0-9]+$|^[1-9][0-9]{14}0{5,}$/
const FIRST_YEAR = Date.UTC(2000, 0, 1)
/** How far the bank's clock may be ahead. */
const AHEAD_MAX_MS = 1 * DAY

export type Format = 'csv' | 'json'
export type Direction = 'credit' | 'debit'
export type StatementLine = {
  /** The line in the file, or the index in its list. */
  position: number
  sessionId: string
  direction: Direction
  amount: Kobo
  accountNumber: string
  narration: string
  occurredAt: Date
}
/** The contents of a file. CSV does not name the account or the time. */
export type ReadStatement = {
  about: { rail: string; mode: Mode; from: Date; to: Date } | null
  openingBalance: Kobo | null
  closingBalance: Kobo | null
  lines: StatementLine[]
}

/** `line` 0: the whole file. */
export type Problem = { line: number; field: string; message: string }

/** Nothing was imported. Names the first hundred errors. */
export class StatementError extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[], count: number = problems.length) {
    super(count === 1 ? 'The statement has a problem.' : `The statement has ${count} problems.`)
    this.problems = problems
  }
}

type WireLine = Record<(typeof COLUMNS)[number], string> & { amount: number; direction: Direction }

const lineSchema = {
  type: 'object',
  required: COLUMNS,
  properties: {
    session_id: { type: 'string', format: 'session-id' },
    direction: { type: 'string', enum: ['credit', 'debit'] },
    amount: { type: 'integer', minimum: 1, maximum: AMOUNT_MAX, 'x-unit': 'kobo' },
    account_number: { type: 'string', maxLength: ACCOUNT_NUMBER_MAX, format: 'one-line' },
    narration: { type: 'string', maxLength: NARRATION_MAX },
    occurred_at: { type: 'string', format: 'timestamp' },
  },
}
const balance = { type: 'integer', minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX, 'x-unit': 'kobo' }
const headSchema = {
  type: 'object',
  required: ['rail', 'mode', 'from', 'to', 'lines'],
  properties: {
    rail: { type: 'string', minLength: 1, maxLength: 64, format: 'one-line' },
    mode: { type: 'string', enum: ['test', 'live'] },
    from: { type: 'string', format: 'timestamp' },
    to: { type: 'string', format: 'timestamp' },
    opening_balance: balance,
    closing_balance: balance,
    lines: { type: 'array', maxItems: LINES_MAX },
  },
}
const checkLine = compile(lineSchema)
const checkHead = compile(headSchema)

/** Throws a `StatementError`. */
export function readStatement(bytes: Buffer, format: Format, now: Date): ReadStatement {
  if (bytes.length > BYTES_MAX) {
    throw wrongFile(`The file is larger than ${BYTES_MAX / 1024 / 1024} MB. Split it by days.`)
  }
  if (!isUtf8(bytes)) throw wrongFile('The file is not UTF-8. Save it as UTF-8 and try again.')
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const unmarked = hasMark ? bytes.subarray(3) : bytes
  return format === 'csv' ? fromCsv(unmarked.toString('utf8'), now) : fromJson(unmarked, now)
}

function fromCsv(text: string, now: Date): ReadStatement {
  const [head, ...records] = readCsv(text)
  checkColumns(head)
  const problems = problemList()
  const lines = records.flatMap((record) => csvLine(record, now, problems) ?? [])
  problems.throwIfAny()
  return { about: null, openingBalance: null, closingBalance: null, lines }
}

function checkColumns(head: CsvRecord | undefined): void {
  const names = head && 'fields' in head ? head.fields : []
  if (names.length === COLUMNS.length && COLUMNS.every((name, i) => names[i] === name)) return
  const wanted = `The first line must be ${COLUMNS.join(',')}`
  const other = names.length === 1 ? /[;\t|]/.exec(names[0]!)?.[0] : undefined
  const hint = other === undefined ? '.' : ': separate the cells with commas.'
  throw new StatementError([{ line: 1, field: 'columns', message: `${wanted}${hint}` }])
}

function csvLine(record: CsvRecord, now: Date, problems: ProblemList): StatementLine | null {
  const { line } = record
  if ('problem' in record) {
    problems.add({ line, field: 'columns', message: `The line cannot be read: ${record.problem}.` })
    return null
  }
  const { fields } = record
  if (fields.length !== COLUMNS.length) {
    const message = `The line has ${fields.length} cells instead of ${COLUMNS.length}.`
    problems.add({ line, field: 'columns', message })
    return null
  }
  const cells = Object.fromEntries(COLUMNS.map((name, i) => [name, plainText(fields[i]!)]))
  const amount = readNaira(cells['amount']!)
  if (amount === null) problems.add({ line, field: 'amount', message: notNaira('amount') })
  return lineOf({ ...cells, amount: Number(amount ?? 1n) }, line, now, problems)
}

function fromJson(bytes: Buffer, now: Date): ReadStatement {
  const json = parsed(bytes)
  const problems = problemList()
  if (!checkHead(json)) problems.addAll(0, fieldErrors(checkHead.errors ?? []))
  problems.throwIfAny()
  const head = json as Record<string, string | number> & { mode: Mode; lines: unknown[] }
  const [from, to] = [new Date(head['from']!), new Date(head['to']!)]
  for (const [field, moment] of Object.entries({ from, to })) {
    if (!isOurTime(moment, now)) problems.add({ line: 0, field, message: outOfTime(field) })
  }
  if (from >= to) problems.add({ line: 0, field: 'to', message: 'to must be later than from.' })
  const lines = head.lines.flatMap((line, i) => lineOf(line, i + 1, now, problems) ?? [])
  problems.throwIfAny()
  const balanceOf = (value: unknown) => (typeof value === 'number' ? kobo(value) : null)
  return {
    about: { rail: String(head['rail']), mode: head.mode, from, to },
    openingBalance: balanceOf(head['opening_balance']),
    closingBalance: balanceOf(head['closing_balance']),
    lines,
  }
}

/** Validates the lines as those of a file. Throws a `StatementError`. */
export async function readLines(lines: unknown[], now: Date): Promise<StatementLine[]> {
  const problems = problemList()
  const read = await mapInSlices(lines, (line, i) => lineOf(line, i + 1, now, problems))
  problems.throwIfAny()
  return read.filter((line) => line !== null)
}

function parsed(bytes: Buffer): unknown {
  try {
    return readJson(bytes).value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw wrongFile(error.message.replace('The body', 'The file'))
  }
}

/** Null if anything is wrong with it. */
function lineOf(
  json: unknown,
  position: number,
  now: Date,
  problems: ProblemList,
): StatementLine | null {
  if (!checkLine(json)) {
    problems.addAll(position, fieldErrors(checkLine.errors ?? []))
    return null
  }
  const wire = json as WireLine
  const occurredAt = new Date(wire.occurred_at)
  const changed = IDENTIFIERS.filter((field) => CHANGED.test(wire[field]))
  for (const field of changed) {
    const message = `${field} ${wire[field]} was changed by a spreadsheet. ${EXPORT_AGAIN}`
    problems.add({ line: position, field, message })
  }
  const isHeld = !wire.narration.includes('\0')
  const isTimely = isOurTime(occurredAt, now)
  if (!isHeld) {
    const message = 'narration must not contain U+0000.'
    problems.add({ line: position, field: 'narration', message })
  }
  if (!isTimely) {
    const field = 'occurred_at'
    problems.add({ line: position, field, message: outOfTime(field) })
  }
  if (!isHeld || !isTimely || changed.length > 0) return null
  return {
    position,
    sessionId: wire.session_id,
    direction: wire.direction,
    amount: kobo(wire.amount),
    accountNumber: wire.account_number,
    narration: wire.narration,
    occurredAt,
  }
}

function isOurTime(moment: Date, now: Date): boolean {
  return moment.getTime() >= FIRST_YEAR && moment <= later(now, AHEAD_MAX_MS)
}

function outOfTime(field: string): string {
  return `${field} must be after the year 1999 and not in the future.`
}

type ProblemList = ReturnType<typeof problemList>

/** Counts all errors, and keeps the first hundred. */
function problemList() {
  const first: Problem[] = []
  let count = 0
  const add = (problem: Problem) => {
    count += 1
    if (first.length < PROBLEMS_MAX) first.push(problem)
  }
  return {
    add,
    addAll(line: number, errors: FieldError[]) {
      for (const { field, message } of errors) {
        add({
          line,
          field,
          message: message.replace(/^body/, line === 0 ? 'The file' : 'The line'),
        })
      }
    },
    throwIfAny() {
      if (count > 0) throw new StatementError(first, count)
    },
  }
}

/** An error of the whole file. */
export function wrongFile(message: string): StatementError {
  return new StatementError([{ line: 0, field: 'file', message }])
}
