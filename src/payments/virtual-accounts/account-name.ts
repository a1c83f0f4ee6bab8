// Account names for NIP: capitals, digits and some punctuation, at most fifty characters. The
// punctuation is allowed by NIP and by the SWIFT character set X, except the slash, which separates
// business and customer here.

export const ACCOUNT_NAME_MAX = 50
const LEAST = 20

/** Letters that Unicode does not decompose: those of Hausa, and of foreign names. */
const PLAIN: Record<string, string> = {
  Ɓ: 'B',
  Ɗ: 'D',
  Ƙ: 'K',
  Ƴ: 'Y',
  Ŋ: 'NG',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Æ: 'AE',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '&': ' AND ',
}

/** One name. Empty if no letter can be written, as for a name in Chinese. */
export function nipName(name: string): string {
  return [...name.normalize('NFKD').toUpperCase()]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9 .,'-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, ACCOUNT_NAME_MAX)
    .trim()
}

/**
 * `BUSINESS NAME/CUSTOMER NAME`. If both do not fit, the business is cut first, to at least twenty
 * characters, then the customer.
 */
export function nameOnAccount(businessName: string, customerName: string): string {
  const business = nipName(businessName) || 'CHECKOUT'
  const customer = nipName(customerName) || 'CUSTOMER'
  const room = ACCOUNT_NAME_MAX - 1
  const forBusiness = Math.max(room - customer.length, Math.min(LEAST, business.length))
  const shortened = business.slice(0, forBusiness).trim()
  return `${shortened}/${customer.slice(0, room - shortened.length).trim()}`
}
