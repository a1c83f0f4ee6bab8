import { CsvError, parse } from 'csv-parse/sync'

// Reads CSV (RFC 4180) strictly: a record that two programs could read differently is a problem,
// not a guess. The library reads leniently and never stops at a record; a record counts only where
// writing its cells again gives exactly what stood there.

/** `line`: the line of the file on which the record begins. */
export type CsvRecord = { line: number } & ({ fields: string[] } | { problem: string })

type Cell = { value: string; isQuoted: boolean }

/** Records end with LF or CRLF, the last also with the text; empty lines at the end are none. */
export function readCsv(text: string): CsvRecord[] {
  let line = 1
  let isNeverClosed = false
  const toRecord = ({ record, raw }: { record: Cell[]; raw: string }): CsvRecord => {
    const fields = record.map(({ value }) => value)
    const problem = problemOf(record, raw)
    const beginsAt = line
    line += 1 + fields.reduce((breaks, value) => breaks + value.split('\n').length - 1, 0)
    return { line: beginsAt, ...(problem === null ? { fields } : { problem }) }
  }
  // The types of the library do not follow `cast` and `raw` to `on_record`.
  const records: unknown[] = parse(text.slice(0, endWithoutEmptyLines(text)), {
    cast: (value, { quoting }): Cell => ({ value, isQuoted: quoting }),
    on_record: (read) => toRecord(read as never) as never,
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    // The one error that is left: the text ends within a quoted cell.
    skip_records_with_error: true,
    on_skip(error) {
      if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
      isNeverClosed = true
    },
  })
  if (isNeverClosed) records.push({ line, problem: 'a quote is opened and never closed' })
  return records as CsvRecord[]
}

function problemOf(record: Cell[], raw: string): string | null {
  const unquoted = record.filter(({ isQuoted }) => !isQuoted)
  if (unquoted.some(({ value }) => value.includes('"'))) {
    return 'a quote stands in a cell that is not quoted'
  }
  if (unquoted.some(({ value }) => value.includes('\r'))) {
    return 'a carriage return stands without a line feed'
  }
  const again = record.map(({ value, isQuoted }) =>
    isQuoted ? `"${value.replaceAll('"', '""')}"` : value,
  )
  // Of CRLF the library keeps the first character in `raw`.
  return again.join(',') === raw.replace(/\r?\n?$/, '')
    ? null
    : 'text stands behind a closing quote'
}

function endWithoutEmptyLines(text: string): number {
  let end = text.length
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return end
}
