import { html, type Markup } from '../../platform/html.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { type Locale, plain } from '../checkout/languages.ts'
import {
  amount,
  choices,
  face,
  footer,
  page,
  ribbon,
  sign,
  statePage,
} from '../checkout/page-parts.ts'
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

// Renders the page of a payment link: a plain form without a script, in the style of the checkout.

export type LinkView = {
  link: PaymentLink
  businessName: string
  logo: string | null
  /** The amount with the fee, if the customer pays the fee. Null while the amount is unknown. */
  total: Kobo | null
  typed: Typed
  wrongs: Wrongs | null
  /** Invalid parameters in the URL of this visit. */
  leftOut: string[]
}

type Input = {
  name: string
  label: string
  value: string
  wrong: Wrong | undefined
  required?: boolean
  /** Attributes for type, keyboard and autocomplete. */
  kind?: Markup
  max: number
  hint?: string | null
}

export function renderLink(view: LinkView, locale: Locale): string {
  const { link, businessName: business } = view
  const words = LINK_WORDS[locale.language]
  const title = `${link.name} · ${plain(words.pay_to, { business })}`
  return page(
    { locale, script: false, title },
    html`${link.mode === 'test' && ribbon()}
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
  )
}

/** Says why nothing can be paid, and what to do. */
export function renderClosed(state: Closed, locale: Locale): string {
  const words = LINK_WORDS[locale.language]
  const { kind } = state
  const shell = { locale, script: false, title: words[kind] }
  if (kind === 'unknown') {
    const body = html`<p>${words.unknown_why}</p>`
    return statePage({ ...shell, sign: sign('!', 'warn') }, body)
  }
  const business = { business: state.settings.businessName }
  return statePage(
    { ...shell, sign: sign('time', ''), isTest: state.link.mode === 'test' },
    html`<p>${plain(words[`${kind}_why`], business)}</p>
      <p class="soft">${plain(words.ask_business, business)}</p>`,
  )
}

function fee({ link, total }: LinkView, words: LinkWords): Markup | false {
  if (link.feeBearer === 'business') return false
  const text = total === null ? words.fee_later : plain(words.fee, { total: formatNaira(total) })
  return html`<p class="soft">${text}</p>`
}

/** For visitors at a desk. Phones neither show nor fetch it. */
function scan({ slug }: PaymentLink, words: LinkWords): Markup {
  return html`<figure class="scan"><img src="/pay/${slug}/qr.svg" alt="" width="132" height="132"
    loading="lazy"><figcaption class="soft small">${words.scan}</figcaption></figure>`
}

function notices({ wrongs, leftOut }: LinkView, words: LinkWords): Markup {
  const what = leftOut.join(', ')
  return html`${what !== '' && html`<p class="notice">${plain(words.left_out, { what })}</p>`}${
    wrongs !== null && html`<p class="notice bad" role="alert">${words.look}</p>`
  }`
}

function inputsOf({ link, typed, wrongs }: LinkView, words: LinkWords): Input[] {
  const amount: Input = {
    name: 'naira',
    label: words.amount,
    value: typed.amount,
    wrong: wrongs?.amount,
    kind: html` inputmode="decimal" autocomplete="transaction-amount" placeholder="0.00"`,
    max: AMOUNT_LENGTH_MAX,
    hint: hintOf(link, words),
  }
  const email: Input = {
    name: 'email',
    label: words.email,
    value: typed.email,
    wrong: wrongs?.email,
    kind: html` type="email" autocomplete="email"`,
    max: EMAIL_MAX,
  }
  const name: Input = {
    name: 'name',
    label: words.your_name,
    value: typed.name,
    wrong: wrongs?.name,
    kind: html` autocomplete="name"`,
    max: NAME_MAX,
  }
  const others = fieldsOf(link).map(({ label, required }, i) => ({
    required,
    label,
    name: nameOf(i),
    value: typed.fields[i] ?? '',
    wrong: wrongs?.fields[i],
    max: ANSWER_MAX,
  }))
  return [...(link.amount === null ? [amount] : []), email, name, ...others]
}

function field(input: Input, words: LinkWords): Markup {
  const { name, label, value, wrong, required = true, kind = null, max, hint = null } = input
  const error = wrong === undefined ? null : said(wrong, words)
  const notes = [hint !== null && `${name}-hint`, error !== null && `${name}-error`]
  const describedBy = notes.filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${label}${
    !required && html` <small>(${words.optional})</small>`
  }</label><input id="${name}" name="${name}" value="${value}" maxlength="${max}"${kind}${
    required && html` required`
  }${error !== null && html` aria-invalid="true"`}${
    describedBy !== '' && html` aria-describedby="${describedBy}"`
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
