import { MINUTE } from '../lib/clock.ts'
import { formatNaira } from '../lib/money.ts'
import type { CheckoutAssets } from './assets.ts'
import { ENGLISH, fill, lagosTime, plain, translated, type Voice } from './languages.ts'
import type { CheckoutView, Problem } from './page.ts'
import { html, type Markup, webAddress } from './page-html.ts'
import { amount, details, face, footer, page, ribbon, sign } from './page-shell.ts'

// The pages on which there is nothing to pay: the receipt, why it is over, what is wrong.

// Without script a receipt leads back by itself after this.
const RETURN_SECONDS = 5
const LEAVES_WITHIN_MS = 5 * MINUTE

export function successPage(
  view: CheckoutView,
  assets: CheckoutAssets,
  voice: Voice,
  now: Date,
): string {
  const { words } = voice
  const { businessName: business, paidAt } = view
  const back = webAddress(view.returnUrl)
  // Who opens the receipt later wants to read it.
  const leaves = paidAt !== null && now.getTime() - paidAt.getTime() < LEAVES_WITHIN_MS
  return page(assets, {
    voice,
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
          { label: words.paid_with, value: wayOf(view, voice) },
          { label: words.paid_on, value: paidAt && lagosTime(paidAt, words) },
          { label: words.email, value: view.email },
        ])}
        ${back !== null && wayBack(back, business, voice, leaves)}
        <button class="link js" id="print">${words.print}</button>
        ${footer(voice)}
      </main>`,
  })
}

function wayOf({ channel }: CheckoutView, { words }: Voice): string | null {
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

function wayBack(back: string, business: string, { words }: Voice, leaves: boolean): Markup {
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
  voice: Voice,
  now: Date,
): string {
  const { words } = voice
  const cancelled = view.expiresAt > now
  return overPage(view, assets, voice, {
    title: cancelled ? words.cancelled : words.expired,
    sentence: cancelled ? words.cancelled_more : words.expired_more,
    advice: plain(words.over_advice, { business: view.businessName }),
  })
}

export function failedPage(view: CheckoutView, assets: CheckoutAssets, voice: Voice): string {
  const { words } = voice
  return overPage(view, assets, voice, {
    title: words.failed,
    sentence: view.message ? translated(view.message, words) : words.failed_more,
    advice: plain(words.failed_advice, { business: view.businessName }),
  })
}

export function reversedPage(view: CheckoutView, assets: CheckoutAssets, voice: Voice): string {
  const { words } = voice
  const { businessName: business } = view
  return overPage(view, assets, voice, {
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
  voice: Voice,
  { title, sentence, advice }: { title: string; sentence: string; advice: string },
): string {
  const { words } = voice
  const back = webAddress(view.cancelUrl) ?? webAddress(view.returnUrl)
  return page(assets, {
    title,
    voice,
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
        ${footer(voice)}
      </main>`,
  })
}

/** No payment has this access code; answered with 404. */
export function renderUnknown(assets: CheckoutAssets, voice: Voice = ENGLISH): string {
  const { words } = voice
  return renderProblem(assets, { title: words.unknown, message: words.unknown_more }, voice)
}

/** A payment that could not begin: names each field that is wrong, and the fix. */
export function renderProblem(
  assets: CheckoutAssets,
  problem: Problem,
  voice: Voice = ENGLISH,
): string {
  const fields = problem.fields ?? []
  return page(assets, {
    title: problem.title,
    voice,
    script: false,
    body: html`<main class="state">
      ${sign('!', 'warn')}
      <h1 tabindex="-1">${problem.title}</h1>
      <p class="soft">${fields.length > 0 ? MISTAKES : problem.message}</p>
      ${fields.length > 0 && html`<ul class="box">${fields.map(mistake)}</ul>`}
      ${
        problem.accessCode !== undefined &&
        html`<a class="button" href="/checkout/${problem.accessCode}${voice.query}">${
          voice.words.back_to_payment
        }</a>`
      }
      ${footer(voice)}
    </main>`,
  })
}

// It is read by whoever came to pay, who can only pass it on to those who read English here.
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
