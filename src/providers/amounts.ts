import { type Kobo, kobo } from '../platform/money.ts'

// Providers that count naira with decimals: kobo become a decimal text and come back from one, and
// no float is in between.

declare global {
  interface JSON {
    rawJSON(text: string): JsonNumber
  }
}

/** `JSON.stringify` writes exactly these digits. */
type JsonNumber = { readonly rawJSON: string }

/** More is a mistake, and would not fit into a sum: ₦1,000 trillion. */
const AMOUNT_MAX = 100_000_000_000_000_000n

/** `5000.50`, always with two decimals. */
export function decimalNaira(amount: Kobo): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** As a JSON number: `{amount: nairaNumber(amount)}` is written `{"amount":5000.50}`. */
export function nairaNumber(amount: Kobo): JsonNumber {
  return JSON.rawJSON(decimalNaira(amount))
}

/**
 * What an answer says, a number or a text: `5000`, `"5000.5"`, and `1.0E7`, as Java writes large
 * ones. Null for less than nothing, for parts of a kobo and for all else.
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

/** Whole kobo, as a number or a text. Null as above. */
export function readKobo(said: unknown): Kobo | null {
  if (typeof said !== 'string' || !/^\d{1,18}$/.test(said)) return null
  const amount = BigInt(said)
  return amount > AMOUNT_MAX ? null : kobo(amount)
}
