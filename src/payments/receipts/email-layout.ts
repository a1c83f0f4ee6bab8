import { html, type Markup, trusted, written } from '../../platform/html.ts'
import type { Mode } from '../../providers/outcomes.ts'

import { isolated, wrapped } from './words.ts'

// The layout of every email, as HTML and as plain text. Mail programs support little: tables,
// inline styles, and nothing that must be loaded. The style sheet is only for dark mode.

const COLUMNS = 76
const WIDTH = '520px'

export type EmailContent = {
  /** Null: the email concerns no mode. */
  mode: Mode | null
  /** Three lines, of which `headline` is the largest. */
  over: string
  headline: string
  under: string | null
  isAmount: boolean
  rows: Row[]
  /** What the email is for. */
  button?: { label: string; url: string }
  paragraphs: string[]
}
export type Row = { label: string; value: string }

const TEST = 'Test mode: no real money was moved.'

const DARK = trusted(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0f1614!important}
.card{background:#18211e!important;border-color:#2b3a35!important}
.ink{color:#e9f0ed!important}.soft{color:#a3b5ae!important}.line{border-color:#2b3a35!important}
.test{background:#3d2f0a!important;color:#ffe3a3!important}}`)

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const SOFT = 'color:#4c5f58'
const INK = 'color:#10201b'
const CARD = [
  `max-width:${WIDTH};table-layout:fixed;border-collapse:separate`,
  'background:#ffffff;border:1px solid #dbe4e0;border-radius:12px',
].join(';')
const CELL = 'padding:10px 0;font-size:15px;line-height:22px;border-top:1px solid #dbe4e0'
const BANNER = 'padding:10px 24px;border-radius:11px 11px 0 0;background:#fff1cf;color:#5c4300'
const BUTTON = 'background:#0a6b56;border-radius:10px'
const LABEL = [
  'display:inline-block;padding:14px 24px;border-radius:10px',
  'color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none',
].join(';')
const LINE = `margin:0;font-size:15px;line-height:22px;${SOFT}`
const PARAGRAPH = `margin:18px 0 0;font-size:14px;line-height:20px;${SOFT}`

export function emailHtml(title: string, content: EmailContent): string {
  const { mode, over, headline, under, isAmount, rows, button, paragraphs } = content
  return written(html`<!doctype html>
    <html lang="en-NG">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <title>${title}</title>
    <style>${DARK}</style>
    </head>
    <body class="page"${style('margin:0;padding:0;background:#f3f6f5')}>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style('background:#f3f6f5')}>
    <tr><td role="main" align="center"${style('padding:24px 12px')}>
    <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style(CARD)}>
    ${mode === 'test' && banner()}
    <tr><td${style('padding:28px 24px', FONT, BREAKS)}>
    <p class="soft" dir="auto"${style(LINE)}>${over}</p>
    ${heading(headline, isAmount)}
    ${under !== null && html`<p class="soft"${style(LINE)}>${under}</p>`}
    <table width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style('margin:22px 0;table-layout:fixed;border-collapse:collapse')}>
    ${rows.map(rowHtml)}</table>
    ${button !== undefined && buttonHtml(button)}
    ${paragraphs.map((text) => html`<p class="soft" dir="auto"${style(PARAGRAPH)}>${text}</p>`)}
    </td></tr></table>
    </td></tr></table>
    </body>
    </html>
    `)
}

function banner(): Markup {
  const type = 'font-size:14px;line-height:20px'
  return html`<tr><td class="test"${style(BANNER, FONT, type)}><b>${TEST}</b></td></tr>`
}

function heading(text: string, isAmount: boolean): Markup {
  const size = `font-size:${isAmount ? 34 : 22}px`
  const type = 'margin:6px 0;line-height:1.25;font-weight:700'
  return html`<h1 class="ink"${style(type, size, INK)}>${text}</h1>`
}

/** A link in a table cell, because mail programs drop the padding of other elements. */
function buttonHtml({ label, url }: { label: string; url: string }): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"
    ${style('margin:0')}><tr><td${style(BUTTON)}><a href="${url}"${style(FONT, LABEL)}>${
      label
    }</a></td></tr></table>
    <p class="soft"${style(PARAGRAPH)}>Or open this address: ${url}</p>`
}

function rowHtml({ label, value }: Row): Markup {
  return html`<tr>
    <th scope="row" class="soft line" align="left" valign="top" width="36%" dir="auto"
    ${style(CELL, 'padding-right:12px;font-weight:400', SOFT, BREAKS)}>${label}</th>
    <td class="ink line" align="left" valign="top" dir="auto"
    ${style(CELL, INK, BREAKS)}>${value}</td>
    </tr>`
}

/** Only for styles from this file. */
function style(...rules: string[]): Markup {
  return trusted(` style="${rules.join(';')}"`)
}

export function emailText({ mode, ...content }: EmailContent): string {
  const { over, headline, under, rows, paragraphs } = content
  const lines = rows.map(({ label, value }) => `${isolated(label)}: ${isolated(value)}`)
  const blocks = [
    ...(mode === 'test' ? [TEST.toUpperCase()] : []),
    [over, headline, ...(under === null ? [] : [under])]
      .map((line) => wrapped(line, COLUMNS))
      .join('\n'),
    lines.map((line) => wrapped(line, COLUMNS, '  ')).join('\n'),
    ...paragraphs.map((text) => wrapped(text, COLUMNS)),
  ]
  return `${blocks.join('\n\n')}\n`
}
