import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { askAs, choose, openDashboard } from './dashboard.ts'
import { inspect, SIZES, usePlace, visit } from './visit.ts'

// Finding on the dashboard in a real browser: the search of everything, and fields that are chosen
// from by typing.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const status = (page: Page, text: string) => page.locator('.palette-status').getByText(text)

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

/** A payment by the card that ends in 4081. */
async function givenPaid(reference: string, name: string, email: string): Promise<void> {
  const body = { reference, name, email, amount: 1_250_000 }
  const { access_code } = await call('POST', '/transactions/initialize', body)
  const { baseUrl } = place.service
  const card = { number: '4084084084084081', exp_month: 12, exp_year: 99, cvv: '408' }
  const answer = await fetch(`${baseUrl}/checkout/${access_code}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  assert.equal(answer.status, 200, await answer.text())
}

test('a payment is found by its last four digits in two steps from home, with the keyboard', () =>
  visit(
    place,
    async (page) => {
      await givenPaid('first-order', 'Ọlá Ọ̀ṣunlékè', 'ola@example.com')
      await openDashboard(page, place)
      await page.getByRole('button', { name: 'Search' }).waitFor()

      await page.keyboard.press('Control+k')
      await field(page).waitFor()
      await inspect(page, 'dashboard-search')
      await page.keyboard.type('4081')
      await option(page, /first-order.*Visa •••• 4081.*₦12,500/).waitFor()
      await inspect(page, 'dashboard-search-found')
      await page.keyboard.press('Enter')

      await page.getByRole('heading', { name: '₦12,500.00' }).waitFor()
      assert(page.url().includes('/transactions/'), page.url())
      await page.keyboard.press('Control+k')
      await option(page, /first-order/).waitFor()
      await page.keyboard.press('Escape')
      await field(page).waitFor({ state: 'detached' })
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('names are found without accents, pages by name, and Escape gives the focus back', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await page.getByRole('button', { name: 'Search' }).click()
      await field(page).fill('osunleke')
      await option(page, /ola@example.com/)
        .first()
        .waitFor()
      await option(page, /first-order/).waitFor()
      await field(page).fill('nobody of this name')
      await status(page, 'Nothing found.').waitFor()
      await inspect(page, 'dashboard-search-nothing')
      await page.keyboard.press('Escape')
      await page.locator('.search-button:focus').waitFor()

      await page.keyboard.press('Enter')
      await field(page).fill('settl')
      await option(page, 'Settlements').click()
      await page.getByRole('heading', { name: 'Settlements' }).waitFor()
      await page.keyboard.press('Control+k')
      await field(page).fill('new payout')
      await option(page, 'New payout').click()
      await page.getByRole('dialog', { name: 'New payout' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      assert(!page.url().includes('open='), page.url())
    },
    { viewport: SIZES[0]!, statuses: [SIGNED_OUT] },
  ))

test('a search that does not reach the service says so, and is tried again', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await page.keyboard.press('Control+k')
      await field(page).waitFor()
      await page.route('**/dashboard/api/search?*', (route) => route.abort('internetdisconnected'))
      await field(page).fill('first-order')
      await status(page, 'The search did not reach the service.').waitFor()
      await inspect(page, 'dashboard-search-offline')
      await page.unroute('**/dashboard/api/search?*')
      await button(page, 'Try again').click()
      await option(page, /first-order/).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT], losesNetwork: true },
  ))

test('a person without a permission is offered no action and no page that needs it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      const { businesses } = (await askAs(page, 'GET', '/session')) as never as {
        businesses: { permissions: string[] }[]
      }
      await page.route('**/dashboard/api/session', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        for (const one of body.data.businesses) one.permissions = ['view', 'collect', 'identity']
        await route.fulfill({ response: answer, json: body })
      })
      assert(businesses[0]!.permissions.includes('payout'))
      await page.reload()
      await page.getByRole('button', { name: 'Search' }).waitFor()
      await page.keyboard.press('Control+k')
      await option(page, 'Create a payment link').waitFor()
      for (const name of ['New payout', 'Invite a member', 'Audit log', 'API keys']) {
        assert.equal(await option(page, name).count(), 0, name)
      }
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the bank is chosen by typing, the likely ones first, with the keyboard and on a phone', () =>
  visit(
    place,
    async (page) => {
      await call('POST', '/sandbox/wallet', { amount: 1_000_000 })
      await openDashboard(page, place, '/payouts')
      await button(page, 'New payout').click()
      const bank = page.getByLabel('Bank', { exact: true })
      await bank.click()
      await option(page, 'Guaranty Trust Bank').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'New payout' }).waitFor()
      await page.getByLabel('Account number').fill('0000000018')
      await bank.click()
      await page.getByText('Likely for this number').waitFor()
      await inspect(page, 'dashboard-banks')
      await bank.fill('guar tr')
      await page.keyboard.press('Enter')
      assert.equal(await bank.inputValue(), 'Guaranty Trust Bank')
      await page.locator('.holder[data-known]').waitFor()
      await bank.fill('no such bank')
      await page.getByText('No bank has this name or code.').waitFor()
      await page.keyboard.press('Tab')
      assert.equal(await bank.inputValue(), 'Guaranty Trust Bank')
    },
    { viewport: SIZES[0]!, statuses: [SIGNED_OUT] },
  ))

test('the payment to refund is chosen by what a person knows of it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/refunds')
      await button(page, 'Refund a payment').click()
      await choose(page.getByLabel('Payment', { exact: true }), 'ola@example', /first-order/)
      await inspect(page, 'dashboard-refund-choose')
      await button(page, 'Continue').click()
      await page.getByLabel('Amount').fill('1000')
      await button(page, 'Refund ₦1,000.00 to ola@example.com from Demo Store').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
