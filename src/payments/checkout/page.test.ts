import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { brandOf, CHECKS, SHAPES } from '../../../web/checkout/card-fields.ts'
import { kobo, naira } from '../../platform/money.ts'
import { happening } from '../transactions/history.ts'
import { checkoutHeaders, loadCheckoutAssets } from './assets.ts'
import type { CheckoutView } from './checkout.ts'
import { LANGUAGES, localeOf, plain } from './languages.ts'
import { renderCheckout } from './page.ts'
import { renderProblem, renderUnknown } from './page-parts.ts'

/** Compressed, with style and script. */
const PAGE_BYTES_MAX = 15_000

const NOW = new Date('2025-11-21T13:00:00Z')
const assets = loadCheckoutAssets()
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`

const ACCOUNT = {
  accountNumber: '9912345678',
  accountName: 'ADIRE MARKET/CHECKOUT',
  bank: { name: 'Test Bank', code: '001', slug: 'test-bank' },
  createdAt: new Date('2025-11-21T12:57:00.001Z'),
  expiresAt: new Date('2025-11-21T13:30:00Z'),
}

function given(over: Partial<CheckoutView> = {}): CheckoutView {
  return {
    accessCode: 'abc123',
    domain: 'test',
    status: 'pending',
    reference: 'ORD-417',
    amount: naira(25_000),
    businessName: 'Adire Market',
    email: 'morenike@example.com',
    channels: ['bank_transfer', 'card'],
    expiresAt: new Date('2025-11-22T13:00:00Z'),
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
    description: [],
    baseUrl: 'http://localhost:4000',
    ...over,
  }
}

const page = (over: Partial<CheckoutView> = {}) => renderCheckout(given(over), NOW)
/** What a customer sees, without the texts for the script. */
const shown = (over: Partial<CheckoutView>) => page(over).replace(/data-words="[^"]*"/, '')

test('without script a receipt leads back while it is fresh, and stays open later', () => {
  const receipt = (paidAt: Date) =>
    page({ status: 'success', returnUrl: 'https://shop.example/paid', paidAt })

  assert.match(receipt(NOW), /http-equiv="refresh"/)
  const later = receipt(new Date(NOW.getTime() - 60_000))
  assert.doesNotMatch(later, /http-equiv="refresh"/)
  assert.match(later, /id="leaving" hidden/)
  assert.match(later, /id="back"/)
})

test('an open page shows amount, business and time before any script runs', () => {
  const html = page({ transfer: ACCOUNT })

  assert.match(html, /₦25,000<small>\.00<\/small>/)
  assert.match(html, /Adire Market/)
  assert.match(html, /Account valid until <b id="until">14:30</)
  assert.match(html, /<form method="post" action="\/checkout\/abc123\/bank-transfer\?html=1"/)
})

test('an account that was issued is on the page, and its amount is copied as digits', () => {
  const html = page({ transfer: ACCOUNT, amount: kobo(2_500_050) })

  assert.match(html, /id="account-number"><span>991<.span><span>234<.span><span>5678</)
  assert.match(html, /Test Bank/)
  assert.match(html, /data-copy="25000\.50"/)
  assert.match(html, /id="ask" hidden/)
  assert.match(html, /id="account">/)
})

test('a fee that the bank adds is explained by one sentence, in each language', () => {
  const transfer = { ...ACCOUNT, payable: naira(25_050) }

  for (const [lang, words] of Object.entries(LANGUAGES)) {
    const html = renderCheckout(given({ transfer }), NOW, localeOf({ asked: lang }))
    const [, text] = /<p id="fee-added">([^<]*)</.exec(html) ?? []
    const told = { amount: '₦25,000.00', fee: '₦50.00', business: 'Adire Market' }
    assert.equal(text, plain(words.fee_added, told))
    assert(text.includes('₦25,000.00') && text.includes('₦50.00'), lang)
  }
  assert.match(page({ transfer }), /Send exactly <b>₦25,050.00<.b>/)
  assert.doesNotMatch(page({ transfer: ACCOUNT }), /fee-added/)
})

test('after three minutes, and not before, the page says why a transfer may be late', () => {
  const shownIn = (waitedMs: number) => {
    const createdAt = new Date(NOW.getTime() - waitedMs)
    return Object.keys(LANGUAGES).map((lang) => {
      const view = given({ transfer: { ...ACCOUNT, createdAt } })
      const html = renderCheckout(view, NOW, localeOf({ asked: lang }))
      const [, state, text] = /<p class="box" id="slow"([^>]*)>([^<]*)</.exec(html)!
      return !state!.includes('hidden') && text === LANGUAGES[lang as 'en'].slow
    })
  }

  assert.deepEqual(new Set(shownIn(3 * 60_000 - 1)), new Set([false]))
  assert.deepEqual(new Set(shownIn(3 * 60_000)), new Set([true]))
  const [, state] = /id="slow"([^>]*)>/.exec(page())!
  assert.match(state!, / hidden/, 'nothing is waited for without an account')
})

test('an expired account is not shown as payable', () => {
  const html = page({ transfer: { ...ACCOUNT, expiresAt: NOW } })

  assert.match(html, /id="account" hidden/)
  assert.match(html, /id="late" tabindex="-1">This account number has expired/)
  assert.match(html, /id="ask">/)
})

test('text from outside is escaped everywhere', () => {
  const view = {
    businessName: HOSTILE,
    email: HOSTILE,
    reference: HOSTILE,
    message: happening('note', encodeURIComponent(HOSTILE)),
    accessCode: HOSTILE,
    description: [{ label: HOSTILE, value: HOSTILE }],
    next: { kind: 'redirect' as const, channel: 'card' as const, url: HOSTILE },
    transfer: { ...ACCOUNT, accountName: HOSTILE, bank: { ...ACCOUNT.bank, name: HOSTILE } },
  }
  const statuses = ['pending', 'success', 'failed', 'abandoned', 'reversed'] as const
  const problem = {
    title: HOSTILE,
    message: HOSTILE,
    mistakes: [{ field: HOSTILE, message: HOSTILE }],
  }

  const pages = [...statuses.map((status) => page({ ...view, status })), renderProblem(problem)]

  for (const html of pages) {
    assert.doesNotMatch(html.replace(assets.script.text, ''), /<img|<script>/)
    assert.match(html, /&lt;script&gt;/)
  }
})

test('a link from outside leads to the web or to an app, or is no link', () => {
  const wrong = [
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data:text/html,x',
    'intent://x',
  ]
  for (const address of [...wrong, '/relative', 'nonsense', 'myapp:paid']) {
    const html = page({ status: 'success', returnUrl: address, paidAt: NOW })
    assert.doesNotMatch(html, /id="back"|http-equiv/, address)
  }
  const html = page({ status: 'success', returnUrl: 'https://shop.example/done?a=1&reference=R' })
  assert.match(html, /href="https:\/\/shop\.example\/done\?a=1&amp;reference=R" id="back"/)
  const app = page({ status: 'success', returnUrl: 'myapp://paid?reference=R', paidAt: NOW })
  assert.match(app, /href="myapp:\/\/paid\?reference=R" id="back"/)
  assert.match(app, /content="5;url=myapp:\/\/paid\?reference=R"/)
  const ended = page({ status: 'abandoned', returnUrl: 'myapp://paid' })
  assert.match(ended, /<a class="button" href="myapp:\/\/paid"/)
})

test('the only clock of a transfer is that of its account, also without script', () => {
  const html = page({ transfer: ACCOUNT })

  assert.match(html, /Account valid until <b id="until">14:30<\/b>/)
  assert.doesNotMatch(html, /Pay before/)
  assert.match(page({ channels: ['card'] }), /Pay before<\/dt><dd>22 Nov 2025, 14:00 \(Lagos\)/)
})

test('a receipt names the card that paid, and nothing more of it', () => {
  const card = { brand: 'Visa', last4: '4081' }
  const html = page({ status: 'success', paidAt: NOW, channel: 'card', card })

  assert.match(html, /<dd>Visa ending 4081<\/dd>/)
})

test('a receipt says how and when in Lagos it was paid', () => {
  const paidAt = new Date('2025-11-21T23:32:00Z')
  const html = page({ status: 'success', paidAt, channel: 'bank_transfer' })

  assert.match(html, /Payment successful/)
  assert.match(html, /<dd>Bank transfer<\/dd>/)
  assert.match(html, /22 Nov 2025, 00:32 \(Lagos\)/)
})

test('every other state has its page, and none asks for money', () => {
  const cases: [Partial<CheckoutView>, RegExp][] = [
    [
      { status: 'failed', message: happening('declined_too_often') },
      /did not go through.*declined too many times/s,
    ],
    [{ status: 'abandoned' }, /was cancelled/],
    [{ status: 'abandoned', message: happening('cancelled'), expiresAt: NOW }, /was cancelled/],
    [{ status: 'abandoned', expiresAt: NOW }, /has expired/],
    [{ status: 'ongoing', expiresAt: NOW, transfer: ACCOUNT }, /has expired/],
    [{ status: 'reversed' }, /was refunded/],
  ]
  for (const [over, sentence] of cases) {
    const html = page(over)
    assert.match(html, sentence)
    assert.doesNotMatch(html, /9912345678|<form|data-path/)
  }
  assert.match(renderUnknown(), /cannot find this payment/)
})

test('a decline shows the attempts that are left', () => {
  const channels: CheckoutView['channels'] = ['bank_transfer']

  assert.match(
    shown({ message: happening('declined'), attemptsLeft: 1 }),
    /pay\.\s+You have 1 attempt left\./,
  )
  assert.match(
    shown({ message: happening('declined'), attemptsLeft: 3 }),
    /You have 3 attempts left\./,
  )
  assert.doesNotMatch(
    shown({ message: happening('code_wrong'), next: { kind: 'otp', channel: 'card' } }),
    /attempts? left\./,
  )
  const returned = shown({ message: happening('transfer_late', 100n), channels })
  assert.match(returned, /role="alert">\s+A transfer of ₦1\.00 .* It is being returned\.\s+<\/p>/)
})

test('a customer who requested an account sees it again, unless their card waits for a step', () => {
  const channels: CheckoutView['channels'] = ['card', 'bank_transfer']

  assert.match(page({ channels }), /id="bank_transfer"[^>]* hidden/)
  assert.match(page({ channels, transfer: ACCOUNT }), /id="card"[^>]* hidden/)
  const amidst = page({ channels, transfer: ACCOUNT, next: { kind: 'otp', channel: 'card' } })
  assert.match(amidst, /id="bank_transfer"[^>]* hidden/)
})

test('a customer can cancel without script, whether or not there is a shop to go back to', () => {
  const form = /<form method="post" action="\/checkout\/abc123\/cancel\?html=1">/

  for (const cancelUrl of [null, 'javascript:alert(1)', 'https://shop.example/cart']) {
    const html = page({ cancelUrl })
    assert.match(html, form)
    const over = page({ status: 'abandoned', message: happening('cancelled'), cancelUrl })
    assert.equal(
      over.includes('href="https://shop.example/cart" id="back"'),
      cancelUrl?.[0] === 'h',
    )
    assert.doesNotMatch(html, /<details class="js"/)
  }
})

test('after a transfer of another amount, nothing on the page says that it counts', () => {
  const late = { ...ACCOUNT, createdAt: new Date(NOW.getTime() - 10 * 60_000) }
  const message = happening('transfer_wrong', 2_490_000n, 2_500_000n)

  assert.doesNotMatch(shown({ transfer: late }), /id="slow"[^>]* hidden/)
  assert.match(shown({ transfer: late, message }), /id="slow"[^>]* hidden/)
})

test('without JavaScript an account can be requested, whichever channel comes first', () => {
  const plain = /<noscript><form method="post" action="\/checkout\/abc123\/bank-transfer\?html=1"/

  assert.match(page({ channels: ['card', 'bank_transfer'] }), plain)
  assert.doesNotMatch(page({ channels: ['card'] }), plain)
  assert.doesNotMatch(page({ channels: ['bank_transfer', 'card'] }), plain)
})

test('test mode shows on every page of a test payment, and on no live one', () => {
  const ribbon = /Test mode/
  for (const status of ['pending', 'success', 'failed', 'abandoned', 'reversed'] as const) {
    assert.match(page({ status }), ribbon)
    assert.doesNotMatch(page({ status, domain: 'live' }), ribbon)
  }
  assert.match(
    page({ transfer: ACCOUNT }).replaceAll('&quot;', '"'),
    /4084 0840 8408 4081.*-d &#39;{"account_number":"9912345678","amount":2500000}&#39;/s,
  )
})

test('a page contains the style and the script of the build, and nothing from elsewhere', () => {
  const pages = [page({ transfer: ACCOUNT }), page({ status: 'success' }), renderUnknown()]
  const { script, style } = assets
  const policy = checkoutHeaders('http://localhost:4000')['content-security-policy']!
  for (const [i, html] of pages.entries()) {
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    const styles = [...html.matchAll(/<style([^>]*)>([\s\S]*?)<\/style>/g)]
    assert.deepEqual(
      scripts.map(([, how, text]) => [how, text]),
      i < 2 ? [[' type="module"', script.text]] : [],
    )
    assert.deepEqual(
      styles.map(([, how, text]) => [how, text]),
      [['', style.text]],
    )
    const rest = html.replace(script.text, '').replace(style.text, '')
    assert.doesNotMatch(rest, / style=| on[a-z]+=|javascript:/i)
    const loaded = rest.match(/<(?:script|link|img|iframe)[^>]*>/g)!.join('\n')
    assert.doesNotMatch(loaded, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  }
  for (const [directive, { text }] of [
    ['script', script],
    ['style', style],
  ] as const) {
    const hash = createHash('sha256').update(text).digest('base64')
    assert(policy.includes(`${directive}-src 'sha256-${hash}';`), directive)
  }
  assert.doesNotMatch(policy, /unsafe|script-src[^;]*'self'|style-src[^;]*'self'/)
})

test('no field of a card has a name, so no form can send it', () => {
  const inputs = page().match(/<input[^>]*>/g)!
  assert.equal(inputs.length, 5)
  for (const input of inputs) assert.doesNotMatch(input, /\sname=/)
})

test('the page, with its script and style in it, is small in every language', () => {
  for (const asked of Object.keys(LANGUAGES)) {
    const view = given({ domain: 'live', transfer: ACCOUNT })
    const bytes = gzipSync(renderCheckout(view, NOW, localeOf({ asked }))).length
    assert(bytes <= PAGE_BYTES_MAX, `${asked}: ${bytes}`)
  }
})

test('the script is plain JavaScript that imports nothing and makes no markup', () => {
  const { text } = assets.script

  assert.doesNotThrow(() => new Script(text))
  assert.doesNotMatch(text, /\bimport\b|\bexport\b|innerHTML|DOMParser|https?:\/\//)
  assert.doesNotMatch(text, /<\/script|<!--/i)
})

test('a business shows its logo, or the letters that its name begins with', () => {
  assert.match(page(), /<span class="face" aria-hidden="true">AM<\/span>/)
  const html = page({ logo: '/checkout/logo/abc.png' })
  assert.match(html, /<img class="face" src="\/checkout\/logo\/abc\.png" alt=""/)
  assert.doesNotMatch(html, /class="face" aria-hidden/)
})

test('only registered origins may frame a checkout, and HSTS is asked for only over https', () => {
  const bare = checkoutHeaders('http://localhost:4000')
  const framed = checkoutHeaders('https://pay.example', ['https://shop.example'])

  assert.match(bare['content-security-policy']!, /default-src 'none'; .*frame-ancestors 'none'/)
  assert.equal(bare['strict-transport-security'], undefined)
  assert.match(framed['content-security-policy']!, /frame-ancestors https:\/\/shop\.example/)
  assert.match(framed['strict-transport-security']!, /max-age=63072000/)
})

test('a card number is known by its first digits and checked by its last', () => {
  const cards: [number: string, brand: string][] = [
    ['4084084084084081', 'Visa'],
    ['5192602720584796', 'Mastercard'],
    ['2221000000000009', 'Mastercard'],
    ['507850785078507812', 'Verve'],
    ['5060666666666666666', 'Verve'],
  ]
  for (const [number, brand] of cards) {
    assert.equal(brandOf(number), brand)
    assert.equal(CHECKS['number']!(number, 0, false), false)
    assert(CHECKS['number']!(`${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`, 0, false))
  }
  assert.equal(brandOf('2220'), '')
  assert.equal(brandOf('2721'), '')
})

test('an expiry date is shaped as it is typed, and past at the end of its month', () => {
  const shape = (text: string, deleting = false) => SHAPES['expiry']!(text, deleting)
  assert.equal(shape('5'), '05 / ')
  assert.equal(shape('12'), '12 / ')
  assert.equal(shape('12', true), '12')
  assert.equal(shape('1229'), '12 / 29')
  assert.equal(shape('122029'), '12 / 2029')

  const expiry = (text: string, at: string) => CHECKS['expiry']!(text, Date.parse(at), false)
  assert.equal(expiry('1125', '2025-11-30T23:59:59Z'), false)
  assert.equal(expiry('1125', '2025-12-01T00:00:00Z'), 'card_expired')
  assert(expiry('1329', '2025-11-21T13:00:00Z'))
})
