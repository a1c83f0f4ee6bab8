import { formatNaira, type Kobo } from '../lib/money.ts'
import type { CheckoutView, TransferAccount } from './page.ts'
import { html, type Markup, webAddress } from './page-html.ts'

// The two ways to pay. Every step of both is in the page from the start, and only one of each is
// not `hidden`: the script moves the attribute and fills in what it hears.

export function transferPanel(view: CheckoutView, now: Date, selected: boolean): Markup {
  const { transfer } = view
  const late = transfer !== null && transfer.expiresAt <= now
  const card = view.channels.includes('card')
  return html`<div class="panel" id="bank_transfer"${panelOf(view, 'bank_transfer', selected)}>
    ${askForm(view, html` id="ask"${hidden(transfer !== null)}`)}
    <div id="account"${hidden(transfer === null || late)}>
    <p>Send exactly <b>${formatNaira(view.amount)}</b> to this account, once.</p>
    ${accountBox(transfer, view.amount)}
    <p class="wait"><i></i>Waiting for your transfer<time role="timer"
    data-until="${transfer?.expiresAt.getTime() ?? ''}"></time></p>
    <button class="button quiet js" id="sent">I have sent the money</button>
    <p class="box" id="thanks" tabindex="-1" hidden>Thank you. Most transfers arrive within a
    minute, some take longer. You may close this page: your payment counts either way.</p>
    </div>
    <p class="box" id="late" tabindex="-1"${hidden(!late)}>This account no longer takes money. Ask
    ${view.businessName} for a new payment${card && ', or pay by card'}. If you have sent it
    already, keep this page open: we are still watching.</p>
    </div>`
}

/** Without script there are no tabs: the form for an account stands below the other panel. */
export function plainAsk(view: CheckoutView): Markup {
  return html`<noscript>${askForm(view)}</noscript>`
}

function askForm(view: CheckoutView, more: Markup | null = null): Markup {
  return html`<form method="post" action="/checkout/${view.accessCode}/bank-transfer?html=1"${more}>
    <p>You get a bank account for this one payment. Send <b>${formatNaira(view.amount)}</b> to it
    from any bank app or by USSD.</p>
    <button class="button">Show the account</button>
    </form>`
}

function accountBox(account: TransferAccount | null, amount: Kobo): Markup {
  const plain = String(amount / 100n) + (amount % 100n === 0n ? '' : formatNaira(amount).slice(-3))
  return html`<dl class="box account">
    <div><dt>Account number</dt><dd class="copied"><b class="number"
    id="account-number">${account?.accountNumber ?? ''}</b>${copyButton('account number')}
    </dd></div>
    <div><dt>Bank</dt><dd id="account-bank">${account?.bank.name ?? ''}</dd></div>
    <div><dt>Name</dt><dd id="account-name">${account?.accountName ?? ''}</dd></div>
    <div><dt>Amount</dt><dd class="copied"><b>${formatNaira(amount)}</b>
    ${copyButton('amount', plain)}</dd></div>
    </dl>`
}

/** Copies the text that stands before it, or `value`. */
function copyButton(what: string, value: string | null = null): Markup {
  return html`<button class="copy js"${value !== null && html` data-copy="${value}"`}>Copy<span
    class="unseen"> ${what}</span></button>`
}

/** What a bank has said, of a card or of a transfer. Only a decline costs a try. */
export function noticeOf({ message, next, attemptsLeft: left }: CheckoutView): Markup {
  const bad = Boolean(message) && next.kind === 'none'
  return html`<p class="notice${bad && ' bad'}" id="notice" role="alert"${hidden(!message)}>
    ${message}
    ${/declined/.test(message ?? '') && `You have ${left} ${left === 1 ? 'try' : 'tries'} left.`}
    </p>`
}

export function cardPanel(view: CheckoutView, _now: Date, selected: boolean): Markup {
  const { next } = view
  const step = (name: string) => html` data-step="${name}"${hidden(name !== next.kind)}`
  return html`<div class="panel" id="card"${panelOf(view, 'card', selected)}>
    <noscript><p class="notice">A card needs JavaScript, so that its details go nowhere but to the
    bank. Please turn it on, or pay by bank transfer.</p></noscript>
    <form class="js" novalidate${step('none')}>
    ${field('number', 'Card number', 'cc-number', html` placeholder="0000 0000 0000 0000"`)}
    <div class="pair">
    ${field('expiry', 'Expiry date', 'cc-exp', html` placeholder="MM / YY"`)}
    ${field('cvv', 'CVV', 'cc-csc', html` placeholder="123" maxlength="4"`)}
    </div>
    <button class="button">Pay ${formatNaira(view.amount)}</button>
    <p class="soft small">Visa, Mastercard and Verve. Card details are used once and never
    stored.</p>
    </form>
    <form class="js" novalidate${step('pin')}>
    <p>Enter the PIN of your card, the one you use at the ATM.</p>
    ${field('pin', 'Card PIN', 'off', html` maxlength="4"`)}
    <button class="button">Continue</button>
    </form>
    <form class="js" novalidate${step('otp')}>
    <p>Enter the code that your bank has sent to your phone.</p>
    ${field('otp', '6-digit code', 'one-time-code', html` maxlength="6"`)}
    <button class="button">Confirm payment</button>
    </form>
    <div${step('redirect')}>
    <p>Your bank wants to be sure that it is you. Confirm on its page; it brings you back here.</p>
    <a class="button" id="bank" href="${webAddress(next.url ?? null) ?? '#'}">Continue to your
    bank</a>
    </div>
    <div tabindex="-1"${step('wait')}>
    <p class="wait"><i></i><b>Still finding out</b></p>
    <p>Your bank has not answered yet. Please do not pay again: we keep asking, and this page tells
    you as soon as we know.</p>
    </div>
    </div>`
}

// Without a `name` a field belongs to no form data, whatever submits the form.
function field(id: string, label: string, autocomplete: string, more: Markup): Markup {
  return html`<div class="field"><label for="${id}">${label}</label>${
    id === 'number' && html`<b class="brand"></b>`
  }<input id="${id}"${id === 'pin' && html` type="password"`}
    autocomplete="${autocomplete}"${more}><p class="error"></p></div>`
}

function panelOf(view: CheckoutView, channel: string, selected: boolean): Markup {
  const tab = view.channels.length > 1 && html` role="tabpanel" aria-labelledby="tab-${channel}"`
  return html`${tab}${hidden(!selected)}`
}

function hidden(yes: boolean): Markup | false {
  return yes && html` hidden`
}
