import type { Static } from 'typebox'
import { plainText } from '../../platform/csv.ts'
import { CsvError, type CsvRow, readCsv } from '../../platform/csv-read.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { notNaira, readNaira } from '../../platform/naira.ts'
import { refuseFields, wrongFields } from '../../platform/refusal.ts'
import { compile, fieldErrors } from '../../platform/validation.ts'
import { LINES_MAX, type LineInput, type WrongAt } from './batches.ts'
import { inputOf, LineBody, wrongLines } from './read.ts'

// Reads the lines of a CSV file. Columns go by the name in the first line. An error names the line
// of the file and the column. Spreadsheets drop leading zeros and shorten long numbers: such cells
// are refused, because nobody can say which digits are missing.

const AMOUNTS = ['amount_kobo', 'amount_naira'] as const
const COLUMNS = [...AMOUNTS, 'bank_code', 'account_number', 'reference', 'reason'] as const
type Column = (typeof COLUMNS)[number]
type Cells = Partial<Record<Column, string>>

const check = compile(LineBody)

export function readCsvLines(text: string): { lines: LineInput[]; wrongAt: WrongAt } {
  const [head, ...rows] = rowsOf(text)
  const columns = columnsOf(head)
  if (rows.length === 0) refuseFile('required', 'The file has no payouts below its first line.')
  if (rows.length > LINES_MAX) {
    refuseFile('too_long', `The file has more than ${LINES_MAX} payouts. Split it.`)
  }
  const amount = columns.find((one) => one === AMOUNTS[0] || one === AMOUNTS[1])!
  const wrongAt: WrongAt = (i, field, code, says) => {
    const column = field === 'amount' ? amount : field
    const message = `Line ${rows[i]!.line}: ${column} ${says}.`
    return { field: `payouts.${i}.${field}`, code, message }
  }
  const bodies: object[] = []
  const errors: FieldError[] = []
  for (const [i, row] of rows.entries()) {
    const { body, wrong } = lineOf(row, columns)
    bodies.push(body)
    for (const error of [...wrong, ...(check(body) ? [] : fieldErrors(check.errors ?? []))]) {
      const { field, code, message } = error
      errors.push(wrongAt(i, field, code, message.slice(field.length + 1, -1)))
    }
  }
  errors.push(...wrongLines(bodies, wrongAt))
  if (errors.length > 0) throw wrongFields(inOrder(errors))
  const lines = bodies.map((body) => inputOf(body as Static<typeof LineBody>, null))
  return { lines, wrongAt }
}

/** The first error of each field, in the order of the file. */
function inOrder(errors: FieldError[]): FieldError[] {
  const first = new Map<string, FieldError>()
  for (const error of errors) if (!first.has(error.field)) first.set(error.field, error)
  const place = ({ field }: FieldError) => Number(field.split('.')[1])
  return [...first.values()].sort((a, b) => place(a) - place(b))
}

function rowsOf(text: string): [CsvRow, ...CsvRow[]] {
  // What stands for bytes that are not UTF-8.
  if (text.includes('\ufffd')) {
    refuseFile('invalid_format', 'The file is not UTF-8. In Excel, save it as "CSV UTF-8".')
  }
  try {
    // One more than allowed, and the first line.
    const [head, ...rows] = readCsv(text, LINES_MAX + 2)
    if (head === undefined) return refuseFile('required', 'The file is empty.')
    return [head, ...rows]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuseFile('invalid_format', error.message)
  }
}

function columnsOf({ line, cells }: CsvRow): Column[] {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const errors: FieldError[] = []
  const wrong = (field: string, code: FieldError['code'], says: string) =>
    errors.push({ field, code, message: `Line ${line}: ${says}` })
  for (const [i, name] of names.entries()) {
    const isKnown = COLUMNS.some((column) => column === name)
    if (!isKnown) {
      const says = `there is no column "${name}". The columns are ${COLUMNS.join(', ')}.`
      wrong(name || `column ${i + 1}`, 'unknown_parameter', says)
    } else if (names.indexOf(name) < i)
      wrong(name, 'repeated', `the column ${name} is there twice.`)
  }
  for (const needed of ['bank_code', 'account_number']) {
    if (!names.includes(needed)) wrong(needed, 'required', `the column ${needed} is missing.`)
  }
  const amounts = AMOUNTS.filter((one) => names.includes(one))
  if (amounts.length !== 1) {
    const says = 'one of the columns amount_kobo and amount_naira is needed, not both.'
    wrong('amount', amounts.length === 0 ? 'required' : 'not_allowed', says)
  }
  if (errors.length > 0) throw wrongFields(errors)
  return names as Column[]
}

/** As in JSON, and what a reader of JSON would not find. */
function lineOf({ cells }: CsvRow, columns: Column[]) {
  const wrong: FieldError[] = []
  const of: Cells = {}
  for (const [i, name] of columns.entries()) {
    const text = plainText((cells[i] ?? '').trim())
    if (text !== '') of[name] = text
  }
  const tell = (field: string, says: string) =>
    wrong.push({ field, code: 'invalid_format', message: `${field} ${says}.` })
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    tell('amount', 'cannot be told: this line has more cells than the first line has columns')
  }
  const { amount_kobo: kobo, amount_naira: naira, ...rest } = of
  for (const name of ['account_number', 'bank_code'] as const) {
    const lost = lostDigits(name, rest[name])
    if (lost !== null) tell(name, lost)
  }
  const amount = kobo === undefined ? nairaOf(naira, tell) : koboOf(kobo, tell)
  return { body: { ...rest, ...(amount !== undefined && { amount }) }, wrong }
}

type Tell = (field: string, says: string) => void

function koboOf(text: string, tell: Tell): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  tell('amount', 'must be a whole number of kobo, digits only: 500000 is ₦5,000.00')
  return undefined
}

function nairaOf(text: string | undefined, tell: Tell): number | undefined {
  if (text === undefined) return undefined
  const amount = readNaira(text)
  if (amount !== null && amount <= Number.MAX_SAFE_INTEGER) return Number(amount)
  tell('amount', notNaira('').trim().slice(0, -1))
  return undefined
}

/** Digits that an account number and a bank code have at least. */
const DIGITS = { account_number: 10, bank_code: 3 }

function lostDigits(name: keyof typeof DIGITS, text: string | undefined): string | null {
  const asText = 'Format the column as text in the spreadsheet, and enter it again'
  if (text === undefined) return null
  if (/^\d[\d.,]*e\+?\d+$/i.test(text)) return `is shortened to ${text}. ${asText}`
  if (!/^\d+$/.test(text) || text.length >= DIGITS[name]) return null
  return `has ${text.length} digits: a spreadsheet dropped its leading zeros. ${asText}`
}

function refuseFile(code: FieldError['code'], message: string): never {
  return refuseFields([{ field: 'file', code, message }])
}
