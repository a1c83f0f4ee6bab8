import { MINUTE } from '../lib/clock.ts'
import { formatNaira, type Kobo } from '../lib/money.ts'
import type { CheckoutAssets } from './assets.ts'
import { html, type Markup, trusted, webAddress, written } from './page-html.ts'
import { cardPanel, noticeOf, plainAsk, transferPanel } from './page-panels.ts'

// The hosted page, from what is known to HTML: nothing is fetched and nothing decided here.
//
//   open      pending, ongoing: the bill, and a panel for each channel
//   success   the receipt, and the way back; the same page for whoever comes again
//   over      failed, abandoned (or past its time), reversed: why, and the way back
//
// 1. Amount, business and an account once issued are there before any script runs, and the
//    account can be asked for without one: a plain form posts to `{path}/bank-transfer?html=1`,
//    which answers 303 back to the page. A card needs the script.
// 2. No style and no script stands in the page itself; the script finds its state in `data-`.
// 3. Whatever a stranger wrote is escaped, and a link of theirs is http(s) or no link.

export type Channel = 'card' | 'bank_transfer'

export type CheckoutView = {
  accessCode: string
  domain: 'test' | 'live'
  status: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
  reference: string
  amount: Kobo
  currency: 'NGN'
  businessName: string
  email: string
  channels: Channel[]
  expiresAt: Date
  next: { kind: 'none' | 'pin' | 'otp' | 'redirect'; url?: string }
  transfer: TransferAccount | null
  /** The decline sentence, or what the customer's bank says of the step to take. */
  message: string | null
  attemptsLeft: number
  /** Complete: `reference` and `trxref` are already in its query. */
  returnUrl: string | null
  cancelUrl: string | null
  paidAt: Date | null
  /** From `metadata.custom_fields`. */
  description: { label: string; value: string }[]
  /** How it was paid, for the receipt. */
  channel?: Channel | 'dedicated_virtual_account' | null
  /** For the curl line that test mode shows. */
  baseUrl?: string
}

export type TransferAccount = {
  accountNumber: string
  accountName: string
  bank: { name: string; code: string }
  amount: Kobo
  expiresAt: Date
}

export type Problem = {
  title: string
  message: string
  fields?: { field: string; message: string }[]
  /** The payment that can still be looked at. */
  accessCode?: string
}

const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const TEST = html`<b>Test mode</b> · no real money moves`

const CHANNEL_NAMES: Record<Channel | 'dedicated_virtual_account', string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  dedicated_virtual_account: 'Bank transfer',
}

// Without script a receipt leads back by itself after this, and an open page looks again.
const RETURN_SECONDS = 5
const LEAVES_WITHIN_MS = 5 * MINUTE
const LOOK_AGAIN_SECONDS = 20

export function renderCheckout(view: CheckoutView, assets: CheckoutAssets, now: Date): string {
  switch (view.status) {
    case 'pending':
    case 'ongoing':
      return view.expiresAt > now ? openPage(view, assets, now) : abandonedPage(view, assets, now)
    case 'abandoned':
      return abandonedPage(view, assets, now)
    case 'success':
      return successPage(view, assets, now)
    case 'failed':
      return overPage(view, assets, {
        title: 'This payment did not go through',
        sentence: view.message || 'The payment was not completed.',
        advice: `You have not been charged. To try again, ask ${view.businessName} for a new link.`,
      })
    case 'reversed':
      return overPage(view, assets, {
        title: 'This payment was refunded',
        sentence: `${view.businessName} has sent ${formatNaira(view.amount)} back to you.`,
        advice: 'Banks show a refund at once, or after a few working days.',
      })
  }
}

/** No payment has this access code; answered with 404. */
export function renderUnknown(assets: CheckoutAssets): string {
  return renderProblem(assets, {
    title: 'We cannot find this payment',
    message: `The link may be incomplete or mistyped. Open it again from where you got it, or ask
      the business for a new one. Nothing has been charged.`,
  })
}

/** A payment that could not begin: names each field that is wrong, and the fix. */
export function renderProblem(assets: CheckoutAssets, problem: Problem): string {
  const fields = problem.fields ?? []
  return document(assets, {
    title: problem.title,
    body: html`<main class="state">
      ${sign('!', 'warn')}
      <h1 tabindex="-1">${problem.title}</h1>
      <p class="soft">${fields.length > 0 ? MISTAKES : problem.message}</p>
      ${fields.length > 0 && html`<ul class="box">${fields.map(mistake)}</ul>`}
      ${
        problem.accessCode !== undefined &&
        html`<a class="button" href="/checkout/${problem.accessCode}">Back to the payment</a>`
      }
      ${footer()}
    </main>`,
  })
}

// It is read by whoever came to pay, who can only pass it on.
const MISTAKES =
  'The link or form that brought you here has mistakes in it. Nothing has been charged. If you ' +
  'came to pay, please show this to the business.'

/** Messages begin with the name of their field, which stands above them here. */
function mistake({ field, message }: { field: string; message: string }): Markup {
  const [first = '', ...rest] = message.startsWith(`${field} `)
    ? message.slice(field.length + 1)
    : message
  return html`<li><b>${field}</b>${first.toUpperCase() + rest.join('')}</li>`
}

function openPage(view: CheckoutView, assets: CheckoutAssets, now: Date): string {
  const { channels } = view
  const first = firstChannel(view)
  const panels = { bank_transfer: transferPanel, card: cardPanel }
  return document(assets, {
    title: `Pay ${formatNaira(view.amount)} to ${view.businessName}`,
    head: html`<noscript><meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}"></noscript>`,
    body: html`${view.domain === 'test' && ribbon(view)}
      <main class="pay" data-path="/checkout/${view.accessCode}" data-now="${now.getTime()}"
      data-ends="${view.expiresAt.getTime()}" data-next="${view.next.kind}">
      ${bill(view)}
      <section class="ways" aria-label="Ways to pay">
      ${channels.length > 1 && tabs(channels, first)}
      <p class="notice" id="offline" role="status" hidden>You seem to be offline. We carry on as
      soon as you are back.</p>
      ${noticeOf(view)}
      ${channels.map((channel) => panels[channel](view, now, channel === first))}
      ${first === 'card' && channels.length > 1 && plainAsk(view)}
      ${footer(cancelling(view))}
      </section>
      <p class="unseen" id="say" role="status"></p>
      </main>`,
  })
}

/** Who has asked for an account, or is amidst the steps of a card, finds it again. */
function firstChannel({ channels, next, transfer }: CheckoutView): Channel | undefined {
  if (next.kind !== 'none') return 'card'
  return transfer === null ? channels[0] : 'bank_transfer'
}

function bill(view: CheckoutView): Markup {
  return html`<section class="bill" aria-label="What you pay">
    <h1 class="business">${initials(view.businessName)}${view.businessName}</h1>
    <p class="soft">Amount to pay</p>
    ${amount(view.amount)}
    ${details([
      ...view.description,
      { label: 'Email', value: view.email },
      { label: 'Pay before', value: lagosTime(view.expiresAt) },
    ])}
    </section>`
}

function tabs(channels: Channel[], first: Channel | undefined): Markup {
  return html`<div class="tabs" role="tablist" aria-label="Ways to pay">${channels.map(
    (channel) => html`<button role="tab" id="tab-${channel}" data-tab="${channel}"
      aria-controls="${channel}" ${
        channel === first ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`
      }>${CHANNEL_NAMES[channel]}</button>`,
  )}</div>`
}

// With a cancel address it is a link that works without script.
function cancelling(view: CheckoutView): Markup {
  const back = webAddress(view.cancelUrl)
  return html`<details${back === null && html` class="js"`}><summary>Cancel payment</summary>${
    back === null
      ? html`<button class="link" id="cancel">Yes, cancel it</button>`
      : html`<a class="link" id="cancel" href="${back}">Yes, cancel it</a>`
  }</details>`
}

// Test mode says so on every page, and how to play both payments.
function ribbon(view: CheckoutView): Markup {
  const curl = [
    `curl -X POST ${view.baseUrl ?? ''}/api/v1/sandbox/transfers`,
    '-H "Authorization: Bearer sk_test_..."',
    '-H "Content-Type: application/json"',
    `-d '{"account_number":"${view.transfer?.accountNumber ?? '…'}","amount":${view.amount}}'`,
  ]
  return html`<aside class="ribbon" aria-label="Test mode"><details><summary>${TEST}</summary>
    <p>Card <b>4084 0840 8408 4081</b>, CVV <b>408</b>, any expiry to come; only test cards are
    approved. Or let the sandbox send the transfer:</p>
    <pre tabindex="0">${curl.join(' ')}</pre>
    </details></aside>`
}

function successPage(view: CheckoutView, assets: CheckoutAssets, now: Date): string {
  const back = webAddress(view.returnUrl)
  // Who opens the receipt later wants to read it.
  const leaves = view.paidAt !== null && now.getTime() - view.paidAt.getTime() < LEAVES_WITHIN_MS
  const channel = view.channel ? CHANNEL_NAMES[view.channel] : null
  return document(assets, {
    title: `Paid ${formatNaira(view.amount)} to ${view.businessName}`,
    head:
      back !== null &&
      leaves &&
      html`<noscript><meta http-equiv="refresh"
        content="${RETURN_SECONDS};url=${back}"></noscript>`,
    body: html`${view.domain === 'test' && ribbonOfState()}
      <main class="state">
        ${sign('done', 'good')}
        <h1 tabindex="-1">Payment successful</h1>
        ${amount(view.amount)}
        <p class="soft">paid to <b>${view.businessName}</b></p>
        ${details([
          ...view.description,
          { label: 'Reference', value: view.reference },
          { label: 'Paid with', value: channel },
          {
            label: 'Paid on',
            value: view.paidAt && lagosTime(view.paidAt),
          },
          { label: 'Email', value: view.email },
        ])}
        ${
          back !== null &&
          html`<a class="button" href="${back}" id="back">Return to ${view.businessName}</a>
          ${
            leaves &&
            html`<p class="soft small" id="leaving" hidden>Taking you back in <b>3</b> s.
            <button class="link">Stay on this page</button></p>`
          }`
        }
        ${footer()}
      </main>`,
  })
}

// Time alone abandons a payment, unless the customer did.
function abandonedPage(view: CheckoutView, assets: CheckoutAssets, now: Date): string {
  const cancelled = view.expiresAt > now
  return overPage(view, assets, {
    title: cancelled ? 'This payment was cancelled' : 'This payment has expired',
    sentence: cancelled
      ? 'There is nothing to pay here any more.'
      : 'It was not paid in time, so there is nothing to pay here any more.',
    advice: `Please send no money to its account: a late transfer goes back to you. To pay, ask
      ${view.businessName} for a new link.`,
  })
}

function overPage(
  view: CheckoutView,
  assets: CheckoutAssets,
  { title, sentence, advice }: { title: string; sentence: string; advice: string },
): string {
  const back = webAddress(view.cancelUrl) ?? webAddress(view.returnUrl)
  return document(assets, {
    title,
    body: html`${view.domain === 'test' && ribbonOfState()}
      <main class="state">
        ${OVER_SIGNS[view.status] ?? sign('time', '')}
        <h1 tabindex="-1">${title}</h1>
        <p>${sentence}</p>
        <p class="soft">${advice}</p>
        ${details([
          { label: 'Business', value: view.businessName },
          { label: 'Amount', value: formatNaira(view.amount) },
          { label: 'Reference', value: view.reference },
        ])}
        ${
          back !== null && html`<a class="button" href="${back}">Return to ${view.businessName}</a>`
        }
        ${footer()}
      </main>`,
  })
}

function ribbonOfState(): Markup {
  return html`<aside class="ribbon" aria-label="Test mode">${TEST}</aside>`
}

/** As people in Nigeria read it: `21 Nov 2025, 14:32 (Lagos)`. */
function lagosTime(time: Date): string {
  return `${lagos.format(time)} (Lagos)`
}

function amount(value: Kobo): Markup {
  const [whole, rest] = formatNaira(value).split('.') as [string, string]
  const long = whole.length > 11
  return html`<p class="amount${long && ' long'}">${whole}<small>.${rest}</small></p>`
}

function details(rows: { label: string; value: string | null }[]): Markup {
  const known = rows.filter(({ value }) => value)
  return html`<dl>${known.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

function initials(name: string): Markup {
  const letters = name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
  return html`<span class="initials" aria-hidden="true">${[...letters].slice(0, 2).join('')}</span>`
}

const SIGNS = {
  done: 'M6 12.5l4 4 8-9',
  no: 'M8 8l8 8m0-8l-8 8',
  time: 'M12 6.500v6l3.500 2',
  back: 'M9 7l-4 4 4 4m-4-4h10a4 4 0 0 1 0 8h-2',
  '!': 'M12 6.500v7m0 3.500v.1',
}

function sign(name: keyof typeof SIGNS, tone: 'good' | 'bad' | 'warn' | ''): Markup {
  return html`<svg class="sign ${tone}" viewBox="0 0 24 24" aria-hidden="true"><path
    d="${SIGNS[name]}"/></svg>`
}

const OVER_SIGNS: Partial<Record<CheckoutView['status'], Markup>> = {
  failed: sign('no', 'bad'),
  reversed: sign('back', ''),
}

// A cowrie: the shell that was money here long before paper was.
const GREEN = '#0a6b56'
const SLIT = 'M12.500 4q-2 8 0 16'
const TEETH = 'M9 8h2m-2.500 4H11m-2 4h2m3-8h2m-2 4h2.500M14 16h2'

function shell(path: string, width: number): string {
  return `<ellipse cx='12' cy='12' rx='9' ry='11' fill='${GREEN}'/><path fill='none' stroke='#fff'
    stroke-width='${width}' d='${path}'/>`.replace(/\s+/g, ' ')
}

function footer(left: Markup | null = null): Markup {
  return html`<footer>${left}<span class="by"><svg viewBox="0 0 24 24" aria-hidden="true">
    ${trusted(shell(SLIT + TEETH, 1.5))}</svg>Powered by Cowrie</span></footer>`
}

// In a tab it is so small that the teeth would be a blur.
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${shell(SLIT, 2)}</svg>`
const ICON = `data:image/svg+xml,${SVG.replaceAll('#', '%23')}`

function document(
  { script, style }: CheckoutAssets,
  { title, head = null, body }: { title: string; head?: Markup | null | false; body: Markup },
): string {
  return written(html`<!doctype html>
    <html lang="en-NG">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="format-detection" content="telephone=no">
    <title>${title}</title>
    <link rel="icon" href="${trusted(ICON)}">
    <link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">
    <script type="module" src="${script.path}" integrity="${script.integrity}"></script>
    ${head}
    </head>
    <body>
    ${body}
    </body>
    </html>
    `)
}
