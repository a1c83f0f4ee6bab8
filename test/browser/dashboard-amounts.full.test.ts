import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, openDashboard } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Amounts as people type them into the dashboard. How texts are read is in
// test/typed-amounts.test.ts.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const ACCOUNT = { bank: '058', number: '0000000018' }
const A_COMMA = 'must be naira, such as 2,500 or 2500.50. A comma only separates thousands.'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

test('5000,50 is not paid out as ₦500,050: the field says how to write it', () =>
  visit(
    place,
    async (page) => {
      await call('POST', '/sandbox/wallet', { amount: 100_000_000 })
      await openDashboard(page, place, '/payouts')
      await button(page, 'New payout').click()
      await page.getByLabel('Account number').fill(ACCOUNT.number)
      await choose(page.getByLabel('Bank', { exact: true }), ACCOUNT.bank, 'Guaranty Trust Bank')
      await page.locator('.holder[data-known]').waitFor()
      const amount = page.getByLabel('Amount')
      await amount.fill('5000,50')
      await page.getByLabel('Reason').focus()
      await page.getByText(`Amount ${A_COMMA}`).waitFor()
      assert.equal(await button(page, /^Send/).getAttribute('aria-disabled'), 'true')
      await inspect(page, 'dashboard-amount-refused')

      await amount.fill('5,000.50')
      await button(page, /^Send ₦5,000.50 to/).waitFor()
      assert.equal(await page.getByText(A_COMMA).count(), 0)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a link whose minimum cannot be read is not made without one', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/payment-links')
      await button(page, 'New link').click()
      await page.getByLabel('Name').fill('Adire workshop')
      await page.getByLabel('Price').selectOption('open')
      const least = page.getByLabel('Minimum')
      await least.fill('2500,50')
      await least.press('Enter')
      await page.getByText(`Minimum ${A_COMMA}`).waitFor()
      await page.getByLabel('Maximum').fill('10,000')
      await button(page, 'Create link').click()
      await page.waitForFunction(
        () => document.activeElement?.getAttribute('name') === 'min_amount',
      )
      assert.deepEqual(await call('GET', '/payment-links'), [])

      await least.fill('2,500.50')
      await button(page, 'Create link').click()
      await page.getByText('minimum ₦2,500.50, maximum ₦10,000.00').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
