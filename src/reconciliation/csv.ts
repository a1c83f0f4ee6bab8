// CSV as RFC 4180 writes it, read strictly: whatever two programs could read differently is told,
// never guessed at. A cell is data, whatever it looks like.

const COMMA = ','
const QUOTE = '"'

/** A record, or what is wrong with it. `line`: of the file, where it begins. */
export type CsvRecord = { line: number } & ({ fields: string[] } | { problem: string })

type Field =
  | { value: string; end: number }
  /** `end`: from where reading may go on. */
  | { problem: string; end: number }

/** Records end with LF or CRLF, the last also with the text; empty lines at the end are none. */
export function* readCsv(text: string): Generator<CsvRecord> {
  const length = endWithoutEmptyLines(text)
  let at = 0
  let line = 1
  while (at < length) {
    const { record, end } = recordAt(text, at, length, line)
    yield record
    line += breaksBetween(text, at, end)
    at = end
  }
}

function recordAt(text: string, start: number, length: number, line: number) {
  const fields: string[] = []
  let at = start
  while (true) {
    const field = text[at] === QUOTE ? quotedAt(text, at, length) : plainAt(text, at, length)
    if ('problem' in field) {
      return { record: { line, problem: field.problem }, end: afterBreak(text, field.end, length) }
    }
    fields.push(field.value)
    at = field.end
    if (at < length && text[at] === COMMA) {
      at += 1
      continue
    }
    const end = at < length ? breakAt(text, at) : length
    if (end !== null) return { record: { line, fields }, end }
    const problem =
      text[at] === '\r'
        ? 'a carriage return stands without a line feed'
        : 'text stands behind a closing quote'
    return { record: { line, problem }, end: afterBreak(text, at, length) }
  }
}

/** Up to the comma or the end of the line. */
function plainAt(text: string, start: number, length: number): Field {
  let end = start
  while (end < length) {
    const one = text[end]
    if (one === COMMA || one === '\n' || one === '\r') break
    if (one === QUOTE) return { problem: 'a quote stands in a cell that is not quoted', end }
    end += 1
  }
  return { value: text.slice(start, end), end }
}

/** Up to the quote that closes it; two quotes are one of its text. */
function quotedAt(text: string, start: number, length: number): Field {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf(QUOTE, at)
    if (at < 0 || at >= length)
      return { problem: 'a quote is opened and never closed', end: length }
    if (text[at + 1] === QUOTE) continue
    return { value: text.slice(start + 1, at).replaceAll('""', QUOTE), end: at + 1 }
  }
}

/** Where the next record begins, if the line ends here. */
function breakAt(text: string, at: number): number | null {
  if (text[at] === '\n') return at + 1
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : null
}

function afterBreak(text: string, at: number, length: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 || found >= length ? length : found + 1
}

function breaksBetween(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1
  }
  return count
}

function endWithoutEmptyLines(text: string): number {
  let end = text.length
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return end
}
