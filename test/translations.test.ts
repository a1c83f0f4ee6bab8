import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { KEPT_CARD_WORDS } from '../src/payments/authorizations/words.ts'
import versions from '../src/payments/checkout/languages/versions.json' with { type: 'json' }
import { LANGUAGES } from '../src/payments/checkout/languages.ts'
import { LINK_WORDS } from '../src/payments/links/words.ts'
import { REFUND_WORDS } from '../src/payments/refund-links/words.ts'
import { SUBSCRIPTION_WORDS } from '../src/payments/subscriptions/words.ts'
import { INLINE_WORDS } from '../web/inline/words.ts'
import { useApi } from './api.ts'
import { startPublicly } from './calls.ts'
import { begin, givenLink } from './links.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// The texts that customers read, and the version that each English text shares with its
// translations: docs/checkout.md, Change a text.

const VERSION_LENGTH = 8
const ASKS_FOR_PAGE = { headers: { accept: 'text/html' } }

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const groups = {
  checkout: LANGUAGES,
  links: LINK_WORDS,
  refunds: REFUND_WORDS,
  subscriptions: SUBSCRIPTION_WORDS,
  kept_cards: KEPT_CARD_WORDS,
  inline: INLINE_WORDS,
}

test('an English text does not change without its translations', () => {
  const current = Object.entries(groups).map(([group, words]) => [
    group,
    Object.fromEntries(Object.entries(words.en).map(([word, text]) => [word, versionOf(text)])),
  ])

  assert.deepEqual(
    versions,
    Object.fromEntries(current),
    'translate these texts again, then write their new versions to versions.json',
  )
})

function versionOf(english: string): string {
  return createHash('sha256').update(english).digest('hex').slice(0, VERSION_LENGTH)
}

test('a link with a mistake in it says so in the language of the customer', async () => {
  const good = { key: business.keys.publicKey, email: 'ada@example.com', lang: 'yo' }
  const open = async (more: Record<string, string>) => {
    const { text } = await startPublicly(api, { ...good, ...more }, ASKS_FOR_PAGE)
    return text
  }

  const wrong = await open({ amount: '5' })
  const stranger = await open({ amount: '500000', key: 'pk_test_nobody' })

  for (const text of [wrong, stranger]) {
    assert.match(text, /<html lang="yo">/)
    assert(text.includes(LANGUAGES.yo.cannot_start))
    assert(text.includes(LANGUAGES.yo.mistakes))
    assert.match(text, /<ul class="box" lang="en-NG">/)
  }
  assert.match(wrong, /<b>amount<\/b>/)
  assert.match(stranger, /<li>[^<]*key/)
})

test('a bank that does not answer is told in the language that the business has fixed', async () => {
  await changeSettings(context, business, { checkoutLanguage: 'ha' })
  const accessCode = await begin(api, (await givenLink(api, business)).slug)
  context.rails.test.bank.issueOneOffAccount = async () => ({ kind: 'unknown' })

  const { status, text } = await api.send({
    method: 'POST',
    url: `/checkout/${accessCode}/bank-transfer?html=1`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })

  assert.equal(status, 504)
  assert.match(text, /<html lang="ha">/)
  assert(text.includes(LANGUAGES.ha.not_known))
})

test('inline.js has each of its texts in each language', () => {
  const words = Object.keys(INLINE_WORDS.en)
  for (const [language, texts] of Object.entries(INLINE_WORDS)) {
    assert.deepEqual(Object.keys(texts), words, language)
    for (const text of Object.values(texts)) assert.equal(text, text.normalize('NFC'), language)
  }
  assert.deepEqual(Object.keys(INLINE_WORDS), Object.keys(LANGUAGES))
})
