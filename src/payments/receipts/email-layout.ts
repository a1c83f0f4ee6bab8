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
  /** English by default. */
  language?: string
  /** Three lines, of which `headline` is the largest. */
  over: string
  headline: string
  under: string | null
  isAmount: boolean
  rows: Row[]
  /** What the email is for: one button, or one for each record that it concerns. */
  buttons?: Button[]
  paragraphs: string[]
}
export type Row = { label: string; value: string }
export type Button = { label: string; url: string }
export type Email = { subject: string; text: string; html: string }

const TEST = 'Test mode: no real money was moved.'

/** `title`: the subject, before the mark of test mode. */
export function emailOf(title: string, content: EmailContent): Email {
  const subject = `${content.mode === 'test' ? '[Test] ' : ''}${title}`
  return { subject, text: emailText(content), html: emailHtml(subject, content) }
}

const DARK = trusted(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0f1614!important}
.card{background:#18211e!important;border-color:#2b3a35!important}
.ink{color:#e9f0ed!important}.soft{color:#a3b5ae!important}.line{border-color:#2b3a35!important}
.test{background:#3d2f0a!important;color:#ffe3a3!important}
.button{background:#5fd3ae!important}
.label{color:#04231a!important;border-color:#5fd3ae!important}}`)

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const SOFT = 'color:#4c5f58'
const INK = 'color:#10201b'
const CARD = [
  `max-width:${WIDTH};table-layout:fixed;border-collapse:separate`,
  'background:#ffffff;border:1px solid #dbe4e0;border-radius:16px',
].join(';')
const CELL = 'padding:12px 0;font-size:16px;line-height:24px;border-top:1px solid #dbe4e0'
const BANNER = 'padding:12px 24px;border-radius:15px 15px 0 0;background:#fff1cf;color:#5c4300'
// Outlook ignores the padding of a link, and reads that of the cell, the colour too.
const BUTTON = [
  'background:#0a6b56;border-radius:10px;mso-padding-alt:15px 24px',
  'overflow-wrap:anywhere;word-break:break-word',
].join(';')
const LABEL = [
  'display:inline-block;padding:15px 24px;border:1px solid #0a6b56;border-radius:10px',
  'color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none',
].join(';')
const LINE = `margin:0;font-size:16px;line-height:24px;${SOFT}`
const SMALL = `margin:8px 0 0;font-size:12px;line-height:16px;${SOFT}`
const PARAGRAPH = `margin:16px 0 0;font-size:14px;line-height:20px;${SOFT}`

function emailHtml(title: string, content: EmailContent): string {
  const { mode, language = 'en-NG', over, headline, under, isAmount } = content
  const { rows, buttons = [], paragraphs } = content
  return written(html`<!doctype html>
    <html lang="${language}">
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
    <tr><td${style('padding:24px', FONT, BREAKS)}>
    <p class="soft" dir="auto"${style(LINE)}>${over}</p>
    ${heading(headline, isAmount)}
    ${under !== null && html`<p class="soft"${style(LINE)}>${under}</p>`}
    ${rows.length > 0 && rowsHtml(rows)}
    ${buttons.map(buttonHtml)}
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
  const size = `font-size:${isAmount ? 28 : 20}px`
  const type = 'margin:8px 0;line-height:1.25;font-weight:700'
  return html`<h1 class="ink"${style(type, size, INK)}>${text}</h1>`
}

/** A link in a coloured table cell, and its address for whom it does not work. */
function buttonHtml({ label, url }: Button): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"
    ${style('margin:24px 0 0;border-collapse:separate')}><tr><td class="button" align="center"
    bgcolor="#0a6b56"${style(BUTTON)}><a href="${url}" class="label"${style(FONT, LABEL)}>${
      label
    }</a></td></tr></table>
    <p class="soft"${style(SMALL)}>${url}</p>`
}

function rowsHtml(rows: Row[]): Markup {
  const shape = 'margin:24px 0 0;table-layout:fixed;border-collapse:collapse'
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0"${style(shape)}>
    ${rows.map(rowHtml)}</table>`
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

function emailText({ mode, buttons = [], ...content }: EmailContent): string {
  const { over, headline, under, rows, paragraphs } = content
  const lines = rows.map(({ label, value }) => `${isolated(label)}: ${isolated(value)}`)
  const blocks = [
    mode === 'test' ? TEST.toUpperCase() : '',
    [over, headline, ...(under === null ? [] : [under])]
      .map((line) => wrapped(line, COLUMNS))
      .join('\n'),
    lines.map((line) => wrapped(line, COLUMNS, '  ')).join('\n'),
    ...paragraphs.map((text) => wrapped(text, COLUMNS)),
    // A wrapped link would not work, so it is on a line of its own.
    ...buttons.map(({ label, url }) => `${wrapped(`${label}:`, COLUMNS)}\n${url}`),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
