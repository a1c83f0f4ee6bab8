// Names as NIP carries them: capitals, digits and a little punctuation, at most fifty characters.
// The punctuation is what both NIP and the character set X of SWIFT take, less what has a meaning
// in names of ours: the slash stands between the business and its customer.

export const ACCOUNT_NAME_MAX = 50
const LEAST = 20

/** What Unicode does not take apart: letters of Hausa, and of names from abroad. */
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

/** One name. Empty where nothing of it can be written so, as of a name in Chinese. */
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
 * `BUSINESS NAME/CUSTOMER NAME`. Where both do not fit, the business gives way first, but never
 * below twenty characters; then the customer.
 */
export function nameOnAccount(businessName: string, customerName: string): string {
  const business = nipName(businessName) || 'CHECKOUT'
  const customer = nipName(customerName) || 'CUSTOMER'
  const room = ACCOUNT_NAME_MAX - 1
  const forBusiness = Math.max(room - customer.length, Math.min(LEAST, business.length))
  const shortened = business.slice(0, forBusiness).trim()
  return `${shortened}/${customer.slice(0, room - shortened.length).trim()}`
}
