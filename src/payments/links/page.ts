import { html, type Markup } from '../../platform/html.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import type { CheckoutAssets } from '../checkout/assets.ts'
import { fill, type Locale, plain } from '../checkout/languages.ts'
import { amount, choices, face, footer, page, ribbon, sign } from '../checkout/page-parts.ts'
import {
  AMOUNT_LENGTH_MAX,
  ANSWER_MAX,
  boundsOf,
  EMAIL_MAX,
  NAME_MAX,
  nameOf,
  type Typed,
  type Wrong,
  type Wrongs,
} from './answers.ts'
import type { PaymentLink } from './links.sql.ts'
import { fieldsOf } from './links.ts'
import type { Closed } from './pay.ts'
import { LINK_WORDS, type LinkWords } from './words.ts'

// The page of a payment link, from what is known to HTML: a form that a browser sends by itself.
// No script is in it. It looks as the checkout does, which it leads to.

export type LinkView = {
  link: PaymentLink
  businessName: string
  logo: string | null
  /** What is paid where the customer bears the fee; null where that is not known yet. */
  total: Kobo | null
  typed: Typed
  wrongs: Wrongs | null
  /** What the address of the visit said in vain. */
  leftOut: string[]
}

type Input = {
  name: string
  label: string
  value: string
  wrong: Wrong | undefined
  required: boolean
  /** Type, keyboard, autocomplete. */
  kind: Markup
  max: number
  hint: string | null
}

export function renderLink(view: LinkView, assets: CheckoutAssets, locale: Locale): string {
  const { link, businessName: business } = view
  const words = LINK_WORDS[locale.language]
  return page(assets, {
    locale,
    script: false,
    title: `${link.name} · ${plain(words.pay_to, { business })}`,
    body: html`${link.mode === 'test' && ribbon()}
      <main class="pay">
      <section class="bill" aria-label="${link.name}">
      <p class="business">${face(business, view.logo)}<b>${business}</b></p>
      <h1 class="headline">${link.name}</h1>
      ${link.description !== null && html`<p class="about">${link.description}</p>`}
      ${link.amount === null ? html`<p class="soft">${words.you_choose}</p>` : amount(link.amount)}
      ${fee(view, words)}
      ${scan(link, words)}
      </section>
      <section class="ways" aria-label="${words.go}">
      ${notices(view, words)}
      <form method="post" action="/pay/${link.slug}${locale.query}">
      ${inputsOf(view, words).map((input) => field(input, words))}
      <button class="button">${words.go}</button>
      <p class="soft small">${words.next}</p>
      </form>
      ${footer(locale)}
      ${choices(`/pay/${link.slug}`, locale)}
      </section>
      </main>`,
  })
}

/** Nothing can be paid: why, and what to do. */
export function renderClosed(state: Closed, assets: CheckoutAssets, locale: Locale): string {
  const words = LINK_WORDS[locale.language]
  const { kind } = state
  const business = state.kind === 'unknown' ? null : state.settings.businessName
  const title = words[kind]
  return page(assets, {
    locale,
    script: false,
    title,
    body: html`${state.kind !== 'unknown' && state.link.mode === 'test' && ribbon()}
      <main class="state">
      ${kind === 'unknown' ? sign('!', 'warn') : sign('time', '')}
      <h1>${title}</h1>
      <p>${fill(words[`${kind}_why`], { business: business ?? '' })}</p>
      ${business !== null && html`<p class="soft">${fill(words.ask_business, { business })}</p>`}
      ${footer(locale)}
      </main>`,
  })
}

function fee({ link, total }: LinkView, words: LinkWords): Markup | false {
  if (link.feeBearer === 'business') return false
  const text =
    total === null ? html`${words.fee_later}` : fill(words.fee, { total: formatNaira(total) })
  return html`<p class="soft">${text}</p>`
}

/** For who reads it at a desk. A phone neither shows nor fetches it. */
function scan({ slug }: PaymentLink, words: LinkWords): Markup {
  return html`<figure class="scan"><img src="/pay/${slug}/qr.svg" alt="" width="132" height="132"
    loading="lazy"><figcaption class="soft small">${words.scan}</figcaption></figure>`
}

function notices({ wrongs, leftOut }: LinkView, words: LinkWords): Markup[] {
  return [
    ...(leftOut.length > 0
      ? [html`<p class="notice">${fill(words.left_out, { what: leftOut.join(', ') })}</p>`]
      : []),
    ...(wrongs === null ? [] : [html`<p class="notice bad" role="alert">${words.look}</p>`]),
  ]
}

function inputsOf({ link, typed, wrongs }: LinkView, words: LinkWords): Input[] {
  const howMuch: Input = {
    name: 'naira',
    label: words.amount,
    value: typed.amount,
    wrong: wrongs?.amount,
    required: true,
    kind: html` inputmode="decimal" autocomplete="transaction-amount" placeholder="0.00"`,
    max: AMOUNT_LENGTH_MAX,
    hint: hintOf(link, words),
  }
  const mine = {
    required: true,
    label: words.email,
    name: 'email',
    value: typed.email,
    wrong: wrongs?.email,
    kind: html` type="email" autocomplete="email"`,
    max: EMAIL_MAX,
    hint: null,
  }
  const called = {
    required: true,
    label: words.your_name,
    name: 'name',
    value: typed.name,
    wrong: wrongs?.name,
    kind: html` autocomplete="name"`,
    max: NAME_MAX,
    hint: null,
  }
  const asked = fieldsOf(link).map(({ label, required }, i) => ({
    required,
    label,
    name: nameOf(i),
    value: typed.fields[i] ?? '',
    wrong: wrongs?.fields[i],
    kind: html``,
    max: ANSWER_MAX,
    hint: null,
  }))
  return [...(link.amount === null ? [howMuch] : []), mine, called, ...asked]
}

function field({ name, label, value, wrong, required, kind, max, hint }: Input, words: LinkWords) {
  const error = wrong === undefined ? null : said(wrong, words)
  const described = [hint !== null && `${name}-hint`, error !== null && `${name}-error`].filter(
    Boolean,
  )
  return html`<div class="field"><label for="${name}">${label}${
    !required && html` <small>(${words.optional})</small>`
  }</label><input id="${name}" name="${name}" value="${value}" maxlength="${max}"${kind}${
    required && html` required`
  }${error !== null && html` aria-invalid="true"`}${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }>${hint !== null && html`<p class="soft small" id="${name}-hint">${hint}</p>`}${
    error !== null && html`<p class="error" id="${name}-error">${error}</p>`
  }</div>`
}

function hintOf(link: PaymentLink, words: LinkWords): string | null {
  const { minAmount, maxAmount } = link
  const bounds = boundsOf(link)
  const [min, max] = [formatNaira(bounds.min), formatNaira(bounds.max)]
  if (minAmount !== null && maxAmount !== null) return plain(words.between, { min, max })
  if (minAmount !== null) return plain(words.at_least, { min })
  return maxAmount === null ? null : plain(words.at_most, { max })
}

function said({ word, parts = {} }: Wrong, words: LinkWords): string {
  const filled = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'number' ? part : formatNaira(part),
  ])
  return plain(words[word], Object.fromEntries(filled))
}
