import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { BrowserContext, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { AMOUNT, CARDS, PRICE } from './payments.ts'
import { eventually } from './service.ts'
import { escaped } from './shop.ts'
import type { Place } from './visit.ts'

// A business whose page uses inline.js, on a different site from the service. Its script reports
// each callback to its server by beacon, so nothing is lost when the page closes.

export type Told = { what: string; [detail: string]: unknown }

export type Merchant = {
  url: string
  /** Everything the pages reported, in order. */
  told: Told[]
  /** Forms that were posted to `/paid`. */
  forms: URLSearchParams[]
  /** Headers of every page. */
  headers: Record<string, string>
  /** Other pages, by path. */
  pages: Map<string, string>
  close: () => void
}

/** Runs in every page and reports each inline.js callback to the server. */
const SCRIPT = `
const tell = (what, detail) => {
  const { status, code, field, reason, reference, message } = detail ?? {}
  const told = { what, status, code, field, reason, reference, message }
  navigator.sendBeacon('/told', JSON.stringify(told))
}
const callbacks = Object.fromEntries(
  ['onLoad', 'onSuccess', 'onCancel', 'onError'].map((name) => [name, (it) => tell(name, it)]),
)
const settled = (promise) =>
  promise.then((outcome) => tell('resolved', outcome), (error) => tell('rejected', error))
window.pay = (options) => settled(Cowrie.checkout({ ...callbacks, ...options }))
window.resume = (accessCode, more) => settled(Cowrie.resume(accessCode, { ...callbacks, ...more }))
for (const button of document.querySelectorAll('[data-options]')) {
  button.onclick = () => pay(JSON.parse(button.dataset.options))
}
for (const button of document.querySelectorAll('[data-resume]')) {
  button.onclick = () => resume(button.dataset.resume)
}
for (const name of ['success', 'cancel', 'error']) {
  addEventListener('cowrie:' + name, ({ detail }) => tell('cowrie:' + name, detail))
}
`

export async function openMerchant(): Promise<Merchant> {
  const merchant: Merchant = {
    url: '',
    told: [],
    forms: [],
    headers: {},
    pages: new Map(),
    close: () => {},
  }
  const server = createServer((request, response) => void answer(merchant, request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // A different host name makes it a different site, so the frame gets its own process, as in
  // production.
  merchant.url = `http://localhost:${(server.address() as AddressInfo).port}`
  merchant.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return merchant
}

async function answer(merchant: Merchant, request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  const { pathname } = new URL(request.url!, merchant.url)
  if (pathname === '/told') {
    merchant.told.push(JSON.parse(body))
    response.writeHead(204).end()
  } else if (pathname === '/shop.js') {
    response.writeHead(200, {
      'content-type': 'text/javascript',
      'cross-origin-resource-policy': 'same-origin',
    })
    response.end(SCRIPT)
  } else {
    if (request.method === 'POST') merchant.forms.push(new URLSearchParams(body))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...merchant.headers })
    response.end(
      merchant.pages.get(pathname) ?? '<!doctype html><title>Paid</title><h1>Thanks</h1>',
    )
  }
}

/** A page of the business with inline.js, and `body`. */
export function shelf(script: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adire Market</title>
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <link rel="icon" href="data:,">${script}</head>
    <body><main><h1>Adire wrap dress, indigo</h1>${body}</main>
    <script src="/shop.js"></script></body></html>`
}

export type Stage = { merchant: Merchant; other: Merchant }

/** The pages of two businesses for a test file. Each test decides which ones the service allows. */
export function useMerchants(place: Place): Stage {
  const stage = {} as Stage
  before(async () => {
    stage.merchant = await openMerchant()
    stage.other = await openMerchant()
  })
  after(() => {
    stage.merchant?.close()
    stage.other?.close()
    assert(place.service)
  })
  return stage
}

/** Allows only these origins to frame a checkout and start a payment. */
export async function register({ service }: Place, ...origins: string[]): Promise<void> {
  const set = await service.call('PUT', '/settings/checkout', { allowed_origins: origins })
  assert.equal(set.http, 200, JSON.stringify(set))
}

export const scriptTag = ({ service }: Place) =>
  `<script src="${service.baseUrl}/v1/inline.js"></script>`

export function optionsFor({ service }: Place, reference: string, more: object = {}) {
  return {
    key: service.demo.test.public_key,
    amount: AMOUNT,
    email: 'morenike@example.com',
    reference,
    ...more,
  }
}

export const buyButton = (options: object) =>
  `<button data-options="${escaped(JSON.stringify(options))}">Buy</button>`

/** A button that opens a payment the business's server created. */
export const resumeButton = (accessCode: string) =>
  `<button data-resume="${accessCode}">Buy</button>`

export async function initialize({ service }: Place, reference: string, more: object = {}) {
  const { data } = await service.call('POST', '/transactions/initialize', {
    amount: AMOUNT,
    email: 'morenike@example.com',
    name: 'Morenike Adegboyega',
    reference,
    ...more,
  })
  return String(data['access_code'])
}

/** A visit during which the console may print only what `allowed` matches. */
export async function shopping(
  { browser }: Pick<Place, 'browser'>,
  body: (page: Page, context: BrowserContext) => Promise<void>,
  { allowed = /^$/, ...options }: BrowserContextOptions & { allowed?: RegExp } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(10_000)
  const complaints: string[] = []
  context.on('weberror', (error) => {
    const text = `threw ${error.error()}`
    if (!allowed.test(text)) complaints.push(text)
  })
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || allowed.test(message.text())) return
    complaints.push(`${message.type()}: ${message.text()}`)
  })
  const page = await context.newPage()
  const shots = process.env['COWRIE_SCREENSHOTS']
  try {
    await body(page, context)
  } catch (error) {
    if (shots) await page.screenshot({ path: `${shots}/failed.png` }).catch(() => {})
    if (complaints.length > 0) process.stderr.write(`${complaints.join('\n')}\n`)
    throw error
  } finally {
    await context.close()
  }
  assert.deepEqual(complaints, [])
}

export const frameOf = (page: Page): FrameLocator =>
  page.frameLocator('dialog iframe[title="Payment"]')

/** Pays in the frame or in a separate window. */
export async function payIn(where: Page | FrameLocator, card: { number: string; cvv: string }) {
  await where.getByRole('tab', { name: 'Card' }).click()
  await where.getByLabel('Card number').fill(card.number)
  await where.getByLabel('Expiry date').fill('1231')
  await where.getByLabel('CVV').fill(card.cvv)
  await where.getByRole('button', { name: `Pay ${PRICE}` }).click()
}

export const payInFull = (where: Page | FrameLocator) => payIn(where, CARDS.success)

/** The page was told exactly this about its payment. */
export async function assertTold(merchant: Merchant, expected: Told[]): Promise<void> {
  const last = expected.at(-1)!
  await eventually(`the page is told ${JSON.stringify(last)}`, () =>
    merchant.told.length >= expected.length ? true : null,
  ).catch(() => {})
  const seen = merchant.told.map((told, i) =>
    Object.fromEntries(Object.keys(expected[i] ?? told).map((name) => [name, told[name]])),
  )
  assert.deepEqual(seen, expected)
}
