import assert from 'node:assert/strict'
import type { Context, Scope } from '../src/core/context.ts'
import type { composeReceipt } from '../src/payments/receipts/compose.ts'
import { kobo } from '../src/platform/money.ts'
import type { Mail, MailOutcome, MessageRail } from '../src/providers/rails.ts'
import type { Api } from './api.ts'
import { givenDedicated, transfer } from './payments.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Payments as receipts show them, and hostile text that strangers may put into one.

export type Paid = Parameters<typeof composeReceipt>[0]

export function givenPaid(differing: Partial<Paid> = {}): Paid {
  return {
    mode: 'live',
    businessName: 'Adire Studio',
    reference: 'ORDER-417',
    amount: kobo(2_500_000),
    requestedAmount: kobo(2_500_000),
    fee: kobo(47_500),
    vat: kobo(3_563),
    channel: 'card',
    email: 'ada@example.com',
    customerName: 'Ada Example',
    madeWith: 'secret',
    paymentLinkId: null,
    metadata: null,
    authorizationDetails: JSON.stringify({ brand: 'visa', last4: '4081' }),
    paidAt: new Date('2026-11-21T13:32:00Z'),
    ...differing,
  }
}

export function withFields(...fields: [label: string, value: string][]): string {
  const named = fields.map(([display_name, value]) => ({ display_name, variable_name: 'x', value }))
  return JSON.stringify({ custom_fields: named })
}

export const HOSTILE_TEXTS = [
  '</td></table><script>document.title = "stolen"</script>',
  '<img src=x onerror="document.title = 1"><a href="https://win.example">Claim</a>',
  '"><style>body{display:none}</style><!-- ',
  '&lt;b&gt; & &amp; &#39; {{7*7}} %s \\0',
  'line\r\nBcc: everybody@example.com\r\n\r\n<b>body</b>',
  '\u202Egro.elpmaxe\u202C \u2066x\u2069 \u200F',
  'سارة مثال ₦1.00',
  'z\u0335\u0321\u0322\u0327\u0328'.repeat(400),
  'W'.repeat(8_000),
  '字'.repeat(3_000),
  '👩🏽‍🚀'.repeat(600),
  '\ud800 lone \udfff',
  'https://win.example/claim?you=1 or www.win.example, write to win@win.example',
]

/** Only known tags, closed and nested, and no attribute with an effect. */
/** `addresses`: where the links of the mail lead; a receipt has none. */
export function assertStrict(html: string, addresses: RegExp | null = null): void {
  const [doctype, rest] = [html.slice(0, 15), html.slice(15)]
  assert.equal(doctype, '<!doctype html>')
  const open: string[] = []
  let at = 0
  for (const tag of rest.matchAll(TAG)) {
    assertText(rest.slice(at, tag.index))
    at = tag.index + tag[0].length
    const [, slash, name = '', attributes = ''] = tag
    assert(TAGS.has(name), `${tag[0]} has no place in a mail`)
    if (slash === '/') assert.equal(open.pop(), name, `${tag[0]} closes what is open`)
    else if (name !== 'meta') open.push(name)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (name === 'a' && attribute === 'href' && addresses?.test(value)) continue
      assert(ATTRIBUTES.has(attribute), `${attribute} in ${tag[0]}`)
      assert(!/url\(|expression|javascript:|https?:/i.test(value), value)
    }
  }
  assertText(rest.slice(at))
  assert.deepEqual(open, [])
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>/g
const ATTRIBUTE = /\s+([a-z-]+)(?:="([^"<>]*)")?/g
const TAGS = new Set('html head meta title style body table tbody tr th td p h1 b a'.split(' '))
const ATTRIBUTES = new Set([
  ...'lang charset name content class style width cellpadding cellspacing border'.split(' '),
  ...'role align valign scope dir bgcolor'.split(' '),
])

function assertText(text: string): void {
  assert(!/[<>]/.test(text), `a sign of markup in ${JSON.stringify(text.slice(0, 200))}`)
  assert(!/&(?!(amp|lt|gt|quot|#39);)/.test(text), 'every ampersand begins an entity')
  assert(text.isWellFormed(), 'no half of a letter')
}

export type Watched = TestContext & { mails: Mail[] }

/** A process that records its mails; `staged` answers them, or else the sandbox. */
export function watchedMail(
  context: TestContext,
  staged: (mail: Mail, nth: number) => MailOutcome | Promise<MailOutcome> | null = () => null,
): Watched {
  const mails: Mail[] = []
  const real = context.rails.test.message
  const message: MessageRail = {
    name: real.name,
    async sendMail(mail) {
      mails.push(mail)
      return staged(mail, mails.length) ?? real.sendMail(mail)
    },
  }
  return { ...context, mails, rails: { live: [], test: { ...context.rails.test, message } } }
}

let paid = 0

/** A customer of this business pays by transfer to their permanent account. */
export async function givenSuccess(api: Api, business: GivenBusiness): Promise<{ email: string }> {
  paid += 1
  const email = `paid-${paid}@example.com`
  const { account_number } = await givenDedicated(api, business, { email })
  const { status, text } = await transfer(api, business, { account_number, amount: 500_000 })
  assert.equal(status, 200, text)
  return { email }
}

export type ReceiptRow = {
  transactionId: string
  state: string
  attempts: number
  failure: string | null
  nextAt: Date | null
  sentAt: Date | null
  createdAt: Date
}

export async function receiptsOf({ sql }: Context, { businessId }: Pick<Scope, 'businessId'>) {
  const rows = await sql<ReceiptRow[]>`
    select transaction_id, state, attempts, failure, next_at, sent_at, created_at from receipt
    where business_id = ${businessId}
    order by transaction_id
  `
  return [...rows]
}

export type ShownMail = {
  id: string
  channel: string
  to: string
  subject: string | null
  text: string
  html: string | null
  otp: string | null
}

/** The mails the sandbox stored for this business, newest first. */
export async function mailsOf(api: Api, { keys }: GivenBusiness): Promise<ShownMail[]> {
  const path = '/api/v1/sandbox/messages?perPage=100'
  const { status, body, text } = await api.get(path, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}
