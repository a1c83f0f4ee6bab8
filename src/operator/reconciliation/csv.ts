import { CsvError, parse } from 'csv-parse/sync'

// Reads CSV (RFC 4180) strictly: a record that two programs could read differently is an error. The
// library is lenient, so a record counts only if writing its cells again gives the same text.

/** `line`: where the record begins in the file. */
export type CsvRecord = { line: number } & ({ fields: string[] } | { problem: string })

/**
 * Records end with LF or CRLF, the last one also with the file. Empty lines at the end are ignored.
 */
export function readCsv(text: string): CsvRecord[] {
  let line = 1
  let isNeverClosed = false
  const toRecord = ({ record, raw }: { record: string[]; raw: string }): CsvRecord => {
    const problem = problemOf(record, raw)
    const beginsAt = line
    line += 1 + record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
    return { line: beginsAt, ...(problem === null ? { fields: record } : { problem }) }
  }
  // No `cast`: the library would copy the whole record for each cell. Its types do not pass `raw`
  // on to `on_record`.
  const records: unknown[] = parse(text.slice(0, endWithoutEmptyLines(text)), {
    on_record: (read) => toRecord(read as never) as never,
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    // The only error that remains: the file ends inside a quoted cell.
    skip_records_with_error: true,
    on_skip(error) {
      if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
      isNeverClosed = true
    },
  })
  if (isNeverClosed) records.push({ line, problem: 'an opening quote is never closed' })
  return records as CsvRecord[]
}

function problemOf(record: string[], raw: string): string | null {
  let at = 0
  for (const cell of record) {
    const isQuoted = raw.startsWith('"', at)
    if (!isQuoted && cell.includes('"')) return 'a quote appears in an unquoted cell'
    if (!isQuoted && cell.includes('\r')) return 'a carriage return has no line feed'
    const written = isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell
    const end = at + written.length
    if (!raw.startsWith(written, at) || !/^(,|\r?\n?$)/.test(raw.slice(end, end + 3))) {
      return 'text follows a closing quote'
    }
    at = end + 1
  }
  return null
}

function endWithoutEmptyLines(text: string): number {
  let end = text.length
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return end
}
