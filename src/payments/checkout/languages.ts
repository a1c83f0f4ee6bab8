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

// In which language a customer reads the checkout. The business may have fixed one; otherwise the
// customer's own choice (`?lang=`) counts, then what their browser asks for among the reviewed
// languages, then English. What the API answers stays English: only pages are translated.

export type { Word, Words }

export const LANGUAGES = { en, pcm, yo, ha, ig } satisfies Record<CheckoutLanguage, Words>
export type Language = keyof typeof LANGUAGES

/** For `lang`: English as it is spoken here. */
const TAGS: Record<Language, string> = { en: 'en-NG', pcm: 'pcm', yo: 'yo', ha: 'ha', ig: 'ig' }

/** The language of a page, and whether the customer may choose another. */
export type Locale = {
  language: Language
  tag: string
  words: Words
  /** Goes behind every address of the page: `?lang=yo` where the customer chose. */
  query: string
  /** False where the business has fixed the language. */
  open: boolean
}

type Wishes = {
  /** Of the business's settings. */
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

/** `yo-NG, yo;q=0.9, en;q=0.8`: the first of the heaviest that is reviewed. */
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

/** The text with its placeholders filled: markup stays markup, all else is escaped. */
export function fill(text: string, parts: Parts): Markup {
  const pieces = text.split(/\{(\w+)\}/).map((piece, i) => {
    const part = i % 2 === 0 ? piece : (parts[piece] ?? '')
    return written(html`${part}`)
  })
  return trusted(pieces.join(''))
}

/** The same where there can be no markup, such as in a title. */
export function plain(text: string, parts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''))
}

/** What happened, in this language; what has no translation is said in English. */
export function translated(happened: Happening, words: Words): string {
  const code = codeOf(happened)
  return sentenceOf(happened, code in CUSTOMER_MESSAGES ? words[code as Word] : undefined)
}

/** Why something was refused, where a customer may read it; null where we have no text for it. */
export function refusalIn(words: Words, code: string): string | null {
  if ((TOLD as readonly string[]).includes(code)) return words[code as Word]
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

/** What the API says of these is for developers: a customer must not pay again. */
const UNKNOWN = Object.entries(refusals as Record<string, { executed?: string }>)
  .filter(([, { executed }]) => executed === 'unknown')
  .map(([code]) => code)

export const REFUSED: readonly string[] = [...new Set([...TOLD, ...UNKNOWN])]

/** `21 Nov 2025, 14:32 (Lagos)`, as people in Nigeria write it. */
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
