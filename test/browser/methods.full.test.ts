import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertBackAtShop, assertPaid, givenPayment, paid } from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Payments by USSD, and on the page of a bank and of OPay, in a browser.

const place = usePlace()

const code = (page: Page) => page.locator('#ussd-code')
const dial = (text: string | null) => place.service.call('POST', '/sandbox/ussd', { code: text })

async function chooseBank(page: Page, name: string) {
  await page.getByRole('tab', { name: 'USSD' }).click()
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: name })
  await page.getByRole('button', { name: 'Show the code' }).click()
  await code(page).waitFor()
}

test('a customer dials a code, and the page follows by itself', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'USSD-1')
    await page.goto(url)
    await page.getByRole('tab', { name: 'USSD' }).click()
    await inspect(page, 'ussd')
    await chooseBank(page, 'Guaranty Trust Bank')
    await inspect(page, 'ussd-code')
    const text = await code(page).textContent()
    const link = page.getByRole('link', { name: 'Tap to dial' })
    assert.equal(await link.getAttribute('href'), `tel:${text?.replace('#', '%23')}`)

    await page.reload()
    assert.equal(await code(page).textContent(), text, 'the code is there after a reload')
    await dial(text)
    await paid(page).waitFor()

    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'ussd')
  }))

test('a customer whose bank declines takes another bank, and gets another code', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'USSD-2', { channels: ['ussd'] })
    await page.goto(url)
    const choose = async (name: string) => {
      await page.getByLabel('Bank', { exact: true }).selectOption({ label: name })
      await page.getByRole('button', { name: 'Show the code' }).click()
    }
    await choose('Zenith Bank')
    await code(page).waitFor()
    const first = await code(page).textContent()
    await dial(first)
    await page.getByText('There is not enough money for this payment.').waitFor()
    await page.getByText('You have 4 attempts left.').waitFor()
    await inspect(page, 'ussd-declined')

    await choose('Guaranty Trust Bank')
    await code(page).waitFor()
    const second = await code(page).textContent()
    assert.notEqual(second, first)
    await dial(second)

    await paid(page).waitFor()
    await assertPaid(place, reference, 'ussd')
  }))

for (const [channel, tab, title] of [
  ['bank', 'Pay with bank', 'Test Bank'],
  ['opay', 'OPay', 'Test OPay'],
] as const) {
  test(`a customer pays on the page of ${title}, and is back at the shop`, () =>
    visit(place, async (page) => {
      const { url, reference } = await givenPayment(place, `PAGE-${channel}`)
      await page.goto(url)
      await page.getByRole('tab', { name: tab }).click()
      await inspect(page, `page-${channel}`)
      await page.getByRole('button', { name: 'Continue to' }).click()

      await page.getByText(title).waitFor()
      await inspect(page, `sandbox-${channel}`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('The payment was not confirmed at your bank.').waitFor()

      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('button', { name: 'Continue to' }).click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await paid(page).waitFor()
      await assertBackAtShop(page, place, reference)
      await assertPaid(place, reference, channel)
    }))
}

test('without script, a customer gets a code to dial, and a link to the page of OPay', () =>
  visit(
    place,
    async (page) => {
      const { url, reference } = await givenPayment(place, 'PLAIN-1', {
        channels: ['ussd', 'opay'],
      })
      await page.goto(url)
      await page.getByRole('combobox').first().selectOption({ label: 'Guaranty Trust Bank' })
      await page.getByRole('button', { name: 'Show the code' }).first().click()
      await code(page).waitFor()
      await inspect(page, 'ussd-plain', { hasScript: false })

      await page.getByRole('button', { name: 'Continue to' }).click()
      await page.getByRole('link', { name: 'Continue to' }).click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByText('Payment successful').waitFor()
      await assertPaid(place, reference, 'opay')
    },
    { javaScriptEnabled: false },
  ))
