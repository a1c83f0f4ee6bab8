import { later } from '../platform/clock.ts'
import type { FieldCode, FieldError } from '../platform/first-field.ts'
import { LAGOS_OFFSET_MS } from '../platform/lagos.ts'

import type { Card } from './rails.ts'

// Checks a card by what is printed on it: number, brand, expiry, CVV. No message repeats the input.

const DIGITS_MIN = 13
const DIGITS_MAX = 19
const ZERO = 0x30

/** People paste numbers with spaces, newlines, hyphens and dashes of every kind. */
const SEPARATORS = /[\s\u2010-\u2015-]/g
const NUMBER = new RegExp(`^\\d{${DIGITS_MIN},${DIGITS_MAX}}$`)

type Brand = 'visa' | 'mastercard' | 'verve' | 'unknown'

// Published lists give Verve 506099–506198, 507865–507964 and 650002–650027 (Wikipedia, "Payment
// card number"). Common test cards begin with 5060 and 5078 outside these ranges, so the first two
// are matched by four digits.
const BRANDS: [prefix: RegExp, brand: Brand][] = [
  [/^4/, 'visa'],
  [/^5[1-5]/, 'mastercard'],
  [/^(222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^(506[01]|507[89]|6500(0[2-9]|1\d|2[0-7]))/, 'verve'],
]

export function brandOf(number: string): Brand {
  return BRANDS.find(([prefix]) => prefix.test(number))?.[1] ?? 'unknown'
}

/** Detects every single wrong digit, and almost every swap of neighbours. */
export function isLuhnValid(number: Buffer): boolean {
  if (!isNumber(number)) return false
  const sum = number.reduce((total, byte, at) => {
    const weighed = (byte - ZERO) * ((number.length - at) % 2 === 1 ? 1 : 2)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

function isNumber(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte >= ZERO && byte <= ZERO + 9)
}

/** All that may be stored of a number. Empty if the number is too short to hide the rest. */
export function endsOf(number: Buffer): { bin: string; last4: string } {
  const isWhole = number.length >= DIGITS_MIN && number.length <= DIGITS_MAX && isNumber(number)
  if (!isWhole) return { bin: '', last4: '' }
  return {
    bin: number.toString('latin1', 0, 6),
    last4: number.toString('latin1', number.length - 4),
  }
}

/** From a form or an app. The CVV is text: a number would lose leading zeros. */
export type CardInput = {
  number: string
  exp_month: string | number
  exp_year: string | number
  cvv: string
}

/** The card, or all errors at once. `digits`: what was typed, if `input` only has its form. */
export function checkCard(
  input: CardInput,
  now: Date,
  digits: Pick<Card, 'number' | 'cvv'> = digitsOf(input),
): Card | FieldError[] {
  const number = input.number.replace(SEPARATORS, '')
  const cvv = input.cvv.trim()
  const month = String(input.exp_month).trim()
  const year = String(input.exp_year).trim()
  const errors: FieldError[] = []
  const refuse = (field: keyof CardInput, code: FieldCode, message: string) =>
    errors.push({ field, code, message })

  if (number === '') refuse('number', 'required', 'Enter the card number.')
  else if (!NUMBER.test(number))
    refuse('number', 'invalid', `A card number has ${DIGITS_MIN} to ${DIGITS_MAX} digits.`)
  else if (!isLuhnValid(digits.number))
    refuse('number', 'invalid', 'This card number is not valid. Check it against your card.')

  const expMonth = /^\d{1,2}$/.test(month) ? Number(month) : 0
  const expYear = /^(\d{2}|\d{4})$/.test(year) ? Number(year.length === 2 ? `20${year}` : year) : 0
  if (month === '') refuse('exp_month', 'required', 'Enter the expiry month.')
  else if (expMonth < 1 || expMonth > 12)
    refuse('exp_month', 'invalid', 'The expiry month must be from 1 to 12.')
  if (year === '') refuse('exp_year', 'required', 'Enter the expiry year.')
  else if (expYear === 0)
    refuse('exp_year', 'invalid', 'The expiry year must have two or four digits.')
  else if (expYear < yearInLagos(now)) refuse('exp_year', 'expired', 'This card has expired.')
  else if (expMonth >= 1 && expMonth <= 12 && now >= endOfMonth(expYear, expMonth))
    refuse('exp_month', 'expired', 'This card has expired.')

  if (cvv === '') refuse('cvv', 'required', 'Enter the security code of the card.')
  else if (!/^\d{3,4}$/.test(cvv)) refuse('cvv', 'invalid', 'The security code has 3 or 4 digits.')

  return errors.length > 0 ? errors : { ...digits, expMonth, expYear }
}

function digitsOf({ number, cvv }: CardInput): Pick<Card, 'number' | 'cvv'> {
  return { number: Buffer.from(number.replace(/\D/g, '')), cvv: Buffer.from(cvv.trim()) }
}

function yearInLagos(now: Date): number {
  return later(now, LAGOS_OFFSET_MS).getUTCFullYear()
}

/** A card is valid until the end of its month in Lagos. */
function endOfMonth(year: number, month: number): Date {
  return later(new Date(Date.UTC(year, month)), -LAGOS_OFFSET_MS)
}
