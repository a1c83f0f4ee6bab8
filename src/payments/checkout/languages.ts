import type { CheckoutLanguage } from '../../accounts/businesses/businesses.sql.ts'
import { html, type Markup, trusted, written } from '../../platform/html.ts'
import { refusals } from '../../platform/refusals.ts'
import { CUSTOMER_MESSAGES, codeOf, sentenceOf } from '../transactions/history.ts'
import type { Happening } from '../transactions/transactions.rows.ts'
import { en, type Word, type Words } from './languages/en.ts'
import { ha } from './languages/ha.ts'
import { ig } from './languages/ig.ts'
import { pcm } from './languages/pcm.ts'
import { REVIEWED } from './languages/reviewed.ts'
import { yo } from './languages/yo.ts'

// The language of the checkout: the one that the business sets, else the one that the customer
// chose (`?lang=`), else a reviewed language that their browser accepts, else English. Responses of
// the API are always in English.

export type { Word, Words }

export const LANGUAGES = { en, pcm, yo, ha, ig } satisfies Record<CheckoutLanguage, Words>
export type Language = keyof typeof LANGUAGES

/** For the attribute `lang`. */
const TAGS: Record<Language, string> = { en: 'en-NG', pcm: 'pcm', yo: 'yo', ha: 'ha', ig: 'ig' }

/** The language of a page. */
export type Locale = {
  language: Language
  tag: string
  words: Words
  /** Added to every URL of the page: `?lang=yo` if the customer chose. */
  query: string
  /** Whether the customer may choose another: false if the business set the language. */
  open: boolean
}

type Wishes = {
  /** The setting of the business. */
  fixed?: string | null
  /** `?lang=` */
  asked?: unknown
  /** Accept-Language */
  accepted?: string | undefined
}

export function localeOf({ fixed, asked, accepted }: Wishes, reviewed = REVIEWED): Locale {
  if (isLanguage(fixed)) return locale(fixed, '', false)
  if (isLanguage(asked)) return locale(asked, `?lang=${asked}`, true)
  return locale(preferred(accepted ?? '', reviewed), '', true)
}

export const ENGLISH: Locale = localeOf({})

function locale(language: Language, query: string, open: boolean): Locale {
  return { language, tag: TAGS[language], words: LANGUAGES[language], query, open }
}

function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text)
}

/** The reviewed language with the highest weight in `yo-NG, yo;q=0.9, en;q=0.8`. */
function preferred(header: string, reviewed: readonly string[]): Language {
  const wishes = header
    .slice(0, 500)
    .toLowerCase()
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: tag.split('-')[0], weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const found = wishes.find(({ language = '' }) => reviewed.includes(language))?.language
  return isLanguage(found) ? found : 'en'
}

type Parts = Record<string, string | number | Markup>

/** Fills placeholders. Markup stays markup, all else is escaped. */
export function fill(text: string, parts: Parts): Markup {
  const pieces = text.split(/\{(\w+)\}/).map((piece, i) => {
    const part = i % 2 === 0 ? piece : (parts[piece] ?? '')
    return written(html`${part}`)
  })
  return trusted(pieces.join(''))
}

/** Fills placeholders with plain text. */
export function plain(text: string, parts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''))
}

/** What happened, in this language, or in English without a translation. */
export function translated(happened: Happening, words: Words): string {
  const code = codeOf(happened)
  return sentenceOf(happened, code in CUSTOMER_MESSAGES ? words[code as Word] : undefined)
}

/** The text of a refusal for customers, or null if there is none. */
export function refusalIn(words: Words, code: string): string | null {
  if ((TOLD as readonly string[]).includes(code)) return words[code as Word]
  if (Object.hasOwn(OF_CODES, code)) return words[OF_CODES[code as keyof typeof OF_CODES]]
  return UNKNOWN.includes(code) ? words.not_known : null
}

const TOLD = [
  'already_paid',
  'already_closed',
  'already_in_progress',
  'payment_link_used_up',
  'step_not_expected',
  'channel_not_allowed',
  'card_paused',
  'card_testing_stopped',
  'rate_limited',
  'rail_unavailable',
  'overloaded',
] as const satisfies Word[]

/** Of the codes of kept cards. */
const OF_CODES = {
  invalid_otp: 'code_wrong',
  otp_expired: 'code_over',
  otp_locked: 'code_over',
  resends_used_up: 'code_over',
  otp_too_soon: 'rate_limited',
  too_many_tries: 'rate_limited',
} as const satisfies Record<string, Word>

/** Refusals after which the payment may have worked: the customer must not pay again. */
const UNKNOWN = Object.entries(refusals as Record<string, { executed?: string }>)
  .filter(([, { executed }]) => executed === 'unknown')
  .map(([code]) => code)

export const REFUSED: readonly string[] = [
  ...new Set([...TOLD, ...Object.keys(OF_CODES), ...UNKNOWN]),
]

/** `14:32`, in Lagos. */
export function lagosClock(time: Date): string {
  return lagosHours.format(time)
}

const lagosHours = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})

/** `21 Nov 2025, 14:32 (Lagos)` */
export function lagosTime(time: Date, { months }: Words): string {
  const parts = Object.fromEntries(
    lagos.formatToParts(time).map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>
  const month = months.split(' ')[Number(parts.month) - 1]
  return `${Number(parts.day)} ${month} ${parts.year}, ${parts.hour}:${parts.minute} (Lagos)`
}

const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
