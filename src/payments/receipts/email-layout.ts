import { html, type Markup, trusted, written } from '../../platform/html.ts'
import { darkToken, token } from '../../platform/tokens.ts'
import type { Mode } from '../../providers/outcomes.ts'

import { isolated, wrapped } from './words.ts'

// The layout of every email, as HTML and as plain text. Mail programs support little: tables,
// inline styles, and nothing that must be loaded. The style sheet is only for dark mode.

const COLUMNS = 76

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
@media (prefers-color-scheme:dark){.page{background:${darkToken('canvas')}!important}
.card{background:${darkToken('raised')}!important;border-color:${darkToken('line')}!important}
.ink{color:${darkToken('ink')}!important}.soft{color:${darkToken('ink-soft')}!important}
.line{border-color:${darkToken('line')}!important}
.test{background:${darkToken('warn-soft')}!important;color:${darkToken('warn')}!important}
.button{background:${darkToken('accent')}!important}
.label{color:${darkToken('on-accent')}!important;
border-color:${darkToken('accent')}!important}}`)

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const SOFT = `color:${token('ink-soft')}`
const INK = `color:${token('ink')}`
const CANVAS = `background:${token('canvas')}`
const SMALL = `font-size:${token('text-14')};line-height:1.4`
const TEXT = `font-size:${token('text-16')};line-height:1.4`
const EDGE = `1px solid ${token('line')}`
const ROUND = token('radius-16')
const CARD = [
  `max-width:${token('width-480')};table-layout:fixed;border-collapse:separate`,
  `background:${token('paper')};border:${EDGE};border-radius:${ROUND}`,
].join(';')
const CELL = `padding:${token('space-12')} 0;${TEXT};border-top:${EDGE}`
const BANNER = [
  `padding:${token('space-12')} ${token('space-24')};border-radius:${ROUND} ${ROUND} 0 0`,
  `background:${token('warn-soft')};color:${token('warn')}`,
].join(';')
// Outlook ignores the padding of a link, and reads that of the cell, the colour too.
const PADDING = `${token('space-16')} ${token('space-24')}`
const BUTTON = [
  `background:${token('accent')};border-radius:${token('radius-10')}`,
  `mso-padding-alt:${PADDING};${BREAKS}`,
].join(';')
const LABEL = [
  `display:inline-block;padding:${PADDING};border:1px solid ${token('accent')}`,
  `border-radius:${token('radius-10')};color:${token('on-accent')};${TEXT}`,
  'font-weight:600;text-decoration:none',
].join(';')
const BELOW = `margin:${token('space-24')} 0 0`
const FINE = `margin:${token('space-8')} 0 0;font-size:${token('text-12')};line-height:1.4;${SOFT}`
const LINE = `margin:0;${TEXT};${SOFT}`
const PARAGRAPH = `margin:${token('space-16')} 0 0;${SMALL};${SOFT}`

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
    <body class="page"${style('margin:0;padding:0', CANVAS)}>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style(CANVAS)}>
    <tr><td role="main" align="center"${style(`padding:${token('space-24')} ${token('space-12')}`)}>
    <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style(CARD)}>
    ${mode === 'test' && banner()}
    <tr><td${style(`padding:${token('space-24')}`, FONT, BREAKS)}>
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
  return html`<tr><td class="test"${style(BANNER, FONT, SMALL)}><b>${TEST}</b></td></tr>`
}

function heading(text: string, isAmount: boolean): Markup {
  // A larger one would break ₦99,999,999.99 on a phone.
  const size = `font-size:${token(isAmount ? 'text-28' : 'text-20')}`
  const type = `margin:${token('space-8')} 0;line-height:1.25;font-weight:700`
  return html`<h1 class="ink"${style(type, size, INK)}>${text}</h1>`
}

/** A link in a coloured table cell, and its address for whom it does not work. */
function buttonHtml({ label, url }: Button): Markup {
  const link = html`<a href="${url}" class="label"${style(FONT, LABEL)}>${label}</a>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"
    ${style(BELOW, 'border-collapse:separate')}><tr><td class="button" align="center"
    bgcolor="${token('accent')}"${style(BUTTON)}>${link}</td></tr></table>
    <p class="soft"${style(FINE)}>${url}</p>`
}

function rowsHtml(rows: Row[]): Markup {
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0"
    ${style(BELOW, 'table-layout:fixed;border-collapse:collapse')}>
    ${rows.map(rowHtml)}</table>`
}

function rowHtml({ label, value }: Row): Markup {
  return html`<tr>
    <th scope="row" class="soft line" align="left" valign="top" width="36%" dir="auto"
    ${style(CELL, `padding-right:${token('space-12')};font-weight:400`, SOFT, BREAKS)}>${label}</th>
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
