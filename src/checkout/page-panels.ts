import { formatNaira, type Kobo } from '../lib/money.ts'
import { codeOf } from '../transactions/history.ts'
import { fill, plain, translated, type Voice } from './languages.ts'
import type { CheckoutView, TransferAccount } from './page.ts'
import { html, type Markup, webAddress } from './page-html.ts'

// The two ways to pay. Every step of both is in the page from the start, and only one of each is
// not `hidden`: the script moves the attribute and fills in what it hears.

export function transferPanel(
  view: CheckoutView,
  voice: Voice,
  now: Date,
  selected: boolean,
): Markup {
  const { transfer } = view
  const { words } = voice
  const late = transfer !== null && transfer.expiresAt <= now
  return html`<div class="panel" id="bank_transfer"${panelOf(view, 'bank_transfer', selected)}>
    <div id="account"${hidden(transfer === null || late)}>
    <p>${fill(words.send_exactly, { amount: bold(view.amount) })}</p>
    ${accountBox(transfer, view.amount, voice)}
    <p class="wait"><i></i>${words.waiting}<time role="timer"
    data-until="${transfer?.expiresAt.getTime() ?? ''}"></time></p>
    <button class="button quiet js" id="sent">${words.sent}</button>
    <p class="box" id="thanks" tabindex="-1" hidden>${words.thanks}</p>
    </div>
    <p class="box" id="late" tabindex="-1"${hidden(!late)}>${words.late} ${words.late_sent}</p>
    ${askForm(view, voice, html` id="ask"${hidden(transfer !== null && !late)}`)}
    </div>`
}

/** Without script there are no tabs: the form for an account stands below the other panel. */
export function plainAsk(view: CheckoutView, voice: Voice): Markup {
  return html`<noscript>${askForm(view, voice)}</noscript>`
}

function askForm(view: CheckoutView, { words, query }: Voice, more: Markup | null = null): Markup {
  const path = `/checkout/${view.accessCode}/bank-transfer?html=1${query.replace('?', '&')}`
  return html`<form method="post" action="${path}"${more}>
    <p>${fill(words.ask_account, { amount: bold(view.amount) })}</p>
    <button class="button">${words.show_account}</button>
    </form>`
}

function bold(amount: Kobo): Markup {
  return html`<b>${formatNaira(amount)}</b>`
}

function accountBox(account: TransferAccount | null, amount: Kobo, { words }: Voice): Markup {
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
export function noticeOf(view: CheckoutView, { words }: Voice): Markup {
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

export function cardPanel(view: CheckoutView, voice: Voice, _now: Date, selected: boolean): Markup {
  const { next } = view
  const { words } = voice
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
