// The only reader of CSV (RFC 4180), for files that a spreadsheet or a program has written. Commas,
// semicolons and tabs separate: Excel uses semicolons where a comma is the decimal sign. Takes
// linear time.

export type CsvRow = {
  /** In the file, from 1. */
  line: number
  cells: string[]
}
/** Why a file cannot be read: a sentence for its sender. */
export class CsvError extends Error {}

const SEPARATORS = [',', ';', '\t'] as const
/** Excel's own first line. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/

/** Rows without blank ones. Stops after `rowsMax`. */
export function readCsv(text: string, rowsMax: number): CsvRow[] {
  const sent = text.startsWith('\ufeff') ? text.slice(1) : text
  const [hint = '', hinted] = SEPARATOR_LINE.exec(sent) ?? []
  const separator = hinted ?? separatorOf(sent)
  const rows: CsvRow[] = []
  let line = hint === '' ? 1 : 2
  let at = hint.length
  while (at < sent.length && rows.length < rowsMax) {
    const row: CsvRow = { line, cells: [] }
    let isOver = false
    while (!isOver) {
      const cell = cellAt(sent, at, separator, line)
      row.cells.push(cell.text)
      line += cell.lines
      at = cell.end + 1
      isOver = sent[cell.end] !== separator
      if (sent[cell.end] === '\r' && sent[at] === '\n') at += 1
    }
    line += 1
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
  }
  return rows
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)))
  const counted = SEPARATORS.map((one) => [first.split(one).length, one] as const)
  return counted.reduce((most, one) => (one[0] > most[0] ? one : most))[1]
}

/** `end`: of the separator or line break behind it. `lines`: the line breaks inside it. */
function cellAt(text: string, from: number, separator: string, line: number) {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== separator && !isBreak(text[end]!)) end += 1
    return { text: text.slice(from, end), end, lines: 0 }
  }
  let cell = ''
  let lines = 0
  let at = from + 1
  while (true) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new CsvError(`Line ${line}: a quote is not closed.`)
    const part = text.slice(at, quote)
    lines += part.split('\n').length - 1
    cell += part
    if (text[quote + 1] !== '"') {
      const end = quote + 1
      const isEnd = end === text.length || text[end] === separator || isBreak(text[end]!)
      if (!isEnd) throw new CsvError(`Line ${line}: there is text behind a closing quote.`)
      return { text: cell, end, lines }
    }
    cell += '"'
    at = quote + 2
  }
}

function isBreak(character: string): boolean {
  return character === '\n' || character === '\r'
}
