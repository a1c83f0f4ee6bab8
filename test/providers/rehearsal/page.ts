import { formatNaira, kobo } from '../../../src/platform/money.ts'
import { askService, type FATES, FAULTS, type Note } from './acts.ts'
import { WAYS } from './relay.ts'
import type { Stage } from './start.ts'
import { STYLE } from './style.ts'

// The page of a rehearsal: the shop, the clock, and the bank. Forms only: every button is a POST
// that redirects back to the page.

const ROWS = 8
const METHODS = { card: 'Card', ussd: 'USSD', opay: 'OPay', bank_transfer: 'Transfer' }

type Balance = {
  available: number
  pending: number
  account: { account_number: string; bank: { name: string } } | null
}
type Payment = { reference: string; amount: number; status: string; channel: string | null }
type Refund = { transaction_reference: string; amount: number; status: string }
type Payout = { amount: number; account_number: string; status: string }

export async function renderPage(
  stage: Stage,
  note: Note | null,
  verification: string | null,
): Promise<string> {
  const [{ data: balance }, { data: payments }, { data: refunds }, { data: payouts }] =
    await Promise.all([
      askService<{ data: Balance }>(stage, '/balance'),
      askService<{ data: Payment[] }>(stage, `/transactions?perPage=${ROWS}`),
      askService<{ data: Refund[] }>(stage, `/refunds?perPage=${ROWS}`),
      askService<{ data: Payout[] }>(stage, `/payouts?perPage=${ROWS}`),
    ])
  const said = note === null ? '' : `<p class="note${note.isWrong ? ' wrong' : ''}" role="status">`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rehearsal of live mode</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main class="page">
<h1>Rehearsal of live mode</h1>
<p class="soft">All providers are stand-ins on this machine: no money moves.
<a href="${stage.baseUrl}/dashboard/live">Open the dashboard</a> · <a href="/">Refresh</a></p>
${said}${note === null ? '' : `${html(note.text)}</p>`}
<h2>The shop</h2>
<div class="grid">
${shop(balance, payments)}
${moneyOut(payouts, refunds)}
${identity(verification)}
</div>
<h2>The bank</h2>
<div class="grid">
${transfersIn(stage, balance)}
${cards(stage)}
${atFlutterwave(stage)}
${paidOut(stage)}
${refundsAt(stage)}
</div>
<h2>Between them</h2>
<div class="grid">
${clock(stage)}
${notifications(stage)}
</div>
</main>
</body>
</html>
`
}

function shop(balance: Balance, payments: Payment[]): string {
  const rows = payments.map(({ reference, amount, status, channel }) => {
    const words = channel === null ? status : `${status}, ${channel.replaceAll('_', ' ')}`
    const refund = button('refund', 'Refund', { reference }, reference)
    return `<li><b>${money(amount)}</b> ${html(words)}<br><code>${html(reference)}</code>
${status === 'success' ? `<br>${refund}` : ''}</li>`
  })
  return `<section>
<h3>Payments</h3>
<p class="soft">Available ${money(balance.available)}, pending ${money(balance.pending)}</p>
${form('pay', 'New payment', field('Amount in naira', 'naira', '5,000'))}
${form('account', 'New account number', field('Customer', 'name', 'Ngozi Sample'))}
${list(rows, 'No payment yet.')}
</section>`
}

function moneyOut(payouts: Payout[], refunds: Refund[]): string {
  const words = {
    sent: 'sends it',
    processing: 'takes an hour',
    failed: 'rejects it',
    reversed: 'sends it back after a day',
  } satisfies Record<keyof typeof FATES, string>
  const fields =
    field('Amount in naira', 'naira', '1,000') +
    field('GTBank account', 'account_number', '0123456789') +
    select('The bank', 'fate', words)
  const out = payouts.map(
    (one) => `<li><b>${money(one.amount)}</b> payout to ${html(one.account_number)}:
${html(one.status)}</li>`,
  )
  const back = refunds.map(
    (one) => `<li><b>${money(one.amount)}</b> refund of
<code>${html(one.transaction_reference)}</code>: ${html(one.status)}</li>`,
  )
  return `<section>
<h3>Payouts and refunds</h3>
<p class="soft">From the available balance: top it up below, or move the clock.</p>
${form('payout', 'Pay out', fields)}
${list([...out, ...back], 'Nothing has gone out.')}
</section>`
}

function identity(verification: string | null): string {
  const ask = form('verify', 'Send a code', field('BVN', 'number', '22222222222'))
  const code = form('validate', 'Check the code', field('Code', 'code', ''))
  return `<section>
<h3>Identity</h3>
<p class="soft">₦50.00 from the wallet. The code is always 123456.</p>
${verification === null ? ask : code}
</section>`
}

function transfersIn({ monnify, safehaven }: Stage, { account }: Balance): string {
  const open = [...monnify.books.payments.values()]
    .filter((one) => one.accountNumber !== null && one.status === 'PENDING')
    .map((one) => ({ to: one.accountNumber!, who: 'a payment', amount: one.amount }))
  const kept = [...monnify.books.reserved.values()].flatMap(({ accounts, accountName }) =>
    accounts.slice(0, 1).map(({ accountNumber }) => {
      const isWallet = accountNumber === account?.account_number
      return { to: accountNumber, who: isWallet ? 'top up the wallet' : accountName, amount: null }
    }),
  )
  const own = safehaven.books.accounts
    .filter(({ isSubAccount }) => isSubAccount)
    .map(({ accountNumber, accountName }) => ({
      to: accountNumber,
      who: accountName,
      amount: null,
    }))
  const rows = [...open, ...kept, ...own].reverse().map(({ to, who, amount }) => {
    const naira = amount === null ? '20,000' : formatNaira(amount).slice(1)
    const fields = `<input type="hidden" name="account_number" value="${to}">`
    return `<li>${to} <span class="soft">${html(who)}</span>
${form('transfer', 'Transfer', fields + field(`Naira to ${to}`, 'naira', naira))}</li>`
  })
  return `<section>
<h3>Transfers in</h3>
<p class="soft">Account numbers that were issued. Another amount than asked for is sent back.</p>
${list(rows, 'No account number yet: start a payment, and choose bank transfer.')}
</section>`
}

function cards({ paystack }: Stage): string {
  const rows = paystack.books.charges
    .slice(-ROWS)
    .reverse()
    .map((charge) => {
      const { reference, amount, status, accessCode } = charge
      const open = ['abandoned', 'ongoing', 'failed'].includes(status)
      const decide = (says: string, label: string) =>
        button('card', label, { reference, says }, reference)
      const act = `<a href="${paystack.url}/checkout/${accessCode}">Its page</a>
${decide('pay', 'Approve')}${decide('decline', 'Decline')}${decide('short', 'Too little money')}`
      return `<li><b>${money(Number(amount))}</b> ${html(status)}<br>
<code>${html(reference)}</code>${open ? `<br>${act}` : ''}</li>`
    })
  return `<section>
<h3>Cards on Paystack’s page</h3>
<p class="soft">Decide here, or on the page itself.</p>
${list(rows, 'Nobody has chosen a card.')}
</section>`
}

function atFlutterwave({ flutterwave }: Stage): string {
  const { books } = flutterwave
  const charges = books.charges.map(({ id, amount, method, status }) => {
    const decide = (says: string, label: string) =>
      button('charge', label, { id: `${id}`, says }, `${id}`)
    const isOpen = status === 'pending' && method !== 'card'
    const act = isOpen ? `<br>${decide('pay', 'Approve')}${decide('decline', 'Decline')}` : ''
    return `<li><b>${money(Number(amount))}</b> ${METHODS[method]}, ${html(status)}<br>
<code>${id}</code>${act}</li>`
  })
  const pages = books.pages
    .filter((page) => books.isOpen(page))
    .map(({ code, amount }) => {
      const url = `${flutterwave.pageOrigin}/v3/hosted/pay/${code}`
      return `<li><b>${money(Number(amount))}</b> <a href="${url}">Its page</a></li>`
    })
  return `<section>
<h3>USSD, OPay and cards at Flutterwave</h3>
<p class="soft">The customer dials the code, or approves in OPay. It takes cards while Paystack does
not.</p>
${list([...charges, ...pages].slice(-ROWS).reverse(), 'Nobody has chosen one of these.')}
</section>`
}

function paidOut({ monnify, safehaven }: Stage): string {
  const rows = [...monnify.books.transfers.values()].reverse().map((one) => {
    const { reference, amount, status, accountNumber, fate } = one
    const canReverse = status === 'SUCCESS' && fate !== 'reversed'
    const reverse = button('reverse', 'Send it back', { reference }, reference)
    return `<li><b>${money(Number(amount))}</b> to ${html(accountNumber)}: ${html(status)}
<span class="soft">Monnify</span>${canReverse ? `<br>${reverse}` : ''}</li>`
  })
  const others = safehaven.books.transfers
    .filter(({ type }) => type === 'Outwards')
    .map(
      (one) => `<li><b>${money(Number(one.amount))}</b> to ${html(one.creditAccountNumber)}:
${html(one.status)} <span class="soft">Safe Haven</span></li>`,
    )
  return `<section>
<h3>Paid out</h3>
${list([...rows.slice(0, ROWS), ...others], 'Nothing was paid out.')}
</section>`
}

function refundsAt({ flutterwave, monnify, paystack }: Stage): string {
  const atPaystack = paystack.books.refunds.map(({ id, amount, status, ending }) => ({
    id: `${id}`,
    amount,
    status,
    canFail: status === 'pending' && ending !== 'failed',
    rail: 'Paystack',
  }))
  const waiting = [...monnify.books.refunds.values()].find(({ status }) => status === 'PENDING')
  const atMonnify = [...monnify.books.refunds.values()].map((one) => ({
    id: one.refundReference,
    amount: one.amount,
    status: one.status,
    // The next one to end fails.
    canFail: one === waiting && monnify.books.nextRefund !== 'FAILED',
    rail: 'Monnify',
  }))
  const atFlutterwave = flutterwave.books.refunds.map(({ id, amount, status, ending }) => ({
    id: `${id}`,
    amount,
    status,
    canFail: status === 'completed' && ending !== 'failed',
    rail: 'Flutterwave',
  }))
  const rows = [...atPaystack, ...atFlutterwave, ...atMonnify].reverse().map(
    ({ id, amount, status, canFail, rail }) => `<li><b>${money(Number(amount))}</b>
${html(status.toLowerCase())} <span class="soft">${rail}</span>
${canFail ? `<br>${button('failRefund', 'Let it fail', { reference: id }, id)}` : ''}</li>`,
  )
  return `<section>
<h3>Refunds and returns</h3>
<p class="soft">They end three days after they were requested.</p>
${list(rows.slice(0, ROWS), 'Nobody was refunded.')}
</section>`
}

function clock({ now }: Stage): string {
  const steps = { hour: 'An hour', day: 'A day', days: 'Three days' }
  const buttons = Object.entries(steps).map(([step, label]) => button('clock', label, { step }))
  return `<section>
<h3>The clock</h3>
<p>${now().toUTCString()}</p>
<p class="soft">Of the service and the providers. Payments are settled on the next working day. The
dashboard signs you out when it jumps.</p>
${buttons.join('')}
</section>`
}

function notifications({ relay }: Stage): string {
  const rails = {
    monnify: 'Monnify',
    paystack: 'Paystack',
    safehaven: 'Safe Haven',
    flutterwave: 'Flutterwave',
  }
  const rows = relay.told
    .map(({ rail, what, way, answers }, index) => {
      const came = answers.length > 0 ? answers.join('; ') : way === 'lose' ? 'lost' : 'on its way'
      return `<li>${html(rail)} <code>${html(what)}</code><br>
<span class="soft">${html(came)}</span><br>
${button('again', 'Send again', { index: `${index}` }, `${index + 1}`)}</li>`
    })
    .reverse()
  return `<section>
<h3>Notifications</h3>
${form('way', 'Set', select('From now on they', 'way', WAYS, relay.way))}
${form(
  'fault',
  'Break',
  select('The next call of', 'rail', rails) + select('What happens', 'fault', FAULTS),
)}
${list(rows.slice(0, ROWS), 'Nothing was notified yet.')}
</section>`
}

function list(rows: string[], empty: string): string {
  return rows.length === 0 ? `<p class="soft">${empty}</p>` : `<ul>\n${rows.join('\n')}\n</ul>`
}

function form(act: string, label: string, fields: string): string {
  return `<form method="post" action="/act/${act}">${fields}<button>${label}</button></form>`
}

/** `of`: its subject, for screen readers. */
function button(act: string, label: string, fields: Record<string, string>, of = ''): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`,
  )
  const spoken = of === '' ? '' : ` aria-label="${html(`${label} ${of}`)}"`
  return `<form class="act" method="post" action="/act/${act}">${hidden.join('')}
<button${spoken}>${label}</button></form>`
}

function field(label: string, name: string, value: string): string {
  return `<label>${html(label)}<input name="${name}" value="${html(value)}" required></label>`
}

function select(label: string, name: string, all: Record<string, string>, chosen = ''): string {
  const options = Object.entries(all).map(
    ([value, text]) =>
      `<option value="${value}"${value === chosen ? ' selected' : ''}>${html(text)}</option>`,
  )
  return `<label>${label}<select name="${name}">${options.join('')}</select></label>`
}

function money(amount: number): string {
  return formatNaira(kobo(amount))
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
