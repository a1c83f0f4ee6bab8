import { formatNaira, type Kobo } from '../lib/money.ts'
import type { Happening } from '../transactions/history.ts'
import type { CheckoutAssets } from './assets.ts'
import { en } from './languages/en.ts'
import {
  CUSTOMER_WORDS,
  ENGLISH,
  LANGUAGES,
  type Language,
  lagosTime,
  patternOf,
  plain,
  REFUSED,
  type Voice,
  type Word,
} from './languages.ts'
import { html, type Markup, webAddress } from './page-html.ts'
import { cardPanel, noticeOf, plainAsk, transferPanel } from './page-panels.ts'
import { amount, details, face, footer, page, ribbon } from './page-shell.ts'
import { abandonedPage, failedPage, reversedPage, successPage } from './page-states.ts'

export { renderProblem, renderUnknown } from './page-states.ts'

// The hosted page, from what is known to HTML: nothing is fetched and nothing decided here.
//
//   open      pending, ongoing: the bill, and a panel for each channel
//   success   the receipt, and the way back; the same page for whoever comes again
//   over      failed, abandoned (or past its time), reversed: why, and the way back
//
// 1. Amount, business and an account once issued are there before any script runs, and the
//    account can be asked for without one: a plain form posts to `{path}/bank-transfer?html=1`,
//    which answers 303 back to the page. A card needs the script.
// 2. The one style and the one script are those of the build, whose hashes the policy names; the
//    script finds its state and its words in `data-`.
// 3. Whatever a stranger wrote is escaped, and a link of theirs is http(s) or no link.

export type Channel = 'card' | 'bank_transfer'

export type CheckoutView = {
  accessCode: string
  domain: 'test' | 'live'
  status: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
  reference: string
  amount: Kobo
  currency: 'NGN'
  businessName: string
  email: string
  channels: Channel[]
  expiresAt: Date
  next: { kind: 'none' | 'pin' | 'otp' | 'redirect'; url?: string }
  transfer: TransferAccount | null
  /** The decline sentence, or what the customer's bank says of the step to take. */
  message: Happening | null
  attemptsLeft: number
  /** Complete: `reference` and `trxref` are already in its query. */
  returnUrl: string | null
  cancelUrl: string | null
  paidAt: Date | null
  /** Where the logo of the business is; its letters stand for it where it has none. */
  logo?: string | null
  /** From `metadata.custom_fields`. */
  description: { label: string; value: string }[]
  /** How it was paid, for the receipt. */
  channel?: Channel | 'dedicated_virtual_account' | null
  /** For the curl line that test mode shows. */
  baseUrl?: string
}

export type TransferAccount = {
  accountNumber: string
  accountName: string
  bank: { name: string; code: string }
  amount: Kobo
  expiresAt: Date
}

export type Problem = {
  title: string
  message: string
  fields?: { field: string; message: string }[]
  /** The payment that can still be looked at. */
  accessCode?: string
}

// Without script an open page looks again.
const LOOK_AGAIN_SECONDS = 20

export function renderCheckout(
  view: CheckoutView,
  assets: CheckoutAssets,
  now: Date,
  voice: Voice = ENGLISH,
): string {
  switch (view.status) {
    case 'pending':
    case 'ongoing':
      return view.expiresAt > now
        ? openPage(view, assets, voice, now)
        : abandonedPage(view, assets, voice, now)
    case 'abandoned':
      return abandonedPage(view, assets, voice, now)
    case 'success':
      return successPage(view, assets, voice, now)
    case 'failed':
      return failedPage(view, assets, voice)
    case 'reversed':
      return reversedPage(view, assets, voice)
  }
}

function openPage(view: CheckoutView, assets: CheckoutAssets, voice: Voice, now: Date): string {
  const { channels, businessName: business } = view
  const { words, query } = voice
  const first = firstChannel(view)
  const panels = { bank_transfer: transferPanel, card: cardPanel }
  return page(assets, {
    voice,
    title: plain(words.pay_title, { amount: formatNaira(view.amount), business }),
    head: html`<noscript><meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}"></noscript>`,
    body: html`${view.domain === 'test' && ribbon(howToPlay(view))}
      <main class="pay" data-path="/checkout/${view.accessCode}" data-query="${query}"
      data-now="${now.getTime()}" data-ends="${view.expiresAt.getTime()}"
      data-next="${view.next.kind}" data-words="${scriptWords(voice)}">
      ${bill(view, voice)}
      <section class="ways" aria-label="${words.ways_to_pay}">
      ${channels.length > 1 && tabs(channels, first, voice)}
      <p class="notice" id="offline" role="status" hidden>${words.offline}</p>
      ${noticeOf(view, voice)}
      ${channels.map((channel) => panels[channel](view, voice, now, channel === first))}
      ${first === 'card' && channels.length > 1 && plainAsk(view, voice)}
      ${footer(voice, cancelling(view, voice))}
      ${voice.open && choices(view, voice)}
      </section>
      <p class="unseen" id="say" role="status"></p>
      </main>`,
  })
}

/** What the script says by itself. */
const SPOKEN = [
  'copy',
  'copied',
  'account_ready',
  'bank_silent',
  'moment',
  'wrong_number',
  'wrong_expiry',
  'card_expired',
  'wrong_cvv',
  'wrong_pin',
  'wrong_otp',
  'did_not_work',
  'tries_left',
  'try_left',
  'declined',
] as const satisfies Word[]

/** All that the script needs of the language, so that it is one script for all of them. */
export type ScriptWords = Record<(typeof SPOKEN)[number], string> & {
  /** What the server says in English, as a pattern, and what is shown instead. */
  told: [pattern: string, text: string][]
  /** By the code of the refusal. */
  refused: Record<string, string>
}

function scriptWords({ words, language }: Voice): string {
  const spoken = Object.fromEntries(SPOKEN.map((word) => [word, words[word]]))
  if (language === 'en') return JSON.stringify({ ...spoken, told: [], refused: {} })
  const told = CUSTOMER_WORDS.map((word) => [
    patternOf(en[word]).source,
    words[word].replace(/\{(\w+)\}/g, '$<$1>'),
  ])
  const refused = Object.fromEntries(REFUSED.map((word) => [word, words[word]]))
  return JSON.stringify({ ...spoken, told, refused })
}

/** Who has asked for an account, or is amidst the steps of a card, finds it again. */
function firstChannel({ channels, next, transfer }: CheckoutView): Channel | undefined {
  if (next.kind !== 'none') return 'card'
  return transfer === null ? channels[0] : 'bank_transfer'
}

function bill(view: CheckoutView, { words }: Voice): Markup {
  return html`<section class="bill" aria-label="${words.what_you_pay}">
    <h1 class="business">${face(view.businessName, view.logo ?? null)}${view.businessName}</h1>
    <p class="soft">${words.amount_to_pay}</p>
    ${amount(view.amount)}
    ${details([
      ...view.description,
      { label: words.email, value: view.email },
      { label: words.pay_before, value: lagosTime(view.expiresAt, words) },
    ])}
    </section>`
}

function tabs(channels: Channel[], first: Channel | undefined, { words }: Voice): Markup {
  return html`<div class="tabs" role="tablist" aria-label="${words.ways_to_pay}">${channels.map(
    (channel) => html`<button role="tab" id="tab-${channel}" data-tab="${channel}"
      aria-controls="${channel}" ${
        channel === first ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`
      }>${words[channel]}</button>`,
  )}</div>`
}

// With a cancel address it is a link that works without script.
function cancelling(view: CheckoutView, { words }: Voice): Markup {
  const back = webAddress(view.cancelUrl)
  return html`<details${back === null && html` class="js"`}><summary>${words.cancel}</summary>${
    back === null
      ? html`<button class="link" id="cancel">${words.cancel_yes}</button>`
      : html`<a class="link" id="cancel" href="${back}">${words.cancel_yes}</a>`
  }</details>`
}

/** Links, each in its own language. They keep what has been done, but not what is being typed. */
function choices({ accessCode }: CheckoutView, { language, words }: Voice): Markup {
  const others = Object.keys(LANGUAGES) as Language[]
  return html`<nav class="languages" aria-label="${words.language}">${others.map((other) =>
    other === language
      ? html`<b aria-current="true">${words.name}</b>`
      : html`<a href="/checkout/${accessCode}?lang=${other}" hreflang="${other}"
        lang="${other}">${LANGUAGES[other].name}</a>`,
  )}</nav>`
}

// Test mode tells how to play both payments.
function howToPlay(view: CheckoutView): Markup {
  const curl = [
    `curl -X POST ${view.baseUrl ?? ''}/api/v1/sandbox/transfers`,
    '-H "Authorization: Bearer sk_test_..."',
    '-H "Content-Type: application/json"',
    `-d '{"account_number":"${view.transfer?.accountNumber ?? '…'}","amount":${view.amount}}'`,
  ]
  return html`<p>Card <b>4084 0840 8408 4081</b>, CVV <b>408</b>, any expiry to come; only test
    cards are approved. Or let the sandbox send the transfer:</p>
    <pre tabindex="0">${curl.join(' ')}</pre>`
}
