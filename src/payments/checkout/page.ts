import { html, type Markup, webAddress, webOrAppAddress } from '../../platform/html.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { CUSTOMER_MESSAGES, codeOf } from '../transactions/history.ts'
import type { ChosenChannel } from '../transactions/transactions.rows.ts'

import type { CheckoutAssets } from './assets.ts'
import type { CheckoutView, TransferAccount } from './checkout.ts'
import {
  ENGLISH,
  fill,
  type Locale,
  lagosTime,
  plain,
  REFUSED,
  refusalIn,
  translated,
  type Word,
} from './languages.ts'
import {
  abandonedPage,
  amount,
  choices,
  details,
  face,
  failedPage,
  footer,
  page,
  reversedPage,
  ribbon,
  successPage,
} from './page-parts.ts'

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

// Without script an open page looks again.
const REFRESH_SECONDS = 20

export function renderCheckout(
  view: CheckoutView,
  assets: CheckoutAssets,
  now: Date,
  locale: Locale = ENGLISH,
): string {
  switch (view.status) {
    case 'pending':
    case 'ongoing':
      return view.expiresAt > now
        ? openPage(view, assets, locale, now)
        : abandonedPage(view, assets, locale, now)
    case 'abandoned':
      return abandonedPage(view, assets, locale, now)
    case 'success':
      return successPage(view, assets, locale, now)
    case 'failed':
      return failedPage(view, assets, locale)
    case 'reversed':
      return reversedPage(view, assets, locale)
  }
}

function openPage(view: CheckoutView, assets: CheckoutAssets, locale: Locale, now: Date): string {
  const { channels, businessName: business } = view
  const { words, query } = locale
  const first = firstChannel(view)
  const card = view.cardPageOf ? cardPagePanel : cardPanel
  const panels = { bank_transfer: transferPanel, card }
  return page(assets, {
    locale,
    title: plain(words.pay_title, { amount: formatNaira(view.amount), business }),
    head: html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
    body: html`${view.domain === 'test' && ribbon(howToPlay(view))}
      <main class="pay" data-path="/checkout/${view.accessCode}" data-query="${query}"
      data-now="${now.getTime()}" data-ends="${view.expiresAt.getTime()}"
      data-next="${view.next.kind}" data-words="${scriptWords(locale)}">
      ${bill(view, locale)}
      <section class="ways" aria-label="${words.ways_to_pay}">
      ${channels.length > 1 && tabs(channels, first, locale)}
      <p class="notice" id="offline" role="status" hidden>${words.offline}</p>
      ${noticeOf(view, locale)}
      ${channels.map((channel) => panels[channel](view, locale, now, channel === first))}
      ${first === 'card' && channels.length > 1 && plainAsk(view, locale)}
      ${footer(locale, cancelling(view, locale))}
      ${choices(`/checkout/${view.accessCode}`, locale)}
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
] as const satisfies Word[]

/** All that the script needs of the language, so that it is one script for all of them. */
export type ScriptWords = Record<(typeof SPOKEN)[number], string> & {
  /** By the code of what happened to the payment. */
  messages: Record<string, string>
  /** By the code of the refusal. */
  refused: Record<string, string>
}

function scriptWords({ words }: Locale): string {
  const of = (codes: readonly Word[]) =>
    Object.fromEntries(codes.map((code) => [code, words[code]]))
  const messages = of(Object.keys(CUSTOMER_MESSAGES) as (keyof typeof CUSTOMER_MESSAGES)[])
  const refused = Object.fromEntries(REFUSED.map((code) => [code, refusalIn(words, code)]))
  return JSON.stringify({ ...of(SPOKEN), messages, refused })
}

/** Who has asked for an account, or is amidst the steps of a card, finds it again. */
function firstChannel({ channels, next, transfer }: CheckoutView): ChosenChannel | undefined {
  if (next.kind !== 'none') return 'card'
  return transfer === null ? channels[0] : 'bank_transfer'
}

function bill(view: CheckoutView, { words }: Locale): Markup {
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

function tabs(
  channels: ChosenChannel[],
  first: ChosenChannel | undefined,
  { words }: Locale,
): Markup {
  return html`<div class="tabs" role="tablist" aria-label="${words.ways_to_pay}">${channels.map(
    (channel) => html`<button role="tab" id="tab-${channel}" data-tab="${channel}"
      aria-controls="${channel}" ${
        channel === first ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`
      }>${words[channel]}</button>`,
  )}</div>`
}

// The script goes to the button's value at once; without it, the page that follows links there.
function cancelling(view: CheckoutView, { words, query }: Locale): Markup {
  const path = `/checkout/${view.accessCode}/cancel?html=1${query.replace('?', '&')}`
  return html`<details><summary>${words.cancel}</summary><form method="post" action="${path}">
    <button class="link" id="cancel" value="${webOrAppAddress(view.cancelUrl) ?? ''}">${
      words.cancel_yes
    }</button></form></details>`
}

// Test mode tells how to play both payments.
function howToPlay(view: CheckoutView): Markup {
  const curl = [
    `curl -X POST ${view.baseUrl ?? ''}/api/v1/sandbox/transfers`,
    '-H "Authorization: Bearer sk_test_..."',
    '-H "Content-Type: application/json"',
    `-d '{"account_number":"${view.transfer?.accountNumber ?? '…'}","amount":${view.amount}}'`,
  ]
  return html`<p>Card <b>4084 0840 8408 4081</b>, CVV <b>408</b>, any future expiry date; only
    test cards are approved. Or let the sandbox send the transfer:</p>
    <pre tabindex="0">${curl.join(' ')}</pre>`
}

// The two ways to pay. Every step of both is in the page from the start, and only one of each is
// not `hidden`: the script moves the attribute and fills in what it hears.

function transferPanel(view: CheckoutView, locale: Locale, now: Date, selected: boolean): Markup {
  const { transfer } = view
  const { words } = locale
  const late = transfer !== null && transfer.expiresAt <= now
  return html`<div class="panel" id="bank_transfer"${panelOf(view, 'bank_transfer', selected)}>
    <div id="account"${hidden(transfer === null || late)}>
    <p>${fill(words.send_exactly, { amount: bold(view.amount) })}</p>
    ${accountBox(transfer, view.amount, locale)}
    <p class="wait"><i></i>${words.waiting}<time role="timer"
    data-until="${transfer?.expiresAt.getTime() ?? ''}"></time></p>
    <button class="button quiet js" id="sent">${words.sent}</button>
    <p class="box" id="thanks" tabindex="-1" hidden>${words.thanks}</p>
    </div>
    <p class="box" id="late" tabindex="-1"${hidden(!late)}>${words.late} ${words.late_sent}</p>
    ${askForm(view, locale, html` id="ask"${hidden(transfer !== null && !late)}`)}
    </div>`
}

/** Without script there are no tabs: the form for an account stands below the other panel. */
function plainAsk(view: CheckoutView, locale: Locale): Markup {
  return html`<noscript>${askForm(view, locale)}</noscript>`
}

function askForm(view: CheckoutView, { words, query }: Locale, more: Markup | null = null): Markup {
  const path = `/checkout/${view.accessCode}/bank-transfer?html=1${query.replace('?', '&')}`
  return html`<form method="post" action="${path}"${more}>
    <p>${fill(words.ask_account, { amount: bold(view.amount) })}</p>
    <button class="button">${words.show_account}</button>
    </form>`
}

function bold(amount: Kobo): Markup {
  return html`<b>${formatNaira(amount)}</b>`
}

function accountBox(account: TransferAccount | null, amount: Kobo, { words }: Locale): Markup {
  const digits = String(amount / 100n) + (amount % 100n === 0n ? '' : formatNaira(amount).slice(-3))
  const copy = (what: string, value: string | null = null) => copyButton(words.copy, what, value)
  return html`<dl class="box account">
    <div><dt>${words.account_number}</dt><dd class="copied"><b class="number"
    id="account-number">${grouped(account?.accountNumber ?? '')}</b>${copy(words.account_number)}
    </dd></div>
    <div><dt>${words.bank}</dt><dd id="account-bank">${account?.bank.name ?? ''}</dd></div>
    <div><dt>${words.account_name}</dt><dd
    id="account-name">${account?.accountName ?? ''}</dd></div>
    <div><dt>${words.amount}</dt><dd class="copied"><b>${formatNaira(amount)}</b>
    ${copy(words.amount, digits)}</dd></div>
    </dl>`
}

/**
 * 645 053 3900, as people read it out. The gaps are margins, not characters, so what is copied or
 * selected is the ten digits. The script fills the same three spans.
 */
function grouped(number: string): Markup {
  const [first, second, last] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)]
  return html`<span>${first}</span><span>${second}</span><span>${last}</span>`
}

/** Copies the text that stands before it, or `value`. */
function copyButton(copy: string, what: string, value: string | null): Markup {
  return html`<button class="copy js"${value !== null && html` data-copy="${value}"`}>${copy}<span
    class="unseen"> ${what}</span></button>`
}

/** What a bank has said, of a card or of a transfer. Only a decline costs a try. */
function noticeOf(view: CheckoutView, { words }: Locale): Markup {
  const { message, next, attemptsLeft: count } = view
  const bad = Boolean(message) && next.kind === 'none'
  return html`<p class="notice${bad && ' bad'}" id="notice" role="alert"${hidden(!message)}>
    ${message && translated(message, words)}
    ${
      message &&
      codeOf(message) === 'declined' &&
      (count === 1 ? words.try_left : plain(words.tries_left, { count }))
    }
    </p>`
}

function cardPanel(view: CheckoutView, locale: Locale, _now: Date, selected: boolean): Markup {
  const { next } = view
  const { words } = locale
  const step = (name: string) => html` data-step="${name}"${hidden(name !== next.kind)}`
  return html`<div class="panel" id="card"${panelOf(view, 'card', selected)}>
    <noscript><p class="notice">${words.card_needs_script}</p></noscript>
    <form class="js" novalidate${step('none')}>
    ${field('number', words.card_number, 'cc-number', html` placeholder="0000 0000 0000 0000"`)}
    <div class="pair">
    ${field('expiry', words.expiry, 'cc-exp', html` placeholder="${words.expiry_shape}"`)}
    ${field('cvv', words.cvv, 'cc-csc', html` placeholder="123"`)}
    </div>
    <button class="button">${plain(words.pay, { amount: formatNaira(view.amount) })}</button>
    <p class="soft small">${words.card_note}</p>
    </form>
    <form class="js" novalidate${step('pin')}>
    <p>${words.pin_ask}</p>
    ${field('pin', words.pin, 'off', html` type="password"`)}
    <button class="button">${words.continue}</button>
    </form>
    <form class="js" novalidate${step('otp')}>
    <p>${words.otp_ask}</p>
    ${field('otp', words.otp, 'one-time-code', null)}
    <button class="button">${words.confirm}</button>
    </form>
    <div${step('redirect')}>
    <p>${words.bank_page_ask}</p>
    <a class="button" id="bank" href="${webAddress(next.url ?? null) ?? '#'}">${words.bank_page}</a>
    </div>
    <div tabindex="-1"${step('wait')}>
    <p class="wait"><i></i><b>${words.finding_out}</b></p>
    <p>${words.finding_out_more}</p>
    </div>
    </div>`
}

/** The card is typed on the page of a provider: a form that works without script. */
function cardPagePanel(
  view: CheckoutView,
  { words, query }: Locale,
  _now: Date,
  selected: boolean,
): Markup {
  const { next } = view
  const provider = view.cardPageOf ?? ''
  const path = `/checkout/${view.accessCode}/card/page?html=1${query.replace('?', '&')}`
  const step = (name: string) => html` data-step="${name}"${hidden(name !== next.kind)}`
  return html`<div class="panel" id="card"${panelOf(view, 'card', selected)}>
    <form method="post" action="${path}" data-page="/card/page"${step('none')}>
    <p>${plain(words.their_page_ask, { provider })}</p>
    <button class="button">${plain(words.their_page, { provider })}</button>
    <p class="soft small">${plain(words.their_page_note, { provider })}</p>
    </form>
    <div${step('redirect')}>
    <p>${plain(words.their_page_ask, { provider })}</p>
    <a class="button" id="bank" href="${webAddress(next.url ?? null) ?? '#'}">${plain(
      words.their_page,
      { provider },
    )}</a>
    </div>
    <div tabindex="-1"${step('wait')}>
    <p class="wait"><i></i><b>${words.finding_out}</b></p>
    <p>${words.finding_out_more}</p>
    </div>
    </div>`
}

// Without a `name` a field belongs to no form data, whatever submits the form. Nothing bounds its
// length but the script: a browser cuts what is pasted before its spaces are taken out.
function field(id: string, label: string, autocomplete: string, more: Markup | null): Markup {
  return html`<div class="field"><label for="${id}">${label}</label><div class="typed"><input
    id="${id}" inputmode="numeric" autocomplete="${autocomplete}"
    aria-describedby="${id}-error"${more}>${id === 'number' && html`<b class="brand"></b>`}</div>
    <p class="error" id="${id}-error"></p></div>`
}

function panelOf(view: CheckoutView, channel: string, selected: boolean): Markup {
  const tab = view.channels.length > 1 && html` role="tabpanel" aria-labelledby="tab-${channel}"`
  return html`${tab}${hidden(!selected)}`
}

function hidden(yes: boolean): Markup | false {
  return yes && html` hidden`
}
