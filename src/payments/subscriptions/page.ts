import { html, type Markup } from '../../platform/html.ts'
import { formatNaira } from '../../platform/money.ts'
import type { Authorization } from '../authorizations/authorizations.sql.ts'
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
import type { Invoice } from './invoices.sql.ts'
import { dayShown } from './mail.ts'
import { cardCode, type Visited } from './pay.ts'
import { faceOf } from './wire.ts'
import { SUBSCRIPTION_WORDS, type SubscriptionWord, type SubscriptionWords } from './words.ts'

// Renders the customer's page of a subscription: plain forms without a script, in the style of the
// checkout.

type At = { code: string; locale: Locale }

/** `notice`: what the last form could not do. */
export function renderSubscription(visited: Visited, at: At, notice: SubscriptionWord | null) {
  const { subscription, open, cards } = visited
  const words = SUBSCRIPTION_WORDS[at.locale.language]
  const others = cards.filter((one) => one.authorizationId !== subscription.authorizationId)
  const canCancel = !subscription.endsWithPeriod
  return pageOf(
    visited,
    at,
    html`${notice !== null && html`<p class="notice bad" role="alert">${words[notice]}</p>`}
      ${subscription.state === 'paused' && html`<p class="notice">${words.paused}</p>`}
      ${open.map((invoice) => unpaid(invoice, at, words))}
      ${
        subscription.authorizationId !== null &&
        others.length > 0 &&
        html`<h2>${words.other_cards}</h2>${others.map((card) => otherCard(card, at, words))}`
      }
      ${canCancel && form(at, { action: 'cancel' }, words.cancel, 'button quiet')}
      ${choices(`/subscription/${at.code}`, at.locale)}`,
  )
}

/** Asks again before it cancels. */
export function renderSure(visited: Visited, at: At): string {
  const words = SUBSCRIPTION_WORDS[at.locale.language]
  return pageOf(
    visited,
    at,
    html`<h2>${words.sure}</h2>
      <p>${words.sure_why}</p>
      ${form(at, { action: 'cancel', confirmed: 'yes' }, words.yes)}
      <a class="button quiet" href="/subscription/${at.code}${at.locale.query}">${words.no}</a>`,
  )
}

/** It has ended. `visited`: null if there is no such page. */
export function renderOver(visited: Visited | null, locale: Locale): string {
  const words = SUBSCRIPTION_WORDS[locale.language]
  const isTest = visited?.subscription.mode === 'test'
  const [title, why] =
    visited === null ? [words.unknown, words.unknown_why] : [words.ended, `${words.ended_why}`]
  const shell = { locale, script: false, title, isTest }
  return statePage({ ...shell, sign: sign('!', 'warn') }, html`<p>${why}</p>`)
}

function pageOf(visited: Visited, { locale }: At, body: Markup): string {
  const words = SUBSCRIPTION_WORDS[locale.language]
  const { subscription, plan, settings } = visited
  const { quantity } = subscription
  const { businessName: business, logo } = settings
  const title = plain(words.title, { business })
  return page(
    { locale, script: false, title },
    html`${subscription.mode === 'test' && ribbon()}
      <main class="pay">
      <section class="bill" aria-label="${title}">
      <p class="business">${face(business, logo?.path ?? null)}<b>${business}</b></p>
      <h1 class="headline">${plan.name}</h1>
      ${amount(plan.amount)}
      <p>${words[plan.interval]}${quantity > 1 && html` × ${quantity}`}</p>
      ${details(rowsOf(visited, words))}
      </section>
      <section class="ways">
      ${body}
      ${footer(locale)}
      </section>
      </main>`,
  )
}

function rowsOf({ subscription, cards, account }: Visited, words: SubscriptionWords) {
  const { authorizationId, dueAt, endsWithPeriod } = subscription
  const card = cards.find((one) => one.authorizationId === authorizationId)
  const label = endsWithPeriod ? words.ends : words.next
  return [
    ...(dueAt === null ? [] : [{ label, value: dayShown(dueAt) }]),
    ...(card ? [{ label: words.card, value: faceOf(card) }] : []),
    ...(account
      ? [{ label: words.account, value: `${account.accountNumber} ${account.bank.name}` }]
      : []),
  ]
}

function unpaid(invoice: Invoice, at: At, words: SubscriptionWords): Markup {
  const { invoiceId, periodStart } = invoice
  const value = `${formatNaira(invoice.amount)} · ${dayShown(periodStart)}`
  return html`${details([{ label: words.unpaid, value }])}
    ${form(at, { action: 'pay', invoice: invoiceId }, words.pay)}`
}

function otherCard(card: Authorization, at: At, words: SubscriptionWords): Markup {
  return html`${details([{ label: words.card, value: faceOf(card) }])}
    ${form(at, { action: 'card', card: cardCode(card) }, words.use_card, 'button quiet')}`
}

function form(
  { code, locale }: At,
  fields: Record<string, string>,
  label: string,
  style = 'button',
): Markup {
  return html`<form method="post" action="/subscription/${code}${locale.query}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}
    <button class="${style}">${label}</button>
    </form>`
}
