import { formatNaira } from '../../../src/platform/money.ts'
import { APPROVED, DECLINED, type FlutterwaveBooks, SHORT } from './books.ts'

// The payment page, in place of checkout.flutterwave.com. After a decline, the customer stays on
// the page and may try again, as there.

const BUTTONS: Record<string, string> = { pay: APPROVED, decline: DECLINED, short: SHORT }

export type PageAnswer = { status: number; html: string } | { status: 303; location: string }

export function answerPage(books: FlutterwaveBooks, code: string, button: string): PageAnswer {
  const page = books.pageAt(code)
  if (!page) return { status: 404, html: document('<p>There is no such payment.</p>') }
  const amount = `<p>Pay ${formatNaira(page.amount)}</p>`
  if (button === 'leave')
    return { status: 303, location: back(page.redirectUrl, 'cancelled', page) }
  if (!books.isOpen(page)) {
    return { status: 200, html: document(`${amount}<p>This page is over.</p>`) }
  }
  const says = BUTTONS[button]
  if (says === undefined) return { status: 200, html: document(`${amount}${form(code)}`) }
  const { id, status } = books.attempt(page, says)
  if (status === 'successful') {
    return { status: 303, location: back(page.redirectUrl, status, page, id) }
  }
  return { status: 200, html: document(`${amount}<p role="alert">${says}</p>${form(code)}`) }
}

function back(redirectUrl: string, status: string, { txRef }: { txRef: string }, id?: number) {
  const url = new URL(redirectUrl)
  url.searchParams.set('status', status)
  url.searchParams.set('tx_ref', txRef)
  if (id !== undefined) url.searchParams.set('transaction_id', `${id}`)
  return url.href
}

function form(code: string): string {
  const button = (name: string, text: string) =>
    `<button formaction="/v3/hosted/pay/${code}/${name}">${text}</button>`
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
