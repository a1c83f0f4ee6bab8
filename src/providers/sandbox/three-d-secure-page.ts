import { formatNaira, type Kobo } from '../../platform/money.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { Method } from '../rails.ts'
import type { Decision } from './test-cards.ts'

// A page without script. The hash of its one style element is in the response's `style-src`, beside
// `default-src 'none'` and `form-action 'self'`. The form posts to the page's own URL.

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f3f5f4; --card: #ffffff; --ink: #14201c; --soft: #55635e; --line: #dce3e0;
  --accent: #0a6b54; --on-accent: #ffffff; --badge: #fdf0d0; --on-badge: #6b4a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1412; --card: #18211e; --ink: #ecf2ef; --soft: #a3b3ad; --line: #2c3935;
    --accent: #4ccfa9; --on-accent: #06251c; --badge: #3a2f12; --on-badge: #f5d88a;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 24px;
  background: var(--card); border: 1px solid var(--line); border-radius: 16px;
}
header { display: flex; justify-content: space-between; align-items: center; font-weight: 600; }
header span {
  padding: 2px 10px; border-radius: 99px; font-size: 13px;
  background: var(--badge); color: var(--on-badge);
}
h1 { margin: 24px 0 16px; font-size: 22px; line-height: 1.3; }
dl { border-top: 1px solid var(--line); }
dl div {
  display: flex; justify-content: space-between; align-items: baseline; gap: 16px;
  padding: 12px 0; border-bottom: 1px solid var(--line);
}
dt, .note { color: var(--soft); }
dd { font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
form { display: grid; gap: 12px; }
button, .button {
  display: block; width: 100%; min-height: 48px; padding: 10px 16px; border-radius: 10px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
button:not([value=approve]) { background: none; border-color: var(--line); color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.act { margin: 24px 0; }
.note { font-size: 14px; }
`

/** For `style-src` of the response, in single quotes. */
export const threeDSecureStyleHash = `sha256-${sha256(STYLE).toString('base64')}`

const LABELS: Record<Decision, string> = {
  approve: 'Approve',
  decline: 'Decline',
  cancel: 'Cancel',
  late: 'Approve in 5 minutes',
}

export type Page = {
  amount: Kobo
  method: Method
  /** Of the card. */
  last4: string | null
  offers: readonly Decision[]
  /** Set once the customer has decided. */
  returnUrl: string | null
}

export function threeDSecurePage(page: Page): string {
  const { title, act, note } = contentOf(page)
  const whose = page.method === 'opay' ? 'Test OPay' : 'Test Bank'
  const card =
    page.last4 === null ? '' : `\n<div><dt>Card</dt><dd>•••• ${escapeHtml(page.last4)}</dd></div>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${whose}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>${whose} <span>Sandbox</span></header>
<h1>${title}</h1>
<dl>
<div><dt>Amount</dt><dd>${escapeHtml(formatNaira(page.amount))}</dd></div>${card}
</dl>
${act}
<p class="note">${note} This is the sandbox's own bank: no money moves here.</p>
</main>
</body>
</html>
`
}

function contentOf({ offers, returnUrl }: Page): { title: string; act: string; note: string } {
  if (returnUrl !== null) {
    return {
      title: 'Decision recorded',
      act: `<a class="act button" href="${escapeHtml(returnUrl)}">Back to the payment</a>`,
      note: 'The first decision counts.',
    }
  }
  if (offers.length === 0) {
    return {
      title: 'A customer who never returns',
      act: '<p class="act">This test card plays a customer who leaves. Close the page.</p>',
      note: 'The payment stays open until it expires.',
    }
  }
  const buttons = offers.map(
    (offer) => `<button name="decision" value="${offer}">${LABELS[offer]}</button>`,
  )
  return {
    title: 'Do you approve this payment?',
    act: `<form class="act" method="post">\n${buttons.join('\n')}\n</form>`,
    note: offers.includes('late')
      ? 'Close the page to play a customer who leaves: the payment fails after 15 minutes.'
      : offers.includes('approve')
        ? 'Approve to make the payment succeed, or decline to make it fail.'
        : 'With this test card the bank can only decline.',
  }
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '&#39;')
}
