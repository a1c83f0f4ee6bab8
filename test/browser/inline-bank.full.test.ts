import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  assertTold,
  buyButton,
  frameOf,
  optionsFor,
  payIn,
  payInFull,
  register,
  scriptTag,
  shelf,
  shopping,
  useMerchants,
} from './merchant.ts'
import { assertPaid, CARDS, paid } from './payments.ts'
import { usePlace } from './visit.ts'

// 3-D Secure where the checkout itself stands in a frame: the page of a bank, in the frame of the
// checkout, in the page of a shop, each of another origin.

const place = usePlace()
const stage = useMerchants(place)

beforeEach(() => register(place, stage.merchant.url))
afterEach(() => {
  stage.merchant.told.length = 0
})

const success = (reference: string) => [
  { what: 'onLoad', reference },
  { what: 'onSuccess', status: 'success', reference },
  { what: 'resolved', status: 'success', reference },
]

async function payAtBank(page: Page, reference: string) {
  stage.merchant.pages.set('/', shelf(scriptTag(place), buyButton(optionsFor(place, reference))))
  await page.goto(stage.merchant.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  const frame = frameOf(page)
  await payIn(frame, CARDS.bankPage)
  return frame.frameLocator('#bank-frame')
}

test('3-D Secure happens within, in a frame of its own that can lead nobody away', () =>
  shopping(place, async (page) => {
    const bank = await payAtBank(page, '3DS-FRAME')
    const sandbox = await frameOf(page).locator('#bank-frame').getAttribute('sandbox')
    assert.doesNotMatch(sandbox ?? 'none', /top-navigation/)

    await bank.getByRole('button', { name: 'Approve' }).click()

    await assertTold(stage.merchant, success('3DS-FRAME'))
    await page.locator('dialog').waitFor({ state: 'detached' })
    await assertPaid(place, '3DS-FRAME', 'card')
  }))

test('a customer who declines in the frame of the bank may try another card', () =>
  shopping(place, async (page) => {
    const bank = await payAtBank(page, '3DS-DECLINED')
    await bank.getByRole('button', { name: 'Decline' }).click()
    await frameOf(page).getByText('The payment was not confirmed at your bank').waitFor()

    await payInFull(frameOf(page))

    await assertTold(stage.merchant, success('3DS-DECLINED'))
  }))

test('who sees nothing in the frame of the bank goes to it in a window of its own', () =>
  shopping(place, async (page, context) => {
    await payAtBank(page, '3DS-WINDOW')
    await frameOf(page).getByRole('button', { name: 'Back to the payment' }).click()
    const opened = context.waitForEvent('page')
    await frameOf(page).getByRole('link', { name: 'Continue to your bank' }).click()
    const bank = await opened

    await bank.getByRole('button', { name: 'Approve' }).click()

    await paid(bank).waitFor()
    await assertTold(stage.merchant, success('3DS-WINDOW'))
    assert.equal(page.url(), `${stage.merchant.url}/`)
  }))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
