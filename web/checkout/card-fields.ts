import type { ScriptWords } from '../../src/payments/checkout/page.ts'

// Checks and formats the card fields, by their ids. All functions get digits only. Part of the
// page's one script: see `checkout.ts`.

type Wrong = Extract<keyof ScriptWords, `wrong_${string}` | 'card_expired'>

export const digits = (text: string) => text.replace(/\D/g, '')

const AMEX_DIGITS = 15

const BRANDS: [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'Mastercard'],
  [/^(506[01]|507[89]|6500)/, 'Verve'],
  [/^3[47]/, 'Amex'],
]

export function brandOf(number: string): string {
  return (BRANDS.find(([start]) => start.test(number)) || [/^/, ''])[1]
}

export const isAmex = (number: string) => brandOf(number) === 'Amex'
/** The name of the text that says where the CVV is. */
export const cvvWords = (amex: boolean) => (amex ? 'wrong_amex' : 'wrong_cvv')
const isWhole = (number: string) =>
  number.length > 12 && luhn(number) && (!isAmex(number) || number.length === AMEX_DIGITS)

type Check = (text: string, now: number, isAmex: boolean) => Wrong | false
/** The name of the error text for a field. */
export const CHECKS: Record<string, Check> = {
  number: (text) => !isWhole(text) && 'wrong_number',
  expiry: (text, now) => {
    const month = Number(text.slice(0, 2))
    if (text.length < 4 || month < 1 || month > 12) return 'wrong_expiry'
    return Date.UTC(2000 + Number(text.slice(-2)), month) <= now && 'card_expired'
  },
  cvv: (text, _, isAmex) => text.length !== (isAmex ? 4 : 3) && cvvWords(isAmex),
  pin: (text) => text.length < 4 && 'wrong_pin',
  otp: (text) => text.length < 6 && 'wrong_otp',
  code: (text) => text.length < 6 && 'wrong_otp',
}

/** `1/29`: a separator ends the month. */
export const isShortMonth = (text: string) => /^\D*[1-9]\D/.test(text)

export const SHAPES: Record<string, (text: string, deleting: boolean) => string> = {
  // Amex prints 4, 6 and 5 digits.
  number: (text) =>
    isAmex(text)
      ? [text.slice(0, 4), text.slice(4, 10), text.slice(10, AMEX_DIGITS)].join(' ').trim()
      : (text.slice(0, 19).match(/.{1,4}/g) || []).join(' '),
  cvv: (text) => text.slice(0, 4),
  pin: (text) => text.slice(0, 4),
  otp: (text) => text.slice(0, 6),
  code: (text) => text.slice(0, 6),
  expiry: (text, deleting) => {
    const full = /^[2-9]/.test(text) ? `0${text}` : text
    if (full.length < 2 || (deleting && full.length < 3)) return full
    // `20` may start a year with four digits.
    return `${full.slice(0, 2)} / ${full.slice(2, full.slice(2, 4) === '20' ? 6 : 4)}`
  },
}

function luhn(number: string): boolean {
  let sum = 0
  Array.from(number)
    .reverse()
    .forEach((digit, i) => {
      const weighed = Number(digit) * (1 + (i % 2))
      sum += weighed > 9 ? weighed - 9 : weighed
    })
  return sum % 10 === 0
}
