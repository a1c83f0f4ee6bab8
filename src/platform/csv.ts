import { inLagos } from './lagos.ts'

// CSV as RFC 4180 has it, for people who open it in a spreadsheet: the only writer of it.
//
// A file begins with a byte order mark: without it, Excel reads UTF-8 as another encoding. Times
// are those of Lagos with their zone, as the dashboard shows them.
//
// Text comes from strangers, and a spreadsheet runs a text that begins like a formula. So such a
// text gets an apostrophe before it: a spreadsheet shows it as text, and `plainText` takes it off.
// Our own numbers and dates are written as they are, below zero too: no stranger wrote them.

/** `naira`: of so many kobo. */
export type Cell = string | bigint | Date | null | { naira: bigint }

const FORMULA = /^['\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/

/** The first line of a file. */
export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLine(columns)}`
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

/** A text as it was before `csvLine` wrote it. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return cell.toString()
  if (cell instanceof Date) return inLagos(cell)
  return typeof cell === 'string' ? text(cell) : decimal(cell.naira)
}

/** Quoted where some spreadsheet would end the cell before its end. */
function text(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function decimal(kobo: bigint): string {
  const size = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0')
  return `${kobo < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}
