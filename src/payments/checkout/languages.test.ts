import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CHECKOUT_LANGUAGES } from '../../accounts/businesses/businesses.sql.ts'

import { naira } from '../../platform/money.ts'
import { refusals } from '../../platform/refusals.ts'
import { CUSTOMER_MESSAGES, happening } from '../transactions/history.ts'
import { loadCheckoutAssets } from './assets.ts'
import type { CheckoutView } from './checkout.ts'
import { en, type Word } from './languages/en.ts'
import { REVIEWED } from './languages/reviewed.ts'
import {
  LANGUAGES,
  lagosTime,
  localeOf,
  plain,
  REFUSED,
  refusalIn,
  translated,
} from './languages.ts'
import { renderCheckout, type ScriptWords } from './page.ts'
import { renderUnknown } from './page-parts.ts'

const keys = Object.keys(en) as Word[]
const languages = Object.entries(LANGUAGES)
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
const NOW = new Date('2026-11-21T13:32:00Z')

test('the languages are those that a business may choose', () => {
  assert.deepEqual(Object.keys(LANGUAGES), [...CHECKOUT_LANGUAGES])
})

test('each language has every text, with the same placeholders, and no markup', () => {
  for (const [language, words] of languages) {
    assert.deepEqual(Object.keys(words), keys, language)
    for (const key of keys) {
      const text = words[key]
      assert.deepEqual(placeholders(text), placeholders(en[key]), `${language} ${key}`)
      assert.doesNotMatch(text, /[<>"&]|^\s*$|\s{2}|^\s|\s$/, `${language} ${key}`)
      assert.equal(text, text.normalize('NFC'), `${language} ${key} is one form of its letters`)
    }
    assert.equal(words.months.split(' ').length, 12, language)
  }
})

test('a language is no copy of English', () => {
  for (const [language, words] of languages.filter(([, words]) => words !== en)) {
    const same = keys.filter((key) => en[key].length > 25 && words[key] === en[key])
    assert.deepEqual(same, language === 'pcm' ? ['months'] : [], language)
  }
})

test('the business decides, then the customer, then their browser, then it is English', () => {
  const all = languages.map(([language]) => language)
  const cases: [Parameters<typeof localeOf>[0], string][] = [
    [{}, 'en'],
    [{ fixed: 'ha', asked: 'yo', accepted: 'ig' }, 'ha'],
    [{ fixed: null, asked: 'yo', accepted: 'ig' }, 'yo'],
    [{ asked: 'xx', accepted: 'ig' }, 'ig'],
    [{ asked: ['yo', 'ha'], accepted: 'ig' }, 'ig'],
    [{ asked: 'toString', accepted: 'constructor' }, 'en'],
    [{ accepted: 'fr-FR, yo-NG;q=0.8, ha;q=0.9' }, 'ha'],
    [{ accepted: 'en-NG,en;q=0.9,yo;q=0.8' }, 'en'],
    [{ accepted: 'yo;q=0, fr' }, 'en'],
    [{ accepted: 'PCM' }, 'pcm'],
    [{ accepted: ';;q=,=,'.repeat(500) }, 'en'],
  ]
  for (const [wishes, language] of cases) {
    assert.equal(localeOf(wishes, all).language, language, JSON.stringify(wishes))
  }
  assert.equal(localeOf({ fixed: 'ha', asked: 'yo' }).query, '')
  assert.equal(localeOf({ asked: 'yo' }).query, '?lang=yo')
})

test('a browser does not select a language that no speaker has approved', () => {
  for (const [language] of languages.filter(([language]) => !REVIEWED.includes(language))) {
    const accepted = `${language}-NG, ${language};q=0.9, en;q=0.1`

    assert.equal(localeOf({ accepted }).language, 'en')
    assert.equal(localeOf({ accepted, asked: language }).language, language)
    assert.equal(localeOf({ accepted, fixed: language }).language, language)
  }
})

test('the languages that count as reviewed are those with a speaker and a date in the table', () => {
  const paper = readFileSync(join(import.meta.dirname, '../../../docs/checkout.md'), 'utf8')
  const rows = [...paper.matchAll(/^\| [^|]+ \| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  const signed = rows.filter(([, , who = '', when = '']) => {
    assert.equal(who === 'nobody yet', when === '-', `${who}, ${when}: a name needs a date`)
    assert.match(when, /^(-|20\d\d-\d\d-\d\d)$/)
    return when !== '-'
  })

  assert.deepEqual(
    rows.map(([, language]) => language),
    [...CHECKOUT_LANGUAGES],
  )
  assert.deepEqual(
    signed.map(([, language]) => language),
    REVIEWED,
  )
})

test('messages about a payment are in the language of the customer, with amounts', () => {
  const { yo } = LANGUAGES
  const amounts = { amount: '₦24,900.00', exact: '₦25,000.00' }
  const wrong = happening('transfer_wrong', 2_490_000n, 2_500_000n)

  assert.equal(translated(wrong, en), plain(en.transfer_wrong, amounts))
  assert.equal(translated(wrong, yo), plain(yo.transfer_wrong, amounts))
  assert.equal(translated(happening('expired'), yo), 'The customer did not pay in time.')
})

test('the script finds each message in the language of the page by its code', () => {
  for (const [language, words] of languages) {
    const html = renderCheckout(view, NOW, localeOf({ asked: language }))
    const [, text = ''] = /data-words="([^"]*)"/.exec(html) ?? []
    const brought: ScriptWords = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    const expected = Object.keys(CUSTOMER_MESSAGES).map((code) => [code, words[code as Word]])
    assert.deepEqual(Object.entries(brought.messages), expected, language)
    assert.deepEqual(Object.keys(brought.refused), [...REFUSED], language)
    assert.equal(brought.refused['rail_timeout'], words.not_known, language)
  }
})

test('refusals in English say what the API says, or more plainly', () => {
  for (const word of REFUSED) assert(word in refusals, word)
  assert.equal(en.already_paid, refusals.already_paid.message)
  assert.equal(en.channel_not_allowed, refusals.channel_not_allowed.message)
})

test('a customer whose payment may have worked reads in their language not to pay again', () => {
  const unknown = ['rail_timeout', 'outcome_unknown', 'database_unavailable', 'internal_error']
  for (const [, words] of languages) {
    for (const code of unknown) assert.equal(refusalIn(words, code), words.not_known, code)
    assert.equal(refusalIn(words, 'transaction_not_found'), null)
  }
  assert.match(en.not_known, /do not pay again/)
})

test('a page that knows of no payment does not say that nothing was charged', () => {
  assert.doesNotMatch(en.unknown_more + en.mistakes, /charged|paid/)
})

test('times are shown in Lagos time', () => {
  const written = Object.values(LANGUAGES).map((words) => lagosTime(NOW, words))
  assert.deepEqual(written, [
    '21 Nov 2026, 14:32 (Lagos)',
    '21 Nov 2026, 14:32 (Lagos)',
    '21 Oṣù\u00a0Kọkànlá 2026, 14:32 (Lagos)',
    '21 Nuw 2026, 14:32 (Lagos)',
    '21 Nov 2026, 14:32 (Lagos)',
  ])
  assert.match(lagosTime(new Date('2026-12-31T23:30:00Z'), en), /^1 Jan 2027, 00:30/)
})

const view: CheckoutView = {
  accessCode: 'abc123',
  domain: 'live',
  status: 'pending',
  reference: 'ORD-417',
  amount: naira(25_000),
  businessName: 'Adire Market',
  email: 'ada@example.com',
  channels: ['bank_transfer', 'card'],
  expiresAt: new Date('2026-11-22T13:00:00Z'),
  next: { kind: 'none' },
  transfer: null,
  plan: null,
  message: null,
  attemptsLeft: 5,
  returnUrl: null,
  cancelUrl: null,
  paidAt: null,
  logo: null,
  saveCard: null,
  offersKept: false,
  pages: {},
  ussdBanks: [],
  channel: null,
  card: null,
  baseUrl: 'https://pay.example',
  description: [],
}

test('a page says which language it speaks, and leads to the others by plain links', () => {
  for (const [language, words] of languages) {
    const locale = localeOf({ asked: language })
    const html = renderCheckout(view, NOW, locale)
    assert.match(html, new RegExp(`<html lang="${language === 'en' ? 'en-NG' : language}">`))
    assert(html.includes(words.show_account), language)
    assert(html.includes(`data-query="?lang=${language}"`))
    assert(html.includes(`/abc123/bank-transfer?html=1&amp;lang=${language}"`), language)
    for (const [other, { name }] of languages.filter(([other]) => other !== language)) {
      const link = new RegExp(`<a href="/checkout/abc123\\?lang=${other}"[^>]*>${name}</a>`)
      assert.match(html, link)
    }
    const nav = /<nav class="languages"[\s\S]*?<\/nav>/.exec(html)?.[0].replace(/<[^>]*>/g, ' ')
    assert.match(nav!, new RegExp(`English +${words.unreviewed}: +Pidgin +Yorùbá +Hausa +Igbo`))
    assert(renderUnknown(locale).includes(words.unknown), language)
  }
  const fixed = renderCheckout(view, NOW, localeOf({ fixed: 'yo' }))
  assert.doesNotMatch(fixed, /\?lang=/)
})

test('no English is left in a page of another language', () => {
  const { script } = loadCheckoutAssets()
  const states = ['pending', 'success', 'failed', 'abandoned', 'reversed'] as const
  for (const [language, words] of languages.filter(([, words]) => words !== en)) {
    const locale = localeOf({ asked: language })
    const pages = states.map((status) => {
      const told = status === 'pending' || status === 'failed' ? happening('declined') : null
      const html = renderCheckout({ ...view, status, message: told }, NOW, locale)
      return html.replace(script.text, '').replace(/data-words="[^"]*"/, '')
    })
    const own = Object.values(words).join('\n')
    const long = keys.filter((key) => en[key].length > 14 && !own.includes(en[key]))
    const left = long.filter((key) =>
      en[key]
        .split(/\{\w+\}/)
        .filter((piece) => piece.trim().length > 14)
        .some((piece) => pages.some((html) => html.includes(piece.trim()))),
    )
    assert.deepEqual(left, [], language)
  }
})
