import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { follow, openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Rules on the dashboard in a real browser: created, tried, switched on; and a payment reviewed.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const STATUSES = [401]

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function givenPaid(): Promise<string> {
  const { service } = place
  const body = { amount: 700_000_00, email: 'ngozi@example.com', name: 'Ngozi Sample' }
  const made = await service.call('POST', '/transactions/initialize', body)
  const reference = String(made.data['reference'])
  await service.call('POST', `/sandbox/transactions/${reference}/pay`, {
    channel: 'bank_transfer',
  })
  await eventually('it is paid', async () => {
    const { data } = await service.call('GET', `/transactions/verify/${reference}`)
    return data['status'] === 'success' ? true : null
  })
  return reference
}

test('a rule is tried, created and switched on, and marks a payment that a person approves', () =>
  visit(
    place,
    async (page) => {
      await givenPaid()
      await openDashboard(page, place)
      await follow(page, 'Rules')
      await main(page).getByText('Without rules, every attempt').waitFor()
      await button(page, 'New rule').click()
      await page.getByLabel('Name').fill('Large payments')
      await page.getByLabel('Amount above', { exact: true }).fill('500,000')
      await button(page, 'Try on the last 30 days').click()
      await dialog(page).getByText('1 of 1').waitFor()
      await inspect(page, 'dashboard-rule-new')
      await button(page, 'Create rule').click()
      await main(page).getByText('Amount above ₦500,000').waitFor()
      await main(page).getByText('Off', { exact: true }).waitFor()
      await button(page, 'Change Large payments').click()
      await dialog(page).getByLabel('Paid by').selectOption({ label: 'Bank transfer' })
      await dialog(page).getByLabel('Amount above').fill('600,000')
      await inspect(page, 'dashboard-rule-change')
      await button(page, 'Save').click()
      await main(page).getByText('Amount above ₦600,000.00 (Bank transfer)').waitFor()
      await button(page, 'Switch on Large payments').click()
      await button(page, 'Try on the last 30 days').click()
      await dialog(page).getByText('1 of 1').waitFor()
      await button(page, 'Switch on').click()
      await main(page).getByText('On', { exact: true }).waitFor()
      await inspect(page, 'dashboard-rules')

      const reference = await givenPaid()
      await page.goto(`${place.service.baseUrl}/dashboard/test/transactions?review=pending`)
      await main(page).getByText(reference).click()
      await main(page).getByRole('heading', { name: 'Rules that matched' }).waitFor()
      await inspect(page, 'dashboard-review')
      await button(page, 'Approve').click()
      await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
      await main(page).getByText('Approved', { exact: true }).waitFor()
      const { data } = await place.service.call('GET', `/transactions/verify/${reference}`)
      assert.equal((data['risk'] as { review: string }).review, 'approved')
    },
    { viewport: DESK, statuses: STATUSES },
  ))
