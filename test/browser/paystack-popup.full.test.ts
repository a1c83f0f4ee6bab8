import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertTold,
  frameOf,
  optionsFor,
  payInFull,
  register,
  shelf,
  shopping,
  useMerchants,
} from './merchant.ts'
import { assertPaid } from './payments.ts'
import { eventually } from './service.ts'
import { usePlace } from './visit.ts'

// Paystack's pop-up over our checkout: pages as they are written for Paystack's script, of both
// versions, in which only the address of the script is changed.

const place = usePlace({ COWRIE_PAYSTACK_API: 'on' })
const stage = useMerchants(place)

const TELL = `
  const report = (what, detail) =>
    navigator.sendBeacon('/told', JSON.stringify({ what, ...detail }))
`
const CALLBACKS = `
  onSuccess: (it) => report('onSuccess', it), onCancel: (it) => report('onCancel', { given: it }),
  onError: (it) => report('onError', it),
  onLoad: ({ reference }) => report('onLoad', { reference }),
`

beforeEach(() => register(place, stage.merchant.url))
afterEach(() => {
  stage.merchant.told.length = 0
})

/** A page with their script of `version`, whose button runs `code`. */
async function openShop(page: Page, version: 'v1' | 'v2', code: string): Promise<void> {
  const script = `<script src="${place.service.baseUrl}/paystack/${version}/inline.js"></script>`
  const click = `<button id="buy">Buy</button><script>${TELL}buy.onclick = () => {${code}}</script>`
  stage.merchant.pages.set('/', shelf(script, click))
  await page.goto(stage.merchant.url)
  await page.getByRole('button', { name: 'Buy' }).click()
}

function options(reference: string, more: object = {}): string {
  return JSON.stringify(optionsFor(place, reference, more)).slice(1, -1)
}

/** Theirs on the wire of the callback. */
const approved = (reference: string) => ({
  status: 'success',
  message: 'Approved',
  reference,
  trxref: reference,
})

test('a page written for version 1 is paid by card and told as there', () =>
  shopping(place, async (page) => {
    const { reference: _, ...rest } = optionsFor(place, '')
    const given = JSON.stringify({ ...rest, ref: 'POP-1', firstname: 'Ada', lastname: 'Example' })
    await openShop(
      page,
      'v1',
      `PaystackPop.setup({ ...${given}, callback: (it) => report('callback', it),
        onClose: () => report('onClose') }).openIframe()`,
    )

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, [{ what: 'callback', ...approved('POP-1') }])
    await assertPaid(place, 'POP-1', 'card')
    const { data } = await place.service.call('GET', '/transactions/verify/POP-1')
    assert.equal((data['customer'] as { first_name: string }).first_name, 'Ada')
  }))

test('a page written for version 2 is paid, with channels that we do not have dropped', () =>
  shopping(place, async (page) => {
    const given = options('POP-2', { channels: ['card', 'ussd', 'qr'], amount: 1998.9999999999998 })
    await openShop(page, 'v2', `new PaystackPop().newTransaction({ ${given}, ${CALLBACKS} })`)
    await frameOf(page).getByLabel('Card number').waitFor()

    assert.equal(await frameOf(page).getByRole('tab', { name: 'Transfer' }).count(), 0)

    const { data } = await place.service.call('GET', '/transactions/verify/POP-2')
    assert.equal(data['requested_amount'], 1999)
    await assertTold(stage.merchant, [{ what: 'onLoad', reference: 'POP-2' }])
  }))

test('a page written for version 1 is told once that the customer closed the payment', () =>
  shopping(place, async (page) => {
    const { reference: _, ...rest } = optionsFor(place, '')
    const given = JSON.stringify({ ...rest, ref: 'POP-7' })
    await openShop(
      page,
      'v1',
      `PaystackPop.setup({ ...${given}, callback: (it) => report('callback', it),
        onClose: () => report('onClose') }).openIframe()`,
    )
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()

    await page.keyboard.press('Escape')

    await page.locator('dialog').waitFor({ state: 'detached' })
    await assertTold(stage.merchant, [{ what: 'onClose' }])
  }))

test('a page learns the access code and how far the payment is', () =>
  shopping(place, async (page) => {
    const status = "report('status', transaction.getStatus())"
    await openShop(
      page,
      'v2',
      `const transaction = new PaystackPop().newTransaction({ ${options('POP-8')},
        onLoad: ({ accessCode }) => {
          report('onLoad', { accessCode })
          ${status}
        },
        onSuccess: () => ${status},
      })
      ${status}`,
    )

    await payInFull(frameOf(page))

    const { baseUrl } = place.service
    const [before, loaded, during, after] = await toldAll(4)
    assert.equal(before!['status'], null)
    assert.match(String(loaded!['accessCode']), /^[\w-]{10,}$/)
    assert.equal(during!['checkoutUrl'], `${baseUrl}/checkout/${loaded!['accessCode']}`)
    assert.equal(after!['status'], 'success')
    assert.deepEqual(after!['errors'], [])
    assert.equal((after!['response'] as { reference: string }).reference, 'POP-8')
  }))

test('a payment by channels that are all unknown here is not begun, and says which there are', () =>
  shopping(
    place,
    async (page) => {
      const given = options('POP-9', { channels: ['qr', 'eft'] })
      await openShop(page, 'v2', `new PaystackPop().newTransaction({ ${given}, ${CALLBACKS} })`)

      const [told] = await toldAll(1)

      assert.equal(told!.what, 'onError')
      assert.match(String(told!['message']), /channels.*card.*bank_transfer/)
      const { http } = await place.service.call('GET', '/transactions/verify/POP-9')
      assert.equal(http, 404)
    },
    { allowed: /the server responded with a status of 4/ },
  ))

test('a payment that their server call made is resumed, and closing it is told once', () =>
  shopping(place, async (page) => {
    const accessCode = await initializedAsTheirs('POP-3')
    await openShop(
      page,
      'v2',
      `window.popup = new PaystackPop()
      popup.resumeTransaction('${accessCode}', { ${CALLBACKS} })`,
    )
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()

    await page.evaluate('popup.cancelTransaction(); popup.cancelTransaction()')

    await page.locator('dialog').waitFor({ state: 'detached' })
    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'POP-3' },
      { what: 'onCancel', given: undefined },
    ])
  }))

test('an import map brings the module where their package is imported', () =>
  shopping(place, async (page) => {
    const map = {
      imports: { '@paystack/inline-js': `${place.service.baseUrl}/paystack/v2/inline.mjs` },
    }
    const code = `import PaystackPop from '@paystack/inline-js'
      ${TELL}buy.onclick = () => new PaystackPop().checkout({ ${options('POP-4')}, ${CALLBACKS} })`
    const script = `<script type="importmap">${JSON.stringify(map)}</script>`
    const button = `<button id="buy">Buy</button><script type="module">${code}</script>`
    stage.merchant.pages.set('/', shelf(script, button))
    await page.goto(stage.merchant.url)
    await page.getByRole('button', { name: 'Buy' }).click()

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'POP-4' },
      { what: 'onSuccess', ...approved('POP-4') },
    ])
    await assertPaid(place, 'POP-4', 'card')
  }))

test('what would change who gets the money is refused, and the customer sees why', () =>
  shopping(place, async (page) => {
    const split = options('POP-5', { subaccount: 'ACCT_0123456789' })
    await openShop(page, 'v1', `PaystackPop.setup({ ${split} }).openIframe()`)

    const dialog = page.getByRole('dialog', { name: 'Payment' })
    await dialog.getByText('subaccount cannot be set in a browser').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    const { http } = await place.service.call('GET', '/transactions/verify/POP-5')
    assert.equal(http, 404)
  }))

test('a mistake in the options is told to onError in one sentence', () =>
  shopping(place, async (page) => {
    const wrong = options('POP-6', { amount: 19.5 })
    await openShop(page, 'v2', `new PaystackPop().newTransaction({ ${wrong}, ${CALLBACKS} })`)

    const message = 'amount must be whole kobo, 100 or more: 500000 is ₦5,000.00.'
    await assertTold(stage.merchant, [{ what: 'onError', message }])
  }))

async function toldAll(count: number) {
  const { told } = stage.merchant
  await eventually(`the page is told ${count} times`, () => (told.length >= count ? true : null))
  return told
}

async function initializedAsTheirs(reference: string): Promise<string> {
  const { baseUrl, demo } = place.service
  const response = await fetch(`${baseUrl}/paystack/transaction/initialize`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.test.secret_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: 'morenike@example.com', amount: '500000', reference }),
  })
  const { data } = (await response.json()) as { data: { access_code: string } }
  return data.access_code
}
