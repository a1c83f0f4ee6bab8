import { html, type Markup, trusted, webAddress } from '../../platform/html.ts'
import { formatNaira } from '../../platform/money.ts'
import type { Method } from '../../providers/rails.ts'
import type { CheckoutView } from './checkout.ts'
import { telephoneOf } from './dial.ts'
import { type Locale, plain } from './languages.ts'
import { actionOf, hidden } from './page-parts.ts'
import { savingWords } from './saving.ts'

// The panels of what is paid by a charge: card, USSD, and the pages of banks and OPay. A panel has
// every step and hides all but one (`data-step`). The script changes which.

export function chargeSteps(view: CheckoutView, method: Method, locale: Locale): Markup {
  const page = view.pages[method]
  if (method === 'ussd' && page === undefined) return ussdSteps(view, locale)
  const steps = page ? pageSteps(view, method, page, locale) : cardSteps(view, locale)
  return method === 'card' ? html`${keptSteps(view, locale)}${steps}` : steps
}

/** The forms of a method that work without JavaScript, for a page whose tabs do not. */
export function plainForm(view: CheckoutView, method: Method, locale: Locale): Markup | null {
  const page = view.pages[method]
  if (page !== undefined) return pageForm(view, method, page, locale)
  return method === 'ussd' ? ussdForm(view, locale) : null
}

function stepOf({ next }: CheckoutView, method: Method) {
  const current = next.channel === method ? next.kind : 'none'
  return (name: string) => html` data-step="${name}"${hidden(name !== current)}`
}

/** Away at the page of a bank, or waiting for what the bank says. */
function waiting(
  view: CheckoutView,
  method: Method,
  { words }: Locale,
  ask: string,
  link: string,
): Markup {
  const { next } = view
  const step = stepOf(view, method)
  const url = next.channel === method && next.kind === 'redirect' ? next.url : null
  // A card's bank page may be framed.
  const id = method === 'card' && html` id="bank"`
  return html`<div${step('redirect')}>
    <p>${ask}</p>
    <a class="button" data-bank${id} href="${webAddress(url ?? null) ?? '#'}">${link}</a>
    </div>
    <div tabindex="-1"${step('wait')}>
    <p class="wait"><i></i><b>${words.finding_out}</b></p>
    <p>${words.finding_out_more}</p>
    </div>`
}

function pageTexts({ amount }: CheckoutView, method: Method, page: string, { words }: Locale) {
  const provider = { provider: page, amount: formatNaira(amount) }
  return {
    ask: plain(method === 'card' ? words.their_page_ask : words.method_page_ask, provider),
    link: plain(words.their_page, provider),
    note: method === 'card' ? plain(words.their_page_note, provider) : null,
  }
}

/** The provider's own page asks for the rest. */
function pageForm(
  view: CheckoutView,
  method: Method,
  page: string,
  locale: Locale,
  more: Markup | null = null,
): Markup {
  const { ask, link, note } = pageTexts(view, method, page, locale)
  const path = `${method}/page`
  return html`<form method="post" action="${actionOf(view, path, locale)}"
    data-page="/${path}"${more}>
    <p>${ask}</p>
    ${method === 'card' && savingOf(view, locale)}
    <button class="button">${link}</button>
    ${note && html`<p class="soft small">${note}</p>`}
    </form>`
}

function pageSteps(view: CheckoutView, method: Method, page: string, locale: Locale): Markup {
  const { ask, link } = pageTexts(view, method, page, locale)
  return html`${pageForm(view, method, page, locale, stepOf(view, method)('none'))}
    ${waiting(view, method, locale, ask, link)}`
}

function ussdForm(view: CheckoutView, locale: Locale, more: Markup | null = null): Markup {
  const { words } = locale
  const id = more === null ? 'ussd-bank-plain' : 'ussd-bank'
  return html`<form method="post" action="${actionOf(view, 'ussd', locale)}"
    data-page="/ussd"${more}>
    <p>${words.ussd_ask}</p>
    <div class="field"><label for="${id}">${words.bank}</label><select id="${id}"
    name="bank">${view.ussdBanks.map(
      ({ code, name }) => html`<option value="${code}">${name}</option>`,
    )}</select></div>
    <button class="button">${words.ussd_show}</button>
    </form>`
}

/** The form stays below the code: the customer may choose another bank. */
function ussdSteps(view: CheckoutView, locale: Locale): Markup {
  const { next } = view
  const { words } = locale
  const step = stepOf(view, 'ussd')
  const code = next.kind === 'dial' ? (next.code ?? '') : ''
  return html`<div${step('dial')}>
    <p>${words.ussd_dial}</p>
    <p class="box code"><b class="number" id="ussd-code">${code}</b></p>
    <a class="button" id="ussd-call" data-bank href="${telephoneOf(code) ?? '#'}">${
      words.ussd_call
    }</a>
    <p class="wait"><i></i>${words.ussd_waiting}</p>
    </div>
    ${ussdForm(view, locale, html` data-form`)}
    <div tabindex="-1"${step('wait')}>
    <p class="wait"><i></i><b>${words.finding_out}</b></p>
    <p>${words.finding_out_more}</p>
    </div>`
}

function cardSteps(view: CheckoutView, locale: Locale): Markup {
  const { words } = locale
  const step = stepOf(view, 'card')
  return html`<noscript><p class="notice">${words.card_needs_script}</p></noscript>
    <form class="js" novalidate${step('none')}>
    ${field('number', words.card_number, 'cc-number', html` placeholder="0000 0000 0000 0000"`)}
    <div class="pair">
    ${field('expiry', words.expiry, 'cc-exp', html` placeholder="${words.expiry_shape}"`)}
    ${field('cvv', words.cvv, 'cc-csc', html` placeholder="123"`, words.wrong_cvv)}
    </div>
    ${savingOf(view, locale)}
    <button class="button">${plain(words.pay, { amount: formatNaira(view.amount) })}</button>
    <p class="soft small">${isSaving(view) ? words.card_brands : words.card_note}</p>
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
    ${waiting(view, 'card', locale, words.bank_page_ask, words.bank_page)}`
}

/** To pay with a kept card: asks for a code, then for the card. The script fills in the cards. */
function keptSteps(view: CheckoutView, locale: Locale): Markup | false {
  if (!view.offersKept) return false
  const { words } = locale
  const { businessName: business, email } = view
  const step = stepOf(view, 'card')
  return html`<div class="js" id="kept"${step('none')}>
    <form><button class="button quiet">${words.kept_use}</button></form>
    <form class="box" novalidate hidden>
    <p>${plain(words.kept_ask, { business, email })}</p>
    ${field('code', words.otp, 'one-time-code', null)}
    <button class="button">${words.continue}</button>
    <button class="link small" type="button">${words.kept_again}</button>
    </form>
    <form hidden>${view.plan !== null && savingOf(view, locale)}<button class="button"></button>
    <button class="link small" type="button">${words.kept_remove}</button></form>
    </div>`
}

/** The marks of the card brands. The script leaves the one whose number is typed. */
const MARKS = html`<span class="marks">${Object.entries({
  Visa: '<text x="17" y="15" fill="#1434cb" font-style="italic">VISA</text>',
  Mastercard:
    '<circle cx="13" cy="11" r="7" fill="#eb001b"/><circle cx="21" cy="11" r="7" fill="#f79e1b"/>' +
    '<path d="M17 5.300a7 7 0 0 1 0 11.400 7 7 0 0 1 0-11.400" fill="#ff5f00"/>',
  Verve:
    '<circle cx="8" cy="11" r="5" fill="#e42313"/><path d="M5.500 9l2.500 4.500L10.500 9" ' +
    'fill="none" stroke="#fff" stroke-width="1.500"/>' +
    '<text x="22" y="14.500" fill="#00425f">erve</text>',
  Amex: '<path d="M0 0h34v22H0z" fill="#006fcf"/><text x="17" y="15" fill="#fff">AMEX</text>',
}).map(
  ([brand, mark]) =>
    html`<svg viewBox="0 0 34 22" role="img" aria-label="${brand}"${hidden(
      brand === 'Amex',
    )}>${trusted(mark)}</svg>`,
)}</span>`

function isSaving({ saveCard }: CheckoutView): boolean {
  return saveCard === 'offer' || saveCard === 'required'
}

/** The box to keep the card, unticked, or the words to which the customer agrees by paying. */
function savingOf(view: CheckoutView, locale: Locale): Markup | false {
  const { offer, required } = savingWords(locale, { ...view, business: view.businessName })
  if (view.saveCard === 'required') return html`<p class="small">${required}</p>`
  return (
    view.saveCard === 'offer' &&
    html`<label class="tick js small"><input type="checkbox" class="save">
    <span>${offer}</span></label>`
  )
}

/**
 * Has no `name`, so no form submits it, and no `maxlength`: a browser would cut a pasted number
 * before the script removes its spaces.
 */
function field(
  id: string,
  label: string,
  autocomplete: string,
  more: Markup | null,
  hint = '',
): Markup {
  return html`<div class="field">${id === 'number' && MARKS}<label
    for="${id}">${label}</label><input id="${id}" inputmode="numeric" autocomplete="${autocomplete}"
    aria-describedby="${id}-error"${more}>
    <p class="error" id="${id}-error">${hint}</p></div>`
}
