import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../test/browser/browser.ts'
import { frameOf, type Merchant, openMerchant, payInFull } from '../../test/browser/merchant.ts'
import { AMOUNT } from '../../test/browser/payments.ts'
import type { Started } from '../../test/process.ts'
import { npm } from './clients.ts'

// Pages written for Paystack's packages, bundled as docs/from-paystack.md says, in a real browser.

const PACKAGES = ['@paystack/inline-js@2.25.0', 'react-paystack@6.0.0', 'react@19', 'react-dom@19']
const TRIES = 100
const PAUSE_MS = 100

const TELL = `const tell = (what) => (it) =>
  navigator.sendBeacon('/told', JSON.stringify({ what, reference: it?.reference }))
`
/** Each ends with a button `Buy`. The options are those of both packages. */
const PAGES: Record<string, (given: object) => string> = {
  '@paystack/inline-js': (given) => `
    import PaystackPop from '@paystack/inline-js'
    ${TELL}
    const given = ${JSON.stringify(given)}
    const told = { onSuccess: tell('success'), onCancel: tell('close') }
    document.body.innerHTML = '<button>Buy</button>'
    document.querySelector('button').onclick = () =>
      new PaystackPop().newTransaction({ ...given, key: given.publicKey, ...told })`,
  'react-paystack, PaystackButton': (given) => `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { PaystackButton } from 'react-paystack'
    ${TELL}
    const told = { onSuccess: tell('success'), onClose: tell('close') }
    const button = createElement(PaystackButton, { ...${JSON.stringify(given)}, text: 'Buy', ...told })
    createRoot(document.body).render(button)`,
  'react-paystack, usePaystackPayment': (given) => `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { usePaystackPayment } from 'react-paystack'
    ${TELL}
    const told = { onSuccess: tell('success'), onClose: tell('close') }
    const Button = () => {
      const pay = usePaystackPayment(${JSON.stringify(given)})
      return createElement('button', { onClick: () => pay(told) }, 'Buy')
    }
    createRoot(document.body).render(createElement(Button))`,
}

async function bundled(folder: string, code: string, alias: Record<string, string>) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'js' },
    alias,
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]!.text
}

/** The methods of their README that ours lacks. */
async function missing(folder: string, page: Page): Promise<string[]> {
  const paper = readFileSync(join(folder, 'node_modules/@paystack/inline-js/README.md'), 'utf8')
  const names = [...paper.matchAll(/^# PaystackPop\.(\w+)\(/gm)].map(([, name]) => name)
  return page.evaluate(
    `${JSON.stringify(names)}.filter((name) => !(name in PaystackPop.prototype))`,
  )
}

async function toldOf({ told }: Merchant, what: string): Promise<boolean> {
  for (let i = 0; i < TRIES && told.length === 0; i++) await pause(PAUSE_MS)
  return told.length === 1 && told[0]!.what === what
}

export async function drivePages(folder: string, to: Started): Promise<string[]> {
  await npm(folder, ...PACKAGES)
  // The two steps of the documentation.
  mkdirSync(join(folder, 'src'))
  const own = join(folder, 'src/paystack.js')
  writeFileSync(own, 'export default window.PaystackPop\n')
  const libs = join(folder, 'node_modules/react-paystack/libs/index.ts')
  const alias = { '@paystack/inline-js': own, 'react-paystack': libs }
  const script = `<script src="${to.baseUrl}/paystack/v2/inline.js"></script>`

  const browser = await launchBrowser()
  const merchant = await openMerchant()
  const origins = { allowed_origins: [merchant.url] }
  await to.call('PUT', '/api/v1/settings/checkout', origins)
  const lines: string[] = []
  const say = (call: string, why: unknown) =>
    lines.push(JSON.stringify({ call, why: why === null ? null : `${why}`.slice(0, 500) }))
  const show = async (code: string, run: (page: Page) => Promise<unknown>) => {
    merchant.told.length = 0
    const body = `<body></body><script>${code}</script>`
    merchant.pages.set('/', `<!doctype html><title>Shop</title>${script}${body}`)
    const page = await browser.newPage()
    try {
      await page.goto(merchant.url)
      return await run(page)
    } catch (error) {
      return error
    } finally {
      await page.close()
    }
  }
  try {
    for (const [title, codeOf] of Object.entries(PAGES)) {
      const reference = title.replaceAll(/[^a-zA-Z]+/g, '-').replace(/^-/, '')
      const more = {
        firstname: 'Ada',
        channels: ['card', 'bank_transfer', 'qr'],
        metadata: { cart: 7 },
      }
      const given = { publicKey: to.demo.test.public_key, email: 'ada@example.com', ...more }
      const code = (name: string) =>
        bundled(folder, codeOf({ ...given, amount: AMOUNT, reference: name }), alias)
      const paid = await show(await code(reference), async (page) => {
        await page.getByRole('button', { name: 'Buy' }).click()
        await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
        await payInFull(frameOf(page))
        const { body } = await to.call('GET', `/paystack/transaction/verify/${reference}`)
        const isTold = await toldOf(merchant, 'success')
        const told = JSON.stringify(merchant.told)
        return isTold && body.data?.metadata?.cart === 7 ? null : `${told} ${JSON.stringify(body)}`
      })
      say(`${title}: paid`, paid)
      const closed = await show(await code(`${reference}-2`), async (page) => {
        await page.getByRole('button', { name: 'Buy' }).click()
        await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
        await page.keyboard.press('Escape')
        const isTold = await toldOf(merchant, 'close')
        return isTold ? null : JSON.stringify(merchant.told)
      })
      say(`${title}: closed`, closed)
    }
    const lacking = await show('', (page) => missing(folder, page))
    say('every method of their README is there', String(lacking) === '' ? null : lacking)
  } finally {
    merchant.close()
    await browser.close()
  }
  return lines
}
