import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import {
  assertTold,
  buyButton,
  frameOf,
  initialize,
  optionsFor,
  payInFull,
  register,
  resumeButton,
  scriptTag,
  shelf,
  shopping,
  useMerchants,
} from './merchant.ts'
import { assertPaid, paid } from './payments.ts'
import { usePlace } from './visit.ts'

// inline.js where it may not frame: pages that are not registered, policies that forbid it, pages
// that mean harm. And where a browser blocks windows, as browsers do.

const place = usePlace()
const stage = useMerchants(place)
/** What a policy that forbids something writes to the console. */
const REFUSED = /frame-ancestors|Refused to frame|frame-src|Framing|ERR_BLOCKED_BY_RESPONSE/

afterEach(() => {
  for (const merchant of [stage.merchant, stage.other]) {
    merchant.told.length = 0
    merchant.headers = {}
  }
})

async function openShop(page: Page, body: string, { merchant } = stage): Promise<void> {
  merchant.pages.set('/', shelf(scriptTag(place), body))
  await page.goto(merchant.url)
}

const buy = (page: Page) => page.getByRole('button', { name: 'Buy' }).click()

/** The page of a business that has registered nothing, and the window that its button opens. */
async function openWindow(page: Page, context: BrowserContext, reference: string): Promise<Page> {
  await register(place)
  await openShop(page, buyButton(optionsFor(place, reference)))
  const opened = context.waitForEvent('page')
  await buy(page)
  const popup = await opened
  await popup.getByRole('tab', { name: 'Card' }).waitFor()
  return popup
}

const success = (reference: string) => [
  { what: 'onLoad', reference },
  { what: 'onSuccess', status: 'success', reference },
  { what: 'resolved', status: 'success', reference },
]
const cancelled = (reference: string, reason: string) => [
  { what: 'onCancel', status: 'cancelled', reference, reason },
  { what: 'resolved', status: 'cancelled', reference, reason },
]

test('a page that is not registered gets a window, pays in it, and is told once', () =>
  shopping(place, async (page, context) => {
    const popup = await openWindow(page, context, 'WINDOW-1')
    await page.getByText('The payment is open in another window').waitFor()
    const closed = popup.waitForEvent('close')

    await payInFull(popup)

    await assertTold(stage.merchant, success('WINDOW-1'))
    await closed
    await page.locator('dialog').waitFor({ state: 'detached' })
    await assertPaid(place, 'WINDOW-1', 'card')
  }))

test('a customer who closes the window has cancelled, and so has one who says so on the page', () =>
  shopping(place, async (page, context) => {
    const first = await openWindow(page, context, 'WINDOW-2')
    await first.close()
    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'WINDOW-2' },
      ...cancelled('WINDOW-2', 'closed'),
    ])

    stage.merchant.told.length = 0
    const second = await openWindow(page, context, 'WINDOW-3')
    const closed = second.waitForEvent('close')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'WINDOW-3' },
      ...cancelled('WINDOW-3', 'closed'),
    ])
  }))

test('a window goes on when the page that opened it is left', () =>
  shopping(place, async (page, context) => {
    const popup = await openWindow(page, context, 'WINDOW-4')
    await page.goto(`${stage.merchant.url}/other`)
    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'WINDOW-4' },
      ...cancelled('WINDOW-4', 'navigated'),
    ])

    await payInFull(popup)

    await popup.getByRole('heading', { name: 'Payment successful' }).waitFor()
    await assertPaid(place, 'WINDOW-4', 'card')
  }))

test('where the browser has forgotten the click, one more click opens the window', () =>
  shopping(place, async (page, context) => {
    await register(place)
    // The browser of the tests blocks nothing by itself: this is what those at home do. What they
    // remember of a click cannot be asked, as a test's every look at a page counts as one.
    await page.addInitScript(() => {
      const { open } = window
      let clicked = false
      addEventListener('click', ({ isTrusted }) => (clicked = isTrusted), { capture: true })
      window.open = (...args) => (clicked ? open.apply(window, args) : null)
    })
    // Nobody has clicked: so nothing may open.
    const options = JSON.stringify(optionsFor(place, 'CLICK-1'))
    await openShop(page, `<script>addEventListener('load', () => pay(${options}))</script>`)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Continue' }).click()

    await payInFull(await opened)

    await assertTold(stage.merchant, success('CLICK-1'))
  }))

test('where no window opens at all the page goes to the checkout, and is told before', () =>
  shopping(place, async (page) => {
    await register(place)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await openShop(page, buyButton(optionsFor(place, 'AWAY-1')))
    await buy(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/checkout\//)
    await payInFull(page)
    await paid(page).waitFor()

    await assertTold(stage.merchant, [
      { what: 'onError', code: 'popup_blocked', reference: 'AWAY-1' },
      { what: 'rejected', code: 'popup_blocked', reference: 'AWAY-1' },
    ])
    await assertPaid(place, 'AWAY-1', 'card')
  }))

test('a page that wants to stay is told only that nothing opens', () =>
  shopping(place, async (page) => {
    await register(place)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await openShop(page, buyButton(optionsFor(place, 'STAY-1', { redirect: false })))
    await buy(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await assertTold(stage.merchant, [
      { what: 'onError', code: 'popup_blocked', reference: 'STAY-1' },
      { what: 'rejected', code: 'popup_blocked', reference: 'STAY-1' },
    ])
    assert.equal(page.url(), `${stage.merchant.url}/`)
  }))

test('a stranger can start nothing for a business that has registered its pages', () =>
  shopping(
    place,
    async (page) => {
      await register(place, stage.merchant.url)
      await openShop(page, buyButton(optionsFor(place, 'STRANGER-1')), {
        ...stage,
        merchant: stage.other,
      })
      await buy(page)

      await assertTold(stage.other, [
        { what: 'onError', code: 'origin_not_allowed' },
        { what: 'rejected', code: 'origin_not_allowed' },
      ])
    },
    { allowed: /status of 403/ },
  ))

test('a stranger can frame nothing, whatever it says it is', () =>
  shopping(
    place,
    async (page) => {
      await register(place, stage.merchant.url)
      const accessCode = await initialize(place, 'STRANGER-2')
      for (const origin of [stage.merchant.url, stage.other.url]) {
        const address = `${place.service.baseUrl}/checkout/${accessCode}`
        stage.other.pages.set(
          '/',
          `<link rel="icon" href="data:,"><script>
          const heard = []
          addEventListener('message', ({ data }) => heard.push(data))
          </script>
          <iframe src="${address}?embed=frame&origin=${origin}"></iframe>
          <iframe src="${address}?embed=window&origin=${origin}"></iframe>
          <iframe src="${address}"></iframe>`,
        )
        await page.goto(stage.other.url, { waitUntil: 'load' })
        for (const frame of page.frames().slice(1)) {
          assert.equal(await frame.locator('main').count(), 0, `framed as ${origin}`)
        }
        assert.deepEqual(await page.evaluate('heard'), [])
      }
    },
    { allowed: REFUSED },
  ))

test('a stranger who knows an access code gets a window that tells it nothing', () =>
  shopping(
    place,
    async (page, context) => {
      await register(place, stage.merchant.url)
      const accessCode = await initialize(place, 'STRANGER-3')
      await openShop(page, resumeButton(accessCode), { ...stage, merchant: stage.other })
      const opened = context.waitForEvent('page')
      await buy(page)
      const popup = await opened
      await payInFull(popup)
      await popup.getByRole('heading', { name: 'Payment successful' }).waitFor()
      assert.deepEqual(stage.other.told, [])

      await popup.close()
      await assertTold(stage.other, cancelled('', 'window_lost'))
    },
    { allowed: REFUSED },
  ))

test('a message from another window is not heard, neither by the page nor by the checkout', () =>
  shopping(place, async (page) => {
    await register(place, stage.merchant.url)
    stage.other.pages.set(
      '/liar',
      `<script>
      const lie = (type) => ({ cowrie: 1, type, reference: 'LIES-1' })
      setInterval(() => {
        for (const type of ['success', 'closed', 'error']) parent.postMessage(lie(type), '*')
        for (const frame of Object.values(parent.frames)) frame.postMessage?.(lie('close'), '*')
        for (let i = 0; i < parent.length; i++) parent[i].postMessage(lie('close'), '*')
      }, 20)
      </script>`,
    )
    const options = optionsFor(place, 'LIES-1')
    await openShop(page, `${buyButton(options)}<iframe src="${stage.other.url}/liar"></iframe>`)
    await buy(page)
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
    // The page itself may not say so either: only the frame's own window counts.
    await page.evaluate(() => {
      for (const type of ['success', 'closed']) {
        postMessage({ cowrie: 1, type, reference: 'LIES-1' }, '*')
      }
    })

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, success('LIES-1'))
    await assertPaid(place, 'LIES-1', 'card')
  }))

for (const [name, headers] of Object.entries({
  'an isolated page (COOP and COEP)': {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  },
  'a page under COEP alone': { 'cross-origin-embedder-policy': 'require-corp' },
})) {
  test(`${name} frames the checkout and pays with 3-D Secure in it`, () =>
    shopping(
      place,
      async (page) => {
        await register(place, stage.merchant.url)
        const reference = `COEP-${Object.keys(headers).length}`
        stage.merchant.headers = headers
        await openShop(page, buyButton(optionsFor(place, reference)))
        await buy(page)
        const frame = frameOf(page)
        await frame.getByRole('tab', { name: 'Card' }).click()
        await frame.getByLabel('Card number').fill('5192602720584796')
        await frame.getByLabel('Expiry date').fill('1231')
        await frame.getByLabel('CVV').fill('123')
        await frame.getByRole('button', { name: /^Pay / }).click()
        await frame.frameLocator('#bank-frame').getByRole('button', { name: 'Approve' }).click()

        await assertTold(stage.merchant, success(reference))
        await assertPaid(place, reference, 'card')
      },
      { allowed: /Cross-Origin-Embedder-Policy|ERR_BLOCKED_BY_RESPONSE|requires COEP/ },
    ))
}

test('a page with a strict policy names the hash of the script and the service, no more', () =>
  shopping(place, async (page) => {
    await register(place, stage.merchant.url)
    const { baseUrl } = place.service
    const { url, integrity } = (await (await fetch(`${baseUrl}/v1/inline.json`)).json()) as {
      url: string
      integrity: string
    }
    stage.merchant.headers = {
      'content-security-policy':
        `default-src 'none'; script-src '${integrity}' 'self'; connect-src ${baseUrl} 'self'; ` +
        `frame-src ${baseUrl}; img-src data:; base-uri 'none'; form-action 'none'; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    }
    const tag = `<script src="${url}" integrity="${integrity}" crossorigin="anonymous"></script>`
    stage.merchant.pages.set('/', shelf(tag, buyButton(optionsFor(place, 'STRICT-1'))))
    await page.goto(stage.merchant.url)
    await buy(page)

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, success('STRICT-1'))
  }))

test('a page that fails over what it is told is left with nothing open, and may begin again', () =>
  shopping(
    place,
    async (page) => {
      await register(place, stage.merchant.url)
      await openShop(page, buyButton(optionsFor(place, 'THROWS-2')))
      await page.evaluate(
        (options) => {
          const { Cowrie } = window as unknown as { Cowrie: { checkout: (o: object) => void } }
          const onSuccess = () => {
            throw new Error('a mistake of the shop')
          }
          void Cowrie.checkout({ ...options, onSuccess })
        },
        optionsFor(place, 'THROWS-1'),
      )
      await payInFull(frameOf(page))
      await page.locator('dialog').waitFor({ state: 'detached' })

      await buy(page)
      await payInFull(frameOf(page))
      await assertTold(stage.merchant, success('THROWS-2'))
    },
    { allowed: /a mistake of the shop/ },
  ))

test('a page whose own policy forbids the frame gets a window', () =>
  shopping(
    place,
    async (page, context) => {
      await register(place, stage.merchant.url)
      stage.merchant.headers = { 'content-security-policy': "frame-src 'none'" }
      await openShop(page, buyButton(optionsFor(place, 'NO-FRAME-1')))
      const opened = context.waitForEvent('page')
      await buy(page)

      await payInFull(await opened)

      await assertTold(stage.merchant, success('NO-FRAME-1'))
    },
    { allowed: REFUSED },
  ))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
