import type { Kobo } from './money.ts'

// Reads amounts that people type. The dashboard imports this file too, so it imports types only.

/** `5000`, `5,000.50`, `₦5,000`. Null if it is ambiguous, such as `5000,50`, or no amount. */
export function readNaira(text: string): Kobo | null {
  const typed = /^(?:₦|NGN|N)?\s*(\d{1,18}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d{1,2}))?$/i.exec(
    text.trim(),
  )
  if (typed === null) return null
  const [, whole = '', rest = ''] = typed
  return BigInt(whole.replaceAll(',', '') + rest.padEnd(2, '0')) as Kobo
}

/** The error for a text that `readNaira` does not accept. */
export function notNaira(field: string): string {
  return `${field} must be naira, such as 2,500 or 2500.50. A comma only separates thousands.`
}
