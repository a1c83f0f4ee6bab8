import { inLagos } from './lagos.ts'

// The only writer of CSV (RFC 4180), for files that are opened in a spreadsheet.
//
// A file begins with a byte order mark, so that Excel reads it as UTF-8. Times are in Lagos, with
// their zone, as in the dashboard.
//
// A spreadsheet runs a cell that begins like a formula, and text comes from strangers. So such text
// gets a leading apostrophe, which a spreadsheet hides and `plainText` removes. Our own numbers and
// dates are written unchanged, also negative ones.

/** `naira`: an amount in kobo. */
export type Cell = string | bigint | Date | null | { naira: bigint }

const FORMULA = /^['\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/

/** The first line of a file. */
export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLine(columns)}`
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

/** Undoes what `csvLine` did to a text. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return cell.toString()
  if (cell instanceof Date) return inLagos(cell)
  return typeof cell === 'string' ? text(cell) : decimal(cell.naira)
}

/** Quoted if some spreadsheet would end the cell early. */
function text(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function decimal(kobo: bigint): string {
  const size = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0')
  return `${kobo < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}
