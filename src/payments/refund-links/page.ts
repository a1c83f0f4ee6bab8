import { bankName, banks, type ListedBank } from '../../accounts/banks/banks.ts'
import { html, type Markup } from '../../platform/html.ts'
import { type Locale, plain } from '../checkout/languages.ts'
import {
  amount,
  choices,
  details,
  face,
  footer,
  page,
  ribbon,
  sign,
  statePage,
} from '../checkout/page-parts.ts'
import type { Refund } from '../refunds/refunds.sql.ts'
import type { Account, Visited } from './refund-links.ts'
import { REFUND_WORDS, type RefundWord, type RefundWords } from './words.ts'

// Renders the page of a refund link: plain forms without a script, in the style of the checkout.

/** `typed`: as it was sent. `wrong`: what is wrong, under its field or above the form. */
export type Form = {
  code: string
  typed: Account
  wrong?: { bank?: RefundWord; number?: RefundWord; form?: RefundWord }
}

const NUMBER_LENGTH = 10
const BANKS: readonly ListedBank[] = [...banks].sort((a, b) => a.name.localeCompare(b.name))

/** Asks for an account. */
export function renderForm(visited: Visited, { code, typed, wrong = {} }: Form, locale: Locale) {
  const words = REFUND_WORDS[locale.language]
  const failed = visited.refund?.status === 'failed' ? 'failed' : undefined
  const { form: notice = failed } = wrong
  return pageOf(
    visited,
    locale,
    html`${
      notice !== undefined &&
      html`<p class="notice bad" role="alert">${said(notice, visited, words)}</p>`
    }
      <form method="post" action="/refund/${code}${locale.query}">
      <div class="field"><label for="bank">${words.bank}</label>
      <select id="bank" name="bank_code" required${marked('bank', wrong.bank)}>
      <option value="">${words.choose_bank}</option>
      ${BANKS.map((bank) => option(bank, typed.bankCode))}</select>
      ${error('bank', wrong.bank, words)}</div>
      <div class="field"><label for="number">${words.account_number}</label>
      <input id="number" name="account_number" value="${typed.accountNumber}" inputmode="numeric"
      autocomplete="off" maxlength="${NUMBER_LENGTH}" required${marked('number', wrong.number)}>
      ${error('number', wrong.number, words)}</div>
      <button class="button">${words.go}</button>
      </form>
      ${choices(`/refund/${code}`, locale)}`,
  )
}

/** Asks whether the account that was found is the customer's. */
export function renderConfirm(
  visited: Visited,
  { code, account, accountName }: { code: string; account: Account; accountName: string },
  locale: Locale,
): string {
  const words = REFUND_WORDS[locale.language]
  return pageOf(
    visited,
    locale,
    html`<h2>${words.is_it_yours}</h2>
      ${details([{ label: words.name, value: accountName }, ...detailsOf(account, words)])}
      <form method="post" action="/refund/${code}${locale.query}">
      <input type="hidden" name="bank_code" value="${account.bankCode}">
      <input type="hidden" name="account_number" value="${account.accountNumber}">
      <button class="button" name="confirmed" value="yes">${words.yes}</button>
      </form>
      <a class="button quiet" href="/refund/${code}${locale.query}">${words.no}</a>`,
  )
}

/** The refund that the customer's answer made. */
export function renderAnswered({ settings, link }: Visited, refund: Refund, locale: Locale) {
  const words = REFUND_WORDS[locale.language]
  const kind = refund.status === 'processed' ? 'processed' : 'pending'
  const business = settings.businessName
  const { destinationBankCode: bankCode, destinationAccountNumber: accountNumber } = refund
  const account = bankCode === null || accountNumber === null ? null : { bankCode, accountNumber }
  return statePage(
    {
      locale,
      script: false,
      title: words[kind],
      sign: sign(kind === 'processed' ? 'done' : 'time', kind === 'processed' ? 'good' : ''),
      isTest: link.mode === 'test',
    },
    html`${amount(refund.amount)}
      <p>${plain(words.title, { business })}</p>
      <p class="soft">${words.pending_why}</p>
      ${details([
        { label: words.name, value: refund.destinationAccountName },
        ...(account === null ? [] : detailsOf(account, words)),
        { label: words.payment, value: refund.transactionReference },
      ])}`,
  )
}

export type Ended = 'unknown' | 'cancelled' | 'expired' | 'too_many'

/** No account can be entered. `visited`: null if there is no such link. */
export function renderEnded(kind: Ended, visited: Visited | null, locale: Locale): string {
  const words = REFUND_WORDS[locale.language]
  const isTest = visited?.link.mode === 'test'
  const business = visited?.settings.businessName ?? ''
  const why = visited === null ? words.unknown_why : plain(words.ended_why, { business })
  const shell = { locale, script: false, title: words[kind], isTest }
  return statePage({ ...shell, sign: sign('!', 'warn') }, html`<p>${why}</p>`)
}

function pageOf(visited: Visited, locale: Locale, body: Markup): string {
  const words = REFUND_WORDS[locale.language]
  const { link, settings } = visited
  const { businessName: business, logo } = settings
  const title = plain(words.title, { business })
  return page(
    { locale, script: false, title },
    html`${link.mode === 'test' && ribbon()}
      <main class="pay">
      <section class="bill" aria-label="${title}">
      <p class="business">${face(business, logo?.path ?? null)}<b>${business}</b></p>
      <h1 class="headline">${title}</h1>
      ${amount(visited.amount)}
      ${details([{ label: words.payment, value: visited.reference }])}
      <p>${plain(words.about, { business })}</p>
      <p class="soft small">${words.safe}</p>
      </section>
      <section class="ways">
      ${body}
      ${footer(locale)}
      </section>
      </main>`,
  )
}

function option({ code, name }: ListedBank, chosen: string): Markup {
  return html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`
}

function marked(field: string, wrong: RefundWord | undefined): Markup | false {
  return wrong !== undefined && html` aria-invalid="true" aria-describedby="${field}-error"`
}

function error(field: string, wrong: RefundWord | undefined, words: RefundWords): Markup | false {
  return wrong !== undefined && html`<p class="error" id="${field}-error">${words[wrong]}</p>`
}

function said(word: RefundWord, { settings }: Visited, words: RefundWords): string {
  return plain(words[word], { business: settings.businessName })
}

function detailsOf({ bankCode, accountNumber }: Account, words: RefundWords) {
  return [
    { label: words.bank, value: bankName(bankCode) ?? bankCode },
    { label: words.account_number, value: accountNumber },
  ]
}
