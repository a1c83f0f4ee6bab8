import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertTold,
  buyButton,
  frameOf,
  initialize,
  optionsFor,
  payIn,
  payInFull,
  register,
  resumeButton,
  scriptTag,
  shelf,
  shopping,
  useMerchants,
} from './merchant.ts'
import { assertPaid, CARDS, verifyPayment } from './payments.ts'
import { usePlace } from './visit.ts'

// inline.js over the page of a business that has registered it: a frame. However it ends, the page
// is told once, and told which.

const place = usePlace()
const stage = useMerchants(place)

beforeEach(() => register(place, stage.merchant.url))
afterEach(() => {
  stage.merchant.told.length = 0
  stage.merchant.headers = {}
})

async function openShop(page: Page, body: string): Promise<void> {
  stage.merchant.pages.set('/', shelf(scriptTag(place), body))
  await page.goto(stage.merchant.url)
}

const buy = (page: Page) => page.getByRole('button', { name: 'Buy' }).click()

/** The page with a payment that can be used. */
async function openPayment(page: Page, reference: string) {
  await openShop(page, buyButton(optionsFor(place, reference)))
  await buy(page)
  await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()
  return frameOf(page)
}

const success = (reference: string) => [
  { what: 'onLoad', reference },
  { what: 'onSuccess', status: 'success', reference },
  { what: 'resolved', status: 'success', reference },
]
const cancelled = (reference: string, reason: string) => [
  { what: 'onLoad', reference },
  { what: 'onCancel', status: 'cancelled', reference, reason },
  { what: 'resolved', status: 'cancelled', reference, reason },
]
const failed = (code: string, reference = '') => [
  { what: 'onError', code, reference },
  { what: 'rejected', code, reference },
]

async function assertGone(page: Page): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.documentElement.style.overflow), '')
}

test('a customer pays over the page of the shop, and the page is told once', () =>
  shopping(place, async (page) => {
    const frame = await openPayment(page, 'INLINE-1')
    assert.equal(await page.evaluate(() => document.documentElement.style.overflow), 'hidden')

    await payInFull(frame)
    await frame.getByRole('heading', { name: 'Payment successful' }).waitFor()

    await assertGone(page)
    await assertTold(stage.merchant, success('INLINE-1'))
    assert.equal(page.url(), `${stage.merchant.url}/`)
    await assertPaid(place, 'INLINE-1', 'card')
  }))

test('a payment that the server has started is opened by its access code', () =>
  shopping(place, async (page) => {
    const accessCode = await initialize(place, 'RESUME-1', {
      callback_url: `${stage.merchant.url}/thanks`,
    })
    await openShop(page, resumeButton(accessCode))
    await buy(page)

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, success('RESUME-1'))
    await assertGone(page)
    assert.equal(page.url(), `${stage.merchant.url}/`, 'nothing leads away, also not the way back')
  }))

test('a customer who closes early has cancelled, however they close it', () =>
  shopping(place, async (page) => {
    const ways: [string, () => Promise<void>][] = [
      ['CLOSE-BUTTON', () => frameOf(page).getByRole('button', { name: 'Close' }).click()],
      ['CLOSE-ESCAPE', () => frameOf(page).getByRole('tab', { name: 'Card' }).press('Escape')],
      ['CLOSE-OUTSIDE', () => page.locator('dialog').dispatchEvent('cancel')],
      [
        'CLOSE-CANCEL',
        async () => {
          await frameOf(page).getByText('Cancel payment').click()
          await frameOf(page).getByText('Yes, cancel it').click()
        },
      ],
    ]
    for (const [reference, close] of ways) {
      stage.merchant.told.length = 0
      await openPayment(page, reference)
      await close()
      await assertGone(page)
      await assertTold(stage.merchant, cancelled(reference, 'closed'))
    }
  }))

test('who closes before there is anything to see has cancelled too', () =>
  shopping(place, async (page, context) => {
    await context.route('**/initialize-public', () => new Promise(() => {}))
    await openShop(page, buyButton(optionsFor(place, 'EARLY-1')))
    await buy(page)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await assertGone(page)
    await assertTold(stage.merchant, [
      { what: 'onCancel', status: 'cancelled', reference: '', reason: 'closed' },
      { what: 'resolved', status: 'cancelled', reference: '', reason: 'closed' },
    ])
  }))

test('who pays in the moment of closing has paid', () =>
  shopping(place, async (page, context) => {
    const frame = await openPayment(page, 'LATE-1')
    // The page hears of nothing by itself any more.
    await context.route(/\/checkout\/[^/]+\/(events|card)$/, async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
    })
    await payInFull(frame)
    await place.shop.told('LATE-1')

    await frame.getByRole('button', { name: 'Close' }).click()

    await assertTold(stage.merchant, success('LATE-1'))
    await assertGone(page)
  }))

test('a second payment is refused while one is open, and the first goes on', () =>
  shopping(place, async (page) => {
    const frame = await openPayment(page, 'TWICE-1')
    const options = optionsFor(place, 'TWICE-2')
    await page.evaluate(
      (again) => void (window as unknown as { pay: (options: object) => void }).pay(again),
      options,
    )
    await assertTold(stage.merchant, [success('TWICE-1')[0]!, ...failed('already_open')])

    await payInFull(frame)

    await assertTold(stage.merchant, [
      success('TWICE-1')[0]!,
      ...failed('already_open'),
      ...success('TWICE-1').slice(1),
    ])
    await assertGone(page)
    await openPayment(page, 'TWICE-3')
  }))

test('a double click opens one payment', () =>
  shopping(place, async (page) => {
    await openShop(page, buyButton(optionsFor(place, 'CLICKS-1')))
    await page.getByRole('button', { name: 'Buy' }).dblclick({ noWaitAfter: true })
    await frameOf(page).getByRole('tab', { name: 'Card' }).waitFor()

    assert.equal(await page.locator('dialog').count(), 1)
    assert.equal(stage.merchant.told.filter(({ what }) => what === 'onLoad').length, 1)
  }))

test('a page that is left says so before it goes', () =>
  shopping(place, async (page) => {
    await openPayment(page, 'LEFT-1')

    await page.goto(`${stage.merchant.url}/other`)

    await assertTold(stage.merchant, cancelled('LEFT-1', 'navigated'))
  }))

test('without a network nothing opens, and the page is told why', () =>
  shopping(
    place,
    async (page, context) => {
      await openShop(page, buyButton(optionsFor(place, 'OFFLINE-1')))
      await context.setOffline(true)
      await page.evaluate(() => {
        // A beacon does not go out either: what is told is kept for later.
        const kept: string[] = []
        navigator.sendBeacon = (_url, body) => Boolean(kept.push(String(body)))
        Object.assign(window, { kept })
      })
      await buy(page)

      await assertGone(page)
      const kept = await page.evaluate(() => (window as unknown as { kept: string[] }).kept)
      stage.merchant.told.push(...kept.map((text) => JSON.parse(text)))
      await assertTold(stage.merchant, failed('offline'))
    },
    { allowed: /ERR_INTERNET_DISCONNECTED/ },
  ))

test('a network that goes half way comes back to the same payment', () =>
  shopping(
    place,
    async (page, context) => {
      const frame = await openPayment(page, 'OFFLINE-2')
      await context.setOffline(true)
      await payInFull(frame)
      await frame.getByText('You seem to be offline').waitFor()
      await context.setOffline(false)

      await assertTold(stage.merchant, success('OFFLINE-2'))
      await assertPaid(place, 'OFFLINE-2', 'card')
    },
    { allowed: /ERR_INTERNET_DISCONNECTED/ },
  ))

test('a network that goes between the answer and the frame is told as such', () =>
  shopping(
    place,
    async (page, context) => {
      await openShop(page, buyButton(optionsFor(place, 'OFFLINE-3')))
      await context.route(/\/checkout\/[^/]+\?/, async (route) => {
        await page.evaluate(() =>
          Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }),
        )
        await route.abort('internetdisconnected')
      })
      await buy(page)

      await assertTold(stage.merchant, failed('offline', 'OFFLINE-3'))
      await assertGone(page)
    },
    { allowed: /ERR_INTERNET_DISCONNECTED/ },
  ))

test('who closes while the network is away has cancelled', () =>
  shopping(
    place,
    async (page, context) => {
      const frame = await openPayment(page, 'OFFLINE-4')
      await context.setOffline(true)
      await frame.getByRole('button', { name: 'Close' }).click()
      await assertGone(page)
      await context.setOffline(false)
    },
    { allowed: /ERR_INTERNET_DISCONNECTED/ },
  ))

test('a payment that fails is an error with its reason, and the customer reads why', () =>
  shopping(place, async (page) => {
    const frame = await openPayment(page, 'FAILED-1')
    for (let tries = 0; tries < 5; tries++) {
      await payIn(frame, CARDS.declined)
      if (tries < 4) await frame.getByText(`You have ${4 - tries} attempt`).waitFor()
    }
    await frame.getByRole('heading', { name: 'This payment did not go through' }).waitFor()

    await assertTold(stage.merchant, [
      { what: 'onLoad', reference: 'FAILED-1' },
      ...failed('failed', 'FAILED-1'),
    ])
    await frame.getByRole('button', { name: 'Close' }).click()
    await assertGone(page)
    assert.equal(stage.merchant.told.length, 3, 'closing afterwards tells nothing more')
  }))

test('an option that is wrong is named, with the fix, and nothing opens', () =>
  shopping(place, async (page) => {
    await openShop(page, '')
    const cases: [object, string, RegExp][] = [
      [{ key: undefined }, 'key', /public key, pk_/],
      [{ key: 'sk_test_something' }, 'key', /public key, pk_/],
      [{ amount: '25.50' }, 'amount', /whole kobo/],
      [{ amount: 99 }, 'amount', /100 or more/],
      [{ email: 'morenike' }, 'email', /email address/],
    ]
    for (const [more, field, fix] of cases) {
      stage.merchant.told.length = 0
      await page.evaluate(
        (options) => (window as unknown as { pay: (options: object) => void }).pay(options),
        optionsFor(place, 'WRONG', more),
      )
      await assertTold(stage.merchant, [
        { what: 'onError', code: 'bad_option', field },
        { what: 'rejected', code: 'bad_option', field },
      ])
      assert.match(String(stage.merchant.told[0]!['message']), fix)
    }
    assert.equal(await page.locator('dialog').count(), 0)
  }))

test('what only the service knows to be wrong is told by its code and its field', () =>
  shopping(
    place,
    async (page) => {
      await openShop(page, buyButton(optionsFor(place, 'WRONG-2', { channels: ['cash'] })))
      await buy(page)

      await assertTold(stage.merchant, [
        { what: 'onError', code: 'invalid_request', field: 'channels.0' },
        { what: 'rejected', code: 'invalid_request', field: 'channels.0' },
      ])
      await assertGone(page)
    },
    { allowed: /status of 400/ },
  ))

test('the names of another library are taken too, and metadata arrives as it was given', () =>
  shopping(place, async (page) => {
    await openShop(page, '')
    await page.evaluate(
      ([options]) => {
        const { Cowrie } = window as unknown as { Cowrie: { checkout: (o: object) => void } }
        const tell = (what: string) => (it: object) =>
          navigator.sendBeacon('/told', JSON.stringify({ what, ...it }))
        Cowrie.checkout({ ...options, callback: tell('callback'), onClose: tell('onClose') })
      },
      [
        optionsFor(place, '', {
          reference: undefined,
          ref: 'PORTED-1',
          metadata: { custom_fields: [{ display_name: 'Order', value: '417' }] },
        }),
      ],
    )
    await payInFull(frameOf(page))

    await assertTold(stage.merchant, [
      { what: 'callback', status: 'success', reference: 'PORTED-1' },
    ])
    const { data } = await verifyPayment(place, 'PORTED-1')
    assert.deepEqual(data['metadata'], {
      custom_fields: [{ display_name: 'Order', value: '417' }],
    })
  }))

test('two tabs with one payment are both told that it is paid', () =>
  shopping(place, async (page, context) => {
    const accessCode = await initialize(place, 'TABS-1')
    await openShop(page, resumeButton(accessCode))
    const second = await context.newPage()
    await second.goto(stage.merchant.url)
    for (const tab of [page, second]) {
      await tab.bringToFront()
      await buy(tab)
      await frameOf(tab).getByRole('tab', { name: 'Card' }).waitFor()
    }

    await payInFull(frameOf(second))

    await assertGone(second)
    await page.bringToFront()
    await assertGone(page)
    const endings = stage.merchant.told.filter(({ what }) => what === 'resolved')
    assert.deepEqual(
      endings.map(({ status, reference }) => ({ status, reference })),
      [1, 2].map(() => ({ status: 'success', reference: 'TABS-1' })),
    )
    await assertPaid(place, 'TABS-1', 'card')
  }))

test('the keyboard alone opens, pays and comes back to where it was', () =>
  shopping(place, async (page) => {
    await openShop(page, buyButton(optionsFor(place, 'KEYS-1', { channels: 'card' })))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const frame = frameOf(page)
    await frame.getByLabel('Card number').waitFor()
    for (let tabs = 0; tabs < 20; tabs++) {
      await page.keyboard.press('Tab')
      const at = await frame.locator('body').evaluate(() => document.activeElement?.id)
      if (at === 'number') break
    }
    await page.keyboard.type(CARDS.success.number)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1231')
    await page.keyboard.press('Tab')
    await page.keyboard.type(CARDS.success.cvv)
    await page.keyboard.press('Enter')

    await assertTold(stage.merchant, success('KEYS-1'))
    await assertGone(page)
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Buy')
  }))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
