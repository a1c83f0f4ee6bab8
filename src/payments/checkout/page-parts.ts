import { MINUTE } from '../../platform/clock.ts'
import { html, type Markup, trusted, webOrAppAddress, written } from '../../platform/html.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { happening } from '../transactions/history.ts'
import type { CheckoutAssets } from './assets.ts'
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
} from './languages.ts'

// What every page of the checkout is made of: the document around it, and the parts that more than
// one page shows. Style and script stand in the document itself, because a second request costs
// half a second on a slow phone; the policy names both by their hashes, and nothing else runs.

export type Shell = {
  title: string
  locale: Locale
  head?: Markup | null | false
  body: Markup
  /** A page on which nothing happens has no script at all. */
  script?: boolean
}

export function page({ script, style }: CheckoutAssets, shell: Shell): string {
  const { title, locale, head = null, body, script: lively = true } = shell
  return written(html`<!doctype html>
    <html lang="${locale.tag}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="format-detection" content="telephone=no">
    <title>${title}</title>
    <link rel="icon" href="${trusted(ICON)}">
    <style>${trusted(style.text)}</style>
    ${lively && html`<script type="module">${trusted(script.text)}</script>`}
    ${head}
    </head>
    <body>
    ${body}
    </body>
    </html>
    `)
}

const TEST = html`<b>Test mode</b> · no real money moves`

/** Test mode is for those who build, and speaks English. */
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

export function details(rows: { label: string; value: string | null }[]): Markup {
  const known = rows.filter(({ value }) => value)
  return html`<dl>${known.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** The logo of the business, or the letters it begins with. Its name stands beside it. */
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

// A cowrie: the shell that was money here long before paper was.
const GREEN = '#0a6b56'
const SLIT = 'M12.500 4q-2 8 0 16'
const TEETH = 'M9 8h2m-2.500 4H11m-2 4h2m3-8h2m-2 4h2.500M14 16h2'

function shell(path: string, width: number): string {
  return `<ellipse cx='12' cy='12' rx='9' ry='11' fill='${GREEN}'/><path fill='none' stroke='#fff'
    stroke-width='${width}' d='${path}'/>`.replace(/\s+/g, ' ')
}

export function footer({ words }: Locale, left: Markup | null = null): Markup {
  return html`<footer>${left}<span class="by"><svg viewBox="0 0 24 24" aria-hidden="true">
    ${trusted(shell(SLIT + TEETH, 1.5))}</svg>${words.powered}</span></footer>`
}

/** Links, each in its own language. They keep what has been done, but not what is being typed. */
export function choices(path: string, { open, language, words }: Locale): Markup | false {
  const link = (other: Language) =>
    other === language
      ? html`<b aria-current="true">${words.name}</b>`
      : html`<a href="${path}?lang=${other}" hreflang="${other}"
        lang="${other}">${LANGUAGES[other].name}</a>`
  const all = Object.keys(LANGUAGES) as Language[]
  const unreviewed = all.filter((other) => !REVIEWED.includes(other))
  return (
    open &&
    html`<nav class="languages" aria-label="${words.language}">${all
      .filter((other) => REVIEWED.includes(other))
      .map(link)}${
      unreviewed.length > 0 &&
      html`<span class="soft">${words.unreviewed}:</span>${unreviewed.map(link)}`
    }</nav>`
  )
}

// In a tab it is so small that the teeth would be a blur.
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${shell(SLIT, 2)}</svg>`
const ICON = `data:image/svg+xml,${SVG.replaceAll('#', '%23')}`

// The pages on which there is nothing to pay: the receipt, why it is over, what is wrong.

export type Problem = {
  title: string
  message: string
  /** For the business, in English. */
  mistakes?: { field?: string; message: string }[]
  /** The payment that can still be looked at. */
  accessCode?: string
}

// Without script a receipt leads back by itself after this.
const RETURN_SECONDS = 5
const LEAVES_WITHIN_MS = 5 * MINUTE

export function successPage(
  view: CheckoutView,
  assets: CheckoutAssets,
  locale: Locale,
  now: Date,
): string {
  const { words } = locale
  const { businessName: business, paidAt } = view
  const back = webOrAppAddress(view.returnUrl)
  // Who opens the receipt later wants to read it.
  const leaves = paidAt !== null && now.getTime() - paidAt.getTime() < LEAVES_WITHIN_MS
  return page(assets, {
    locale,
    title: plain(words.paid_title, { amount: formatNaira(view.amount), business }),
    head:
      back !== null &&
      leaves &&
      html`<noscript><meta http-equiv="refresh"
        content="${RETURN_SECONDS};url=${back}"></noscript>`,
    body: html`${view.domain === 'test' && ribbon()}
      <main class="state">
        ${sign('done', 'good')}
        <h1 tabindex="-1">${words.success}</h1>
        ${amount(view.amount)}
        <p class="to">${face(business, view.logo ?? null)}<span class="soft">${fill(words.paid_to, {
          business: html`<b>${business}</b>`,
        })}</span></p>
        ${details([
          ...view.description,
          { label: words.reference, value: view.reference },
          { label: words.paid_with, value: wayOf(view, locale) },
          { label: words.paid_on, value: paidAt && lagosTime(paidAt, words) },
          { label: words.email, value: view.email },
        ])}
        ${back !== null && wayBack(back, business, locale, leaves)}
        <button class="link js" id="print">${words.print}</button>
        ${footer(locale)}
      </main>`,
  })
}

function wayOf({ channel }: CheckoutView, { words }: Locale): string | null {
  switch (channel) {
    case 'card':
      return words.card
    case 'bank_transfer':
    case 'dedicated_virtual_account':
      return words.bank_transfer
    default:
      return null
  }
}

function wayBack(back: string, business: string, { words }: Locale, leaves: boolean): Markup {
  const leaving = html`<p class="soft small" id="leaving" hidden>${fill(words.leaving, {
    seconds: html`<b>3</b>`,
  })} <button class="link">${words.stay}</button></p>`
  return html`<a class="button" href="${back}" id="back">${plain(words.return_to, {
    business,
  })}</a>${leaves && leaving}`
}

/** Time alone abandons a payment, unless the customer did. */
export function abandonedPage(
  view: CheckoutView,
  assets: CheckoutAssets,
  locale: Locale,
  now: Date,
): string {
  const { words } = locale
  const cancelled = view.message === happening('cancelled') || view.expiresAt > now
  return overPage(view, assets, locale, {
    title: cancelled ? words.cancelled : words.expired,
    sentence: cancelled ? words.cancelled_more : words.expired_more,
    advice: plain(words.over_advice, { business: view.businessName }),
  })
}

export function failedPage(view: CheckoutView, assets: CheckoutAssets, locale: Locale): string {
  const { words } = locale
  return overPage(view, assets, locale, {
    title: words.failed,
    sentence: view.message ? translated(view.message, words) : words.failed_more,
    advice: plain(words.failed_advice, { business: view.businessName }),
  })
}

export function reversedPage(view: CheckoutView, assets: CheckoutAssets, locale: Locale): string {
  const { words } = locale
  const { businessName: business } = view
  return overPage(view, assets, locale, {
    title: words.reversed,
    sentence: plain(words.reversed_more, { business, amount: formatNaira(view.amount) }),
    advice: words.reversed_advice,
  })
}

const OVER_SIGNS: Partial<Record<CheckoutView['status'], Markup>> = {
  failed: sign('no', 'bad'),
  reversed: sign('back', ''),
}

function overPage(
  view: CheckoutView,
  assets: CheckoutAssets,
  locale: Locale,
  { title, sentence, advice }: { title: string; sentence: string; advice: string },
): string {
  const { words } = locale
  const back = webOrAppAddress(view.cancelUrl) ?? webOrAppAddress(view.returnUrl)
  return page(assets, {
    title,
    locale,
    body: html`${view.domain === 'test' && ribbon()}
      <main class="state">
        ${OVER_SIGNS[view.status] ?? sign('time', '')}
        <h1 tabindex="-1">${title}</h1>
        <p>${sentence}</p>
        <p class="soft">${advice}</p>
        ${details([
          { label: words.business, value: view.businessName },
          { label: words.amount, value: formatNaira(view.amount) },
          { label: words.reference, value: view.reference },
        ])}
        ${
          back !== null &&
          html`<a class="button" href="${back}">${plain(words.return_to, {
            business: view.businessName,
          })}</a>`
        }
        ${footer(locale)}
      </main>`,
  })
}

/** No payment has this access code; answered with 404. */
export function renderUnknown(assets: CheckoutAssets, locale: Locale = ENGLISH): string {
  const { words } = locale
  return renderProblem(assets, { title: words.unknown, message: words.unknown_more }, locale)
}

/** A payment that could not begin or go on: names each field that is wrong, and the fix. */
export function renderProblem(
  assets: CheckoutAssets,
  { title, message, mistakes = [], accessCode }: Problem,
  locale: Locale = ENGLISH,
): string {
  return page(assets, {
    title,
    locale,
    script: false,
    body: html`<main class="state">
      ${sign('!', 'warn')}
      <h1 tabindex="-1">${title}</h1>
      <p class="soft">${message}</p>
      ${mistakes.length > 0 && html`<ul class="box" lang="en-NG">${mistakes.map(mistake)}</ul>`}
      ${
        accessCode !== undefined &&
        html`<a class="button" href="/checkout/${accessCode}${locale.query}">${
          locale.words.back_to_payment
        }</a>`
      }
      ${footer(locale)}
    </main>`,
  })
}

/** Messages begin with the name of their field, which stands above them here. */
function mistake({ field, message }: { field?: string; message: string }): Markup {
  if (field === undefined) return html`<li>${message}</li>`
  const [first = '', ...rest] = message.startsWith(`${field} `)
    ? message.slice(field.length + 1)
    : message
  return html`<li><b>${field}</b>${first.toUpperCase() + rest.join('')}</li>`
}
