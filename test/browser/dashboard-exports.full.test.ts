import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { unzipped } from '../zip.ts'
import { choose, openDashboard } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What finance takes out of the dashboard, and what dialogs keep.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const ACCOUNT = { bank: '058', number: '0000000018' }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The home of a business that was never paid is its checklist. */
async function givenPaid(): Promise<void> {
  const { service } = place
  const order = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const { data } = await service.call('POST', '/transactions/initialize', order)
  const { http } = await service.call('POST', `/sandbox/transactions/${data['reference']}/pay`, {
    channel: 'card',
  })
  assert.equal(http, 200)
}

test('a month for the accountant is two presses away, and its files agree', () =>
  visit(
    place,
    async (page) => {
      await givenPaid()
      await openDashboard(page, place)
      await button(page, 'Month for the accountant').waitFor()
      await inspect(page, 'dashboard-home-month')
      await button(page, 'Month for the accountant').click()
      await inspect(page, 'dashboard-month')
      const coming = page.waitForEvent('download')
      await button(page, 'Download').click()
      const file = await coming

      assert.match(file.suggestedFilename(), /^month-\d{4}-\d\d-test\.zip$/)
      const files = unzipped(readFileSync(await file.path()))
      assert.match(files.get('summary.txt')!, /Every file agrees with the ledger\./)
      await page.getByText('Month saved.').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the changes of the balance are exported from the wallet', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/wallet')
      const coming = page.waitForEvent('download')
      await button(page, 'Export').click()
      const file = await coming

      const text = readFileSync(await file.path(), 'utf8')
      assert.match(file.suggestedFilename(), /^ledger-\d{4}-\d\d-\d\d\.csv$/)
      assert.match(text, /adjustment/)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a split with a new subaccount is one dialog, which keeps what was typed', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/splits')
      await button(page, 'New split').click()
      const split = page.getByRole('dialog', { name: 'New split' })
      await split.getByLabel('Name').fill('Two cooks')
      await page.mouse.click(5, 400)
      await page.keyboard.press('Escape')
      await page.getByText('Discard what you typed?').waitFor()
      await button(page, 'Keep editing').click()
      assert.equal(await split.getByLabel('Name').inputValue(), 'Two cooks')

      await split.getByRole('button', { name: 'New subaccount' }).click()
      const subaccount = page.getByRole('dialog', { name: 'New subaccount' })
      await subaccount.getByLabel('Name').fill('Ada Example Foods')
      await subaccount.getByLabel('Account number').fill(ACCOUNT.number)
      const bank = subaccount.getByLabel('Bank', { exact: true })
      await choose(bank, ACCOUNT.bank, 'Guaranty Trust Bank')
      await subaccount.getByRole('button', { name: 'Create subaccount' }).click()
      await subaccount.waitFor({ state: 'detached' })
      await split.getByLabel('Percent').fill('40')
      await inspect(page, 'dashboard-split-new-subaccount')
      await split.getByRole('button', { name: 'Create split' }).click()
      await page.getByRole('heading', { name: 'Two cooks' }).waitFor()
      await page.getByText('Ada Example Foods').first().waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 403] },
  ))

test('what is archived is said on the wallet, at a payment and of a month', () =>
  visit(
    place,
    async (page) => {
      await givenPaid()
      const archived = { archived_until: '2026-06-01T08:15:00.000Z' }
      const older = 'All changes of the wallet until then are archived.'
      let isOlder = false
      await page.route('**/dashboard/api/balance/ledger?*', async (route) => {
        if (isOlder) return refuse(route, older)
        const response = await route.fetch()
        const { data, meta, ...rest } = await response.json()
        const kept = route.request().url().includes('account=pending') ? [] : data
        await route.fulfill({
          response,
          json: { ...rest, data: kept, meta: { ...meta, ...archived } },
        })
      })
      await page.route('**/timeline', async (route) => {
        const response = await route.fetch()
        const { data, ...rest } = await response.json()
        await route.fulfill({
          response,
          json: { ...rest, data: { ...data, entries: [], archived_month: '2026-05' } },
        })
      })
      const message = 'Ledger entries of 2026-05 are archived, in the months until 2026-05.'
      const refuse = (route: Route, said: string) =>
        route.fulfill({ status: 410, json: { status: 'error', code: 'archived', message: said } })
      await page.route('**/balance/month?*', (route) => refuse(route, message))
      await openDashboard(page, place, '/wallet')
      await page.getByText(/^Changes until 1 Jun 2026, 09:15 are archived\. Ask/).waitFor()
      await inspect(page, 'dashboard-wallet-archived')
      await button(page, 'Pending').click()
      await page.getByText('There are no later changes.').waitFor()
      await inspect(page, 'dashboard-wallet-all-archived')
      await button(page, 'Month for the accountant').click()
      await button(page, 'Download').click()
      await page.getByText(message).waitFor()
      await inspect(page, 'dashboard-month-archived')
      isOlder = true
      await page.reload()
      await page.getByText(older).waitFor()
      assert.equal(await button(page, 'Try again').count(), 0)

      await page.goto(`${place.service.baseUrl}/dashboard/test/transactions`)
      await page.getByRole('row').nth(1).getByRole('link').click()
      await page.getByText('archived, in May 2026. Ask the operator').waitFor()
      await inspect(page, 'dashboard-payment-archived')
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 410] },
  ))
