import { formatNaira } from '../../../src/platform/money.ts'
import { APPROVED, DECLINED, type FlutterwaveBooks, SHORT, type StandInCharge } from './books.ts'

// The payment page, in place of checkout.flutterwave.com, and OPay's. After a decline, the customer
// stays on the first and may try again, as there; OPay asks once.

const BUTTONS: Record<string, string> = { pay: APPROVED, decline: DECLINED, short: SHORT }

export type PageAnswer = { status: number; html: string } | { status: 303; location: string }

export function answerPage(books: FlutterwaveBooks, code: string, button: string): PageAnswer {
  const page = books.pageAt(code)
  if (!page) return { status: 404, html: document('<p>There is no such payment.</p>') }
  const amount = `<p>Pay ${formatNaira(page.amount)}</p>`
  if (button === 'leave')
    return { status: 303, location: back(page.redirectUrl, 'cancelled', page) }
  const buttons = form(`/v3/hosted/pay/${code}`)
  if (!books.isOpen(page)) {
    return { status: 200, html: document(`${amount}<p>This page is over.</p>`) }
  }
  const says = BUTTONS[button]
  if (says === undefined) return { status: 200, html: document(`${amount}${buttons}`) }
  const { id, status } = books.attempt(page, says)
  if (status === 'successful') {
    return { status: 303, location: back(page.redirectUrl, status, page, id) }
  }
  return { status: 200, html: document(`${amount}<p role="alert">${says}</p>${buttons}`) }
}

export function answerOpay(books: FlutterwaveBooks, flwRef: string, button: string): PageAnswer {
  const charge = books.charges.find((one) => one.method === 'opay' && one.flwRef === flwRef)
  if (!charge) return { status: 404, html: document('<p>There is no such payment.</p>') }
  const amount = `<p>Pay ${formatNaira(charge.amount)} by OPay</p>`
  if (charge.status !== 'pending') {
    return { status: 200, html: document(`${amount}<p>This page is over.</p>`) }
  }
  const { redirectUrl } = charge
  if (button === 'leave') return { status: 303, location: back(redirectUrl, 'cancelled', charge) }
  const says = BUTTONS[button]
  if (says === undefined) {
    return { status: 200, html: document(`${amount}${form(`/v3/opay/${flwRef}`)}`) }
  }
  decide(books, charge, says)
  return { status: 303, location: back(redirectUrl, charge.status, charge, charge.id) }
}

/** Of a charge that waits for the customer, who dials a code or is on OPay's page. */
export function decide(books: FlutterwaveBooks, charge: StandInCharge, says: string): void {
  books.decide(charge, says === APPROVED ? 'successful' : 'failed', says)
}

function back(redirectUrl: string, status: string, { txRef }: { txRef: string }, id?: number) {
  const url = new URL(redirectUrl)
  url.searchParams.set('status', status)
  url.searchParams.set('tx_ref', txRef)
  if (id !== undefined) url.searchParams.set('transaction_id', `${id}`)
  return url.href
}

function form(path: string): string {
  const button = (name: string, text: string) =>
    `<button formaction="${path}/${name}">${text}</button>`
  return `<form method="post">
${button('pay', 'Pay')}
${button('decline', 'Decline')}
${button('short', 'Too little money')}
${button('leave', 'Leave')}
</form>`
}

function document(content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Flutterwave stand-in</title></head>
<body>
<h1>Flutterwave (stand-in)</h1>
<p>No money moves here.</p>
${content}
</body>
</html>`
}
