import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
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
