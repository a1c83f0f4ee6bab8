import { SECOND } from '../../platform/clock.ts'
import { html, type Markup, trusted, webOrAppAddress, written } from '../../platform/html.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { happening } from '../transactions/history.ts'
import type { ChosenChannel } from '../transactions/transactions.rows.ts'
import { loadCheckoutAssets } from './assets.ts'
import type { CheckoutView } from './checkout.ts'
import { REVIEWED } from './languages/reviewed.ts'
import {
  ENGLISH,
  fill,
  LANGUAGES,
  type Language,
  type Locale,
  lagosTime,
  plain,
  translated,
  type Words,
} from './languages.ts'

// The document around every page of the checkout, the parts that several pages share, and the pages
// without a payment form. Style and script are inline, because a second request takes half a second
// on a slow phone. The content security policy allows only these two, by their hashes.

type Shell = {
  title: string
  locale: Locale
  head?: Markup | false
  /** False for a page without anything to click but links. */
  script?: boolean
}

export function page({ title, locale, head = false, script = true }: Shell, body: Markup): string {
  const assets = loadCheckoutAssets()
  return written(html`<!doctype html>
    <html lang="${locale.tag}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="format-detection" content="telephone=no">
    <title>${title}</title>
    <link rel="icon" href="${trusted(ICON)}">
    <style>${trusted(assets.style.text)}</style>
    ${script && html`<script type="module">${trusted(assets.script.text)}</script>`}
    ${head}
    </head>
    <body>
    ${body}
    </body>
    </html>
    `)
}

type State = Shell & { sign: Markup; heading?: string; isTest?: boolean }

/** A page with nothing to pay: a sign, a heading and what follows. */
export function statePage(state: State, body: Markup): string {
  const { sign, title, heading = title, isTest = false, locale } = state
  return page(
    state,
    html`${isTest && ribbon()}
      <main class="state">
      ${sign}
      <h1 tabindex="-1">${heading}</h1>
      ${body}
      ${footer(locale)}
      </main>`,
  )
}

const TEST = html`<b>Test mode</b> · no real money moves`

/** Always in English: test mode is for developers. */
export function ribbon(more: Markup | null = null): Markup {
  return html`<aside class="ribbon" aria-label="Test mode" lang="en-NG">${
    more === null ? TEST : html`<details><summary>${TEST}</summary>${more}</details>`
  }</aside>`
}

export function amount(value: Kobo): Markup {
  const [whole, rest] = formatNaira(value).split('.') as [string, string]
  const long = whole.length > 11
  return html`<p class="amount${long && ' long'}">${whole}<small>.${rest}</small></p>`
}

export function details(rows: { label: string; value: string | false | null }[]): Markup {
  const known = rows.filter(({ value }) => value)
  return html`<dl>${known.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** The logo of the business, or its initials. */
export function face(businessName: string, logo: string | null): Markup {
  if (logo !== null) return html`<img class="face" src="${logo}" alt="" width="40" height="40">`
  const letters = businessName
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
  return html`<span class="face" aria-hidden="true">${[...letters].slice(0, 2).join('')}</span>`
}

const SIGNS = {
  done: 'M6 12.5l4 4 8-9',
  no: 'M8 8l8 8m0-8l-8 8',
  time: 'M12 6.500v6l3.500 2',
  back: 'M9 7l-4 4 4 4m-4-4h10a4 4 0 0 1 0 8h-2',
  '!': 'M12 6.500v7m0 3.500v.1',
}

export function sign(name: keyof typeof SIGNS, tone: 'good' | 'bad' | 'warn' | ''): Markup {
  return html`<svg class="sign ${tone}" viewBox="0 0 24 24" aria-hidden="true"><path
    d="${SIGNS[name]}"/></svg>`
}

// The mark of Cowrie: a cowrie shell, once used as money.
const GREEN = '#0a6b56'
const SLIT = 'M12.500 4q-2 8 0 16'
const TEETH = 'M9 8h2m-2.500 4H11m-2 4h2m3-8h2m-2 4h2.500M14 16h2'

function shell(path: string, width: number): string {
  return `<ellipse cx='12' cy='12' rx='9' ry='11' fill='${GREEN}'/><path fill='none' stroke='#fff'
    stroke-width='${width}' d='${path}'/>`.replace(/\s+/g, ' ')
}

export function footer({ words }: Locale, left: Markup | null = null): Markup {
  return html`<footer>${left}<span class="by"><svg viewBox="0 0 24 24" aria-hidden="true">
    ${trusted(shell(SLIT + TEETH, 1.5))}</svg>${words.powered}</span>
    <a class="by" href="/privacy" target="_blank" rel="noopener">${words.privacy}</a></footer>`
}

/** Links to the page in the other languages. Following one clears the fields of the form. */
export function choices(path: string, { open, language, words }: Locale): Markup | false {
  const link = (other: Language) =>
    other === language
      ? html`<b aria-current="true">${words.name}</b>`
      : html`<a href="${path}?lang=${other}" hreflang="${other}"
        lang="${other}">${LANGUAGES[other].name}</a>`
  const all = Object.keys(LANGUAGES) as Language[]
  const reviewed = all.filter((other) => REVIEWED.includes(other))
  const unreviewed = all.filter((other) => !REVIEWED.includes(other))
  return (
    open &&
    html`<nav class="languages" aria-label="${words.language}">${reviewed.map(link)}${
      unreviewed.length > 0 &&
      html`<span class="soft">${words.unreviewed}:</span>${unreviewed.map(link)}`
    }</nav>`
  )
}

// The icon of a browser tab is too small for the teeth of the shell.
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${shell(SLIT, 2)}</svg>`
const ICON = `data:image/svg+xml,${SVG.replaceAll('#', '%23')}`

/** Without JavaScript, a fresh receipt redirects to the business after this time. */
const RETURN_SECONDS = 5
/** Without JavaScript, a receipt opened later was not reached from the open page: it stays. */
const LEAVES_WITHIN_MS = 40 * SECOND

export function successPage(view: CheckoutView, locale: Locale, now: Date): string {
  const { query, words } = locale
  const { businessName: business, paidAt } = view
  const back = webOrAppAddress(view.returnUrl)
  const leaves = paidAt !== null && now.getTime() - paidAt.getTime() < LEAVES_WITHIN_MS
  const refresh = html`<noscript><meta http-equiv="refresh"
    content="${RETURN_SECONDS};url=${back}"></noscript>`
  return statePage(
    {
      locale,
      title: paidTitle(view, locale),
      heading: words.success,
      head: back !== null && leaves && refresh,
      isTest: view.domain === 'test',
      sign: sign('done', 'good'),
    },
    html`${amount(view.amount)}
      <p class="to">${face(business, view.logo)}<span class="soft">${fill(words.paid_to, {
        business: html`<b>${business}</b>`,
      })}</span></p>
      ${details(receiptRows(view, locale))}
      ${back !== null && returnLink(back, business, words, html` id="back"`)}
      ${back !== null && leaving(words)}
      <p class="keep"><a class="link" href="/checkout/${view.accessCode}/receipt.pdf${query}"
      download>${words.download_pdf}</a>
      <button class="link js" id="print">${words.print}</button></p>`,
  )
}

export function paidTitle({ amount, businessName: business }: CheckoutView, { words }: Locale) {
  return plain(words.paid_title, { amount: formatNaira(amount), business })
}

/** What the receipt says besides business and amount, on the page and in the PDF. */
export function receiptRows(view: CheckoutView, { words }: Locale) {
  const { paidAt } = view
  return [
    ...view.description,
    { label: words.reference, value: view.reference },
    { label: words.paid_with, value: paidWith(view, words) },
    { label: words.paid_on, value: paidAt && lagosTime(paidAt, words) },
    { label: words.email, value: view.email },
  ]
}

/** The name of a channel; also the id of its panel. */
export function wordOf(channel: ChosenChannel) {
  return channel === 'bank' ? 'pay_with_bank' : channel
}

/** `Visa ending 4081`, or the name of the channel. */
function paidWith({ channel, card }: CheckoutView, words: Words): string | null {
  if (card !== null) return plain(words.card_ending, card)
  if (channel === null) return null
  return words[channel === 'dedicated_virtual_account' ? 'bank_transfer' : wordOf(channel)]
}

function returnLink(back: string, business: string, words: Words, more: Markup | null = null) {
  const text = plain(words.return_to, { business })
  return html`<a class="button" href="${back}"${more}>${text}</a>`
}

/** The script shows it where the customer has just paid or cancelled. */
function leaving(words: Words): Markup {
  const text = fill(words.leaving, { seconds: html`<b>3</b>` })
  return html`<p class="soft small" id="leaving" hidden>${text}
    <button class="link">${words.stay}</button></p>`
}

/** Failed, refunded, cancelled, or not paid in time. */
export function overPage(view: CheckoutView, locale: Locale, now: Date): string {
  const { words } = locale
  const { title, sign, sentence, advice, isCancelled = false } = endOf(view, words, now)
  const back = webOrAppAddress(view.cancelUrl) ?? webOrAppAddress(view.returnUrl)
  return statePage(
    { title, locale, sign, isTest: view.domain === 'test' },
    html`<p>${sentence}</p>
      <p class="soft">${advice}</p>
      ${details([
        { label: words.business, value: view.businessName },
        { label: words.amount, value: formatNaira(view.amount) },
        { label: words.reference, value: view.reference },
      ])}
      ${back !== null && returnLink(back, view.businessName, words, html` id="back"`)}
      ${back !== null && isCancelled && leaving(words)}`,
  )
}

function endOf(view: CheckoutView, words: Words, now: Date) {
  const { businessName: business, message } = view
  if (view.status === 'failed') {
    return {
      title: words.failed,
      sign: sign('no', 'bad'),
      sentence: message ? translated(message, words) : words.failed_more,
      advice: plain(words.failed_advice, { business }),
    }
  }
  if (view.status === 'reversed') {
    return {
      title: words.reversed,
      sign: sign('back', ''),
      sentence: plain(words.reversed_more, { business, amount: formatNaira(view.amount) }),
      advice: words.reversed_advice,
    }
  }
  // A payment that was abandoned before its time was cancelled by the customer.
  const isCancelled = message === happening('cancelled') || view.expiresAt > now
  return {
    title: isCancelled ? words.cancelled : words.expired,
    sign: sign('time', ''),
    sentence: isCancelled ? words.cancelled_more : words.expired_more,
    advice: plain(words.over_advice, { business }),
    isCancelled,
  }
}

/** No payment has this access code. Sent with 404. */
export function renderUnknown(locale: Locale = ENGLISH): string {
  const { unknown: title, unknown_more: message } = locale.words
  return renderProblem({ title, message }, locale)
}

type Problem = {
  title: string
  message: string
  /** For the business, in English. */
  mistakes?: { field?: string; message: string }[]
  /** Of a payment to lead back to. */
  accessCode?: string
}

/** A payment that could not start or continue: names each wrong field, and the fix. */
export function renderProblem(
  { title, message, mistakes = [], accessCode }: Problem,
  locale: Locale = ENGLISH,
): string {
  const { query, words } = locale
  return statePage(
    { title, locale, script: false, sign: sign('!', 'warn') },
    html`<p class="soft">${message}</p>
      ${mistakes.length > 0 && html`<ul class="box" lang="en-NG">${mistakes.map(mistake)}</ul>`}
      ${
        accessCode !== undefined &&
        html`<a class="button" href="/checkout/${accessCode}${query}">${words.back_to_payment}</a>`
      }`,
  )
}

/** A message starts with the name of its field, which is shown in bold instead. */
function mistake({ field, message }: { field?: string; message: string }): Markup {
  if (field === undefined) return html`<li>${message}</li>`
  const [first = '', ...rest] = message.startsWith(`${field} `)
    ? message.slice(field.length + 1)
    : message
  return html`<li><b>${field}</b>${first.toUpperCase() + rest.join('')}</li>`
}

/** Where a form of the page posts to. `html` makes the response lead back to the page. */
export function actionOf({ accessCode }: CheckoutView, name: string, { query }: Locale): string {
  return `/checkout/${accessCode}/${name}?html=1${query.replace('?', '&')}`
}

export function hidden(yes: boolean): Markup | false {
  return yes && html` hidden`
}
