// CSV as RFC 4180 has it, for people who open it in a spreadsheet.

/** A cell is quoted where it must be. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** A spreadsheet takes a text that begins like a formula for one; amounts may be below zero. */
function cellOf(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
