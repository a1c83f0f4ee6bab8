import { type Kobo, kobo } from '../platform/money.ts'

// Amounts of providers that use naira with decimals, converted without floats.

declare global {
  interface JSON {
    rawJSON(text: string): JsonNumber
  }
}

/** `JSON.stringify` writes these digits as they are. */
type JsonNumber = { readonly rawJSON: string }

/** ₦1,000 trillion. A larger amount is a mistake, and sums of it would overflow. */
const AMOUNT_MAX = 100_000_000_000_000_000n

/** `5000.50`, always with two decimals. */
export function decimalNaira(amount: Kobo): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A JSON number: `{amount: nairaNumber(amount)}` becomes `{"amount":5000.50}`. */
export function nairaNumber(amount: Kobo): JsonNumber {
  return JSON.rawJSON(decimalNaira(amount))
}

/** A JSON number of whole kobo. */
export function koboNumber(amount: Kobo): JsonNumber {
  return JSON.rawJSON(amount.toString())
}

/**
 * Reads `5000`, `"5000.5"`, and `1.0E7` as Java writes it. Null if it is negative, has fractions of
 * a kobo, or is no amount.
 */
export function readDecimalNaira(said: unknown): Kobo | null {
  if (typeof said !== 'string') return null
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,18})(?:\.(\d{1,18}))?(?:[eE]\+?(\d{1,2}))?$/.exec(said) ?? []
  const shift = 2 - fraction.length + Number(exponent)
  if (whole === '' || shift < 0 || shift > 20) return null
  const amount = BigInt(whole + fraction) * 10n ** BigInt(shift)
  return amount > AMOUNT_MAX ? null : kobo(amount)
}

/** Reads whole kobo. Null as above. */
export function readKobo(said: unknown): Kobo | null {
  if (typeof said !== 'string' || !/^\d{1,18}$/.test(said)) return null
  const amount = BigInt(said)
  return amount > AMOUNT_MAX ? null : kobo(amount)
}
