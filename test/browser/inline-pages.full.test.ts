import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { LANGUAGES } from '../../src/payments/checkout/languages.ts'
import { INLINE_WORDS } from '../../web/inline/words.ts'
import {
  assertTold,
  buyButton,
  frameOf,
  optionsFor,
  payInFull,
  register,
  scriptTag,
  shelf,
  shopping,
  useMerchants,
} from './merchant.ts'
import { usePlace } from './visit.ts'

// inline.js over pages that change below it, and the language in which it speaks.

const place = usePlace()
const stage = useMerchants(place)

beforeEach(() => register(place, stage.merchant.url))
afterEach(() => {
  stage.merchant.told.length = 0
})

async function openShop(page: Page, body: string): Promise<void> {
  stage.merchant.pages.set('/', shelf(scriptTag(place), body))
  await page.goto(stage.merchant.url)
}

const buy = (page: Page) => page.getByRole('button', { name: 'Buy' }).click()

async function openPayment(page: Page, reference: string): Promise<FrameLocator> {
  await openShop(page, buyButton(optionsFor(place, reference)))
  await buy(page)
  await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
  return frameOf(page)
}

async function assertGone(page: Page): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.documentElement.style.overflow), '')
}

/** As Turbo and Livewire do it: the page goes on, with another body. */
async function replaceBody(page: Page, content: string): Promise<void> {
  await page.evaluate((html) => {
    const body = document.createElement('body')
    body.append(document.createRange().createContextualFragment(html))
    document.body.replaceWith(body)
  }, content)
}

const payFrom = (page: Page, options: object) =>
  page.evaluate(
    (given) => void (window as unknown as { pay: (options: object) => void }).pay(given),
    options,
  )

test('a page that replaces its body keeps the payment, is told once, and opens the next', () =>
  shopping(place, async (page) => {
    const frame = await openPayment(page, 'BODY-1')

    await replaceBody(page, '<main><h1>Your cart</h1></main>')
    await payInFull(frame)

    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'BODY-1' },
      { what: 'onSuccess', status: 'success', reference: 'BODY-1' },
      { what: 'resolved', status: 'success', reference: 'BODY-1' },
    ])
    await assertGone(page)
    await payFrom(page, optionsFor(place, 'BODY-2'))
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
  }))

const REMOVALS = {
  dialog: () => document.querySelector('dialog')!.remove(),
  content: () => document.documentElement.replaceChildren(document.createElement('body')),
  document: () => document.documentElement.replaceWith(document.createElement('html')),
}

for (const [what, remove] of Object.entries(REMOVALS)) {
  test(`a page that takes the payment away is told, scrolls, and opens the next: ${what}`, () =>
    shopping(place, async (page) => {
      const reference = `TAKEN-${what}`
      await openPayment(page, reference)

      await page.evaluate(remove)

      const left = { status: 'cancelled', reference, reason: 'navigated' }
      await assertTold(stage.merchant, [
        { what: 'onLoad', reference },
        { what: 'onCancel', ...left },
        { what: 'resolved', ...left },
      ])
      await assertGone(page)
      await payFrom(page, optionsFor(place, `TAKEN-AGAIN-${what}`))
      await page.locator('dialog iframe').waitFor({ state: 'attached' })
    }))
}

test('a button whose form was replaced still brings the paid reference to the server', () =>
  shopping(place, async (page) => {
    const { url } = stage.merchant
    const { key, amount } = optionsFor(place, '')
    await openShop(
      page,
      `<form method="post" action="${url}/paid"><cowrie-pay key="${key}" amount="${amount}"
        email="morenike@example.com" reference="BODY-3"></cowrie-pay></form>`,
    )
    await page.getByRole('button', { name: /^Pay/ }).click()
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()

    await replaceBody(page, '<main><h1>Your cart</h1></main>')
    await payInFull(frameOf(page))

    await page.waitForURL(`${url}/paid`)
    assert.equal(stage.merchant.forms.at(-1)?.get('reference'), 'BODY-3')
  }))

test('a button shows its price to the kobo, as the checkout does', () =>
  shopping(place, async (page) => {
    const { key } = optionsFor(place, '')
    const prices = { 500000: 'Pay ₦5,000.00', 500050: 'Pay ₦5,000.50', 5: 'Pay ₦0.05' }
    const buttons = Object.keys(prices).map(
      (amount) => `<cowrie-pay key="${key}" amount="${amount}"></cowrie-pay>`,
    )

    await openShop(page, buttons.join(''))

    await page.getByRole('button', { name: 'Pay' }).last().waitFor()
    const shown = await page.getByRole('button').allTextContents()
    assert.deepEqual(shown.sort(), Object.values(prices).sort())
  }))

test('inline.js speaks the language that the page asks for, or that the business has fixed', () =>
  shopping(place, async (page, context) => {
    const set = (language: string | null) =>
      place.service.call('PUT', '/settings/checkout', { language })
    await context.route('**/initialize-public', () => new Promise(() => {}), { times: 1 })
    await openShop(page, buyButton(optionsFor(place, 'LANG-1', { lang: 'yo' })))
    await buy(page)
    await page.getByText(INLINE_WORDS.yo.opening).waitFor()
    await page.getByRole('button', { name: INLINE_WORDS.yo.cancel }).click()
    await assertGone(page)

    await buy(page)
    const frame = page.frameLocator(`dialog iframe[title="${INLINE_WORDS.yo.payment}"]`)
    await frame.getByRole('tab', { name: LANGUAGES.yo.card }).waitFor()
    assert.equal(await frame.locator('html').getAttribute('lang'), 'yo')

    await set('ha')
    await openShop(page, buyButton(optionsFor(place, 'LANG-2', { lang: 'yo' })))
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await register(place)
    await buy(page)
    await page.getByText(INLINE_WORDS.ha.new_window).waitFor()
    await set(null)
    await register(place, stage.merchant.url)
  }))
