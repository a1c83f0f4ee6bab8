import { formatNaira } from '../../../src/platform/money.ts'
import {
  APPROVED,
  type BankSays,
  DECLINED,
  type PaystackBooks,
  SHORT,
  type StandInCharge,
} from './books.ts'

// The payment page, in place of checkout.paystack.com. After a decline, the customer stays on the
// page and may try again, as there.

const BUTTONS: Record<string, BankSays> = { pay: APPROVED, decline: DECLINED, short: SHORT }

export type PageAnswer = { status: number; html: string } | { status: 303; location: string }

export function showPage(books: PaystackBooks, charge: StandInCharge | undefined): PageAnswer {
  if (!charge) return { status: 404, html: page('<p>There is no such payment.</p>') }
  const amount = `<p>Pay ${formatNaira(charge.amount)} as ${escapeHtml(charge.email)}</p>`
  if (charge.status === 'success' || charge.status === 'reversed') {
    return { status: 200, html: page(`${amount}<p>This payment was made.</p>`) }
  }
  if (!books.isOpen(charge)) {
    return { status: 200, html: page(`${amount}<p>This page has expired. Start again.</p>`) }
  }
  const failed = charge.status === 'failed' ? `<p role="alert">${charge.says?.text}</p>` : ''
  return { status: 200, html: page(`${amount}${failed}${form(charge)}`) }
}

export function pressButton(
  books: PaystackBooks,
  charge: StandInCharge | undefined,
  button: string,
): PageAnswer {
  if (!charge) return showPage(books, charge)
  if (button === 'leave') {
    if (charge.cancelUrl) return { status: 303, location: charge.cancelUrl }
    return { status: 200, html: page('<p>You have left. You may close this page.</p>') }
  }
  const says = BUTTONS[button]
  if (!says || !books.isOpen(charge)) return showPage(books, charge)
  books.attempt(charge, says)
  if (says !== APPROVED || charge.callbackUrl === null) return showPage(books, charge)
  return { status: 303, location: returnAddress(charge.callbackUrl, charge.reference) }
}

/** Adds both parameters; the URL may have others. */
function returnAddress(callbackUrl: string, reference: string): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

function form({ accessCode }: StandInCharge): string {
  const button = (name: string, text: string) =>
    `<button formaction="/checkout/${accessCode}/${name}">${text}</button>`
  return `<form method="post">
${button('pay', 'Pay')}
${button('decline', 'Decline')}
${button('short', 'Too little money')}
${button('leave', 'Leave')}
</form>`
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Paystack stand-in</title>
<style>:root { color-scheme: light dark }
body { font: 1rem system-ui; margin: 3rem auto; max-width: 22rem; padding: 0 1rem }
button { display: block; font: inherit; margin: .5rem 0; padding: .75rem; width: 100% }</style>
</head>
<body>
<h1>Paystack (stand-in)</h1>
<p>No money moves here.</p>
${content}
</body>
</html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
