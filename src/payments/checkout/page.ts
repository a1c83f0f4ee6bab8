import { MINUTE } from '../../platform/clock.ts'
import { html, type Markup } from '../../platform/html.ts'
import { formatNaira, type Kobo, kobo } from '../../platform/money.ts'
import { CUSTOMER_MESSAGES, codeOf } from '../transactions/history.ts'
import type { ChosenChannel } from '../transactions/transactions.rows.ts'

import type { CheckoutView } from './checkout.ts'
import {
  ENGLISH,
  fill,
  type Locale,
  lagosClock,
  lagosTime,
  plain,
  REFUSED,
  refusalIn,
  translated,
  type Word,
} from './languages.ts'
import { chargeSteps, plainForm } from './page-charges.ts'
import {
  actionOf,
  amount,
  choices,
  details,
  face,
  footer,
  hidden,
  overPage,
  page,
  ribbon,
  successPage,
  wordOf,
} from './page-parts.ts'

// Renders the hosted page. Fetches nothing and decides nothing.
//
//   open      pending, ongoing: the bill, and a panel for each channel
//   success   the receipt and a link back, also at later visits
//   over      failed, abandoned, out of time, reversed: why, and a link back
//
// 1. Without JavaScript, a customer sees amount, business and an issued account, and can request
//    an account by a plain form. A card needs the script.
// 2. The script reads its state and its words from `data-` attributes.
// 3. Text from outside is escaped. A link from outside is http(s), a registered app, or no link.

/**
 * Since July 2026, banks limit transfers from a new device for a day. A customer who has waited
 * this long for a transfer reads so, and not before.
 */
const SLOW_MS = 3 * MINUTE

/** Without JavaScript an open page reloads after this time. */
const REFRESH_SECONDS = 20

export function renderCheckout(view: CheckoutView, now: Date, locale: Locale = ENGLISH): string {
  switch (view.status) {
    case 'success':
      return successPage(view, locale, now)
    case 'pending':
    case 'ongoing':
      return view.expiresAt > now ? openPage(view, locale, now) : overPage(view, locale, now)
    case 'abandoned':
    case 'failed':
    case 'reversed':
      return overPage(view, locale, now)
  }
}

function openPage(view: CheckoutView, locale: Locale, now: Date): string {
  const { accessCode, channels, businessName: business } = view
  const { words, query } = locale
  const first = firstChannel(view)
  const panel = (channel: ChosenChannel) => {
    const id = wordOf(channel)
    const tab = channels.length > 1 && html` role="tabpanel" aria-labelledby="tab-${id}"`
    return html`<div class="panel" id="${id}"${tab}${hidden(channel !== first)}>
      ${
        channel === 'bank_transfer'
          ? transferSteps(view, locale, now)
          : chargeSteps(view, channel, locale)
      }
      </div>`
  }
  // Without JavaScript there are no tabs, so the forms of the other channels are below.
  const others = channels.filter((channel) => channel !== first)
  const plainForms = others
    .map((channel) =>
      channel === 'bank_transfer' ? accountForm(view, locale) : plainForm(view, channel, locale),
    )
    .filter((form) => form !== null)
  return page(
    {
      locale,
      title: plain(words.pay_title, { amount: formatNaira(view.amount), business }),
      head: html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
    },
    html`${view.domain === 'test' && ribbon(howToPlay(view))}
      <main class="pay" data-path="/checkout/${accessCode}" data-query="${query}"
      data-now="${now.getTime()}" data-ends="${view.expiresAt.getTime()}"
      data-next="${view.next.kind}" data-way="${wayOf(view)}"
      data-amount="${String(payableOf(view))}"
      data-words="${scriptWords(locale)}">
      ${bill(view, locale)}
      <section class="ways" aria-label="${words.ways_to_pay}">
      ${channels.length > 1 && tabs(channels, first, locale)}
      <p class="notice" id="offline" role="status" hidden>${words.offline}</p>
      ${noticeOf(view, locale)}
      ${channels.map(panel)}
      ${others.length > 0 && html`<noscript>${plainForms}</noscript>`}
      ${footer(locale, cancelForm(view, locale))}
      ${choices(`/checkout/${accessCode}`, locale)}
      </section>
      <p class="unseen" id="say" role="status"></p>
      </main>`,
  )
}

/** The texts that only the script shows. */
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
  'wrong_amex',
  'wrong_pin',
  'wrong_otp',
  'did_not_work',
  'tries_left',
  'try_left',
  'back_to_payment',
  'kept_pay',
] as const satisfies Word[]

/** All texts of a language that the script needs, so that one script serves all languages. */
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

/** The panel of the open attempt. */
function wayOf({ next: { channel } }: CheckoutView): string {
  return channel === undefined ? '' : wordOf(channel)
}

/** A customer who requested an account or started a card returns to that channel. */
function firstChannel({ channels, next, transfer }: CheckoutView): ChosenChannel | undefined {
  if (next.channel !== undefined) return next.channel
  return transfer === null ? channels[0] : 'bank_transfer'
}

function bill(view: CheckoutView, { words }: Locale): Markup {
  // An account ends sooner, and its panel says when.
  const isOnlyClock = !view.channels.includes('bank_transfer')
  return html`<section class="bill" aria-label="${words.what_you_pay}">
    <h1 class="business">${face(view.businessName, view.logo)}<span>${view.businessName}</span></h1>
    <p class="soft">${words.amount_to_pay}</p>
    ${amount(payableOf(view))}
    <details id="more"><summary>${words.more}</summary>${details([
      ...view.description,
      { label: words.email, value: view.email },
      { label: words.pay_before, value: isOnlyClock && lagosTime(view.expiresAt, words) },
    ])}</details>
    </section>`
}

function tabs(
  channels: ChosenChannel[],
  first: ChosenChannel | undefined,
  { words }: Locale,
): Markup {
  return html`<div class="tabs" role="tablist" aria-label="${words.ways_to_pay}">${channels.map(
    (channel) => html`<button role="tab" id="tab-${wordOf(channel)}" data-tab="${wordOf(channel)}"
      aria-controls="${wordOf(channel)}" ${
        channel === first ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`
      }>${words[wordOf(channel)]}</button>`,
  )}</div>`
}

/** Asks once more. The next page says that it is cancelled, and has the link back. */
function cancelForm(view: CheckoutView, locale: Locale): Markup {
  const { words } = locale
  const action = actionOf(view, 'cancel', locale)
  return html`<details><summary>${words.cancel}</summary><form method="post" action="${action}">
    <button class="button quiet" id="cancel">${words.cancel_yes}</button></form></details>`
}

/** How a developer makes a test payment by card, by transfer or by USSD. */
function howToPlay(view: CheckoutView): Markup {
  const curl = [
    `curl -X POST ${view.baseUrl}/api/v1/sandbox/transfers`,
    '-H "Authorization: Bearer sk_test_..."',
    '-H "Content-Type: application/json"',
    `-d '{"account_number":"${view.transfer?.accountNumber ?? '…'}","amount":${view.amount}}'`,
  ]
  const dial = [
    `curl -X POST ${view.baseUrl}/api/v1/sandbox/ussd`,
    ...curl.slice(1, 3),
    `-d '{"code":"${view.next.code ?? '*737*000*…#'}"}'`,
  ]
  return html`<p>Card <b>4084 0840 8408 4081</b>, CVV <b>408</b>, any future expiry date; only
    test cards are approved. Or let the sandbox send the transfer:</p>
    <pre tabindex="0">${curl.join(' ')}</pre>
    ${
      view.ussdBanks.length > 0 &&
      html`<p>Or let it dial a USSD code:</p>
    <pre tabindex="0" id="dial">${dial.join(' ')}</pre>`
    }`
}

// The page contains every step of each channel and hides all but one. The script changes which.

function transferSteps(view: CheckoutView, locale: Locale, now: Date): Markup {
  const { transfer } = view
  const { words } = locale
  const isLate = transfer !== null && transfer.expiresAt <= now
  const slowFrom = transfer === null ? '' : transfer.createdAt.getTime() + SLOW_MS
  // A transfer of another amount arrived, and says so.
  const isWrong = view.message !== null && codeOf(view.message) === 'transfer_wrong'
  const isSlow = slowFrom !== '' && slowFrom <= now.getTime() && !isWrong
  return html`<div id="account"${hidden(transfer === null || isLate)}>
    <p>${fill(words.send_exactly, { amount: bold(payableOf(view)) })}</p>
    ${feeAdded(view, locale)}
    ${accountBox(view, locale)}
    <p class="wait"><i></i>${words.waiting}</p>
    <p class="soft small">${fill(words.valid_until, {
      time: html`<b id="until">${transfer && lagosClock(transfer.expiresAt)}</b>`,
    })}<span class="js"> · <time role="timer"
    data-until="${transfer?.expiresAt.getTime() ?? ''}"></time></span></p>
    <button class="button quiet js" id="sent">${words.sent}</button>
    <p class="box" id="thanks" tabindex="-1" hidden>${words.thanks}</p>
    <p class="box" id="slow" role="status" data-after="${SLOW_MS}"
    data-from="${slowFrom}"${hidden(!isSlow)}>${words.slow}</p>
    </div>
    <p class="box" id="late" tabindex="-1"${hidden(!isLate)}>${words.late} ${words.late_sent}</p>
    ${accountForm(view, locale, html` id="ask"${hidden(transfer !== null && !isLate)}`)}`
}

/** Why the amount is more than the business asks for. */
function feeAdded(view: CheckoutView, { words }: Locale): Markup | false {
  const { amount, businessName: business } = view
  const fee = kobo(payableOf(view) - amount)
  const texts = { amount: formatNaira(amount), fee: formatNaira(fee), business }
  return fee > 0n && html`<p id="fee-added">${plain(words.fee_added, texts)}</p>`
}

/** With the fee of the bank, if it adds one. */
function payableOf({ transfer, amount }: CheckoutView): Kobo {
  return transfer?.payable ?? amount
}

/** Requests an account. */
function accountForm(view: CheckoutView, locale: Locale, more: Markup | null = null): Markup {
  const { words } = locale
  return html`<form method="post" action="${actionOf(view, 'bank-transfer', locale)}"${more}>
    <p>${fill(words.ask_account, { amount: bold(view.amount) })}</p>
    <button class="button">${words.show_account}</button>
    </form>`
}

function bold(amount: Kobo): Markup {
  return html`<b>${formatNaira(amount)}</b>`
}

function accountBox(view: CheckoutView, { words }: Locale): Markup {
  const { transfer } = view
  const amount = payableOf(view)
  const digits = String(amount / 100n) + (amount % 100n === 0n ? '' : formatNaira(amount).slice(-3))
  return html`<dl class="box account">
    <div><dt>${words.account_number}</dt><dd class="copied"><b class="number"
    id="account-number">${grouped(transfer?.accountNumber ?? '')}</b>
    ${copyButton(words.copy, words.account_number)}</dd></div>
    <div><dt>${words.bank}</dt><dd id="account-bank">${transfer?.bank.name ?? ''}</dd></div>
    <div><dt>${words.account_name}</dt><dd
    id="account-name">${transfer?.accountName ?? ''}</dd></div>
    <div><dt>${words.amount}</dt><dd class="copied"><b>${formatNaira(amount)}</b>
    ${copyButton(words.copy, words.amount, digits)}</dd></div>
    </dl>`
}

/**
 * 645 053 3900, as people read it out. The gaps are margins, so a copy has the ten digits alone.
 * The script fills the same three spans.
 */
function grouped(number: string): Markup {
  const [first, second, last] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)]
  return html`<span>${first}</span><span>${second}</span><span>${last}</span>`
}

/** Copies `value`, or the text before the button. */
function copyButton(copy: string, what: string, value: string | null = null): Markup {
  return html`<button class="copy js"${value !== null && html` data-copy="${value}"`}>${copy}<span
    class="unseen"> ${what}</span></button>`
}

const DECLINED = /^(declined|charge_failed)(?!_too)/

/** The last message about the payment. A decline also shows how many attempts are left. */
function noticeOf(view: CheckoutView, { words }: Locale): Markup {
  const { message, next, attemptsLeft: count } = view
  const bad = message && next.kind === 'none' && ' bad'
  const left = count === 1 ? words.try_left : plain(words.tries_left, { count })
  return html`<p class="notice${bad}" id="notice" role="alert"${hidden(!message)}>
    ${message && translated(message, words)}
    ${message && DECLINED.test(codeOf(message)) && left}
    </p>`
}
