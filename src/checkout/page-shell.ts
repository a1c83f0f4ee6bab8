import { formatNaira, type Kobo } from '../lib/money.ts'
import type { CheckoutAssets } from './assets.ts'
import type { Voice } from './languages.ts'
import { html, type Markup, trusted, written } from './page-html.ts'

// What every page of the checkout is made of: the document around it, and the parts that more than
// one page shows. Style and script stand in the document itself, because a second request costs
// half a second on a slow phone; the policy names both by their hashes, and nothing else runs.

export type Shell = {
  title: string
  voice: Voice
  head?: Markup | null | false
  body: Markup
  /** A page on which nothing happens has no script at all. */
  script?: boolean
}

export function page({ script, style }: CheckoutAssets, shell: Shell): string {
  const { title, voice, head = null, body, script: lively = true } = shell
  return written(html`<!doctype html>
    <html lang="${voice.tag}">
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

export function footer({ words }: Voice, left: Markup | null = null): Markup {
  return html`<footer>${left}<span class="by"><svg viewBox="0 0 24 24" aria-hidden="true">
    ${trusted(shell(SLIT + TEETH, 1.5))}</svg>${words.powered}</span></footer>`
}

// In a tab it is so small that the teeth would be a blur.
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${shell(SLIT, 2)}</svg>`
const ICON = `data:image/svg+xml,${SVG.replaceAll('#', '%23')}`
